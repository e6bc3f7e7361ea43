// SPDX-License-Identifier: MIT
// The other processes that a process talks to: who they are, connecting to them, and what comes in
// from them.

#ifndef NET_PEERS_H
#define NET_PEERS_H

#include "net/node/node.h"
#include "net/wire/frames.h"

void peers_init(node *n);
peer *peer_find(const node *n, process_name name); // NULL: not known
peer *peer_get(node *n, process_name name);        // makes it
void peers_fini(node *n);
void peers_remove(node *n, process_name name); // a client that is done
// Of the peers in the order of the table.
peer *peer_at(const node *n, uint64_t slot); // NULL: none there; slots 0 … n->peers.mask

// Where it listens: connects to it if that is ours to do.
void peer_set_address(peer *p, const char *address);
// Who of two processes connects: clients do, and of servers the later one.
bool peer_is_ours(const peer *p);
void peer_lost(peer *p); // its connection; tries again some time
void peers_apply_faults(node *n);

// Bytes of one frame from its connection. False: `why` says what is wrong with it.
bool peer_hear(peer *p, lp_bytes *frame, const char **why);
// The first frame has come: both sides know each other.
bool peer_established(peer *p, uint64_t received); // false: so much was never sent

void peer_touch(peer *p);

#endif
