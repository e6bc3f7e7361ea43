// SPDX-License-Identifier: MIT
// Links over datagrams (UDP), which may get lost, come twice, overtake each other, or come from anybody. The link numbers
// messages and drops what it has; here is what TCP does otherwise: sending again, a window, and who is who.
//
//     checksum (8 bytes)  frames (frames.h)
//
// The checksum is seeded with the incarnations of sender and receiver, so a datagram of anybody else, of an earlier
// connection or in the wrong direction is not heard. In the first frame each way, when neither
// knows the other, the seed is the version of the model.
// Whoever connects says hello until it is answered, and again when it has heard nothing for a while: the other may have been
// started again, and then it no longer knows this address.

#ifndef NET_DATAGRAMS_H
#define NET_DATAGRAMS_H

#include "net/node/connection.h"
#include "net/wire/address.h"

enum {
    DATAGRAM_GOOD = 1400, // bytes: not cut to pieces on its way
    DATAGRAM_LONGEST = 65000,
    DATAGRAM_HEAD = 32,      // bytes; most of checksum and frame
    DATAGRAM_TELL_MANY = 32, // messages that wait for an acknowledgement
};

struct datagrams {
    uv_udp_t *socket; // its own, or the listener's
    bool own;
    struct sockaddr_storage address; // of the other
    size_t window;                   // bytes that may be on their way
    uint32_t patience;               // milliseconds until what is on its way is sent again
    uint64_t acknowledged;           // when the timer was started
    uint64_t heard_at;
    // What the other misses first, and when it was sent again last.
    uint64_t missing, resent, resent_at;
    bool tell; // at once: something is missing, or an acknowledgement was lost
};

int datagrams_listen(node *n, const address *a, text *where); // 0, or an error of libuv
void datagrams_open(peer *p, const address *a);
void datagrams_close(connection *c);
// Sends, or loses it. False: the connection is closing.
bool datagrams_write(connection *c, const uv_buf_t *buffers, unsigned count);
// How many unsent messages may leave in one datagram now.
uint64_t datagrams_sendable(const peer *p);
// An acknowledgement has come. Messages before `beyond` are missing, if it is not 0.
void datagrams_acknowledged(connection *c, bool news, uint64_t beyond);

#endif
