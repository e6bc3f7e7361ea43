// SPDX-License-Identifier: MIT
#include "net/wire/frames.h"

#include "net/wire/peer_link.h"

#include <assert.h>
#include <string.h>

static const char MAGIC[] = "linchpin node 1";

static size_t begin(lp_bytes *to, frame_kind kind)
{
    static const uint8_t none[FRAME_HEAD];
    size_t at = to->length;
    bytes_put(to, none, sizeof none);
    bytes_put_byte(to, (uint8_t)kind);
    return at;
}

static void end(lp_bytes *to, size_t at, size_t more)
{
    size_t length = to->length - at - FRAME_HEAD + more;
    assert(length <= FRAME_LONGEST);
    bytes_set_length(to->data + at, (uint32_t)length);
}

void frame_put_hello(lp_bytes *to, const hello *h)
{
    size_t at = begin(to, FRAME_HELLO);
    bytes_put_string(to, MAGIC);
    bytes_put_word(to, h->version);
    bytes_put_number(to, h->from.kind);
    bytes_put_number(to, h->from.number);
    bytes_put_number(to, h->to.kind);
    bytes_put_number(to, h->to.number);
    bytes_put_word(to, h->incarnation);
    bytes_put_number(to, h->received);
    end(to, at, 0);
}

void frame_put_refused(lp_bytes *to, const char *why)
{
    size_t at = begin(to, FRAME_REFUSED);
    bytes_put(to, why, strlen(why));
    end(to, at, 0);
}

void frame_put_ack(lp_bytes *to, uint64_t acknowledged, uint64_t beyond)
{
    size_t at = begin(to, FRAME_ACK);
    bytes_put_number(to, acknowledged);
    if (beyond)
        bytes_put_number(to, beyond);
    end(to, at, 0);
}

void frame_put_bye(lp_bytes *to)
{
    end(to, begin(to, FRAME_BYE), 0);
}

void frame_put_data(lp_bytes *to, uint64_t acknowledged, uint64_t first, uint64_t count,
                    size_t length)
{
    size_t at = begin(to, FRAME_DATA);
    bytes_put_number(to, acknowledged);
    bytes_put_number(to, first);
    bytes_put_number(to, count);
    end(to, at, length);
}

size_t frame_whole(const uint8_t *data, size_t length)
{
    if (length < FRAME_HEAD)
        return 0;
    uint32_t rest = bytes_length_at(data);
    return rest >= 1 && rest <= FRAME_LONGEST ? FRAME_HEAD + (size_t)rest : SIZE_MAX;
}

static process_name get_name(lp_bytes *from)
{
    uint64_t kind = bytes_get_number(from), number = bytes_get_number(from);
    if (kind > UINT32_MAX || number > UINT32_MAX)
        from->bad = true;
    return (process_name){(uint32_t)kind, (uint32_t)number};
}

bool frame_get_hello(lp_bytes *from, hello *h, const char **why)
{
    size_t length = (size_t)bytes_get_number(from);
    const uint8_t *magic = length == sizeof MAGIC - 1 ? bytes_get(from, length) : NULL;
    if (!magic || memcmp(magic, MAGIC, length) != 0) {
        *why = "it is no process of this version of linchpin";
        return false;
    }
    h->version = bytes_get_word(from);
    h->from = get_name(from);
    h->to = get_name(from);
    h->incarnation = bytes_get_word(from);
    h->received = bytes_get_number(from);
    *why = "its first frame is malformed";
    return lp_get_end(from);
}

bool frame_get_ack(lp_bytes *from, uint64_t *acknowledged, uint64_t *beyond)
{
    *acknowledged = bytes_get_number(from);
    *beyond = bytes_left(from) ? bytes_get_number(from) : 0;
    return lp_get_end(from);
}

bool frame_get_data(lp_bytes *from, data_frame *d)
{
    d->acknowledged = bytes_get_number(from);
    d->first = bytes_get_number(from);
    d->count = bytes_get_number(from);
    return !from->bad && d->first > 0 && d->count > 0 && d->count <= bytes_left(from);
}

bool frame_get_message(lp_bytes *from, unsigned *flags, const uint8_t **bytes, size_t *length)
{
    uint64_t head = bytes_get_number(from);
    *flags = head & LINK_IN_ORDER;
    *length = (size_t)(head >> 1);
    if (head >> 1 > LINK_LONGEST)
        from->bad = true;
    *bytes = bytes_get(from, *length);
    return !from->bad;
}
