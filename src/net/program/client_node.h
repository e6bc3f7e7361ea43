// SPDX-License-Identifier: MIT
// A client process: the parts of lp_client that its program uses, too.

#ifndef NET_CLIENT_NODE_H
#define NET_CLIENT_NODE_H

#include "net/node/node.h"

// The number that tells it from all other clients; 0: one by chance, and operations are numbered from a
// number by chance. So two that have met the same number by chance still have different operations.
bool client_init(node *n, const lp_system *system, uint32_t number, uint64_t seed, error *e);
void client_say_bye(node *n); // to all servers

#endif
