// SPDX-License-Identifier: MIT
// Containers with ends (queue, stack, deque): what the removes to come say about an
// add that is to take effect now. A search that asks gives up a wrong order of two
// adds at once, and not when the second value comes out, thousands of steps later.
//
// Values that are added once: of two that lie side by side, the one that comes out
// over the other's end must come out second. So if x lies in front of y and y is
// removed at the front, x is out before; if x is removed at the back, y is. Each
// new value is held against all that are inside, once.
//
// Values that come again, in a queue: the m-th value in is what the m-th remove gives.
// The removes that returned a value are taken in an order that keeps real time, one
// for each value that is added. Of several that may be next and gave this value, the one
// that returned first is as good as any: the two could change places. So there is one
// order to follow, not a set of them, and an add is wrong if nobody is left to
// remove its value at its turn.
//
// Both are necessary, not sufficient: nothing is said about when adds happened, nor
// about removes that found the container empty.

#ifndef JUDGE_LOOKAHEAD_H
#define JUDGE_LOOKAHEAD_H

#include "judge/judge.h"

typedef struct lookahead lookahead;

// Which removes have been given to values: all before `first`, in the order of
// their calls, and of the 64 from there on those in `taken`.
typedef struct lookahead_mark {
    uint64_t taken;
    uint32_t first;
} lookahead_mark;

bool lookahead_fits(const lp_spec *spec); // is it a container with ends?
// Of a spec that fits.
lookahead *lookahead_new(const judge_task *task);
void lookahead_free(lookahead *l);
// A value came out more often than it was put in: the history is violated.
bool lookahead_refutes(const lookahead *l);
bool lookahead_is_add(const lookahead *l, uint32_t op);
// The add takes effect while these `count` values are inside; `mark`, zeroed for an empty
// container, is brought forward. False: no order of the rest can explain the history.
bool lookahead_allows(const lookahead *l, uint32_t op, const lp_value *values, size_t count,
                      lookahead_mark *mark);

#endif
