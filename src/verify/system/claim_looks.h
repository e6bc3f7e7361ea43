// SPDX-License-Identifier: MIT
// May messages be dropped though somebody claims something about their channel?
//
// A search goes through states s without dead messages (dead_messages.h); the system also has states r
// that differ from s in dead messages alone. What is claimed of r is claimed of s, too, if its
// evaluation in s looks at no channel that could hold a dead message there: evaluated in r, it
// then finds the same, look by look. "Could hold" is decided by the receiver alone: whatever is on
// its way by this channel and dead in the local state of the receiver is inert in it, or is gone there
// because it was dropped (once_sent.h).
//
// So the compiled claims note which channels they look at (`looked` in emitted.h), and after each
// evaluation the local states of the receivers are asked. A channel of which some message is inert there
// is *exposed*: its messages are kept, and the search begins anew. In Attiya, Bar-Noy and Dolev's
// register, what a client will hear of is claimed while it waits, and replies are inert when it does
// not: nothing is exposed.

#ifndef VERIFY_CLAIM_LOOKS_H
#define VERIFY_CLAIM_LOOKS_H

#include "verify/system/dead_messages.h"

typedef struct claim_looks claim_looks;

// NULL: nothing is claimed of a channel from which messages may be dropped. The graphs are there as
// long as it is.
claim_looks *claim_looks_new(const local_graphs *g);
void claim_looks_free(claim_looks *c); // NULL: nothing
// What a step, or an invariant, has looked at: `looked` is emptied. `before`: the state before the step,
// or NULL. By several threads at once, each with a filter of its own.
void claim_looks_note(claim_looks *c, dead_filter *f, uint8_t *looked, const int32_t *before,
                      const int32_t *after);
// The same for a step after which the filter has just dropped what is dead, near the state before it.
// False: it does not know their local states.
bool claim_looks_note_near(claim_looks *c, const dead_filter *f, uint8_t *looked);
// Of the channels of the system, a bit each: those that are exposed.
uint32_t claim_looks_exposed(const claim_looks *c);

#endif
