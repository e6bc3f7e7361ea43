// SPDX-License-Identifier: MIT
// Which methods of a spec a replicated state machine can offer: `compile --spec`, `run --spec`.
//
// A machine carries out one operation after the other and has an answer to each, so a method that
// waits in some state is not for it; nor is one that looks at who calls, or meets others. An operation
// travels as an identifier and one integer of 64 bits: a method has no argument, one integer, or two of
// 32 bits, and its result is an integer, a boolean, nil or nothing.
//
// What a method is, is found by trying it in all states that can be reached with a few small integers.
// A parameter (semaphore:1000) can put a state that waits out of reach, so the least one is tried, too.

#ifndef SPEC_REPLICABLE_H
#define SPEC_REPLICABLE_H

#include "base/error.h"
#include "base/text.h"

#include <linchpin/spec.h>

typedef struct replicable_method {
    uint32_t number; // of the spec
    const char *name;
    unsigned arguments; // 0 to 2
    bool reads_only;
    // The first argument is looked up, or compared with what is there, rather than put in. So a workload
    // calls it with values that may be there.
    bool looks_up;
} replicable_method;

typedef struct replicable {
    const lp_spec *spec;
    replicable_method methods[LP_MAX_METHODS];
    uint32_t count;
    text left_out; // "take may wait; scan returns a list", or nothing
    bool owned;    // the spec
} replicable;

// False: nothing of it can be replicated, and the error says why.
bool replicable_find(const lp_spec *spec, replicable *out, error *e);
// The same by what --spec was given, a built-in; it is released with the rest.
bool replicable_get(const char *name, replicable *out, error *e);
void replicable_fini(replicable *r);

#endif
