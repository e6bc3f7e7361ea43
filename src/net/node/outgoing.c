// SPDX-License-Identifier: MIT
#include "net/node/outgoing.h"

#include "net/node/datagrams.h"

#include <assert.h>

enum {
    TELL_AFTER = 20,     // milliseconds: an acknowledgement waits so long for a message to go with
    TELL_MANY = 1 << 12, // or for so many messages
};

// An acknowledgement goes with what is written now.
static void told(peer *p)
{
    p->told = p->link.received;
    p->tell_at = 0;
}

// Messages first … first + count - 1 in one frame.
static bool write_messages(peer *p, uint64_t first, uint64_t count)
{
    node *n = p->node;
    size_t length;
    const uint8_t *wire = link_on_wire(&p->link, first, count, &length);
    bytes_clear(&n->scratch);
    frame_put_data(&n->scratch, p->link.received, first, count, length);
    union {
        const uint8_t *wire;
        char *base;
    } body = {wire}; // libuv does not write to it
    uv_buf_t buffers[2] = {uv_buf_init((char *)n->scratch.data, (unsigned)n->scratch.length),
                           uv_buf_init(body.base, (unsigned)length)};
    n->figures.messages_sent += count;
    told(p);
    return connection_write(p->connection, buffers, 2);
}

static bool can_write(const peer *p)
{
    return p->connection && p->connection->established && !p->connection->closing &&
           !p->connection->writing;
}

static uint64_t sendable(const peer *p)
{
    return p->connection->datagrams ? datagrams_sendable(p) : link_sendable(&p->link, FRAME_BATCH);
}

static void send_at_once(peer *p)
{
    uint64_t count;
    while (can_write(p) && (count = sendable(p))) {
        uint64_t first = p->link.sent + 1;
        p->link.sent += count;
        if (!write_messages(p, first, count))
            return;
    }
}

static void decide_fates(peer *p)
{
    node *n = p->node;
    uint64_t now = node_now(n);
    while (link_sendable(&p->link, 0)) {
        uint64_t number = ++p->link.sent;
        delays_add(&p->delays, now + faults_delay(&p->faults, &n->random), number);
        if (faults_happen(&n->random, p->faults.duplicate))
            delays_add(&p->delays, now + faults_delay(&p->faults, &n->random), number);
    }
}

static void send_with_faults(peer *p)
{
    uint64_t number;
    if (p->faults.cut)
        return;
    decide_fates(p);
    while (can_write(p) && delays_take(&p->delays, node_now(p->node), &number))
        if (number > p->link.acknowledged && !write_messages(p, number, 1))
            return;
}

static bool send_again(peer *p)
{
    datagrams *d = p->connection->datagrams;
    uint64_t first = p->link.acknowledged + 1, count = d ? d->missing : 0;
    if (!count)
        return true;
    d->missing = 0;
    return d->resent != first || write_messages(p, first, count);
}

static void tell(peer *p)
{
    connection *c = p->connection;
    frame_put_ack(&c->out, p->link.received, link_first_beyond(&p->link));
    if (c->datagrams)
        c->datagrams->tell = false;
    told(p);
    connection_flush(c);
}

static void flush(peer *p)
{
    connection *c = p->connection;
    if (!c || !connection_flush(c) || !can_write(p))
        return;
    if (!p->faults.cut && !send_again(p))
        return;
    if (faults_none(&p->faults) && !p->delays.count)
        send_at_once(p);
    else
        send_with_faults(p);
    if (!can_write(p) || p->faults.cut)
        return;
    bool now = c->datagrams && c->datagrams->tell;
    uint64_t many = c->datagrams ? DATAGRAM_TELL_MANY : TELL_MANY;
    if (p->link.received == p->told && !now)
        return;
    if (now || p->link.received - p->told >= many)
        tell(p);
    else if (!p->tell_at)
        p->tell_at = node_now(p->node) + TELL_AFTER;
}

void outgoing_flush(node *n)
{
    for (size_t i = 0; i < n->touched_count; i++) {
        peer *p = n->touched[i];
        p->touched = false;
        if (!p->gone) {
            flush(p);
            continue;
        }
        if (p->connection)
            connection_close(p->connection, NULL);
        if (!p->touched)
            peers_remove(n, p->name);
    }
    n->touched_count = 0;
}

void outgoing_on_time(node *n)
{
    uint64_t now = node_now(n);
    for (uint64_t i = 0; i <= n->peers.mask; i++) {
        peer *p = peer_at(n, i);
        if (!p)
            continue;
        if (p->retry_at && p->retry_at <= now) {
            p->retry_at = 0;
            if (!p->connection)
                connection_open(p);
        }
        if (p->delays.count && p->delays.heap[0].at <= now)
            peer_touch(p);
        if (p->tell_at && p->tell_at <= now && can_write(p) && !p->faults.cut)
            tell(p);
    }
}

uint64_t outgoing_next_time(const node *n)
{
    uint64_t next = UINT64_MAX;
    for (uint64_t i = 0; i <= n->peers.mask; i++) {
        const peer *p = peer_at(n, i);
        if (!p)
            continue;
        if (p->retry_at && p->retry_at < next)
            next = p->retry_at;
        if (p->faults.cut || !can_write(p))
            continue;
        if (p->delays.count && p->delays.heap[0].at < next)
            next = p->delays.heap[0].at;
        if (p->tell_at && p->tell_at < next)
            next = p->tell_at;
    }
    return next;
}
