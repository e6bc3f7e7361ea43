// SPDX-License-Identifier: MIT
// Random automata as tables of guards and effects, written down as models, and all that they can do
// by enumeration: an oracle that knows nothing of the language.

#ifndef TESTS_VERIFY_AUTOMATON_TABLES_H
#define TESTS_VERIFY_AUTOMATON_TABLES_H

#include "base/random.h"

#include <stdbool.h>
#include <stdint.h>

enum { VARIABLES = 3, ACTIONS = 4, EFFECTS = 2, VALUES = 4, MOST = VALUES * VALUES * VALUES };
enum { PARAMETER = VARIABLES, CHOSEN, NUMBER }; // what a term is, besides a variable

typedef struct term {
    uint32_t what, number;
} term;

typedef struct condition {
    term a, b;
    uint32_t op; // of `signs`
} condition;

typedef struct effect {
    uint32_t to;
    term a, b;
} effect;

typedef struct action {
    uint32_t values, ways; // of the parameter, and of the choice
    bool guarded;
    condition guard;
    effect effects[EFFECTS];
    uint32_t effect_count;
} action;

typedef struct automaton_table {
    uint32_t high[VARIABLES]; // each goes from 0 to there
    action actions[ACTIONS];
    uint32_t action_count;
    condition asked;
} automaton_table;

typedef enum claimed { INVARIANT, DEADLOCKFREE, REACHABLE, CLAIMS } claimed;

typedef struct found {
    bool seen[MOST];
    uint32_t count;
    bool deadlock, always, ever; // of the condition that is asked for
} found;

void table_random(rng *r, automaton_table *t);
char *table_write(const automaton_table *t, claimed what); // as a model
// A state as one number, and back.
uint32_t table_number(const uint32_t *v);
void table_numbered(uint32_t n, uint32_t *v);
// By an action, its parameter and its choice. MOST: the guard does not hold.
uint32_t table_after(const automaton_table *t, uint32_t state, const action *a, uint32_t x,
                     uint32_t y);
void table_enumerate(const automaton_table *t, found *f);

#endif
