// SPDX-License-Identifier: MIT
// Where a process listens: "127.0.0.1:4711", "[::1]:4711", "host:4711", "udp:127.0.0.1:4711" or "unix:/path".

#ifndef NET_ADDRESS_H
#define NET_ADDRESS_H

#include "base/error.h"
#include "base/text.h"

#include <sys/socket.h>

typedef struct address {
    const char *path; // of a Unix socket, within what was parsed; NULL: a port
    bool datagrams;   // UDP; else TCP
    struct sockaddr_storage port;
} address;

bool address_parse(const char *string, address *a, error *e);
void address_add(text *t, const struct sockaddr_storage *port, bool datagrams);
bool address_same(const struct sockaddr *a, const struct sockaddr *b); // of ports

#endif
