// SPDX-License-Identifier: MIT
#include "net/node/recovery.h"

#include "net/node/peers.h"
#include "net/node/steps.h"

#include <assert.h>
#include <string.h>

// The parts of a record.
enum {
    PART_ALL = 1,  // nothing was before this
    PART_PEER,     // name, incarnation, received, those beyond, acknowledged, last
    PART_GONE,     // name of a client that is done
    PART_RECEIVED, // name, count, numbers
    PART_SENT,     // name, number of the first, count, length, bytes
    PART_STATE,    // key, length, bytes
    PART_TRACE     // where the trace ended
};

// ---- Writing ----

static void put_name(lp_bytes *to, uint8_t part, process_name name)
{
    bytes_put_byte(to, part);
    bytes_put_number(to, name.kind);
    bytes_put_number(to, name.number);
}

static void put_peer(lp_bytes *to, const peer *p)
{
    const peer_link *l = &p->link;
    put_name(to, PART_PEER, p->name);
    bytes_put_word(to, p->incarnation);
    bytes_put_number(to, l->received);
    bytes_put_number(to, l->beyond_count);
    for (size_t i = 0; i < l->beyond_count; i++)
        bytes_put_number(to, l->beyond[i]);
    bytes_put_number(to, l->acknowledged);
}

static void put_sent(lp_bytes *to, const peer *p, uint64_t first)
{
    const peer_link *l = &p->link;
    size_t length;
    if (first <= l->acknowledged)
        first = l->acknowledged + 1;
    if (first > l->last)
        return;
    const uint8_t *wire = link_on_wire(l, first, l->last - first + 1, &length);
    put_name(to, PART_SENT, p->name);
    bytes_put_number(to, first);
    bytes_put_number(to, l->last - first + 1);
    bytes_put_number(to, length);
    bytes_put(to, wire, length);
}

static void put_received(lp_bytes *to, peer *p)
{
    if (!p->news_count)
        return;
    put_name(to, PART_RECEIVED, p->name);
    bytes_put_number(to, p->news_count);
    uint64_t before = 0;
    for (size_t i = 0; i < p->news_count; i++) {
        lp_put_int(to, (int64_t)(p->news[i] - before));
        before = p->news[i];
    }
}

static void put_state(lp_bytes *to, const component *c)
{
    bytes_put_byte(to, PART_STATE);
    lp_put_int(to, c->key);
    bytes_put_number(to, c->saved.length);
    bytes_put(to, c->saved.data, c->saved.length);
}

static void put_trace(lp_bytes *to, node *n)
{
    if (!n->trace)
        return;
    n->trace_mark = step_trace_end(n->trace);
    bytes_put_byte(to, PART_TRACE);
    bytes_put_number(to, n->trace_mark);
}

static void put_turn_of_peer(lp_bytes *to, peer *p)
{
    if (p->gone)
        put_name(to, PART_GONE, p->name);
    else if (p->unknown_to_log)
        put_peer(to, p);
    else
        put_received(to, p);
    if (!p->gone)
        put_sent(to, p, p->unknown_to_log ? p->link.acknowledged + 1 : p->logged + 1);
    p->unknown_to_log = false;
    p->news_count = 0;
    p->logged = p->link.last;
}

// Only what has changed; most messages change nothing.
static void put_turn_of_component(node *n, lp_bytes *to, component *c)
{
    bytes_clear(&n->scratch);
    c->kind->save(c->state, &n->scratch);
    if (n->scratch.length == c->saved.length &&
        (!c->saved.length || !memcmp(n->scratch.data, c->saved.data, c->saved.length)))
        return;
    bytes_clear(&c->saved);
    bytes_put(&c->saved, n->scratch.data, n->scratch.length);
    put_state(to, c);
}

static bool keeps_state(const node *n)
{
    return name_kind(n->system, n->name)->crashes == LP_RECOVERS;
}

static bool replace(node *n, error *e)
{
    lp_bytes *all = &n->record;
    bytes_clear(all);
    bytes_put_byte(all, PART_ALL);
    for (uint64_t i = 0; i <= n->peers.mask; i++) {
        const peer *p = peer_at(n, i);
        if (p && (p->incarnation || p->link.last) && !p->gone) {
            put_peer(all, p);
            put_sent(all, p, 1);
        }
    }
    for (uint64_t i = 0; keeps_state(n) && i <= n->components.table.mask; i++) {
        const component *c = n->components.table.slots[i].component;
        if (c && c->saved.length) // else it is as it begins
            put_state(all, c);
    }
    put_trace(all, n);
    return journal_replace(n->journal, all, e);
}

bool recovery_log(node *n, error *e)
{
    lp_bytes *record = &n->record;
    bytes_clear(record);
    for (size_t i = 0; i < n->touched_count; i++)
        put_turn_of_peer(record, n->touched[i]);
    for (size_t i = 0; i < n->components.dirty.count; i++) {
        component *c = n->components.dirty.items[i];
        c->dirty = false;
        if (keeps_state(n))
            put_turn_of_component(n, record, c);
    }
    n->components.dirty.count = 0;
    if (!record->length)
        return true;
    put_trace(record, n);
    if (n->trace && !n->trace_mark)
        return error_set(e, "cannot write the trace: the disk is full");
    if (!journal_append(n->journal, record, n->sync, e))
        return false;
    return !journal_is_large(n->journal) || replace(n, e);
}

