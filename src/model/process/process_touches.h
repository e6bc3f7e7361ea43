// SPDX-License-Identifier: MIT
// Which cells of the state a term may read and write: in its first step, and ever. Found in the text, from the
// values that are known: `flag[i]` is one item where i is a parameter, and all items where it depends
// on the state or on what was received. A channel with a buffer is the cells of its buffer.
//
// Calls are followed with the arguments that are known. Where there is no end of them, as in P(i) = a -> P(i + 1),
// the arguments of further ones count as not known; so it ends, with more than is true.
//
// What is found of a term is remembered with it, as its steps are.

#ifndef MODEL_PROCESS_TOUCHES_H
#define MODEL_PROCESS_TOUCHES_H

#include "model/process/process_terms.h"

enum { TOUCH_MOST_WORDS = 8 };

// Sets of cells, a bit each.
typedef struct cell_set {
    uint64_t words[TOUCH_MOST_WORDS];
} cell_set;

typedef struct touched {
    cell_set reads, writes;
} touched;

typedef struct term_touches {
    touched first; // when any first step of it is looked for, or taken
    touched ever;
} term_touches;

// Are there few enough cells?
bool touches_possible(const program *p);
const term_touches *term_touches_get(stepper *s, uint32_t term);
void touched_add(touched *to, const touched *more);
static inline bool cell_sets_meet(const cell_set *a, const cell_set *b)
{
    uint64_t common = 0;
    for (uint32_t i = 0; i < TOUCH_MOST_WORDS; i++)
        common |= a->words[i] & b->words[i];
    return common != 0;
}
// May one of them write what the other reads or writes?
static inline bool touched_conflict(const touched *a, const touched *b)
{
    uint64_t common = 0;
    for (uint32_t i = 0; i < TOUCH_MOST_WORDS; i++)
        common |= (a->writes.words[i] & (b->reads.words[i] | b->writes.words[i])) |
                  (a->reads.words[i] & b->writes.words[i]);
    return common != 0;
}

#endif
