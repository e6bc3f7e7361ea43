// SPDX-License-Identifier: MIT
// What an action is to one of those who take part in it, with its arguments understood.

#ifndef MODEL_ACTION_ROLE_H
#define MODEL_ACTION_ROLE_H

#include "model/compose/composer.h"

// An argument of an action as one of those who take part writes it.
typedef enum argument_kind {
    ARGUMENT_PARAMETER, // op x
    ARGUMENT_INDEX,     // x, a parameter of the automaton: which instance it is
    ARGUMENT_CONSTANT,  // w1, 0, true
} argument_kind;

typedef struct argument {
    argument_kind kind;
    type type;
    uint32_t index;   // of the automaton's parameter
    const char *name; // of the parameter
    const expr *constant;
    uint32_t at;
} argument;

// A component's action, with its arguments understood.
typedef struct role {
    const system_part *part;
    const method *f;
    argument args[MODEL_MAX_ARGS];
} role;

bool understand_role(const composer *c, const system_part *part, const method *f, role *out);
// Is there nobody else who owns it, and does everybody who knows its name know it as the same?
bool check_owner(const composer *c, const role *r);

// The type of a name of an enum: it alone. False: it is none.
bool enum_constant(const model *m, const char *name, type *out);
// Types before enums are looked up. The same but for the ranges of plain values:
bool types_alike(type a, type b);
bool types_disjoint(type a, type b);
bool type_contained(type inner, type outer);
int64_t type_low(type t);
int64_t type_high(type t);

#define PROBLEM(c, at, hint, ...) source_error(&(c)->view->source, (c)->e, at, hint, __VA_ARGS__)

#endif
