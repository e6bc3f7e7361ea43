// SPDX-License-Identifier: MIT
#include "net/node/datagrams.h"

#include "base/memory.h"
#include "net/node/handshake.h"
#include "net/node/peers.h"

#include <assert.h>
#include <stdlib.h>
#include <xxhash.h>

enum { CHECKSUM = 8, SOCKET_BUFFER = 1 << 20, LARGEST = 1 << 16 }; // bytes
// The window grows with every acknowledgement, and begins anew when nothing comes back.
enum { FIRST_WINDOW = 1 << 14, MOST_WINDOW = 1 << 18, GROWTH = 2 * DATAGRAM_GOOD }; // bytes
// An acknowledgement waits 20 ms for a message to go with.
enum { LEAST_PATIENCE = 50, MOST_PATIENCE = 1000, SILENCE = 500, AGAIN = 10 }; // milliseconds

// ---- Sending ----

static uint64_t seed_of(const node *n, const connection *c, uint8_t kind, bool ours)
{
    if (kind == FRAME_HELLO || kind == FRAME_REFUSED)
        return n->system->version;
    uint64_t us = n->incarnation, other = c->peer->incarnation;
    return ours ? us * 0x9e3779b97f4a7c15 ^ other : other * 0x9e3779b97f4a7c15 ^ us;
}

static uint64_t on_its_way(const peer *p)
{
    return p->link.sent - p->link.acknowledged;
}

static void on_time(uv_timer_t *timer);

static void wait_for_answer(connection *c)
{
    datagrams *d = c->datagrams;
    if (uv_is_active(&c->uv.handle) && uv_timer_get_due_in(&c->uv.timer) <= d->patience)
        return;
    d->acknowledged = c->peer->link.acknowledged;
    uv_timer_start(&c->uv.timer, on_time, d->patience, 0);
}

bool datagrams_write(connection *c, const uv_buf_t *buffers, unsigned count)
{
    node *n = c->node;
    datagrams *d = c->datagrams;
    lp_bytes *all = &n->datagram;
    bytes_clear(all);
    bytes_put_word(all, 0);
    for (unsigned i = 0; i < count; i++)
        bytes_put(all, buffers[i].base, buffers[i].len);
    if (all->length > DATAGRAM_LONGEST) {
        node_fail(n,
                  "a message of %zu bytes does not fit into a datagram: over UDP it has %d at most",
                  all->length, DATAGRAM_LONGEST);
        return false;
    }
    uint64_t seed = seed_of(n, c, all->data[CHECKSUM + FRAME_HEAD], true);
    uint64_t sum =
        htole64(XXH3_64bits_withSeed(all->data + CHECKSUM, all->length - CHECKSUM, seed));
    memcpy(all->data, &sum, sizeof sum);
    uv_buf_t buffer = uv_buf_init((char *)all->data, (unsigned)all->length);
    int done = uv_udp_try_send(d->socket, &buffer, 1,
                               d->own ? NULL : (const struct sockaddr *)&d->address);
    n->figures.writes++;
    n->figures.bytes_sent += all->length;
    if (done == UV_ECONNREFUSED && d->own) {
        connection_close(c, NULL); // nobody is there
        return false;
    }
    if (c->established && on_its_way(c->peer))
        wait_for_answer(c);
    return true; // or it got lost
}

uint64_t datagrams_sendable(const peer *p)
{
    const datagrams *d = p->connection->datagrams;
    if (link_bytes_on_way(&p->link) >= d->window)
        return 0;
    return link_sendable(&p->link, DATAGRAM_GOOD - DATAGRAM_HEAD);
}

void datagrams_acknowledged(connection *c, bool news, uint64_t beyond)
{
    datagrams *d = c->datagrams;
    const peer_link *l = &c->peer->link;
    uint64_t now = uv_now(&c->node->loop), first = l->acknowledged + 1;
    if (news) {
        d->patience = LEAST_PATIENCE;
        d->window = d->window + GROWTH > MOST_WINDOW ? MOST_WINDOW : d->window + GROWTH;
    }
    // Several may say the same.
    if (beyond <= first || beyond > l->sent || (d->resent == first && now - d->resent_at < AGAIN))
        return;
    d->resent = first;
    d->resent_at = now;
    d->missing = link_fitting(l, first, beyond - 1, DATAGRAM_GOOD - DATAGRAM_HEAD);
}

