// SPDX-License-Identifier: MIT
// What names mean in the text of a component once it is part of a flat automaton: its variables
// have its name before them and its parameters as an index, and its parameters are values.

#ifndef MODEL_NAMING_H
#define MODEL_NAMING_H

#include "model/syntax/ast.h"

enum { NAMING_BOUND = 256 };

typedef struct naming {
    model *m;           // where copies are made
    const model *whole; // the file
    error *e;
    const struct composer *composer;
    const unit *system;                    // whose components may be named, with a dot; NULL: none
    const system_part *part;               // whose variables may be named alone; NULL: none
    bool alone;                            // there is nothing else: its variables keep their names
    const char *given[3 * MODEL_MAX_ARGS]; // names that are values
    expr *values[3 * MODEL_MAX_ARGS];
    uint32_t given_count;
    const char *bound[NAMING_BOUND]; // variables of the text around
    uint32_t bound_count;
} naming;

void naming_give(naming *n, const char *name, expr *value);
expr *naming_given(const naming *n, const char *name); // NULL: it is none
// Copies of what was parsed. NULL, false: with an error.
expr *naming_expr(naming *n, const expr *x);
bool naming_block(naming *n, const block *from, block *to);
// How a variable or a derived variable of a component is called.
const char *naming_name(naming *n, const system_part *of, const char *name);
// The variable of the unit with this name, among those of the file, and its derived variable.
const variable *unit_variable(const model *whole, const unit *u, const char *name);
const method *unit_let(const model *whole, const unit *u, const char *name);

// name[items], or name where there are none.
expr *naming_indexed(naming *n, const expr *x, const char *name, expr *const *items,
                     uint32_t count);
// What stands in the brackets, one expression for each parameter.
bool naming_index(naming *n, const system_part *of, const expr *x, const expr *index, expr **out);
// The instance whose text it is.
void naming_own(naming *n, expr **out);
bool naming_bind(naming *n, const char *name, uint32_t at); // a variable of the text around
void block_add(model *m, block *b, stmt *s);
expr *made_name(model *m, const char *name, uint32_t at, uint32_t end);
expr *made_binary(model *m, binary_op op, expr *a, expr *b);
// The value of a plain type with this rank, as it is written.
expr *made_literal(model *m, const model *whole, type t, uint32_t rank, uint32_t at);

#endif
