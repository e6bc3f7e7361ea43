// SPDX-License-Identifier: MIT
// MWR-WO by its definition (Shao, Welch, Pierce and Lee: Multiwriter consistency conditions for shared
// memory registers, 2011): each read has an order of all writes and itself that keeps real time and in
// which it returns the last value; and the orders of any two reads agree on the writes that are relevant
// to both. A write is relevant to a read if it began before the read ended.

#ifndef TESTS_VERIFY_WRITE_ORDER_H
#define TESTS_VERIFY_WRITE_ORDER_H

#include <linchpin/history.h>

// Of a history of a register with at most two writes. What is open is a write that may still take
// effect, or a read that has not returned anything.
bool agrees_on_writes(const lp_history *h);

#endif
