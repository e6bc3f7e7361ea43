// SPDX-License-Identifier: MIT
// `reachable E with least X`: the least value that X has in the states in which E holds, and
// likewise the greatest.
//
// Why a reduced search finds the same value. The least value is the least k for which some state
// satisfies E && X == k. That is a condition like any other that is to be reachable, and every reduction
// keeps the reachability of a condition if it is told what the condition looks at and what it tells apart.
// The conditions for all k look at the same cells, those of E and X, and tell apart what E and X do, and
// the values of X. So it suffices that X is one of the conditions of the instance (invariant.extreme, in
// ast.h) wherever these are gone through:
// - steps, actions and events that are taken at once write no cell that X looks at (independent_steps.c,
//   independent_actions.c, process_front.c);
// - names of enums are permuted only where X treats them alike, so X is the same in all of an orbit
//   (enum_symmetry.c);
// - values that may be renamed reach X only by way of == and !=: a value that is itself part of X keeps
//   its name (value_symmetry.c);
// - channels that X looks at keep their dead messages (channel_reads.c), and receipts are not made at once
//   where anything is said of states;
// - threads that change places, and their dead locals, are nothing that a condition can look at;
// - a state that is pruned has the same cells as one that is not.
// What is the least in the states that were met is the least of all only if the search was complete and
// no state was left out.

#ifndef VERIFY_EXTREMES_H
#define VERIFY_EXTREMES_H

#include "verify/job.h"

// Is there something after this condition whose least or greatest value is asked for?
bool extreme_asked(const job *j, uint32_t condition);
// "with least X = 17", and in the verdict's data.
void extreme_add(job *j, uint32_t which, int64_t rank, bool exact, text *out);
// Is it so in this state, by the interpreter where it can tell?
bool extreme_confirmed(const job *j, uint32_t which, int64_t rank, int32_t *cells);
// What is known of a search that was not complete, or of walks: in the verdict's detail.
void extremes_so_far(job *j, uint64_t reached, const int64_t *ranks);
void extremes_so_far_of(job *j, const search *q);

#endif
