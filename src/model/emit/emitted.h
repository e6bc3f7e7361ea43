// SPDX-License-Identifier: MIT
// How the search and a compiled model talk. The emitted C declares the same
// struct; RUN_ABI changes when it does.
//
//     void linchpin_init(int32_t *state, struct run *r);
//     void linchpin_call(int32_t *state, uint32_t thread, uint32_t method,
//                        const int32_t *args, struct run *r);
//     void linchpin_step(int32_t *state, uint32_t thread, struct run *r);
//     uint32_t linchpin_touches(const int32_t *state, uint32_t thread);
//     uint32_t linchpin_enabled(const int32_t *state, uint32_t action, const int32_t *args);
//                                        0: the guard of the action does not hold
//
//     void linchpin_invariant(const int32_t *state, struct run *r);
//     uint64_t linchpin_reached(const int32_t *state, uint64_t wanted, struct run *r);
//                                        which conditions `reachable` hold, a bit each
//     uint64_t linchpin_ended(const int32_t *state, uint64_t wanted, struct run *r);
//                                        and which conditions `ends`
//     void linchpin_fill(int32_t *state, struct run *r);
//                                        tables that are derived from the rest of the state, where
//                                        there are some
//     uint8_t *linchpin_notes(void);     where control came by since it was loaded: see unreached.h
//
// `touches` tells of a step that reads or writes a field of one node, and nothing
// else that is shared, which node that is: RUN_NODE × (number of its struct) + its
// number; of a step that only reads what is never written, RUN_QUIET; of all other
// steps, 0. The others change `state` in place. A step that may go several ways (which free
// node does `new` give?) asks `choose`; the search runs it again with the next
// choices until all were tried.

#ifndef MODEL_EMITTED_H
#define MODEL_EMITTED_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
    RUN_NODE = 1024,
    RUN_QUIET = 1000000,
    RUN_ABI = 11,
    RUN_MAX_CHOICES = 16,
    RUN_MAX_WAYS = 65536, // of one choice
    RUN_MAX_SPINS = 1000000,
    RUN_MAX_CALLS = 100, // of functions within each other
    RUN_MAX_LINS = 12,   // effects in one step
    RUN_LIN_BITS = 5     // for each, the number of the thread
};

typedef enum problem {
    PROBLEM_NONE,
    PROBLEM_NULL,   // null dereference
    PROBLEM_FREED,  // use after free
    PROBLEM_DOUBLE, // double free
    PROBLEM_ASSERT,
    PROBLEM_OVERFLOW,
    PROBLEM_DIVISION, // by zero
    PROBLEM_NODES,    // out of nodes
    PROBLEM_SPIN,     // a local loop that does not end
    PROBLEM_CHOICES,
    PROBLEM_BOUNDS, // of an array
    PROBLEM_UNLOCK, // of what is not locked
    PROBLEM_RANGE,  // choose from an empty range
    PROBLEM_INVARIANT,
    PROBLEM_TWICE,   // an operation takes effect for the second time
    PROBLEM_OUTSIDE, // a value that is not in its range
    PROBLEM_CALLS,   // functions that call each other for ever
    PROBLEM_LINS,    // too many effects in one step, or of no thread
    PROBLEM_LEAK,    // a node that is not freed and that nothing points to
    PROBLEM_DIFFERS, // from what the operations give one by one
    PROBLEM_EMPTY,   // an item of a collection that has none
    PROBLEM_ABSENT,  // the value of none
    PROBLEM_FULL,    // a collection has no room for one more item
    PROBLEM_SHIFT,   // by less than 0 or more than 31
    PROBLEM_WAITS,   // at the start, where nobody else could do anything
    // Of processes.
    PROBLEM_TERMS,     // more terms than can be numbered, or one that grows without end
    PROBLEM_COPIES,    // too many, of an indexed form
    PROBLEM_UNGUARDED, // a process calls itself before any step
    PROBLEM_ALPHABET,  // there is no end of the events that a process has
    PROBLEM_DEEP,      // calls within calls, each with other arguments, and no step
} problem;

typedef struct run {
    int32_t problem;
    uint32_t where; // offset in the model's source
    uint32_t spins;
    uint32_t blocked; // the step is not possible now; the state is half changed
    uint32_t calls;   // of functions that have not returned
    uint32_t lin;     // so many operations take effect:
    uint64_t lins;    // of these threads, the first in the lowest bits
    uint32_t given, used;
    uint32_t choice[RUN_MAX_CHOICES], bound[RUN_MAX_CHOICES];
    // The channels that claims look at: of the cell where one begins, a bit for the state as it is, and
    // one for the state before the step. NULL: nobody wants to know.
    uint8_t *looked;
    uint32_t side; // of what is evaluated now
    // What is known of the rows of tables (simulation_tables.h), and those of them, a bit each, that this
    // step may have changed. NULL: every row is filled in.
    struct row_source *rows;
    uint64_t due;
    uint8_t *reads; // while a row is evaluated: what it reads, by the cell; else NULL
    uint64_t held;  // invariants that are known to hold, of the first 64 a bit each
    // What `reached` finds of the ints whose least or greatest value is asked for, by their numbers.
    // NULL: nobody wants to know.
    int32_t *measured;
    struct run_ways *ways; // NULL: every way finds out anew what it may be
} run;

// The ways that a move may go, once the first of them has found them: items of the front end's, in memory that is used
// again. Who runs one way after the other from a state has one of these, and says that nothing is known at first.
typedef struct run_ways {
    int known;
    uint32_t count;
    size_t capacity;
    void *items; // freed by whoever has it
} run_ways;

// What the rows of a table are without evaluating them. `due` begins an action that has done all but
// fill in its tables; a row that is not due stays as it is. `known` gives what a row is; or false, and then
// `learn` says what it was found to be, unless that fails.
typedef struct row_source {
    uint64_t (*due)(run *r, const int32_t *cells);
    int32_t (*known)(run *r, uint32_t row, int32_t *made, uint32_t width);
    void (*learn)(run *r, uint32_t row, const int32_t *made, uint32_t width);
} row_source;

// A cell was read; or the seq, set or map that begins there.
enum { READ_CELL = 1, READ_MANY = 2 };

enum { LOOKED_AFTER = 1, LOOKED_BEFORE = 2 };

// Runs begin for every transition, and most make no choices: these are not cleared, nor copied.
static inline void run_begin(run *r)
{
    memset(r, 0, offsetof(run, choice));
    r->looked = NULL;
    r->side = 0;
    r->rows = NULL;
    r->due = 0;
    r->reads = NULL;
    r->held = 0;
    r->measured = NULL;
    r->ways = NULL;
}

// How it went, without its choices.
static inline void run_copy(run *to, const run *from)
{
    memcpy(to, from, offsetof(run, choice));
}

// Before a step is run again with the next choices.
static inline void run_reset(run *r)
{
    r->problem = PROBLEM_NONE;
    r->used = r->spins = r->blocked = r->calls = r->lin = r->side = 0;
    r->lins = 0;
    r->reads = NULL;
}

// After a step: the choices for the next way it may go. False: there is none.
static inline int run_next(run *r)
{
    uint32_t i = r->used;
    while (i > 0 && r->choice[i - 1] + 1 == r->bound[i - 1])
        i--;
    if (i == 0)
        return 0;
    r->choice[i - 1]++;
    r->given = i;
    return 1;
}

#endif
