// SPDX-License-Identifier: MIT
// Removes that never returned, of a queue: which values did they take?
//
// Values are distinct, so a value that no operation is known to have removed was taken by one
// of these, or is still inside. It cannot be inside any more when another value is seen at the
// front that was added after it, or when a remove that was called after its add finds nothing.
// So each value has a deadline, and a remove is in time for it if it was called before.
// Both are matched in order, the earliest remove with the earliest deadline (Glover, "Maximum
// matching in a convex bipartite graph", 1967). If that fails, no assignment exists: the
// first k deadlines have fewer than k removes.

#ifndef JUDGE_TAKERS_H
#define JUDGE_TAKERS_H

#include "judge/fast/lifetimes.h"

// Gives the values that must be gone to the removes that never returned, as if these had
// returned at the end. False: there are too few in time, and the history is violated; its
// suspects are marked.
bool takers_assign(lifetimes *t, const judge_task *task);

#endif
