// SPDX-License-Identifier: MIT
// Looking through the tree: is there an expression, or a statement, of a kind?

#ifndef MODEL_AST_WALK_H
#define MODEL_AST_WALK_H

#include "model/syntax/ast.h"

// In the expression, those within it and what its variables are bound to.
bool expr_any(const expr *x, bool (*is)(void *context, const expr *x), void *context);
// In a statement of the block, or of those within it.
bool block_any_expr(const block *b, bool (*is)(void *context, const expr *x), void *context);
// The first such statement, with those within the block; NULL: there is none.
const stmt *block_find(const block *b, bool (*is)(const stmt *s));
const stmt *block_return(const block *b); // the first return

#endif
