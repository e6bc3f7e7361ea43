// SPDX-License-Identifier: MIT
// Several processes of a system in one, each with its own loop, over real sockets: for tests that look
// into them.

#ifndef TESTS_NET_LOOPS_H
#define TESTS_NET_LOOPS_H

#include "net/node/node.h"
#include "relay.h"
#include "temporary.h"

enum { MOST_LOOPS = 4 };

typedef struct loops {
    const lp_system *system;
    unsigned count;
    process_name names[MOST_LOOPS];
    node nodes[MOST_LOOPS];
    char address[MOST_LOOPS][128], front[MOST_LOOPS][128]; // where it listens; what others are told
    char root[TEMPORARY_SIZE];
    enum { LOOPS_TCP, LOOPS_UNIX, LOOPS_UDP } transport;
    unsigned bad; // in 1000, of what a relay does to datagrams; each server is behind one
    relay relays[MOST_LOOPS];
    bool logged;        // they have logs, which are replaced when they are longer than this
    uint64_t log_limit; // bytes
    rng random;
} loops;

// Starts all of them. `l` has system, count, names and the settings; the rest is zero.
void loops_begin(loops *l, uint64_t seed);
void loops_start(loops *l, unsigned which); // with its log, if there is one; all others hear of it
void loops_crash(loops *l, unsigned which); // as if it had been killed between two turns
void loops_turn(loops *l);                  // one turn each, without waiting
void loops_say(loops *l, unsigned which, const char *fault);
void *loops_state(loops *l, unsigned which); // of key 0
void loops_end(loops *l);

#endif
