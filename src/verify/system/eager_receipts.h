// SPDX-License-Identifier: MIT
// Messages that are received in the step that sends them. "Replica handles, client receives" is then
// one step, and states with such messages on their way are left out. What is left are runs of the
// system, and they have all its traces: visible actions, and steps that fail. They do not go through
// all its states, so this is not for what is claimed of states or of steps.
//
// A channel is *eager* if every message m that comes by it satisfies, in every local state c of its
// receiver in which it may be on its way (local_graph.h):
//   0. its receipt goes one way, does not fail, does not wait, and sends nothing: c -m-> m(c);
//   1. it may come earlier: for each other step c -a-> d of the receiver, either m changes nothing
//      in d, or a can be taken after m, sends the same, and c -m-> m(c) -a-> m(d);
//   2. it may be received though it was not: m(c) can do all that c can do, forever (a simulation
//      between local states, step by step with the same messages sent);
//      or else, 3., it need not have been sent: each step that sends it is a receipt, which leaves
//      the sender as it is and sends nothing else.
//
// Take a run of the system. Let m be a message of an eager channel that is received later than at
// once. Its receipt changes places with the steps before it, one by one: steps of others are
// independent of it, since channels have no order and no bound, and components see neither channels
// nor each other; a step of the receiver is, too, by 1., or the receipt changes nothing and is left
// out. So m is received at once, or never. If never, then by 2. the same run goes through with m
// received at once, and by 3. without the step that sent it, which nobody sees. In each case the
// visible actions and the step that fails at the end, if one does, stay what they are. This is
// Lipton's reduction ("Reduction: a method of proving properties of parallel programs", 1975) with
// receipts as left movers, except that 2. and 3. also take care of those that never come.
//
// "In which it may be on its way" matters: a replica acknowledges what the client has sent in its
// second phase, so the acknowledgement meets no client in its first phase. A message that its sender
// sends only in answer to messages of the receiver is on its way only in local states after those in
// which the receiver sent one of these, if none of them is on its way at the start. A channel that
// has messages at the start is not eager: no step sent them.

#ifndef VERIFY_EAGER_RECEIPTS_H
#define VERIFY_EAGER_RECEIPTS_H

#include "verify/system/transition_system.h"

typedef struct local_graphs local_graphs;
typedef struct eager_receipts eager_receipts;

// NULL: no channel is eager.
eager_receipts *eager_receipts_new(const local_graphs *g);
void eager_receipts_free(eager_receipts *e); // NULL: nothing
// A message in an eager channel of this state: the offer of the system that receives it. There may be
// several ways to take it; those that are not blocked are receipts. False: there is none.
bool eager_receipts_find(const eager_receipts *e, const int32_t *cells, uint32_t *which);

#endif
