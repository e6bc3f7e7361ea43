// SPDX-License-Identifier: MIT
// The moves that a front end knows to be in nobody's way (front_end.at_once), taken at once after another one, until
// there is none.

#ifndef VERIFY_AT_ONCE_PATH_H
#define VERIFY_AT_ONCE_PATH_H

#include "verify/system/transition_system.h"

enum { AT_ONCE_MOST = 150 }; // in a path

typedef struct at_once_path {
    const transition_system *s;
    int32_t *kept, *after, *met;
    run_ways ways;
    move moves[AT_ONCE_MOST]; // that were taken
    uint32_t count;
    uint32_t tried; // likewise, and those of a path that has no end
} at_once_path;

// NULL: nothing is taken at once in this system.
at_once_path *at_once_path_new(const transition_system *s);
void at_once_path_free(at_once_path *p); // NULL: nothing
// Takes them in place; where they have no end, none of them. r->problem: the last one fails.
void at_once_path_take(at_once_path *p, int32_t *cells, bool interpreted, run *r);

#endif
