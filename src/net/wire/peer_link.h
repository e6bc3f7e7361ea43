// SPDX-License-Identifier: MIT
// A link to another process: what it sends and receives, without any socket. Whatever becomes of the
// connections below, each message arrives once, and those that ask for it in order.
//
//     to send                                      received
//     ┌──────────────┬───────────┬────────┐        ┌───────────┬───┬───┬───
//     │ acknowledged │ on its way│ unsent │        │ delivered │ ? │ d │ ?
//     └──────────────┴───────────┴────────┘        └───────────┴───┴───┴───
//                    ▲ kept until acknowledged     `received`    ▲ `beyond`
//
// Messages are numbered from 1. What was not acknowledged is kept, and sent again over the next
// connection; the receiver drops what it has. A message without LINK_IN_ORDER is delivered as it arrives, even while
// earlier ones are missing; one with it waits for them. The acknowledgement is the number up to which nothing
// is missing.

#ifndef NET_PEER_LINK_H
#define NET_PEER_LINK_H

#include "net/wire/bytes.h"

enum {
    LINK_IN_ORDER = 1,
    // So far may numbers of messages on their way be from the acknowledged one. More are not sent.
    LINK_WINDOW = 1 << 16,
    LINK_LONGEST = 1 << 20, // bytes of a message
};

typedef struct link_entry {
    uint64_t offset; // in all bytes ever sent
    uint32_t length; // with the head that it has on the wire
} link_entry;

typedef struct link_held {
    uint64_t number;
    size_t length;
    uint8_t *bytes;
} link_held;

typedef struct peer_link {
    // What is kept: entries[kept_from …], numbers acknowledged + 1 … last.
    uint64_t last, acknowledged;
    uint64_t sent; // over this connection, in order
    link_entry *entries;
    size_t kept_from, entry_count, entry_capacity;
    lp_bytes kept;
    uint64_t dropped; // bytes that are no longer kept
    // What arrived.
    uint64_t received;
    uint64_t *beyond; // delivered, ascending
    size_t beyond_count, beyond_capacity;
    link_held *held; // ascending
    size_t held_count, held_capacity;
} peer_link;

void link_fini(peer_link *l);

// A message of two parts; returns its number.
uint64_t link_send(peer_link *l, unsigned flags, const lp_bytes *head, const lp_bytes *body);
// False: nobody has sent that much. *changed: it was news.
bool link_acknowledge(peer_link *l, uint64_t number, bool *changed);
void link_reconnect(peer_link *l); // all that is kept is unsent again
// Messages first … first + count - 1 as they are on the wire: `count` of them, each a number
// (length << 1 | flags) and its bytes. Valid until the next message is sent.
const uint8_t *link_on_wire(const peer_link *l, uint64_t first, uint64_t count, size_t *length);
size_t link_bytes_on_way(const peer_link *l); // sent and not acknowledged
// How many from `first` to `last` are at most `bytes` long together; at least one.
uint64_t link_fitting(const peer_link *l, uint64_t first, uint64_t last, size_t bytes);
// How many of the unsent ones may be sent now, and are at most `bytes` long together; at least one.
uint64_t link_sendable(const peer_link *l, size_t bytes);

typedef enum link_arrival {
    LINK_DELIVER,   // now; it counts as delivered
    LINK_DUPLICATE, // it was delivered before
    LINK_HELD,      // until earlier ones are there: link_next has it then
    LINK_TOO_FAR,   // nobody who keeps to the window sends it
} link_arrival;

link_arrival link_arrive(peer_link *l, uint64_t number, unsigned flags, const uint8_t *bytes,
                         size_t length);
// The next one that was held and can be delivered; the caller frees its bytes.
bool link_next(peer_link *l, link_held *next);
uint64_t
link_first_beyond(const peer_link *l); // of what arrived after one that is missing; 0: none is
void link_delivered(peer_link *l, uint64_t number); // as found in a log
bool link_was_delivered(const peer_link *l, uint64_t number);

bool link_check(const peer_link *l); // its invariants

#endif
