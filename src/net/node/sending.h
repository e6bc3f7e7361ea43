// SPDX-License-Identifier: MIT
// Messages on their way from a component to its link, and back.
//
//     message, kind of the sender, kind of the receiver (1 byte each), key,
//     the sender's id if it is an operation, the receiver's id if it is one, parts
//
// Which server sends, and which one receives, the link knows.

#ifndef NET_SENDING_H
#define NET_SENDING_H

#include "net/node/node.h"

struct lp_turn {
    node *node;
    component *who;
};

typedef struct message_head {
    unsigned message;
    lp_component from, to;
    int64_t key;
} message_head;

// Of a message from one process to another. False: it is malformed, or there is no such component.
bool message_get_head(lp_bytes *bytes, const lp_system *system, process_name from, process_name to,
                      message_head *head);
void sending_to_oneself(node *n); // delivers what is waiting

#endif
