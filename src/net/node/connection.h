// SPDX-License-Identifier: MIT
// One connection, over TCP, a Unix socket or datagrams: bytes in, frames out of them, bytes out.

#ifndef NET_CONNECTION_H
#define NET_CONNECTION_H

#include "net/node/node.h"

struct connection {
    union {
        uv_handle_t handle;
        uv_stream_t stream;
        uv_tcp_t tcp;
        uv_pipe_t pipe;
        uv_timer_t timer; // of one over datagrams, which has no stream
    } uv;
    datagrams *datagrams; // NULL: a stream
    node *node;
    peer *peer; // whom it connects to; of one that was accepted, NULL until the first frame
    connection *next;
    connection **link; // what points at this one
    uint64_t since;    // milliseconds: when it was accepted
    bool established;  // both have said who they are
    bool writing;      // the socket is full: nothing else can be written now
    bool closing;
    lp_bytes in;  // the beginning of a frame
    lp_bytes out; // frames about the connection itself: hello, acknowledgements, bye
};

typedef enum connection_kind { OVER_TCP, OVER_PATH, OVER_DATAGRAMS } connection_kind;

connection *connection_new(node *n, connection_kind kind);
// The next frame of a connection. False: it is closing now.
bool connection_take_frame(connection *c, lp_bytes *frame);
// Listens, and says where: "127.0.0.1:35211", "udp:127.0.0.1:35211", "unix:/path". Port 0: one that is free.
bool node_listen(node *n, const char *address, text *where, error *e);
// Connects for a peer; what becomes of it the peer hears.
void connection_open(peer *p);
void connection_close(connection *c, const char *why); // NULL: nothing is wrong
// Writes as much as the socket takes, and keeps the rest. False: it is closing.
bool connection_write(connection *c, const uv_buf_t *buffers, unsigned count);
bool connection_flush(connection *c); // what is in `out`

#endif
