// SPDX-License-Identifier: MIT
// How far a small counterexample can be explained (linchpin/explanation.h). All orders of some
// of its operations are followed that keep what the condition asks for and that the spec allows
// (order_graph.h). From them come the longest order for each operation, why none of those that could
// come next after the longest can, and, where the condition keeps real time and prefixes, the states
// that were possible between events. Porcupine shows the longest orders; ours are of the smallest
// counterexample, so there are few.

#ifndef JUDGE_PARTIAL_ORDERS_H
#define JUDGE_PARTIAL_ORDERS_H

#include "judge/judge.h"

// NULL: the history has more operations than EXPLAINED_OPERATIONS or too many orders, the condition
// is not one about orders, or a limit was reached.
//
// Operations that meet depend on each other's results: with the wrong result of the `culprit` often nobody
// it met is explained either. So where the spec synchronises operations and the culprit's return is the last
// event, the culprit counts as open, and its reason is what it could only have returned.
lp_explanation *explain_partially(const judge *j, const judge_task *task, uint32_t culprit);

#endif
