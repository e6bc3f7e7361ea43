// SPDX-License-Identifier: MIT
// Numbers and identifiers as bytes: what messages, frames and log records are made of, behind
// lp_put_… and lp_get_… of node.h.
//
// Unsigned numbers take seven bits a byte, the lowest first (LEB128); signed ones are folded before
// (0, -1, 1, -2 …), so that small ones are short. Reading never goes past the end: what is not
// there is 0, and the whole is bad from then on.

#ifndef NET_BYTES_H
#define NET_BYTES_H

#include <linchpin/node.h>

#include <endian.h>
#include <string.h>

struct lp_bytes {
    uint8_t *data; // when written to: owned
    size_t length, capacity;
    size_t at; // read so far
    bool bad;
};

void bytes_fini(lp_bytes *b);
void bytes_clear(lp_bytes *b); // keeps the memory
void bytes_grow(lp_bytes *to, size_t length);
void bytes_put_string(lp_bytes *to, const char *string);
// Of more than one byte.
void bytes_put_long_number(lp_bytes *to, uint64_t n);
uint64_t bytes_get_long_number(lp_bytes *from);

// Every message is a dozen of these: they are inlined.

static inline lp_bytes bytes_view(const void *data, size_t length) // to read; borrows
{
    union {
        const void *borrowed;
        uint8_t *data;
    } view = {data}; // nobody writes to what is only read
    return (lp_bytes){.data = view.data, .length = length};
}

// Room for so many bytes at the end.
static inline uint8_t *bytes_room(lp_bytes *to, size_t length)
{
    if (to->capacity - to->length < length)
        bytes_grow(to, length);
    return to->data + to->length;
}

static inline void bytes_put(lp_bytes *to, const void *data, size_t length)
{
    if (!length)
        return;
    memcpy(bytes_room(to, length), data, length);
    to->length += length;
}

static inline void bytes_put_byte(lp_bytes *to, uint8_t byte)
{
    *bytes_room(to, 1) = byte;
    to->length++;
}

static inline void bytes_put_number(lp_bytes *to, uint64_t n)
{
    if (n < 128)
        bytes_put_byte(to, (uint8_t)n);
    else
        bytes_put_long_number(to, n);
}

static inline void bytes_put_word(lp_bytes *to, uint64_t n) // eight bytes, the lowest first
{
    n = htole64(n);
    memcpy(bytes_room(to, sizeof n), &n, sizeof n);
    to->length += sizeof n;
}

static inline size_t bytes_left(const lp_bytes *from)
{
    return from->bad ? 0 : from->length - from->at;
}

// `length` bytes in place; NULL: they are not there.
static inline const uint8_t *bytes_get(lp_bytes *from, size_t length)
{
    if (from->bad || length > from->length - from->at) {
        from->bad = true;
        return NULL;
    }
    const uint8_t *here = from->data + from->at;
    from->at += length;
    return here;
}

static inline uint8_t bytes_get_byte(lp_bytes *from)
{
    const uint8_t *byte = bytes_get(from, 1);
    return byte ? *byte : 0;
}

static inline uint64_t bytes_get_number(lp_bytes *from)
{
    bool is_short = bytes_left(from) && from->data[from->at] < 128;
    return is_short ? from->data[from->at++] : bytes_get_long_number(from);
}

static inline uint64_t bytes_get_word(lp_bytes *from)
{
    uint64_t n = 0;
    const uint8_t *at = bytes_get(from, sizeof n);
    if (at)
        memcpy(&n, at, sizeof n);
    return le64toh(n);
}

// Four bytes, the lowest first, as lengths are stored.
uint32_t bytes_length_at(const uint8_t *data);
void bytes_set_length(uint8_t *data, uint32_t length);

#endif
