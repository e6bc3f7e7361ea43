// SPDX-License-Identifier: MIT
#include "net/wire/bytes.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void bytes_fini(lp_bytes *b)
{
    free(b->data);
    *b = (lp_bytes){0};
}

void bytes_clear(lp_bytes *b)
{
    b->length = b->at = 0;
    b->bad = false;
}

void bytes_grow(lp_bytes *to, size_t length)
{
    MEMORY_GROW(to->data, to->capacity, to->length + length);
}

void bytes_put_long_number(lp_bytes *to, uint64_t n)
{
    uint8_t *at = bytes_room(to, 10);
    size_t length = 0;
    for (; n >= 128; n >>= 7)
        at[length++] = (uint8_t)(n | 128);
    at[length++] = (uint8_t)n;
    to->length += length;
}

void bytes_put_string(lp_bytes *to, const char *string)
{
    size_t length = strlen(string);
    bytes_put_number(to, length);
    bytes_put(to, string, length);
}

void lp_put_int(lp_bytes *to, int64_t n)
{
    bytes_put_number(to, (uint64_t)n << 1 ^ (uint64_t)(n >> 63));
}

void lp_put_id(lp_bytes *to, lp_id x)
{
    bytes_put_word(to, x.id);
    if (x.id)
        lp_put_int(to, x.value);
}

uint64_t bytes_get_long_number(lp_bytes *from)
{
    uint64_t n = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        uint8_t byte = bytes_get_byte(from);
        if (shift == 63 && byte > 1)
            break;
        n |= (uint64_t)(byte & 127) << shift;
        if (byte < 128)
            return n;
    }
    from->bad = true;
    return 0;
}

int64_t lp_get_int(lp_bytes *from, int64_t least, int64_t most)
{
    uint64_t folded = bytes_get_number(from);
    int64_t n = (int64_t)(folded >> 1 ^ -(folded & 1));
    if (from->bad || n < least || n > most) {
        from->bad = true;
        return 0;
    }
    return n;
}

lp_id lp_get_id_among_or_none(lp_bytes *from, unsigned first, unsigned last)
{
    lp_id x = {bytes_get_word(from), 0};
    if (x.id)
        x.value = lp_get_int(from, INT64_MIN, INT64_MAX);
    if (from->bad || (x.id && (lp_id_supply(x) < first || lp_id_supply(x) > last))) {
        from->bad = true;
        return LP_NO_ID;
    }
    return x;
}

lp_id lp_get_id_among(lp_bytes *from, unsigned first, unsigned last)
{
    lp_id x = lp_get_id_among_or_none(from, first, last);
    if (!x.id)
        from->bad = true;
    return x;
}

lp_id lp_get_id_or_none(lp_bytes *from, unsigned supply)
{
    return lp_get_id_among_or_none(from, supply, supply);
}

lp_id lp_get_id(lp_bytes *from, unsigned supply)
{
    return lp_get_id_among(from, supply, supply);
}

bool lp_get_end(const lp_bytes *from)
{
    return !from->bad && from->at == from->length;
}

uint32_t bytes_length_at(const uint8_t *data)
{
    return (uint32_t)data[0] | (uint32_t)data[1] << 8 | (uint32_t)data[2] << 16 |
           (uint32_t)data[3] << 24;
}

void bytes_set_length(uint8_t *data, uint32_t length)
{
    for (int i = 0; i < 4; i++)
        data[i] = (uint8_t)(length >> 8 * i);
}
