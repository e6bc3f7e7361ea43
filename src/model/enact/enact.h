// SPDX-License-Identifier: MIT
// The interpreter of the components of a system, one step at a time, over the values of what runs: the
// judge of recorded runs. It walks through the text of the model as component.h annotates it, and has
// nothing in common with the C that compile writes; the interpreter of steps (interpret.h) knows
// finite instances alone, and the two are held against each other by a test.
//
//     enact_part_init(&part, s, &s->parts[0]);
//     int64_t *state = enact_state_new(&part);
//     enact_begin(&part, who, state, &outcome);
//     enact_take(&part, &step, state, &outcome);     // an action, with its arguments
//     enact_outcome_fini(&outcome);

#ifndef MODEL_ENACT_H
#define MODEL_ENACT_H

#include "model/enact/enact_value.h"

typedef struct enact_part {
    const component_system *s;
    const component *component;
    uint32_t offsets[MODEL_MAX_SHARED]; // of the variables, from its first one on
    uint32_t cells;                     // of a state
    uint32_t blocks[MODEL_MAX_SHARED];  // the cells that refer to blocks (enact_many.h),
    uint32_t block_count;
    // What an operation was called with, by its identifier: machines ask it. NULL: that is not known.
    int64_t (*argument)(const void *arguments, int64_t id);
    const void *arguments;
} enact_part;

// Is it known how to run it? False: with an error.
bool enact_known(const component_system *s, const component *c, error *e);
void enact_part_init(enact_part *p, const component_system *s, const component *c);
int64_t *enact_state_new(const enact_part *p); // for enact_begin
int64_t *enact_state_copy(const enact_part *p, const int64_t *state);
void enact_state_free(const enact_part *p, int64_t *state); // NULL is fine
// Which cells of a state hold this variable, and how many items it has.
int64_t *enact_variable(const enact_part *p, int64_t *state, uint32_t shared);
// As a trace has it.
void enact_print_variable(const enact_part *p, int64_t *state, uint32_t shared, text *out);

// A component is told by its instance's number, from 0, or by the identifier of its operation. Its
// parameter i:
enact_value enact_parameter(const component *c, uint32_t i, int64_t who);

typedef struct enact_step {
    const method *action;
    int64_t who;
    enact_value arguments[MODEL_MAX_ARGS]; // the action's parameters, in their order
    int64_t sender;                        // of a message: a number, or an identifier
} enact_step;

typedef struct enact_sent {
    uint32_t message; // of the model's
    enact_value parts[MODEL_MAX_ARGS];
    const component *to;
    bool each; // to all instances
    int64_t who;
} enact_sent;

typedef struct enact_outcome {
    bool enabled;        // else nothing was done
    const char *problem; // what went wrong, at this place of the model; NULL: nothing
    uint32_t at;
    enact_sent *sent;
    uint32_t sent_count, sent_capacity;
} enact_outcome;

extern const char enact_unknown[]; // a problem: this part of the language is not known here

// Both begin with a fresh outcome, but for its memory.
void enact_begin(const enact_part *p, int64_t who, int64_t *state, enact_outcome *out);
void enact_take(const enact_part *p, const enact_step *step, int64_t *state, enact_outcome *out);
// What a fixed argument of an action is.
enact_value enact_fixed(const enact_part *p, const enact_step *step, int64_t *state,
                        const expr *fixed, enact_outcome *out);
void enact_outcome_fini(enact_outcome *out);

#endif
