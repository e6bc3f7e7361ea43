// SPDX-License-Identifier: MIT
// Messages that are sent once, and of which the state says whether they can still come.
//
// The local graphs let a component receive at any time whatever somebody can send at some time, so a
// server seems to be able to begin with the same request again and again, and an answer that
// it no longer waits for seems to matter to it, some time. A message m is *accounted for* if
//   - its sender sends it at most once on every way through its local graph, the start included;
//   - every local state of the sender says whether it has been sent: on all ways to it, or on none;
//   - its channel neither loses nor duplicates.
// Then m is *gone*, received or dropped, in a state of the system in which it has been sent and is
// not on its way, and it never comes again. The receiver's local states are refined by a bit for
// each such message: in a local state in which it is gone its receipt is not tried.
//
// Only messages that could change something twice are worth a bit.
//
// Why it is sound: a step of the system leads the receiver along an edge of the refined graph. Its
// bit is unset before m is sent and while m is on its way, and the receipt of m sets it. A search that
// drops dead messages sets the bit earlier, when it drops m. That m is inert then: its receipt leaves
// the variables of the component as they are there and in everything that follows, so with and
// without the bit the same variables are reached, and the same messages are inert. The receipt of m
// may have sent answers, all of them dead. They are not accounted for themselves, because the local
// states before and after such a receipt are the same.

#ifndef VERIFY_ONCE_SENT_H
#define VERIFY_ONCE_SENT_H

#include "verify/system/local_graph.h"

typedef struct once_message {
    uint32_t link, rank;
    uint32_t bit; // of the receiver's local state
    bool *sent;   // in each local state of the sender
} once_message;

typedef struct once_sent {
    const local_graphs *plain; // without bits
    once_message *list;
    uint32_t count;
    uint64_t receivers; // components with bits, a bit each
} once_sent;

// NULL: there are none. `plain` is there as long as it is.
once_sent *once_sent_new(const local_graphs *plain);
void once_sent_free(once_sent *o); // NULL: nothing
// The bit of a message. 0: it has none.
uint32_t once_sent_bit(const once_sent *o, uint32_t link, uint32_t rank);
// The bits of a component in a state of the system. `own`: room for the cells of any component.
uint32_t once_sent_gone(const once_sent *o, uint32_t which, const int32_t *cells, int32_t *own);

#endif
