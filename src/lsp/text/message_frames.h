// SPDX-License-Identifier: MIT
// Messages as they come: a header with Content-Length, an empty line, so many bytes.
//
//     frames_add(&f, bytes, n);
//     while ((what = frames_next(&f, &body, &length)) != FRAME_NONE) …
//     frames_fini(&f);
//
// After a header that makes no sense the next line that begins with Content-Length begins the next message.
// One that is too large is read and thrown away.

#ifndef LSP_MESSAGE_FRAMES_H
#define LSP_MESSAGE_FRAMES_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

enum { FRAME_MAX_BYTES = 1 << 25, FRAME_MAX_LINE = 1 << 12 };

typedef enum frame_kind {
    FRAME_NONE,       // more has to come
    FRAME_MESSAGE,    // `body`, until the next call of anything here
    FRAME_BAD_HEADER, // it says no length
    FRAME_TOO_LARGE,
} frame_kind;

typedef struct message_frames {
    text bytes;
    size_t at;     // the first that was not used
    size_t skip;   // so many bytes of a message that is too large are still to come
    size_t length; // of the message whose header was read
    bool begun;    // a header has begun,
    bool given;    // which says a length
    bool in_body;
    bool lost; // after a header without one
} message_frames;

void frames_add(message_frames *f, const char *bytes, size_t length);
frame_kind frames_next(message_frames *f, const char **body, size_t *length);
void frames_fini(message_frames *f);

#endif
