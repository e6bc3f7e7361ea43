// SPDX-License-Identifier: MIT
#include "net/node/connection.h"

#include "base/memory.h"
#include "net/node/datagrams.h"
#include "net/node/handshake.h"
#include "net/node/peers.h"
#include "net/wire/address.h"
#include "net/wire/frames.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/un.h>
#include <unistd.h>

enum { READ_AT_LEAST = 1 << 16 }; // bytes
enum { HELLO_WITHIN = 3000 };     // milliseconds

connection *connection_new(node *n, connection_kind kind)
{
    connection *c = memory_new(1, sizeof *c);
    c->node = n;
    int code = kind == OVER_PATH  ? uv_pipe_init(&n->loop, &c->uv.pipe, 0)
               : kind == OVER_TCP ? uv_tcp_init(&n->loop, &c->uv.tcp)
                                  : uv_timer_init(&n->loop, &c->uv.timer);
    assert(code == 0);
    (void)code;
    c->uv.handle.data = c;
    c->next = n->connections;
    c->link = &n->connections;
    if (c->next)
        c->next->link = &c->next;
    n->connections = c;
    return c;
}

static void closed(uv_handle_t *handle)
{
    connection *c = handle->data;
    *c->link = c->next;
    if (c->next)
        c->next->link = c->link;
    bytes_fini(&c->in);
    bytes_fini(&c->out);
    free(c->datagrams);
    free(c);
}

void connection_close(connection *c, const char *why)
{
    if (c->closing)
        return;
    c->closing = true;
    peer *p = c->peer;
    if (why && p)
        node_complain(c->node, p->name, why);
    if (c->datagrams)
        datagrams_close(c);
    uv_close(&c->uv.handle, closed);
    if (p && p->connection == c) {
        p->connection = NULL;
        peer_lost(p);
    }
}

bool connection_take_frame(connection *c, lp_bytes *frame)
{
    const char *why = "it sends a malformed frame";
    if (!(c->established ? peer_hear(c->peer, frame, &why) : handshake(c, frame, &why)))
        connection_close(c, why);
    return !c->closing;
}

static void take_frames(connection *c)
{
    size_t at = 0;
    while (!c->closing) {
        size_t whole = frame_whole(c->in.data + at, c->in.length - at);
        if (whole == SIZE_MAX) {
            connection_close(c, "it sends what is no frame");
            return;
        }
        if (!whole || whole > c->in.length - at)
            break;
        lp_bytes frame = bytes_view(c->in.data + at + FRAME_HEAD, whole - FRAME_HEAD);
        connection_take_frame(c, &frame);
        at += whole;
    }
    memmove(c->in.data, c->in.data + at, c->in.length - at);
    c->in.length -= at;
}

static void allocate(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer)
{
    connection *c = handle->data;
    (void)suggested;
    MEMORY_GROW(c->in.data, c->in.capacity, c->in.length + READ_AT_LEAST);
    *buffer =
        uv_buf_init((char *)c->in.data + c->in.length, (unsigned)(c->in.capacity - c->in.length));
}

static void heard(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer)
{
    connection *c = stream->data;
    (void)buffer;
    if (length < 0) {
        connection_close(c, NULL); // its end, or an error: the link goes on over another one
        return;
    }
    c->in.length += (size_t)length;
    take_frames(c);
}

static void start(connection *c, bool path)
{
    if (!path)
        uv_tcp_nodelay(&c->uv.tcp, 1);
    if (uv_read_start(&c->uv.stream, allocate, heard) != 0)
        connection_close(c, NULL);
}

// ---- Connecting ----

static void connected(uv_connect_t *request, int status)
{
    connection *c = request->data;
    bool path = c->uv.handle.type == UV_NAMED_PIPE;
    free(request);
    if (status != 0) {
        connection_close(c, NULL);
        return;
    }
    handshake_begin(c);
    start(c, path);
}

void connection_open(peer *p)
{
    assert(!p->connection && p->address);
    error e = {0};
    address a;
    if (!address_parse(p->address, &a, &e)) {
        node_complain(p->node, p->name, e.message);
        peer_lost(p);
        return;
    }
    if (a.datagrams) {
        datagrams_open(p, &a);
        return;
    }
    connection *c = connection_new(p->node, a.path ? OVER_PATH : OVER_TCP);
    c->peer = p;
    p->connection = c;
    uv_connect_t *request = memory_new(1, sizeof *request);
    request->data = c;
    if (a.path) {
        uv_pipe_connect(request, &c->uv.pipe, a.path, connected);
    } else if (uv_tcp_connect(request, &c->uv.tcp, (struct sockaddr *)&a.port, connected) != 0) {
        free(request);
        connection_close(c, NULL);
    }
}

// ---- Listening ----

// Whoever connects and does not say who he is does not stay.
static void close_strangers(uv_timer_t *timer)
{
    node *n = timer->data;
    uint64_t now = uv_now(&n->loop), next = 0;
    for (connection *c = n->connections; c; c = c->next) {
        if (c->peer || c->closing)
            continue;
        if (c->since + HELLO_WITHIN <= now)
            connection_close(c, NULL);
        else if (!next || c->since + HELLO_WITHIN - now < next)
            next = c->since + HELLO_WITHIN - now;
    }
    if (next)
        uv_timer_start(timer, close_strangers, next, 0);
}

