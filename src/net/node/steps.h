// SPDX-License-Identifier: MIT
// Steps of components: a message is received or an operation is called, and then whatever is enabled is
// done.

#ifndef NET_STEPS_H
#define NET_STEPS_H

#include "net/node/node.h"

// A message of a peer. False: no component sends such a thing to one that is here.
bool steps_deliver(node *n, peer *from, uint64_t number, const uint8_t *bytes, size_t length);
// Begins an operation and has it called. What it returns is told when the step is over.
void steps_call(node *n, unsigned kind, int64_t key, int64_t argument, lp_returned returned,
                void *data);
// Components that had more to do than a step should take, those that the clock concerns, messages to oneself, and
// operations that have returned. False: there is more to do.
bool steps_go_on(node *n);
void steps_on_tick(node *n); // time has passed
// The component of a server for a key: as it begins, if there was none.
component *steps_component(node *n, int64_t key);

// " in replica[p1], key 0": the component that takes a step now, in this thread. What is traced of it is written.
void steps_name_taken(text *out);

#endif
