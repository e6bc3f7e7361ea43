// SPDX-License-Identifier: MIT
// See message_frames.h.

#include "lsp/text/message_frames.h"

#include <stdint.h>
#include <string.h>
#include <strings.h>

enum { KEPT_BYTES = 1 << 20 }; // what the buffer keeps when nothing is in it

static size_t left(const message_frames *f)
{
    return f->bytes.length - f->at;
}

// What was used goes when it is half of all.
static void forget(message_frames *f)
{
    if (f->at < f->bytes.length - f->at)
        return;
    size_t rest = left(f);
    if (!rest && f->bytes.capacity > KEPT_BYTES) {
        text_fini(&f->bytes);
    } else if (f->at) {
        memmove(f->bytes.bytes, f->bytes.bytes + f->at, rest);
        text_cut(&f->bytes, rest);
    }
    f->at = 0;
}

void frames_add(message_frames *f, const char *bytes, size_t length)
{
    forget(f);
    size_t skipped = f->skip < length ? f->skip : length;
    f->skip -= skipped;
    text_add_bytes(&f->bytes, bytes + skipped, length - skipped);
}

// Content-Length: 123. False: it is another field, or no number. `lost`: it may stand behind what is left of
// a message of which nobody said how long it is.
static bool read_length(const char *line, size_t length, bool lost, uint64_t *out)
{
    static const char name[] = "content-length:";
    size_t i = 0, digits = 0;
    while (lost && i + sizeof name - 1 <= length &&
           strncasecmp(line + i, name, sizeof name - 1) != 0)
        i++;
    if (i + sizeof name - 1 > length || strncasecmp(line + i, name, sizeof name - 1) != 0)
        return false;
    i += sizeof name - 1;
    while (i < length && (line[i] == ' ' || line[i] == '\t'))
        i++;
    for (*out = 0; i < length && line[i] >= '0' && line[i] <= '9' && digits < 18; i++, digits++)
        *out = *out * 10 + (uint64_t)(line[i] - '0');
    while (i < length && (line[i] == ' ' || line[i] == '\t'))
        i++;
    return digits && i == length;
}

// A message that is too large: what is here of it goes, the rest when it comes.
static frame_kind too_large(message_frames *f, uint64_t length)
{
    size_t here = length < left(f) ? (size_t)length : left(f);
    f->at += here;
    f->skip = (size_t)length - here;
    f->given = f->begun = false;
    return FRAME_TOO_LARGE;
}

// One line of a header, which is taken. *kind: what that makes of it; FRAME_NONE: the header goes on.
static void take_line(message_frames *f, const char *line, size_t length, frame_kind *kind)
{
    uint64_t said;
    *kind = FRAME_NONE;
    if (length) {
        f->begun = true;
        if (read_length(line, length, f->lost, &said)) {
            f->given = true;
            f->lost = false;
            f->length = (size_t)said;
        }
        return;
    }
    if (!f->begun || (f->lost && !f->given)) // an empty line before a header
        return;
    if (!f->given) {
        *kind = FRAME_BAD_HEADER;
        f->lost = true;
    } else if (f->length > FRAME_MAX_BYTES) {
        *kind = too_large(f, f->length);
    } else {
        f->in_body = true;
    }
    f->begun = f->given = false;
}

// Takes lines up to the end of the header.
static frame_kind read_header(message_frames *f)
{
    while (!f->in_body) {
        const char *line = f->bytes.bytes + f->at;
        const char *end = left(f) ? memchr(line, '\n', left(f)) : NULL;
        if (!end && left(f) > FRAME_MAX_LINE) {
            bool known = f->lost;
            f->at = f->bytes.length;
            f->begun = f->given = false;
            f->lost = true;
            return known ? FRAME_NONE : FRAME_BAD_HEADER;
        }
        if (!end)
            return FRAME_NONE;
        size_t length = (size_t)(end - line);
        f->at += length + 1;
        frame_kind kind;
        take_line(f, line, length && line[length - 1] == '\r' ? length - 1 : length, &kind);
        if (kind != FRAME_NONE)
            return kind;
    }
    return FRAME_MESSAGE;
}

frame_kind frames_next(message_frames *f, const char **body, size_t *length)
{
    if (!f->in_body) {
        frame_kind kind = read_header(f);
        if (kind != FRAME_MESSAGE)
            return kind;
    }
    if (left(f) < f->length)
        return FRAME_NONE;
    *body = f->bytes.bytes + f->at;
    *length = f->length;
    f->at += f->length;
    f->in_body = false;
    return FRAME_MESSAGE;
}

void frames_fini(message_frames *f)
{
    text_fini(&f->bytes);
    *f = (message_frames){0};
}
