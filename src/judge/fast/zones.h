// SPDX-License-Identifier: MIT
// Values that take turns: at most one at a time is in place (in a register, at
// the front of a queue). Of each is known f, the first return that proves it to
// have been in place, and s, the last call of what found it there. If f < s it was
// certainly in place from f to s: a forward zone. Else it may have been there for
// one instant only, somewhere from s to f: a backward zone. All can take turns iff
// no two forward zones overlap and no backward zone lies inside a forward one.
// The zones are those of Gibbons and Korach, "Testing shared memories", 1997.

#ifndef JUDGE_ZONES_H
#define JUDGE_ZONES_H

#include <linchpin/history.h>

typedef struct zones zones;

zones *zones_new(const lp_history *h);
void zones_free(zones *z);
// Each return may be the f of one value, each call the s of one. UINT32_MAX: never.
void zones_add(zones *z, uint32_t f, uint32_t s);
// `until`: a forward zone reaches from the beginning to before this event. If they
// do not fit, *a and *b are where two that do not begin; equal: one does not fit
// with the one from the beginning.
bool zones_fit(const zones *z, uint32_t until, uint32_t *a, uint32_t *b);

#endif
