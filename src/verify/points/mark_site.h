// SPDX-License-Identifier: MIT
// Where in the text of a model is a mark to be put so that an operation takes effect at a place (operation_steps.h)? A
// mark goes with the step that comes to it, so it has to stand on every way from the step to the next one, or to the
// return, and on no way of a step in which an operation that is open must not take effect:
// - after the statement of the step itself, if it is always one in which the operation takes effect;
// - or before a statement of which that is so, the last one: if (cas(top, t, n)) @lin return;
// - or before several, one on every way: if (cas(flag, false, true)) @lin return 1; @lin return 0;
// - or, where the step is in a return statement, between the two: { bool r = !curr.marked; @lin(r); return r; }

// The ways are those of the lowered method, without a look at what is in its variables.

#ifndef VERIFY_MARK_SITE_H
#define VERIFY_MARK_SITE_H

#include "verify/points/inferred_points.h"

typedef enum mark_kind {
    MARK_NOWHERE,
    MARK_BEFORE, // the statement
    MARK_AFTER,
    MARK_RETURN, // in place of the return statement
} mark_kind;

typedef struct mark_site {
    mark_kind kind;
    uint32_t from, end; // of the statement
    uint32_t results;   // MARK_RETURN: the kinds of results with which it takes effect, a bit each,
    uint32_t others;    // and those with which it does not
    bool
        again; // it is also come to by operations that have taken effect before: they must not do so again
} mark_site;

enum { MOST_MARK_SITES = 8 };

// Of a place where the operation always takes effect: how many; 0: nowhere.
uint32_t mark_sites_find(const inferred_points *p, uint32_t at, mark_site out[MOST_MARK_SITES]);

#endif
