// SPDX-License-Identifier: MIT
// What the text of an automaton says of the names of enums: which it tells apart. See
// enum_symmetry.h.

#ifndef MODEL_ENUM_LOOKER_H
#define MODEL_ENUM_LOOKER_H

#include "model/steps/cannot_fail.h"
#include "model/steps/enum_symmetry.h"

typedef struct looker {
    const model *m;
    const program *p;
    const method *in;   // whose text it is
    known_ranges known; // of its locals, where it is looked at
    bool must;          // of the next expression: see look_bind
    enum_symmetry *s;
    bool asked[MODEL_MAX_FUNCTIONS];
    // Of a channel: what is sent goes where its rank says; somebody looks who is first.
    bool inserted[MODEL_MAX_SHARED], ordered[MODEL_MAX_SHARED];
    bool copied[MODEL_MAX_ENUMS]; // the action has a copy for each instance of such a parameter
} looker;

void cut(looker *l, uint32_t of, int64_t at); // the name from the one before it
void cut_all(looker *l, type t);              // all names of an enum, from each other
void spoil(looker *l, type t);                // the same of every enum in a type
void look_type(looker *l, type t);            // parts of enums: at their ends
void look_expr(looker *l, const expr *x);
void look_block(looker *l, const block *b);

#endif
