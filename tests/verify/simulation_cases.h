// SPDX-License-Identifier: MIT
// Random simulations between two automata that are tables of their steps; see
// test_random_simulations.c. A file has many, which differ in their tables: one action, `pick`,
// says which of them it is, and is given the number by the verify block.

#ifndef TESTS_VERIFY_SIMULATION_CASES_H
#define TESTS_VERIFY_SIMULATION_CASES_H

#include "base/random.h"
#include "base/text.h"

#include <stdbool.h>

enum {
    OF_A_FILE = 30, // simulations: one file is compiled once
    STATES = 6,     // of each side
    DISABLED = 7,
    ITEMS = 2, // of what matches, before and after the step that is seen
    NO_MATCH = STATES
};

// Actions with their arguments.
typedef enum from_step { FROM_A, FROM_B, FROM_C0, FROM_C1, FROM_I, FROM_J, FROM_STEPS } from_step;
typedef enum to_step { TO_A, TO_B, TO_C0, TO_C1, TO_K, TO_L0, TO_L1, TO_M, TO_STEPS } to_step;

// Those without arguments, which are matched alike.
typedef enum matched { MATCHED_A, MATCHED_B, MATCHED_C, MATCHED_I, MATCHED_J, MATCHED } matched;

typedef enum item_kind { ITEM_K, ITEM_L, ITEM_L_OF_X, ITEM_EACH, ITEM_B, ITEM_KINDS } item_kind;
typedef enum condition_kind { ALWAYS, BY_FROM, BY_TO, OR_ELSE_K } condition_kind;

typedef struct item {
    item_kind kind;
    condition_kind when;
} item;

typedef struct match_shape {
    bool given; // else what matches by default
    uint32_t before, after;
    item items[2 * ITEMS];
} match_shape;

typedef uint8_t steps_table[STATES];

typedef struct simulation_case {
    steps_table from[FROM_STEPS][2], to[TO_STEPS][2]; // each step goes one of two ways
    uint64_t related[2];                              // two relations: bit s + STATES * u
    uint32_t bits[MATCHED][2 * ITEMS];                // what conditions ask for
} simulation_case;

// How it is written.
typedef enum written_relation {
    DIRECT,
    BY_PARAMETER,
    BY_AUTOMATON,
    BY_PAIR,
    WAYS
} written_relation;

typedef struct simulation_file {
    match_shape shapes[MATCHED];
    bool hidden;         // b is, on both sides
    bool conditions_let; // the conditions are derived variables
    written_relation relation;
    simulation_case of[OF_A_FILE];
} simulation_file;

void simulation_file_random(rng *r, simulation_file *f);
// One instance for each case, and then one of each that compares the automata without the relation.
char *simulation_file_write(const simulation_file *f);

// The state of the implementation: h is changed by i, and j needs it.
typedef struct from_state {
    uint32_t s;
    bool h;
} from_state;

bool from_enabled(const simulation_case *c, from_step a, from_state at);
from_state from_after(const simulation_case *c, from_step a, from_state at, uint32_t way);
bool is_related(const simulation_case *c, uint32_t s, uint32_t u);
// What the matching steps make of u when a has led to s; NO_MATCH: one is not enabled.
uint32_t match_from(const simulation_file *f, const simulation_case *c, from_step a, uint32_t s,
                    uint32_t u);

#endif