// ---- Time ----

static void say_hello(connection *c)
{
    bytes_clear(&c->out);
    handshake_begin(c);
}

static void send_again(connection *c)
{
    datagrams *d = c->datagrams;
    link_reconnect(&c->peer->link);
    d->window = DATAGRAM_GOOD;
    peer_touch(c->peer);
}

static void on_time(uv_timer_t *timer)
{
    connection *c = timer->data;
    datagrams *d = c->datagrams;
    const peer *p = c->peer;
    bool waiting = !c->established || on_its_way(p);
    // What is late because it was asked for is not on its way yet.
    if (waiting && p->link.acknowledged == d->acknowledged && !p->delays.count && !p->faults.cut) {
        d->patience = d->patience * 2 > MOST_PATIENCE ? MOST_PATIENCE : d->patience * 2;
        if (c->established)
            send_again(c);
    }
    if (!c->established || (d->own && uv_now(&c->node->loop) - d->heard_at >= SILENCE))
        say_hello(c);
    d->acknowledged = p->link.acknowledged;
    if (waiting || d->own)
        uv_timer_start(timer, on_time, waiting ? d->patience : SILENCE, 0);
}

// ---- Receiving ----

static connection *add_session(node *n, uv_udp_t *socket, bool own, const struct sockaddr *other)
{
    connection *c = connection_new(n, OVER_DATAGRAMS);
    c->datagrams = memory_new(1, sizeof *c->datagrams);
    *c->datagrams = (datagrams){.socket = socket,
                                .own = own,
                                .window = FIRST_WINDOW,
                                .patience = LEAST_PATIENCE,
                                .heard_at = uv_now(&n->loop)};
    memcpy(&c->datagrams->address, other,
           other->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in));
    return c;
}

static connection *find_session(const node *n, const struct sockaddr *other)
{
    for (connection *c = n->connections; c; c = c->next)
        if (c->datagrams && !c->datagrams->own && !c->closing &&
            address_same((const struct sockaddr *)&c->datagrams->address, other))
            return c;
    return NULL;
}

static void hear_frames(connection *c, const uint8_t *data, size_t length)
{
    c->datagrams->heard_at = uv_now(&c->node->loop);
    for (size_t at = 0, whole; at < length; at += whole) {
        whole = frame_whole(data + at, length - at);
        if (!whole || whole > length - at) {
            connection_close(c, "it sends what is no frame");
            return;
        }
        lp_bytes frame = bytes_view(data + at + FRAME_HEAD, whole - FRAME_HEAD);
        if (!connection_take_frame(c, &frame))
            return;
    }
}

// A hello from another address, of a peer that is heard at its own: a datagram that somebody has sent once more.
static bool is_elsewhere(const node *n, lp_bytes frame)
{
    hello h;
    const char *why;
    if (bytes_get_byte(&frame) != FRAME_HELLO || !frame_get_hello(&frame, &h, &why))
        return false;
    const peer *p = peer_find(n, h.from);
    const connection *c = p ? p->connection : NULL;
    return c && c->established && c->datagrams &&
           uv_now(&n->loop) - c->datagrams->heard_at < SILENCE / 2;
}

// The first frame of a connection, or one like it. `c` is NULL if nobody was known at this address.
static void hear_hello(node *n, connection *c, const struct sockaddr *from, lp_bytes *frame)
{
    lp_bytes again = *frame;
    if (c && c->established) {
        if (handshake_again(c, &again, !c->datagrams->own)) {
            c->datagrams->heard_at = uv_now(&n->loop);
            return;
        }
        bool own = c->datagrams->own;
        connection_close(c, NULL); // it is somebody else now
        if (own)
            return;
        c = NULL;
    }
    if (!c && (is_elsewhere(n, *frame) || frame->data[0] != FRAME_HELLO))
        return;
    if (!c)
        c = add_session(n, (uv_udp_t *)n->listener, false, from);
    if (!connection_take_frame(c, frame))
        return;
    c->datagrams->heard_at = uv_now(&n->loop);
    c->datagrams->patience = LEAST_PATIENCE;
}

