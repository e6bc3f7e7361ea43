// SPDX-License-Identifier: MIT
// States of an observer that remembers operations: some numbers of its own, some for each process,
// the first of which is its open call, and a list of what has returned, so many numbers for each.
// A state is one interned string; its number + 1 is the observer's.
//
//     past_states p;
//     past_states_init(&p, &(past_layout){.own = 1, .each = 1, .done = 3}, s);
//     switch (past_take(&p, state, move, &event)) { …
//         past_add(&p, (const uint32_t[]){process, call, past_result(&p, event.value)});
//         next = past_save(&p);
//
// What is loaded or taken is in `now`, until the next one.

#ifndef VERIFY_PAST_STATES_H
#define VERIFY_PAST_STATES_H

#include "base/intern.h"
#include "judge/judge.h"
#include "verify/property/property.h"

typedef struct past_layout {
    uint32_t own, each, done; // numbers
    // What returned with the same first number stays in the order in which it did; otherwise only what
    // has returned counts, and the list is sorted.
    bool in_order;
} past_layout;

typedef struct past_states {
    past_layout layout;
    const transition_system *s;
    intern *states, *results;
    uint32_t *now; // the observer's own, those of each process, the list
    size_t capacity;
    uint32_t done_count;
    uint32_t *was; // for past_reorder
    uint8_t *answers;
    size_t answer_capacity;
} past_states;

void past_states_init(past_states *p, const past_layout *shape, const transition_system *s);
void past_states_fini(past_states *p);

void past_load(past_states *p, uint32_t state);
uint32_t past_save(past_states *p);
uint32_t *past_of(const past_states *p,
                  uint32_t process); // its open call + 1, or 0, and the others
const uint32_t *past_done(const past_states *p, uint32_t i);
void past_add(past_states *p, const uint32_t *done);
bool past_quiet(const past_states *p); // no call is open
// Processes change places: see `reorder` of a property.
uint32_t past_reorder(past_states *p, uint32_t state, const uint32_t *order);

uint32_t past_result(past_states *p, lp_value result); // its number
lp_value past_result_of(const past_states *p, uint32_t number);
history_event past_call(const past_states *p, uint32_t call);
// Adds the call to a history, as an operation of this process.
uint32_t past_history_call(const past_states *p, uint32_t call, uint32_t process, lp_history *h);

// What a step means after a state. The state is loaded, but for PAST_NOTHING; a call is noted as open.
typedef enum past_step {
    PAST_NOTHING,    // it is neither a call nor a return
    PAST_NO_HISTORY, // a return without a call, or a second call: see history_event
    PAST_CALL,
    PAST_RETURN, // the call is still noted
} past_step;
past_step past_take(past_states *p, uint32_t state, const move *m, history_event *event);

typedef enum past_answer { PAST_UNKNOWN, PAST_RIGHT, PAST_WRONG } past_answer;
// Does the history hold, which is that of this state? What was asked once is remembered.
// False: it cannot be judged. PAST_UNKNOWN: by a limit, or because it is too hard.
bool past_judge(past_states *p, uint32_t state, lp_history *(*history)(const void *context),
                const void *context, const judge *condition, const lp_spec *spec, limits *l,
                past_answer *answer, error *e);

#endif
