// SPDX-License-Identifier: MIT
// What goes over a connection between two processes: frames, each with its length before it.
//
//     length (4 bytes)  kind (1 byte)  …
//     hello    who one is, and what one has received from the other: the first frame each way
//     refused  why the other is not talked to; the connection ends
//     data     acknowledgement, number of the first message, how many, messages (peer_link.h)
//     ack      acknowledgement, and the number of the first message after one that is missing, if there is one
//     bye      a client is done: nothing need be kept for it

#ifndef NET_FRAMES_H
#define NET_FRAMES_H

#include "net/wire/bytes.h"
#include "net/wire/process_name.h"

enum { FRAME_HEAD = 4, FRAME_LONGEST = 4 << 20, FRAME_BATCH = 1 << 18 };

typedef enum frame_kind {
    FRAME_HELLO = 1,
    FRAME_REFUSED,
    FRAME_DATA,
    FRAME_ACK,
    FRAME_BYE
} frame_kind;

typedef struct hello {
    uint64_t version; // of the model
    process_name from, to;
    // A process that has lost what it knew of its links has another one.
    uint64_t incarnation;
    uint64_t received; // from the other
} hello;

// Each appends a frame.
void frame_put_hello(lp_bytes *to, const hello *h);
void frame_put_refused(lp_bytes *to, const char *why);
void frame_put_ack(lp_bytes *to, uint64_t acknowledged, uint64_t beyond); // 0: nothing is missing
void frame_put_bye(lp_bytes *to);
// The head of a data frame, for messages that follow: `length` bytes on the wire.
void frame_put_data(lp_bytes *to, uint64_t acknowledged, uint64_t first, uint64_t count,
                    size_t length);

// The length of the frame that begins here, with its head; 0: more bytes are needed to tell;
// SIZE_MAX: this is no frame.
size_t frame_whole(const uint8_t *data, size_t length);

// False: `why` says what is wrong with it.
bool frame_get_hello(lp_bytes *from, hello *h, const char **why);

typedef struct data_frame {
    uint64_t acknowledged, first, count;
} data_frame;

bool frame_get_ack(lp_bytes *from, uint64_t *acknowledged, uint64_t *beyond);
bool frame_get_data(lp_bytes *from, data_frame *d); // its messages are what is left
bool frame_get_message(lp_bytes *from, unsigned *flags, const uint8_t **bytes, size_t *length);

#endif
