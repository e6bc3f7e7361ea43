// SPDX-License-Identifier: MIT
// Messages on their way while a run is replayed: what was sent, and has not been received yet. A message is told
// by the two processes and its number on the link between them.

#ifndef RUN_REPLAY_NETWORK_H
#define RUN_REPLAY_NETWORK_H

#include "base/hash_table.h"
#include "run/replay/replay_names.h"

typedef struct replay_link {
    uint64_t from, to, number; // of a message; 0: of the link itself
} replay_link;

typedef struct replay_message {
    replay_link link;
    replay_who sender, receiver;
    int64_t key;
    uint32_t kind;   // of the model's messages
    int64_t *cells;  // of its parts, one after the other
    uint64_t before; // on a fifo channel: the number of the one before it
    bool fifo, used;
} replay_message;

// The last message of a link, or of a fifo channel from one component to another.
typedef struct replay_last {
    uint64_t from, to, part; // processes; or who, and which parts
    int64_t key;
    uint64_t sent, received;
    bool used;
} replay_last;

HASH_TABLE_TYPE(replay_message_table, replay_message);
HASH_TABLE_TYPE(replay_last_table, replay_last);

typedef struct replay_network {
    replay_message_table messages;
    replay_last_table lasts;
} replay_network;

void replay_network_init(replay_network *n);
void replay_network_fini(replay_network *n);
// False: a message with this number, or a later one, was sent over this link before.
bool replay_network_send(replay_network *n, const replay_message *message);
// NULL: it is not on its way; then: was it?
const replay_message *replay_network_find(const replay_network *n, replay_link link);
bool replay_network_was_sent(const replay_network *n, replay_link link);
// It has been received. False: not in the order of its channel; it is on its way still.
bool replay_network_receive(replay_network *n, replay_link link);

#endif
