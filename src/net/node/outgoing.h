// SPDX-License-Identifier: MIT
// What leaves a process at the end of a turn: for each peer one write, unless faults are asked for.

#ifndef NET_OUTGOING_H
#define NET_OUTGOING_H

#include "net/node/peers.h"

void outgoing_flush(node *n);   // all peers that were touched
void outgoing_on_time(node *n); // what is due now: connections, delayed messages, acknowledgements
uint64_t outgoing_next_time(const node *n); // when something is next; UINT64_MAX: nothing is

#endif