// ---- Reading ----

static peer *get_peer(node *n, lp_bytes *from)
{
    uint64_t kind = bytes_get_number(from), number = bytes_get_number(from);
    process_name name = {(uint32_t)kind, (uint32_t)number};
    if (kind > UINT32_MAX || number > UINT32_MAX || !name_exists(n->system, name) ||
        name_same(name, n->name)) {
        from->bad = true;
        return NULL;
    }
    return peer_get(n, name);
}

static bool apply_peer(node *n, lp_bytes *from)
{
    peer *p = get_peer(n, from);
    if (!p)
        return false;
    link_fini(&p->link);
    p->incarnation = bytes_get_word(from);
    p->link.received = bytes_get_number(from);
    for (uint64_t left = bytes_get_number(from); left && !from->bad; left--) {
        uint64_t number = bytes_get_number(from);
        if (number <= p->link.received + 1 || link_was_delivered(&p->link, number))
            return false;
        link_delivered(&p->link, number);
    }
    p->link.acknowledged = p->link.sent = p->link.last = bytes_get_number(from);
    p->logged = p->link.last;
    return !from->bad;
}

static bool apply_received(node *n, lp_bytes *from)
{
    peer *p = get_peer(n, from);
    uint64_t number = 0;
    for (uint64_t left = bytes_get_number(from); p && left && !from->bad; left--) {
        number += (uint64_t)lp_get_int(from, INT64_MIN, INT64_MAX);
        if (!number || link_was_delivered(&p->link, number))
            return false;
        link_delivered(&p->link, number);
    }
    return p && !from->bad;
}

static bool apply_sent(node *n, lp_bytes *from)
{
    peer *p = get_peer(n, from);
    uint64_t first = bytes_get_number(from), count = bytes_get_number(from);
    uint64_t length = bytes_get_number(from);
    const uint8_t *wire = bytes_get(from, (size_t)length);
    if (!p || !wire || first != p->link.last + 1)
        return false;
    lp_bytes messages = bytes_view(wire, (size_t)length), none = {0};
    for (; count && !messages.bad; count--) {
        uint64_t head = bytes_get_number(&messages);
        const uint8_t *bytes = bytes_get(&messages, (size_t)(head >> 1));
        if (!bytes || head >> 1 > LINK_LONGEST)
            return false;
        lp_bytes message = bytes_view(bytes, (size_t)(head >> 1));
        link_send(&p->link, head & LINK_IN_ORDER, &message, &none);
    }
    p->logged = p->link.last;
    return lp_get_end(&messages);
}

static bool apply_state(node *n, lp_bytes *from)
{
    int64_t key = lp_get_int(from, INT64_MIN, INT64_MAX);
    uint64_t length = bytes_get_number(from);
    const uint8_t *bytes = bytes_get(from, (size_t)length);
    if (!bytes)
        return false;
    component *c = steps_component(n, key);
    lp_bytes state = bytes_view(bytes, (size_t)length);
    c->kind->load(c->state, &state);
    bytes_clear(&c->saved);
    bytes_put(&c->saved, bytes, (size_t)length);
    return lp_get_end(&state);
}

static bool apply_gone(node *n, lp_bytes *from)
{
    peer *p = get_peer(n, from);
    if (p)
        peers_remove(n, p->name);
    return p != NULL;
}

static bool apply(void *data, lp_bytes *record)
{
    node *n = data;
    bool good = true;
    while (good && bytes_left(record))
        switch (bytes_get_byte(record)) {
        case PART_ALL:
            break;
        case PART_PEER:
            good = apply_peer(n, record);
            break;
        case PART_GONE:
            good = apply_gone(n, record);
            break;
        case PART_RECEIVED:
            good = apply_received(n, record);
            break;
        case PART_SENT:
            good = apply_sent(n, record);
            break;
        case PART_STATE:
            good = apply_state(n, record);
            break;
        case PART_TRACE:
            n->trace_mark = bytes_get_number(record);
            break;
        default:
            good = false;
        }
    return good;
}

bool recovery_open(node *n, const char *directory, error *e)
{
    bool existed;
    n->journal = journal_open(directory, n->system->version ^ n->name.number, &n->incarnation,
                              &existed, apply, n, e);
    if (!n->journal)
        return false;
    if (existed && name_kind(n->system, n->name)->crashes == LP_STAYS_DOWN)
        return error_set(e, "%s has crashed, and stays down: its model says so", directory);
    if (existed && n->trace) {
        step_place place = {n->system, lp_server(n->name.kind, n->name.number), 0};
        if (!step_trace_cut(n->trace, n->trace_mark))
            return error_set(e, "cannot write the trace");
        step_trace_begin(n->trace, &place, "recover", NULL);
    }
    return true;
}
