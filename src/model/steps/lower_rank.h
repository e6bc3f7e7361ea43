// SPDX-License-Identifier: MIT
// Ranks of values and bits of sets, as expressions. A rank is used more than once: it is held.

#ifndef MODEL_LOWER_RANK_H
#define MODEL_LOWER_RANK_H

#include "model/steps/lowering.h"

const expr *int_op(lowering *l, binary_op op, const expr *a, const expr *b, uint32_t at);
const expr *plus_expr(lowering *l, const expr *a, int64_t n, uint32_t at);
// What is used more than once is computed once, into a temporary.
const expr *held_expr(lowering *l, const expr *x);
void hold_parts(lowering *l, const expr **parts, uint32_t count);

const expr *rank_of(lowering *l, type t, const expr *const *cells, uint32_t at);
void unrank(lowering *l, type t, const expr *rank, const expr **out, uint32_t at); // its cells
void lower_message(lowering *l, const expr *x, const expr **out);                  // its cells
// 1 where the set has the value with this rank, else 0.
const expr *bit_of(lowering *l, const expr *const *parts, uint32_t width, const expr *rank,
                   uint32_t at);
// What this cell is of the set of the one value with this rank.
const expr *bit_at(lowering *l, uint32_t cell, uint32_t width, const expr *rank, uint32_t at);
const expr *count_bits(lowering *l, const expr *x, uint32_t at);

#endif
