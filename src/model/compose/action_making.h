// SPDX-License-Identifier: MIT
// A flat action on its way: whose it is, what its arguments are, and who takes part.

#ifndef MODEL_ACTION_MAKING_H
#define MODEL_ACTION_MAKING_H

#include "model/compose/action_role.h"

// The action that is being made.
typedef struct making {
    composer *c;
    method *made;
    const role *owner; // NULL: the environment
    type types[MODEL_MAX_ARGS];
    expr *values[MODEL_MAX_ARGS]; // of each argument
    expr *which[MODEL_MAX_ARGS];  // the owner's instance
    expr *anybody;                // of the environment's: somebody takes part; NULL: certainly
    bool certain;
} making;

// A new action of the flat automaton, like this one but for parameters and body.
bool making_begin(making *k, composer *c, const method *f);
bool making_parameter(making *k, type t, const char *name, uint32_t at);
// One instance of a component, which becomes the first parameters.
bool making_instance(making *k, const system_part *part, uint32_t at, expr **which);
// Internal actions are nobody else's: the name of the component goes before theirs.
void making_internal(making *k, const system_part *part);
void making_add(making *k, stmt *s); // to its body
// Is the argument of the same type here as where the action is an output? Else an error.
bool making_compare(const making *k, const role *r, uint32_t argument);
// The effects of all who have the action as an input.
bool making_participants(making *k);

#endif
