// SPDX-License-Identifier: MIT
// verify A implements B: what a search over the states of A has to know of B. B's normal form is
// the property: an observer of the visible labels of A, whose states are sets of states of B. Where
// no state is left, A has a trace that B has not.
//
// Reductions of the search over A:
// - messages that can no longer change anything: what is left out is not seen, and what stays has
//   the same traces (dead_messages.h);
// - antichains: of two sets of states of B after the same state of A, the smaller allows less;
// - names of enums are permuted where A and B both treat them alike: then a permutation maps traces
//   of A to traces of A, those of B to those of B, and the set goes along with the state. Nothing is
//   asked of the first states: see enum_symmetry.h;
// - values are not renamed: nobody has looked at what B does with them.

#ifndef VERIFY_COMPARISON_H
#define VERIFY_COMPARISON_H

#include "base/text.h"
#include "verify/canonical/orbit_plan.h"
#include "verify/compare/answering.h"
#include "verify/property/property.h"

typedef struct comparison comparison;

// B alone, as if it were verified: nothing is claimed of it.
instance comparison_instance(const instance *v);

// `a` is the system of the verify block, and stays. NULL: with an error.
comparison *comparison_new(const instance *v, const system_options *o, const transition_system *a,
                           lp_pool *pool, error *e);
void comparison_free(comparison *c); // NULL: nothing
// Names that B tells apart are not interchangeable.
void comparison_cut(const comparison *c, enum_symmetry *s);
// B is to follow these permutations of A. False: it cannot.
bool comparison_follow(comparison *c, const orbit_plan *plan);
// It is known (search_pairs.c) that every trace of A is one of B's, whose normal form has so many states: the
// property has nothing to observe any more, and A is searched for what else is claimed of it.
void comparison_settle(comparison *c, uint32_t sets);
// While it is used, the comparison must stay.
property comparison_property(comparison *c, limits *l);

// B as the side that answers in a simulation game; and the label of each offer of A.
answering comparison_answering(comparison *c, limits *l);
const uint32_t *comparison_labels(const comparison *c);
// B failed: then there is no verdict. True with the error. And: with more nodes, or items, it may not.
bool comparison_failed(const comparison *c, error *e);
// B is a process with more states than can be told apart: nothing is known then.
bool comparison_grows(const comparison *c);
problem comparison_lacks(const comparison *c);

// A run of A whose trace is none of B's, as it is shown: an offer after the other. They are noted one
// by one, and then looked at by other code (trace_recheck.h).
void comparison_note(void *c, const move *m);
// False: B has the trace, so something is wrong. Else what is to be said: the last action, and the
// trace with what B could have done in place of its end.
bool comparison_confirm(comparison *c, limits *l, text *last, text *detail);

#endif
