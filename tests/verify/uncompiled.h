// SPDX-License-Identifier: MIT
// A system that a test has written down, for the interpreter alone: to compile it would take far
// longer than all that is done with it.

#ifndef TESTS_VERIFY_UNCOMPILED_H
#define TESTS_VERIFY_UNCOMPILED_H

#include "verify/system/transition_system.h"

typedef struct uncompiled {
    model *m;
    const instance *v; // its first
    lp_pool *pool;
    system_options o;
    transition_system s;
} uncompiled;

// The test fails if it cannot be read. `items`: room in channels.
void uncompiled_init(uncompiled *u, const char *written, uint32_t items);
void uncompiled_fini(uncompiled *u);

#endif
