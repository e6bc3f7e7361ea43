// SPDX-License-Identifier: MIT
#include "net/node/peers.h"

#include "base/memory.h"
#include "net/node/datagrams.h"
#include "net/node/steps.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_PATIENCE = 5, MOST_PATIENCE = 500 }; // milliseconds until the next try to connect

static bool peer_table_used(const peer_slot *e)
{
    return e->peer != NULL;
}

static process_name peer_table_key(const peer_slot *e)
{
    return e->peer->name;
}

static uint64_t peer_table_hash(process_name name)
{
    uint64_t mixed = ((uint64_t)name.kind << 32 | name.number) * 0x9e3779b97f4a7c15;
    return mixed ^ mixed >> 32;
}

static bool peer_table_same(const peer_slot *e, process_name name)
{
    return name_same(e->peer->name, name);
}

HASH_TABLE_FUNCTIONS(peer_table, peer_slot, process_name);

static void peer_table_clear(peer_slot *e)
{
    e->peer = NULL;
}

HASH_TABLE_REMOVAL(peer_table, peer_slot)

void peers_init(node *n)
{
    peer_table_start(&n->peers, 16);
}

peer *peer_at(const node *n, uint64_t slot)
{
    assert(slot <= n->peers.mask);
    return n->peers.slots[slot].peer;
}

peer *peer_find(const node *n, process_name name)
{
    return peer_table_slot(&n->peers, name)->peer;
}

peer *peer_get(node *n, process_name name)
{
    peer *p = peer_find(n, name);
    if (p)
        return p;
    assert(name_exists(n->system, name) && !name_same(name, n->name));
    p = memory_new(1, sizeof *p);
    p->node = n;
    p->name = name;
    p->patience = LEAST_PATIENCE;
    p->faults = fault_rules_for(&n->rules, name);
    peer_table_reserve(&n->peers);
    peer_table_slot(&n->peers, name)->peer = p;
    n->peers.count++;
    return p;
}

static void peer_free(peer *p)
{
    link_fini(&p->link);
    delays_fini(&p->delays);
    free(p->news);
    free(p->address);
    free(p);
}

void peers_fini(node *n)
{
    for (uint64_t i = 0; i <= n->peers.mask; i++)
        if (peer_at(n, i))
            peer_free(peer_at(n, i));
    free(n->peers.slots);
    free(n->touched);
}

void peers_remove(node *n, process_name name)
{
    peer_slot *slot = peer_table_slot(&n->peers, name);
    peer *p = slot->peer;
    assert(p && !p->touched && !p->connection);
    n->gone[n->gone_at++ % GONE_CLIENTS] = name.number + 1;
    peer_table_close(&n->peers, slot);
    peer_free(p);
}

peer *peer_of_client(node *n, uint32_t number)
{
    process_name name = {NAME_CLIENT, number};
    peer *p = peer_find(n, name);
    for (uint32_t i = 0; !p && i < GONE_CLIENTS; i++)
        if (n->gone[i] == number + 1)
            return NULL;
    return p ? p : peer_get(n, name);
}

bool peer_is_ours(const peer *p)
{
    if (p->name.kind == NAME_CLIENT)
        return false;
    return p->node->name.kind == NAME_CLIENT || name_before(p->name, p->node->name);
}

void peer_set_address(peer *p, const char *where)
{
    char *copy = memory_string(where);
    free(p->address);
    p->address = copy;
    if (!peer_is_ours(p))
        return;
    p->patience = LEAST_PATIENCE;
    if (p->connection)
        connection_close(p->connection, NULL);
    p->retry_at = node_now(p->node);
    if (!p->retry_at)
        p->retry_at = 1;
}

void peer_lost(peer *p)
{
    delays_fini(&p->delays);
    p->tell_at = 0;
    if (!peer_is_ours(p) || !p->address)
        return;
    p->retry_at = node_now(p->node) + p->patience;
    p->patience = p->patience * 2 > MOST_PATIENCE ? MOST_PATIENCE : p->patience * 2;
}

bool peer_established(peer *p, uint64_t received)
{
    bool changed;
    assert(p->connection && p->connection->established);
    p->node->figures.connections++;
    p->patience = LEAST_PATIENCE;
    p->told = p->link.received;
    if (!link_acknowledge(&p->link, received, &changed))
        return false;
    link_reconnect(&p->link);
    peer_touch(p);
    return true;
}

void peer_touch(peer *p)
{
    node *n = p->node;
    if (p->touched)
        return;
    p->touched = true;
    MEMORY_GROW(n->touched, n->touched_capacity, n->touched_count + 1);
    n->touched[n->touched_count++] = p;
}

void peers_apply_faults(node *n)
{
    for (uint64_t i = 0; i <= n->peers.mask; i++) {
        peer *p = peer_at(n, i);
        if (!p)
            continue;
        p->faults = fault_rules_for(&n->rules, p->name);
        peer_touch(p);
    }
}

static void note(peer *p, uint64_t number)
{
    if (!p->node->journal)
        return;
    MEMORY_GROW(p->news, p->news_capacity, p->news_count + 1);
    p->news[p->news_count++] = number;
}

// Something is missing, or an acknowledgement was: of datagrams, whoever sends them learns of it by this alone.
static void tell_at_once(peer *p)
{
    if (p->connection->datagrams)
        p->connection->datagrams->tell = true;
}

static bool hear_acknowledgement(peer *p, uint64_t number, uint64_t beyond)
{
    bool changed;
    if (!link_acknowledge(&p->link, number, &changed))
        return false;
    if (p->connection->datagrams)
        datagrams_acknowledged(p->connection, changed, beyond);
    return true;
}

static bool hear_message(peer *p, uint64_t number, lp_bytes *frame, const char **why)
{
    unsigned flags;
    const uint8_t *bytes;
    size_t length;
    link_held next;
    if (!frame_get_message(frame, &flags, &bytes, &length))
        return false;
    switch (link_arrive(&p->link, number, flags, bytes, length)) {
    case LINK_DUPLICATE:
    case LINK_HELD:
        tell_at_once(p);
        return true;
    case LINK_TOO_FAR:
        *why = "it sends more than the window allows";
        return false;
    case LINK_DELIVER:
        break;
    }
    note(p, number);
    if (p->link.beyond_count)
        tell_at_once(p);
    bool good = steps_deliver(p->node, p, number, bytes, length);
    while (good && link_next(&p->link, &next)) {
        note(p, next.number);
        good = steps_deliver(p->node, p, next.number, next.bytes, next.length);
        free(next.bytes);
    }
    return good;
}

static bool hear_data(peer *p, lp_bytes *frame, const char **why)
{
    data_frame d;
    if (!frame_get_data(frame, &d))
        return false;
    if (!hear_acknowledgement(p, d.acknowledged, 0)) {
        *why = "it acknowledges what it was never sent";
        return false;
    }
    for (uint64_t i = 0; i < d.count; i++)
        if (!hear_message(p, d.first + i, frame, why))
            return false;
    return lp_get_end(frame);
}

bool peer_hear(peer *p, lp_bytes *frame, const char **why)
{
    peer_touch(p);
    switch (bytes_get_byte(frame)) {
    case FRAME_DATA:
        return hear_data(p, frame, why);
    case FRAME_ACK: {
        uint64_t number, beyond;
        return frame_get_ack(frame, &number, &beyond) && hear_acknowledgement(p, number, beyond);
    }
    case FRAME_BYE:
        p->gone = p->name.kind == NAME_CLIENT;
        return p->gone && lp_get_end(frame);
    default:
        return false;
    }
}
