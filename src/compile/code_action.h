// SPDX-License-Identifier: MIT
// Actions of the component that is being written.

#ifndef COMPILE_CODE_ACTION_H
#define COMPILE_CODE_ACTION_H

#include "compile/coder.h"

enum { ACTION_PARTS = 32 }; // of a guard, joined by &&

// A function that was written, with the parameters that it uses.
typedef struct action_code {
    const char *name;
    bool self, turn;
    used_name params[2 * MODEL_MAX_ARGS];
    const char *given[2 * MODEL_MAX_ARGS]; // what is given for each; NULL: what is called so
    uint32_t param_count;
} action_code;

// One that the component controls.
typedef struct local_action {
    const method *f;
    uint32_t number;
    used_name params[MODEL_MAX_ARGS];
    uint32_t param_count;
    const expr *conjuncts[ACTION_PARTS]; // of its guard
    bool late[ACTION_PARTS];             // they look at parameters that are defined by others
    uint32_t conjunct_count;
    bool defined[MODEL_MAX_ARGS]; // v == E is in the guard
    // Those that are, in an order in which each E is known; which part of the guard that is.
    uint32_t order[MODEL_MAX_ARGS], definition[MODEL_MAX_ARGS], order_count;
    const expr *values[MODEL_MAX_ARGS];
    action_code can, effect;
} local_action;

const char *code_action_name(coder *c, uint32_t number);
void code_taken(coder *c, uint32_t number, action_code *a, text *out);
void code_guard(coder *c, uint32_t number, local_action *l, text *out);
const char *code_action_call(coder *c, const action_code *a);
void code_acting(coder *c, local_action *l); // what `act` does about it

#endif
