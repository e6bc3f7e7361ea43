// SPDX-License-Identifier: MIT
// Where to look in a counterexample that is still long: what overlaps the operation that
// nothing explains, and what came just before it.

#ifndef JUDGE_CULPRIT_WINDOW_H
#define JUDGE_CULPRIT_WINDOW_H

#include <linchpin/history.h>

// More operations than this are long.
enum { WINDOW_FROM = 64 };

// Sets keep[i] of the operations in the window. False: there is none, for the history is
// not long or no culprit is known (LP_NO_EVENT); all are kept.
bool history_window(const lp_history *h, uint32_t culprit, bool *keep);

#endif
