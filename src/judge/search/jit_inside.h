// SPDX-License-Identifier: MIT
// What the files of the search (jit_*.c) share; nobody else includes this.

#ifndef JUDGE_JIT_INSIDE_H
#define JUDGE_JIT_INSIDE_H

#include "judge/search/hints.h"
#include "judge/search/jit_memo.h"
#include "judge/search/jit_search.h"
#include "judge/search/lookahead.h"
#include "spec/automaton.h"

enum { NO_SLOT = UINT32_MAX, JIT_SETS = 5 };

typedef struct jit_frame {
    uint32_t event, state;
    uint64_t candidate; // being tried: its rank; 0: none yet, DONE: all were
    uint32_t way;       // of the candidate's ways, the next to try
    uint32_t taken;     // slot of the one that took effect; NO_SLOT: none yet
    uint32_t op;
    lookahead_mark mark; // before it took effect
} jit_frame;

struct jit_search {
    const lp_spec *spec;
    lp_pool *pool;
    automaton *automaton;
    jit_memo memo;

    const lp_history *history;
    const uint32_t *methods;
    uint32_t *call, *want, *slot, *hint; // of each operation
    size_t call_capacity, want_capacity, slot_capacity, hint_capacity;
    bool *reads; // of each operation: with its result, it does not change the state
    size_t reads_capacity;
    const hints_kind *hints; // NULL: hint says nothing
    bool has_ends;           // lookahead_fits
    lookahead *lookahead;    // may be NULL
    lookahead_mark mark;
    // Of a spec whose calls add to an integer: how much each operation adds, and at which
    // integer it took effect, where its result says so. See jit_sums.c.
    bool additive;
    struct jit_sum {
        int64_t adds, before;
    } * sums;
    size_t sums_capacity;
    // Of each event: how much all calls before it take away, and add.
    struct jit_reach {
        int64_t down, up;
    } * reaches;
    size_t reaches_capacity;
    uint32_t *in_slot; // the operation open in each slot
    size_t in_slot_capacity;
    // For spec->may_return. Of each event: which read is the next to return, and
    // which methods are called before it does.
    struct outlook {
        uint32_t read, methods;
    } * outlooks;
    size_t outlooks_capacity;
    uint32_t slots, words;
    uint64_t *sets; // backing of these three, each `words` long:
    size_t sets_capacity;
    uint64_t *open, *taken;    // of those that return
    uint64_t *never, *forever; // of those that never return: open, and taken
    // Those that never return are of one kind if they do the same. How many of a kind have
    // taken effect is as many bits of its own in `spent`: fewer is a subset.
    uint64_t *spent;
    struct jit_kind {
        uint32_t first, used, open; // how many have taken effect, and were called
        int64_t adds;               // if calls add: how much
        uint64_t blocked; // in the choice of this number, none of the kind may go (any more)
    } * kinds;
    size_t kinds_capacity;
    // Of each operation that never returns; of one that returns nothing, the kind of those
    // that never return and do the same.
    uint32_t *kind;
    size_t kind_capacity;
    uint32_t kind_count;
    uint64_t choice; // of a candidate, counted

    jit_frame *frames;
    size_t depth, frames_capacity;
    uint32_t event, state;
    uint32_t reached; // the latest event that was come to
};

static inline bool slot_in(const uint64_t *set, uint32_t slot)
{
    return set[slot / 64] >> (slot % 64) & 1;
}

// Reads a history before the search. False: a limit was reached.
bool jit_prepare(jit_search *s, const judge_task *task);

// jit_sums.c
void jit_sums_prepare(jit_search *s);
// Is it worth while that the operation takes effect next?
bool jit_sums_allow(const jit_search *s, const jit_frame *f, uint32_t op);
// What has to be added for the operation that returns at the frame to tell what it does.
int64_t jit_sums_missing(const jit_search *s, const jit_frame *f);
// As a hint, of an operation that never returns.
uint64_t jit_sums_rank(const jit_search *s, uint32_t op, int64_t missing);
// Does an observation have to come before the event goes by?
bool jit_sums_open(const jit_search *s);
// Is there an open operation that cannot tell what it does any more?
bool jit_sums_hopeless(const jit_search *s);

#endif
