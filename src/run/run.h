// SPDX-License-Identifier: MIT
// `linchpin run`: a model compiled, its processes started, used by clients, disturbed by faults, and
// judged while all of that happens.
//
//     build ─▶ start ─▶ all are ready ─▶ calls, returns, faults … ─▶ drain ─▶ figures ─▶ end

#ifndef RUN_RUN_H
#define RUN_RUN_H

#include "base/error.h"
#include "base/io/limits.h"
#include "run/processes/fleet.h"

#include <linchpin/judge.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct run_options {
    const char *file;
    const char *system; // NULL: the one that has operations
    const char *spec;   // what the model's machine is; NULL: what is verified
    const char *folder; // where the compiled system goes and stays; NULL: it does not stay
    uint64_t clients, sessions, keys;
    uint64_t rate;  // operations in a second, of all clients; 0: as many as can be
    uint64_t reads; // in 1000
    uint64_t seed;
    uint64_t operations; // 0: until
    double time;         // so many seconds have passed
    double wait;         // for operations that do not return
    uint64_t port;       // of the first server; 0: free ones
    transport transport; // how processes talk to each other
    const char *cluster; // a file of hosts; NULL: all runs here
    const char *faults;  // a file, or "random"; NULL: none
    const char *history; // a file; NULL: none
    bool trace;          // of a violation, a chart
    bool replay;         // every step, through the interpreter of the model
    const char *traces;  // a folder where they stay; NULL: they do not stay
} run_options;

// False: with an error, or `l` has been reached before there was anything to judge. The values of the
// verdict's history are in `pool`.
bool run_system(const run_options *o, limits *l, lp_pool *pool, lp_verdict *v, error *e);
// Nothing is run: the traces in this folder are replayed.
bool run_recorded(const run_options *o, const char *folder, limits *l, lp_verdict *v, error *e);

#endif
