// SPDX-License-Identifier: MIT
// States of executions, by 128-bit hash, and the graph that the search walked.
//
// The hash takes in everything that what follows can depend on: module data,
// the heap and its blocks, thread-local variables and errno, each fiber's stack,
// what it is about to do and what it waits for, and the canonical history so far.
//
// Of the stack: a fiber is parked in a hook, whose frames are full of what earlier
// calls left there. The hooks for accesses (frame.h) go on with the user's stack from
// their return address on, the registers that calls preserve, their own number, the
// operands of an atomic access, and the step with its kind, address, size and memory
// order; nothing else that they computed before they parked is used after it. So that is
// taken, and their frames are not. Of any other hook (locks, malloc, calls of libraries)
// the frames are taken as they are, from where the switch pushed the registers: then
// bytes that mean nothing may tell equal states apart, which costs time and nothing else.
//
// So two executions with the same state have the same continuations, step for step,
// and each continuation ends in the same history. Not continuing from the
// second loses no history and no bug. This is exact but for collisions: with n
// states the chance of one is about n² / 2¹²⁹.

#ifndef EXPLORE_STATE_TABLE_H
#define EXPLORE_STATE_TABLE_H

#include "explore/runtime/lock_turns.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct state_graph state_graph;

struct fiber;
enum { STATE_NONE = UINT32_MAX, CHOICE_NONE = UINT32_MAX };

state_graph *state_graph_new(void);
void state_graph_free(state_graph *g);

void state_hash(uint64_t out[2]); // of the execution now
// The state of the execution now, reached from `from` (or STATE_NONE) by the
// choice of fiber or answer `choice`. *fresh: never seen before.
uint32_t state_graph_add(state_graph *g, uint32_t from, uint32_t choice, turns between,
                         bool *fresh);
// This fiber goes on next. If it makes a call that may change what is no part of the
// state, states after it are told apart by the state in which it was made.
void state_note_past(const struct fiber *f);
// From this state an execution came to its end.
void state_graph_finish(state_graph *g, uint32_t from, turns between);
// In this state all that can happen is that somebody wakes up for no reason. Need not
// be, so it is an end as well.
void state_graph_doze(state_graph *g, uint32_t state);
uint32_t state_graph_count(const state_graph *g);
uint64_t state_graph_bytes(const state_graph *g);
// After a complete search: the ways in which threads may be for ever without an
// operation returning, if they are run fairly: see state_fair.c. The history is part of a
// state, so it is the same all the time. One for each history and kind, worst first.
typedef enum refusal_kind {
    REFUSAL_ASLEEP,  // nobody goes on, unless woken for no reason
    REFUSAL_STUCK,   // no schedule whatever leads to an end
    REFUSAL_CYCLE,   // an endless run, though others end
    REFUSAL_UNLUCKY, // one in which a thread misses a lock again and again that others get
} refusal_kind;

typedef struct refusal {
    refusal_kind kind;
    uint32_t state;
    uint64_t history; // the same for equal ones
} refusal;

refusal *state_graph_refusals(const state_graph *g, uint32_t *count); // caller frees
// From there once round, so that everybody who steps on the way does: the choices,
// without CHOICE_NONE ones; caller frees.
uint32_t *state_graph_lap(const state_graph *g, uint32_t state, uint32_t *count);
// The choices that lead to it, without CHOICE_NONE ones; caller frees. *forced: how many
// states with no choice come last.
uint32_t *state_graph_path(const state_graph *g, uint32_t state, uint32_t *count, uint32_t *forced);

#endif
