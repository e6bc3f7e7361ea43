// SPDX-License-Identifier: MIT
// Linearizability of queues whose values come again.
//
// Which remove took which of several equal values is not known, so the judge that
// sweeps over values (fast_queue.c) cannot help. But a queue is two orders with one
// word: the m-th value in is the m-th out. So we take turns: an add, and the remove
// that gives its value, both next in an order that keeps real time. Nobody asks
// what is in the queue meanwhile. Where a configuration of the search has the contents of the
// queue, here it is only which operations have had their turn, a handful of
// possibilities at every turn if few overlap: what is exponential is the number
// of operations that overlap, not the length of the queue.
//
// Write a for adds, r for removes. All orders of turns are linearizations iff
//   - adds keep real time among themselves, as do removes;
//   - when an add has its turn, all removes that returned before its call had theirs:
//     otherwise one of them gives a value that is added after it;
//   - a remove that found nothing, n, stands between two turns. What returned before its
//     call had its turn before it, what was called after its return has it after. And
//     no add has its turn later that returned before the call of a remove that had its turn
//     before: it would come before that remove, and so before n.
// Longer cycles are none: real time is an interval order (if x returned before the call
// of y, and z before that of w, then x before that of w, or z before that of y),
// which makes every cycle contain one of those above. A peek goes with the removes,
// before the one whose value it saw, and no value goes with it.
//
// Of equal adds that may be next the one that returns first is as good as any: the two
// can change places. Of equal removes too, if no add is left behind that returned
// before it was called; otherwise (see n) each is tried. Adds and removes that never
// returned may have a turn, and need not.

#ifndef JUDGE_TURNS_H
#define JUDGE_TURNS_H

#include "judge/judge.h"

bool turns_fit(const lp_spec *spec); // is it a queue?
// Of a spec that fits. LP_UNKNOWN: more than 64 operations at once, or a limit was reached.
lp_outcome turns_run(const judge_task *task);

#endif
