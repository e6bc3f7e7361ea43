// SPDX-License-Identifier: MIT
// What the log of a server holds, and how it becomes a server again.
//
// A record is a turn: which messages of which link were received, what was sent, and the states that changed,
// as they are after it. Numbers of messages, and messages that were sent and perhaps not received, are as much part
// of a server's memory as its variables: without them a message would be received twice, or never. So a server that
// forgets keeps its links, and only its variables begin anew.

#ifndef NET_RECOVERY_H
#define NET_RECOVERY_H

#include "net/node/node.h"

// Opens the log in a directory. A server that was there before goes on; one that stays down is
// refused.
bool recovery_open(node *n, const char *directory, error *e);
// At the end of a turn.
bool recovery_log(node *n, error *e);

#endif
