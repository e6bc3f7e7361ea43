// SPDX-License-Identifier: MIT
// What the files of the checker share. It finds out what every name means and
// what type every expression has, and writes both into the tree.

#ifndef MODEL_CHECKER_H
#define MODEL_CHECKER_H

#include "model/ast.h"

typedef struct checker {
    model *m;
    const source *s;
    unit *u;   // NULL: in an initialiser or the init block
    method *f; // NULL: in an initialiser
    error *e;
    uint32_t scope[MODEL_MAX_NAMES]; // locals in scope, by number
    uint32_t scope_count;
    uint32_t shared_visible; // an initialiser sees the variables above it
    uint32_t loops;
    bool in_invariant; // shapes may be asked for
    uint32_t ghost;    // ghost variables may be read: in ghost blocks, assert, invariants
} checker;

bool check_type(checker *c, type *t);
bool check_expr(checker *c, expr *x);
// Checks x and that it fits `want`; `role` says where it stands.
bool check_fits(checker *c, expr *x, type want, const char *role);
bool check_place(checker *c, expr *x, const char *role);
bool check_block(checker *c, block *b);
bool block_ends(const block *b); // never falls off its end
bool type_equal(type a, type b);

#endif