static void accepted(uv_stream_t *listener, int status)
{
    node *n = listener->data;
    if (status != 0)
        return;
    bool path = listener->type == UV_NAMED_PIPE;
    connection *c = connection_new(n, path ? OVER_PATH : OVER_TCP);
    c->since = uv_now(&n->loop);
    if (!uv_is_active((uv_handle_t *)&n->strangers))
        uv_timer_start(&n->strangers, close_strangers, HELLO_WITHIN, 0);
    if (uv_accept(listener, &c->uv.stream) == 0)
        start(c, path);
    else
        connection_close(c, NULL);
}

static bool listen_tcp(node *n, const address *a, text *where, int *code)
{
    uv_tcp_t *tcp = (uv_tcp_t *)n->listener;
    struct sockaddr_storage bound = {0};
    int length = sizeof bound;
    if ((*code = uv_tcp_init(&n->loop, tcp)) != 0 ||
        (*code = uv_tcp_bind(tcp, (const struct sockaddr *)&a->port, 0)) != 0 ||
        (*code = uv_listen((uv_stream_t *)tcp, 128, accepted)) != 0 ||
        (*code = uv_tcp_getsockname(tcp, (struct sockaddr *)&bound, &length)) != 0)
        return false;
    address_add(where, &bound, false);
    return true;
}

// A socket whose process was killed is still there, but nobody answers.
static bool is_stale(const char *path)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    memcpy(name.sun_path, path, strlen(path) + 1);
    int s = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool stale =
        s >= 0 && connect(s, (struct sockaddr *)&name, sizeof name) != 0 && errno == ECONNREFUSED;
    if (s >= 0)
        close(s);
    return stale;
}

static bool listen_path(node *n, const char *path, text *where, int *code)
{
    uv_pipe_t *pipe = (uv_pipe_t *)n->listener;
    if (is_stale(path))
        unlink(path);
    if ((*code = uv_pipe_init(&n->loop, pipe, 0)) != 0 || (*code = uv_pipe_bind(pipe, path)) != 0 ||
        (*code = uv_listen((uv_stream_t *)pipe, 128, accepted)) != 0)
        return false;
    text_add(where, "unix:%s", path);
    return true;
}

bool node_listen(node *n, const char *name, text *where, error *e)
{
    address a;
    int code = 0;
    if (!address_parse(name, &a, e))
        return false;
    n->listener = memory_new(1, sizeof(union uv_any_handle));
    bool good = a.path        ? listen_path(n, a.path, where, &code)
                : a.datagrams ? (code = datagrams_listen(n, &a, where)) == 0
                              : listen_tcp(n, &a, where, &code);
    n->listener->data = n;
    if (!good)
        error_set(e, "cannot listen at %s: %s", name, uv_strerror(code));
    return good;
}

// ---- Writing ----

typedef struct write_request {
    uv_write_t uv;
    uint8_t rest[];
} write_request;

static void written(uv_write_t *request, int status)
{
    connection *c = request->data;
    free(request);
    c->writing = false;
    if (status != 0)
        connection_close(c, NULL);
    else if (c->peer)
        peer_touch(c->peer);
}

static bool write_later(connection *c, const uv_buf_t *buffers, unsigned count, size_t done)
{
    size_t length = 0, at = 0;
    for (unsigned i = 0; i < count; i++)
        length += buffers[i].len;
    write_request *request = memory_new(1, sizeof *request + (length - done));
    for (unsigned i = 0; i < count; i++) {
        size_t skip = done < buffers[i].len ? done : buffers[i].len;
        memcpy(request->rest + at, buffers[i].base + skip, buffers[i].len - skip);
        at += buffers[i].len - skip;
        done -= skip;
    }
    request->uv.data = c;
    uv_buf_t rest = uv_buf_init((char *)request->rest, (unsigned)at);
    c->writing = true;
    if (uv_write(&request->uv, &c->uv.stream, &rest, 1, written) == 0)
        return true;
    free(request);
    connection_close(c, NULL);
    return false;
}

bool connection_write(connection *c, const uv_buf_t *buffers, unsigned count)
{
    assert(!c->writing);
    if (c->closing)
        return false;
    size_t length = 0;
    for (unsigned i = 0; i < count; i++)
        length += buffers[i].len;
    if (c->datagrams)
        return datagrams_write(c, buffers, count);
    int done = uv_try_write(&c->uv.stream, buffers, count);
    c->node->figures.writes++;
    c->node->figures.bytes_sent += length;
    if (done < 0 && done != UV_EAGAIN) {
        connection_close(c, NULL);
        return false;
    }
    if (done < 0)
        done = 0;
    return (size_t)done == length || write_later(c, buffers, count, (size_t)done);
}

bool connection_flush(connection *c)
{
    if (c->closing || c->writing || !c->out.length)
        return !c->closing;
    uv_buf_t buffer = uv_buf_init((char *)c->out.data, (unsigned)c->out.length);
    bool good = connection_write(c, &buffer, 1);
    if (good)
        bytes_clear(&c->out);
    return good;
}
