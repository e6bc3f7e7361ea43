// SPDX-License-Identifier: MIT
// The components and processes of a model, as traces name them: replica[p1], read_client[2.17], client[2].

#ifndef RUN_REPLAY_NAMES_H
#define RUN_REPLAY_NAMES_H

#include "model/enact/enact.h"

// An instance of a component: a server, by its number, or an operation, by its identifier.
typedef struct replay_who {
    uint32_t part, operation; // s->parts[part], and which of its operations
    int64_t who;
} replay_who;

typedef struct replay_server {
    char *name;
    replay_who who;
} replay_server;

typedef struct replay_names {
    const component_system *s;
    replay_server *servers;
    size_t count, capacity;
} replay_names;

void replay_names_init(replay_names *n, const component_system *s);
void replay_names_fini(replay_names *n);
bool replay_who_parse(const replay_names *n, const char *name, replay_who *out);
void replay_who_print(const replay_names *n, replay_who who, text *out);
static inline bool replay_who_same(replay_who a, replay_who b)
{
    return a.part == b.part && a.who == b.who;
}

// Processes are numbers: servers from 0, and clients.
uint64_t replay_process_of(const replay_names *n, replay_who who);
bool replay_process_parse(const replay_names *n, const char *name, uint64_t *out);

// What a channel from one to the other promises; all false: what is sent arrives once, in any order.
channel replay_channel(const component_system *s, uint32_t from, uint32_t to);

#endif
