// SPDX-License-Identifier: MIT
// What the files that compose channels share.

#ifndef MODEL_COMPOSE_CHANNEL_H
#define MODEL_COMPOSE_CHANNEL_H

#include "model/compose/composer.h"

const system_part *channel_end(const composer *c, const char *name); // NULL: no such component
const channel *channel_between(const composer *c, const char *from, const char *to); // or NULL
// What is on its way from one instance to another.
expr *channel_place(naming *n, const expr *x, const system_part *from, expr *const *sender,
                    const system_part *to, expr *const *receiver);

uint32_t channel_variable(naming *n, const system_part *from, const system_part *to);

expr *made_operation(model *m, expr *on, const char *name, expr *item); // on.name(item)
expr *made_unary(model *m, expr_kind kind, expr *a);
expr *made_constant(model *m, expr_kind kind, int64_t number, uint32_t at);
stmt *made_statement(model *m, stmt_kind kind, expr *a);
stmt *made_assignment(model *m, expr *to, expr *value);

#endif
