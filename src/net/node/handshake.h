// SPDX-License-Identifier: MIT
// The first frame on a connection, each way: who is there. Whoever is not who he should be is refused by
// name, before anything else is read from him.

#ifndef NET_HANDSHAKE_H
#define NET_HANDSHAKE_H

#include "net/node/connection.h"

void handshake_begin(connection *c); // of one that we have opened
// Of one over datagrams, where both know each other: it is said again. False: it is not the same.
bool handshake_again(connection *c, lp_bytes *frame, bool answer);
// The first frame of the other. False: `why` says what is wrong.
bool handshake(connection *c, lp_bytes *frame, const char **why);

#endif
