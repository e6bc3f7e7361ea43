// SPDX-License-Identifier: MIT
// Datagrams on their way through a bad network: a relay in front of a server, which loses, repeats, delays
// and damages them, and sends some of them once more from somewhere else.

#ifndef TESTS_NET_RELAY_H
#define TESTS_NET_RELAY_H

#include "base/random.h"

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RELAY_ROUTES = 64, RELAY_KEPT = 64 };

typedef struct relayed {
    unsigned route;
    bool forth; // from a client to the server
    size_t length;
    uint8_t *bytes;
} relayed;

typedef struct relay {
    int front;                 // clients send to it
    struct sockaddr_in server; // what it is in front of
    struct {
        struct sockaddr_in client;
        int back; // a socket for each client, as the server tells them apart by address
    } routes[RELAY_ROUTES];
    unsigned route_count;
    int stranger; // a socket that nobody knows
    relayed kept[RELAY_KEPT];
    unsigned kept_count;
    unsigned bad; // in 1000: how often each of the above happens; 0: a good network
    rng random;
    uint64_t lost, repeated, overtaken, damaged, replayed;
} relay;

void relay_begin(relay *r, uint64_t seed, unsigned bad);
void relay_end(relay *r);
// Where the server is now, "udp:127.0.0.1:4711"; into `front` goes where others reach it.
void relay_to(relay *r, const char *address, char *front, size_t size);
void relay_turn(relay *r); // passes on what has come

#endif
