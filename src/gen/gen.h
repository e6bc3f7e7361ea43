// SPDX-License-Identifier: MIT
// Made-up histories of any spec, for tests and benchmarks: as many operations as
// wanted, that overlap as much as wanted, right or with one violation.
//
//     gen_options o = {.ops = 1000, .processes = 8, .overlap = 4, .seed = 1};
//     if (!gen_history(spec, &o, put, file, &e)) …
//
// An object is simulated: operations are called, take effect at a later moment
// by a step of the spec, and return later still, as the seed says. The same
// options give the same bytes on every machine.

#ifndef GEN_GEN_H
#define GEN_GEN_H

#include "base/error.h"
#include "base/io/limits.h"

#include <linchpin/spec.h>

typedef struct gen_options {
    uint64_t ops;
    uint32_t processes;
    double overlap; // about how many operations are open at once, on average
    uint64_t seed;
    uint64_t values;  // arguments are 1 … values; 0: each added value is new
    uint32_t keys;    // of objects with keys
    uint64_t pending; // operations that never return
    uint64_t failed;  // operations that had no effect, and say so
    // Only these methods, separated by commas or spaces. NULL: all but those that
    // may fail for no reason where there is one that does not: deq, not try_deq.
    const char *methods;
    bool bad; // exactly one operation, or pair of them, returns what it must not
    // Stops where the violation is placed: can it be? What is put until then is of no use.
    bool only_try;
    limits *limits; // may be NULL
} gen_options;

// Writes JSON Lines through `put`, in large pieces. False: these options cannot
// be followed, with the reason; what was put until then is of no use.
bool gen_history(const lp_spec *spec, const gen_options *options,
                 void (*put)(void *to, const char *bytes, size_t length), void *to, error *e);

#endif
