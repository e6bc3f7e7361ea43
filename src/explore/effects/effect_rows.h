// SPDX-License-Identifier: MIT
// What was found, as the rows of a table: an operation, with the kind of its result, takes effect in a step at a place in
// the code. That is what is claimed, and what effect_check.h checks.

#ifndef EXPLORE_EFFECT_ROWS_H
#define EXPLORE_EFFECT_ROWS_H

#include "explore/effects/effect_search.h"
#include "explore/effects/effect_strategy.h"

typedef enum row_way {
    ROW_OWN,   // in this step of its own thread
    ROW_OTHER, // in this step of another thread, which is in the method `other`
    ROW_HINDSIGHT, // it changes nothing: it was right after the last of these steps, or, without pc, at some moment
} row_way;

typedef enum row_when {
    WHEN_ALWAYS,   // in the first such step of the operation
    WHEN_SUCCEEDS, // the first that succeeds
    WHEN_PLACE,    // the first at this place
    WHEN_UNKNOWN,  // at this place, but not always
} row_when;

typedef struct effect_row {
    row_way way;
    row_when when;
    uint32_t method, kind;
    uint32_t other; // of ROW_OTHER; NO_METHOD: a thread that the object has started
    effect_place at;
} effect_row;

typedef struct effect_rows {
    effect_row *rows;
    uint32_t count;
    size_t capacity;
} effect_rows;

// Of a game that is won, with its strategy.
void effect_rows_find(effect_rows *t, const effect_search *p, const effect_strategy *s);
void effect_rows_fini(effect_rows *t);
// Is a step at this place one of the row's?
bool effect_row_holds(const effect_row *r, const effect_place *at);
// Do the rows alone say when operations take effect? Always when one of their own threads comes to such a place, then.
bool effect_rows_decide(const effect_rows *t);

#endif
