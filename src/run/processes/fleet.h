// SPDX-License-Identifier: MIT
// All processes of a running system: servers first, then clients. They are told each other's addresses as
// they become ready, and again when one has come back elsewhere.

#ifndef RUN_FLEET_H
#define RUN_FLEET_H

#include "run/processes/cluster.h"
#include "run/run_plan.h"

typedef enum transport { TRANSPORT_TCP, TRANSPORT_UDP, TRANSPORT_UNIX } transport;

typedef struct fleet_options {
    const char *programs; // their folder
    const char *scratch;  // for logs
    const char *traces;   // a folder; NULL: none
    uint64_t clients, seed;
    uint64_t port; // of the first server, the others after it; 0: free ones
    transport transport;
    bool known; // others know where servers listen: one that is restarted listens there again
} fleet_options;

typedef struct fleet {
    member *members;
    size_t count, servers;
    bool known; // where servers listen
    // The same as fault_names wants it.
    const char **names;
    bool *is_client, *stays_down;
} fleet;

void fleet_init(fleet *f, const run_plan *plan, const fleet_options *o);
// To the machines of a cluster: before anything is started.
void fleet_move(fleet *f, cluster *c);
void fleet_fini(fleet *f); // ends all that run
fault_names fleet_names(const fleet *f);
bool fleet_start(fleet *f, error *e);
bool fleet_start_one(fleet *f, member *m, error *e);
// It has said "ready NAME [ADDRESS]": what comes after ready.
bool fleet_ready(fleet *f, member *m, const char *words, error *e);
bool fleet_all_up(const fleet *f);
// A line for each server, as clients of others take it. Caller frees.
char *fleet_addresses(const fleet *f);

#endif