// What is not for us, or damaged, is passed over in silence: anybody may send anything.
static void hear_datagram(node *n, connection *c, const struct sockaddr *from, const uint8_t *data,
                          size_t length)
{
    if (length <= CHECKSUM + FRAME_HEAD)
        return;
    uint64_t sum;
    memcpy(&sum, data, sizeof sum);
    sum = le64toh(sum);
    data += CHECKSUM;
    length -= CHECKSUM;
    uint8_t kind = data[FRAME_HEAD];
    bool first = kind == FRAME_HELLO || kind == FRAME_REFUSED;
    size_t whole = frame_whole(data, length);
    if (!whole || whole > length || (!first && (!c || !c->established)) ||
        XXH3_64bits_withSeed(data, length, seed_of(n, c, kind, false)) != sum)
        return;
    lp_bytes frame = bytes_view(data + FRAME_HEAD, whole - FRAME_HEAD);
    if (first)
        hear_hello(n, c, from, &frame);
    else
        hear_frames(c, data, length);
}

static uv_buf_t room(node *n)
{
    return uv_buf_init((char *)bytes_room(&n->datagram_in, LARGEST), LARGEST);
}

static void allocate_for_listener(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer)
{
    (void)suggested;
    *buffer = room(handle->data);
}

static void allocate(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer)
{
    const connection *c = handle->data;
    (void)suggested;
    *buffer = room(c->node);
}

static void heard_by_listener(uv_udp_t *socket, ssize_t length, const uv_buf_t *buffer,
                              const struct sockaddr *from, unsigned flags)
{
    node *n = socket->data;
    if (length > 0 && from && !(flags & UV_UDP_PARTIAL))
        hear_datagram(n, find_session(n, from), from, (const uint8_t *)buffer->base,
                      (size_t)length);
}

static void heard(uv_udp_t *socket, ssize_t length, const uv_buf_t *buffer,
                  const struct sockaddr *from, unsigned flags)
{
    connection *c = socket->data;
    if (length < 0)
        connection_close(c, NULL); // nobody is there
    else if (length > 0 && from && !(flags & UV_UDP_PARTIAL))
        hear_datagram(c->node, c, from, (const uint8_t *)buffer->base, (size_t)length);
}

// ---- Sockets ----

static void ask_for_room(uv_udp_t *socket)
{
    int size = SOCKET_BUFFER; // or as much as the system allows
    uv_recv_buffer_size((uv_handle_t *)socket, &size);
    size = SOCKET_BUFFER;
    uv_send_buffer_size((uv_handle_t *)socket, &size);
}

int datagrams_listen(node *n, const address *a, text *where)
{
    uv_udp_t *socket = (uv_udp_t *)n->listener;
    struct sockaddr_storage bound = {0};
    int length = sizeof bound, code;
    if ((code = uv_udp_init(&n->loop, socket)) != 0)
        return code;
    socket->data = n;
    if ((code = uv_udp_bind(socket, (const struct sockaddr *)&a->port, 0)) != 0 ||
        (code = uv_udp_getsockname(socket, (struct sockaddr *)&bound, &length)) != 0 ||
        (code = uv_udp_recv_start(socket, allocate_for_listener, heard_by_listener)) != 0)
        return code;
    ask_for_room(socket);
    address_add(where, &bound, true);
    return 0;
}

static void free_socket(uv_handle_t *handle)
{
    free(handle);
}

void datagrams_open(peer *p, const address *a)
{
    node *n = p->node;
    uv_udp_t *socket = memory_new(1, sizeof *socket);
    int code = uv_udp_init(&n->loop, socket);
    assert(code == 0);
    (void)code;
    connection *c = add_session(n, socket, true, (const struct sockaddr *)&a->port);
    socket->data = c;
    c->peer = p;
    p->connection = c;
    if (uv_udp_connect(socket, (const struct sockaddr *)&a->port) != 0 ||
        uv_udp_recv_start(socket, allocate, heard) != 0) {
        connection_close(c, NULL);
        return;
    }
    ask_for_room(socket);
    say_hello(c);
    uv_timer_start(&c->uv.timer, on_time, c->datagrams->patience, 0);
}

void datagrams_close(connection *c)
{
    if (c->datagrams->own)
        uv_close((uv_handle_t *)c->datagrams->socket, free_socket);
}
