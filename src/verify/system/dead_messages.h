// SPDX-License-Identifier: MIT
// Messages that can no longer change anything are dropped.
//
// A message is *dead* in a state of the system if it is inert in the receiver's local state
// (local_graph.h) and everything that its receipts may send is dead at its destination, now. A
// cycle is not dead: two components that answer each other for ever do so.
//
// Why dropping dead messages changes no verdict:
// - Deadness is stable. A step leads each component along an edge of its local graph, or leaves it
//   where it is; what is reached from there was reached before, so an inert message stays inert and
//   sends no more than it might have, and its answers stay dead by induction.
// - Components see neither channels nor each other. Let r be a state of the system and s = r without
//   its dead messages. What s can do, r can do: guards look at variables, which are the same, and a
//   message that is taken in s is there in r; both lead to states that again differ in dead messages
//   only. What r can do, s can do, or it is the receipt, the loss or the sending of something dead:
//   then s stays where it is. So r and s are stuttering bisimilar: the same component states are
//   reached, and the same visible actions are taken in the same order.
// - A state in which only dead messages can be received ends: their receipt cannot fail or wait, and
//   their answers come to an end because cycles are not dead. So s itself is reached, too, and a
//   deadlock of s is one.
//
// In a fifo channel a dead message may stand before others, and in a bounded one it takes a place:
// then r has to receive it before it can do what s can do. It can at any time: its receipt does not
// wait, because a message whose answer would go into a bounded channel is not dead.
//
// What is said of states may look at channels. A condition that is to be reachable would be missed
// in states that have dead messages, so channels that it looks at keep theirs, and so does one that
// something dead would be answered by. Invariants, relations and claims about steps are evaluated in
// states without dead messages: the state s is one that is reached, so what violates them is real; but
// not of a fifo channel, where others may stand before what is dropped: one that they look at keeps
// its messages. That they hold of r where they hold of s is for claim_looks.h to find out; and
// where a step that changes nothing might break a claim (stutter_claims.h), nothing is dropped.
//
// A counterexample is run with its dead messages left in their channels, which is a run of the
// system as it is: that they are not delivered yet. Only those in fifo and bounded channels are
// received as soon as they can be, and all of them where somebody looks at channels, or where all
// has come to an end.

#ifndef VERIFY_DEAD_MESSAGES_H
#define VERIFY_DEAD_MESSAGES_H

#include "verify/canonical/cell_changes.h"
#include "verify/canonical/orbit_plan.h"
#include "verify/system/transition_system.h"

typedef struct local_graphs local_graphs;
typedef struct dead_messages dead_messages;
typedef struct dead_filter dead_filter;

// Of a system and its local graphs, which are there as long as it is. NULL: there is nothing that could
// be dropped.
dead_messages *dead_messages_new(const local_graphs *g);
void dead_messages_free(dead_messages *d);
// Is there a claim about channels from which messages may be dropped?
bool dead_messages_claimed(const dead_messages *d);
// After a complete search: the code that dead messages would have run counts as reached
// (dead_coverage.h). `orbits`: the names that it permuted, or NULL.
void dead_messages_reach(dead_messages *d, const orbit_plan *orbits);

// Of one thread.
dead_filter *dead_filter_new(dead_messages *d);
void dead_filter_free(dead_filter *f);
// The state without its dead messages: these cells, or others that are there until the next call.
const int32_t *dead_filter_apply(dead_filter *f, const int32_t *cells);
// The same of states that differ in few cells from one that has no dead messages, the base; until
// another function is called.
void dead_filter_base(dead_filter *f, const int32_t *cells);
const int32_t *dead_filter_apply_near(dead_filter *f, const int32_t *cells,
                                      const cell_changes *changed);
// The local state that each component is in, LOCAL_UNKNOWN if it was given up. Until the next call.
const uint32_t *dead_filter_locals(dead_filter *f, const int32_t *cells);
// The same after dead_filter_apply_near: of the base, or of the state as it was given. NULL: not known.
const uint32_t *dead_filter_near(const dead_filter *f, bool base);
// Receives a dead message of this state: the move is made. `all`: not only where it is in the way of
// others, in a fifo or a bounded channel. False: there is none.
bool dead_filter_receive(dead_filter *f, int32_t *cells, bool all, move *m);

#endif
