// SPDX-License-Identifier: MIT
// States of executions, by 128-bit hash, and the graph that the search walked.
//
// The hash takes in everything that what follows can depend on: module data,
// the heap and its blocks, thread-local variables and errno, each fiber's stack
// from where it is parked (the switch pushes the registers there), what it is
// about to do and what it waits for, and the canonical history so far. So two
// executions with the same state have the same continuations, step for step,
// and each continuation ends in the same history. Not continuing from the
// second loses no history and no bug. This is exact but for collisions: with n
// states the chance of one is about n² / 2¹²⁹.

#ifndef EXPLORE_STATE_H
#define EXPLORE_STATE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct state_graph state_graph;

struct fiber;
enum { STATE_NONE = UINT32_MAX, CHOICE_NONE = UINT32_MAX };

state_graph *state_graph_new(void);
void state_graph_free(state_graph *g);
// Between two states: who took a step, and who could not at some moment. Bit i is
// fiber i.
typedef struct turns {
    uint32_t stepped, idle;
} turns;

// The state of the execution now, reached from `from` (or STATE_NONE) by the
// choice of fiber or answer `choice`. *fresh: never seen before.
uint32_t state_graph_add(state_graph *g, uint32_t from, uint32_t choice, turns between,
                         bool *fresh);
// This fiber goes on next. If it makes a call that may change what is no part of the
// state, states after it are told apart by the state in which it was made.
void state_note_past(const struct fiber *f);
// From this state an execution came to its end.
void state_graph_finish(state_graph *g, uint32_t from);
uint32_t state_graph_count(const state_graph *g);
uint64_t state_graph_bytes(const state_graph *g);
// After a complete search: the first state from which no schedule whatever leads
// to an end, or STATE_NONE.
uint32_t state_graph_stuck(const state_graph *g);
// After a complete search: a state that can be come back to for ever so that nobody
// who could always go on is passed over, or STATE_NONE. The history is part of a
// state, so no operation returns on the way.
uint32_t state_graph_fair_cycle(const state_graph *g);
// From there once round, so that everybody who steps on the way does: the choices,
// without CHOICE_NONE ones; caller frees.
uint32_t *state_graph_lap(const state_graph *g, uint32_t state, uint32_t *count);
// The choices that lead to it, without CHOICE_NONE ones; caller frees.
uint32_t *state_graph_path(const state_graph *g, uint32_t state, uint32_t *count);

#endif
