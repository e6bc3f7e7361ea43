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

struct lp_bytes {
    uint8_t *data; // when written to: owned
    size_t length, capacity;
    size_t at; // read so far
    bool bad;
};

lp_bytes bytes_view(const void *data, size_t length); // to read; borrows
void bytes_fini(lp_bytes *b);
void bytes_clear(lp_bytes *b); // keeps the memory

void bytes_put(lp_bytes *to, const void *data, size_t length);
void bytes_put_byte(lp_bytes *to, uint8_t byte);
void bytes_put_number(lp_bytes *to, uint64_t n);
void bytes_put_word(lp_bytes *to, uint64_t n); // eight bytes, the lowest first
void bytes_put_string(lp_bytes *to, const char *string);

uint8_t bytes_get_byte(lp_bytes *from);
uint64_t bytes_get_number(lp_bytes *from);
uint64_t bytes_get_word(lp_bytes *from);
// `length` bytes in place; NULL: they are not there.
const uint8_t *bytes_get(lp_bytes *from, size_t length);
size_t bytes_left(const lp_bytes *from);

// Four bytes, the lowest first, as lengths are stored.
uint32_t bytes_length_at(const uint8_t *data);
void bytes_set_length(uint8_t *data, uint32_t length);

#endif
