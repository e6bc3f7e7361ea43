// SPDX-License-Identifier: MIT
// Every order that explains a small history: how many there are, and the first of them. An
// order holds all operations that returned and any of the others.

#ifndef JUDGE_WITNESS_ORDERS_H
#define JUDGE_WITNESS_ORDERS_H

#include "judge/judge.h"

enum {
    ORDERS_MOST_OPS = 64, // a set of operations is one word
    ORDERS_LISTED = 100,
};

// Fills v->orders of a verdict that holds, with v->history. False with an error where the
// history is too long or has several objects, or where the condition asks for more, or
// for less, than an order of the operations. The history's results are normal.
bool orders_all(const judge *j, lp_history *h, const lp_spec *spec, limits *l, lp_verdict *v,
                error *e);

#endif
