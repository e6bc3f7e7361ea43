// SPDX-License-Identifier: MIT
// What the files of this folder share: names in scope while an automaton is annotated.

#ifndef MODEL_COMPONENT_TYPING_H
#define MODEL_COMPONENT_TYPING_H

#include "model/component/component.h"

enum { TYPING_NAMES = 256 };

typedef struct typing {
    component_system *s;
    model *m;
    const unit *u;        // NULL: in a function of the file
    const expr *changing; // what a statement is, or assigns: it alone may change a seq
    error *e;
    struct {
        const char *name;
        type type;
    } names[TYPING_NAMES];
    uint32_t count;
} typing;

bool typing_fails(const typing *t, uint32_t at, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
bool typing_bind(typing *t, const char *name, type of, uint32_t at);
void type_resolve(const model *m, type *t);                      // the enums of its parts
bool type_of_name(const typing *t, const char *name, type *out); // an enum or an alias
bool typing_knows(const typing *t, const char *name);            // a local, or a variable

// `want`: what it is to be; NULL: that is not known.
bool type_expr(typing *t, expr *x, const type *want);
bool type_set(typing *t, expr *x, const type *want); // a literal
bool type_sequence(typing *t, expr *x);              // an operation of a seq
bool type_machine(typing *t, expr *x);               // an operation of a machine
bool machine_stands_alone(const typing *t, const variable *v);
bool type_uses(type t, type_use use);                 // itself, or one of its parts
bool type_in(typing *t, expr *x);                     // x in S
bool type_bind(typing *t, expr *x, const type *want); // forall and the like
bool type_call(typing *t, expr *x, uint32_t function);
bool type_function(typing *t, uint32_t which);
bool type_block(typing *t, const block *b, type result);
type set_type(model *m, type item);
bool expr_names(const expr *x, const char *name); // it mentions this local

#endif
