// SPDX-License-Identifier: MIT
#include "net/node/handshake.h"

#include "net/node/peers.h"
#include "net/wire/frames.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static void put_hello(connection *c)
{
    const node *n = c->node;
    const peer *p = c->peer;
    frame_put_hello(&c->out, &(hello){.version = n->system->version,
                                      .from = n->name,
                                      .to = p->name,
                                      .incarnation = n->incarnation,
                                      .received = p->link.received});
    peer_touch(c->peer);
}

void handshake_begin(connection *c)
{
    assert(c->peer);
    put_hello(c);
}

// NULL: nothing is wrong with it.
static const char *objection(connection *c, const hello *h)
{
    node *n = c->node;
    if (h->version != n->system->version)
        return "the other process has another model, or another version of it";
    if (!name_same(h->to, n->name))
        return "another process listens at this address";
    if (c->peer)
        return name_same(h->from, c->peer->name) ? NULL : "another process listens at this address";
    if (!name_exists(n->system, h->from) || name_same(h->from, n->name))
        return "there is no such process";
    const peer *p = peer_find(n, h->from);
    if (p && peer_is_ours(p))
        return "it is the other one that connects";
    if (p && p->incarnation && p->incarnation != h->incarnation)
        return h->from.kind == NAME_CLIENT ? "another client has had this number"
                                           : "it has been here before, and has lost its log";
    return NULL;
}

static void refuse(connection *c, const char *why)
{
    bytes_clear(&c->out);
    frame_put_refused(&c->out, why);
    connection_flush(c);
}

bool handshake(connection *c, lp_bytes *frame, const char **why)
{
    hello h;
    uint8_t kind = bytes_get_byte(frame);
    if (kind == FRAME_REFUSED && c->peer) {
        int length = (int)bytes_left(frame);
        snprintf(c->node->reason, sizeof c->node->reason, "it refuses: %.*s", length,
                 (const char *)bytes_get(frame, (size_t)length));
        *why = c->node->reason;
        return false;
    }
    if (kind != FRAME_HELLO || !frame_get_hello(frame, &h, why)) {
        refuse(c, "the first frame is malformed");
        return false;
    }
    const char *wrong = objection(c, &h);
    if (!wrong && c->peer && c->peer->incarnation && c->peer->incarnation != h.incarnation)
        wrong = "it has been here before, and has lost its log";
    if (wrong) {
        refuse(c, wrong);
        *why = wrong;
        return false;
    }
    bool opened = c->peer != NULL;
    if (!opened) {
        peer *p = peer_get(c->node, h.from);
        if (p->connection)
            connection_close(p->connection, NULL); // it has given that one up
        p->connection = c;
        c->peer = p;
        put_hello(c);
    }
    if (!c->peer->incarnation) {
        c->peer->incarnation = h.incarnation;
        c->peer->unknown_to_log = true;
    }
    c->established = true;
    *why = "it acknowledges what it was never sent";
    return peer_established(c->peer, h.received);
}

bool handshake_again(connection *c, lp_bytes *frame, bool answer)
{
    hello h;
    const char *why;
    bool changed;
    const node *n = c->node;
    peer *p = c->peer;
    if (bytes_get_byte(frame) != FRAME_HELLO || !frame_get_hello(frame, &h, &why) ||
        h.version != n->system->version || !name_same(h.to, n->name) ||
        !name_same(h.from, p->name) || h.incarnation != p->incarnation ||
        !link_acknowledge(&p->link, h.received, &changed))
        return false;
    if (answer)
        put_hello(c);
    return true;
}
