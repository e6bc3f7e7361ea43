// SPDX-License-Identifier: MIT
// Which process of a system: replica[p1], client[7]. A server without parameters, of which there is
// one, is written without brackets.

#ifndef NET_PROCESS_NAME_H
#define NET_PROCESS_NAME_H

#include "base/text.h"

#include <linchpin/node.h>

#define NAME_CLIENT UINT32_MAX // the kind of client processes

typedef struct process_name {
    uint32_t kind, number;
} process_name;

static inline bool name_same(process_name a, process_name b)
{
    return a.kind == b.kind && a.number == b.number;
}

static inline bool name_before(process_name a, process_name b)
{
    return a.kind != b.kind ? a.kind < b.kind : a.number < b.number;
}

bool name_exists(const lp_system *system, process_name name);
bool name_parse(const lp_system *system, const char *word, process_name *name);
void name_add(text *t, const lp_system *system, process_name name);
void name_add_component(text *t, const lp_system *system, lp_component c); // "read_client[2.17]"
const lp_component_kind *name_kind(const lp_system *system, process_name name); // of a server

static inline bool kind_is_server(const lp_component_kind *kind)
{
    return kind->instances != NULL;
}

// Of an operation's id.
static inline uint32_t id_client(uint64_t id)
{
    return (uint32_t)(id >> 28);
}

#endif
