// SPDX-License-Identifier: MIT
// See replay_network.h.

#include "run/replay/replay_network.h"

#include <stdlib.h>

static uint64_t mixed(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    uint64_t h = a * UINT64_C(0x9e3779b97f4a7c15);
    h = (h ^ h >> 32 ^ b) * UINT64_C(0xbf58476d1ce4e5b9);
    h = (h ^ h >> 29 ^ c) * UINT64_C(0x94d049bb133111eb);
    h = (h ^ h >> 31 ^ d) * UINT64_C(0x9e3779b97f4a7c15);
    return h ^ h >> 32;
}

static bool replay_message_table_used(const replay_message *e)
{
    return e->used;
}

static replay_link replay_message_table_key(const replay_message *e)
{
    return e->link;
}

static uint64_t replay_message_table_hash(replay_link key)
{
    return mixed(key.from, key.to, key.number, 0);
}

static bool replay_message_table_same(const replay_message *e, replay_link key)
{
    return e->link.from == key.from && e->link.to == key.to && e->link.number == key.number;
}

static void replay_message_table_clear(replay_message *e)
{
    *e = (replay_message){0};
}

HASH_TABLE_FUNCTIONS(replay_message_table, replay_message, replay_link);
HASH_TABLE_REMOVAL(replay_message_table, replay_message)

static bool replay_last_table_used(const replay_last *e)
{
    return e->used;
}

static replay_last replay_last_table_key(const replay_last *e)
{
    return *e;
}

static uint64_t replay_last_table_hash(replay_last key)
{
    return mixed(key.from, key.to, key.part, (uint64_t)key.key);
}

static bool replay_last_table_same(const replay_last *e, replay_last key)
{
    return e->from == key.from && e->to == key.to && e->part == key.part && e->key == key.key;
}

HASH_TABLE_FUNCTIONS(replay_last_table, replay_last, replay_last);

void replay_network_init(replay_network *n)
{
    replay_message_table_start(&n->messages, 64);
    replay_last_table_start(&n->lasts, 64);
}

void replay_network_fini(replay_network *n)
{
    for (uint64_t i = 0; i <= n->messages.mask; i++)
        free(n->messages.slots[i].cells);
    free(n->messages.slots);
    free(n->lasts.slots);
}

static replay_last *last_of(replay_network *n, replay_last key)
{
    replay_last *found = replay_last_table_slot(&n->lasts, key);
    if (found->used)
        return found;
    replay_last_table_reserve(&n->lasts);
    found = replay_last_table_slot(&n->lasts, key);
    *found = key;
    found->used = true;
    n->lasts.count++;
    return found;
}

static replay_last link_key(replay_link link)
{
    return (replay_last){.from = link.from, .to = link.to};
}

// A process that was started again numbers what it sends to itself anew; the upper bits of the
// number say so.
static replay_last channel_key(const replay_message *m)
{
    return (replay_last){.from = (uint64_t)m->sender.who,
                         .to = (uint64_t)m->receiver.who,
                         .part = 1 + m->sender.part + ((uint64_t)m->receiver.part << 16) +
                                 (m->link.number >> 48 << 32),
                         .key = m->key};
}

bool replay_network_send(replay_network *n, const replay_message *message)
{
    replay_message m = *message;
    replay_last *link = last_of(n, link_key(m.link));
    if (link->sent >= m.link.number)
        return false;
    link->sent = m.link.number;
    if (m.fifo) {
        replay_last *order = last_of(n, channel_key(&m));
        m.before = order->sent;
        order->sent = m.link.number;
    }
    m.used = true;
    replay_message_table_reserve(&n->messages);
    *replay_message_table_slot(&n->messages, m.link) = m;
    n->messages.count++;
    return true;
}

const replay_message *replay_network_find(const replay_network *n, replay_link link)
{
    const replay_message *m = replay_message_table_slot(&n->messages, link);
    return m->used ? m : NULL;
}

bool replay_network_was_sent(const replay_network *n, replay_link link)
{
    const replay_last *last = replay_last_table_slot(&n->lasts, link_key(link));
    return last->used && last->sent >= link.number;
}

bool replay_network_receive(replay_network *n, replay_link link)
{
    replay_message *m = replay_message_table_slot(&n->messages, link);
    if (m->fifo) {
        replay_last *order = last_of(n, channel_key(m));
        if (order->received != m->before)
            return false;
        order->received = link.number;
    }
    free(m->cells);
    replay_message_table_close(&n->messages, m);
    return true;
}
