// SPDX-License-Identifier: MIT
// A forward simulation from one automaton or system, the implementation, to another, the
// specification (Lynch and Vaandrager, Forward and backward simulations, 1995), as a flat
// automaton whose states are pairs of states:
//
//     action request(op x) when (guard of the implementation) do {
//         effect of the implementation;
//         what matches it: each step of the specification, asserted to be enabled, and its effect
//     }
//     invariant NAME: one for each relation
//
// It is explored as any other. That no assertion fails and every relation holds says that each
// step of the implementation, from a state that is related to the one which the matching steps
// have led to, is matched by steps with the same trace, into a related pair: so every trace of the
// implementation is one of the specification. What matches is looked up after the effect of the
// implementation, so it sees the state that is to be related.

#ifndef MODEL_COMPOSE_SIMULATION_H
#define MODEL_COMPOSE_SIMULATION_H

#include "model/compose/action_role.h"

// One of the two, on its way into the common view.
typedef struct side {
    composer c;
    unit named; // with components that know which system they are part of
    unit flat;
} side;

typedef struct pairing {
    composer *c; // of the pairs
    side implementation, specification;
    const step_match *match; // being made; NULL: the same action
    const method *concrete;  // what it matches
    uint32_t seen;           // visible steps so far
    uint32_t locals;         // made so far
    // What belongs to the specification, among the variables and functions of the view.
    uint32_t shared_from, shared_to, function_from, function_to;
    uint32_t tables[MODEL_MAX_FUNCTIONS], table_count; // functions: see simulation_tables.h
    uint32_t seen_from;                                // the first variable that is a table
    bool looked_at[MODEL_MAX_SHARED];                  // variables of the implementation
    bool mentions;                                     // the specification
    const binder *hides;                               // a derived variable; NULL: none does
} pairing;

// Steps of the specification as statements of the pair. False: with an error.
bool match_block(pairing *p, naming *n, const block *from, block *to, bool certain);
bool match_same(pairing *p, naming *n, block *to); // the action of the same name

#endif
