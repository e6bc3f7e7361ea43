// SPDX-License-Identifier: MIT
// 0 … 0xEF: one cell, zigzag. 0xF0: four bytes follow. 0xF1: none.
// 0xF2 … 0xFF: 2 … 15 zeros.

#include "verify/pack.h"

#include <string.h>

enum { WIDE = 0xF0, NONE = 0xF1, ZEROS = 0xF0, MAX_ZEROS = 15 };

size_t pack(const int32_t *cells, uint32_t count, uint8_t *out)
{
    uint8_t *at = out;
    for (uint32_t i = 0; i < count;) {
        uint32_t zeros = 0;
        while (zeros < MAX_ZEROS && i + zeros < count && cells[i + zeros] == 0)
            zeros++;
        if (zeros > 1) {
            *at++ = (uint8_t)(ZEROS + zeros);
            i += zeros;
            continue;
        }
        int32_t c = cells[i++];
        uint32_t zigzag = ((uint32_t)c << 1) ^ (uint32_t)(c >> 31);
        if (c == INT32_MIN) {
            *at++ = NONE;
        } else if (zigzag < WIDE) {
            *at++ = (uint8_t)zigzag;
        } else {
            *at++ = WIDE;
            memcpy(at, &c, sizeof c);
            at += sizeof c;
        }
    }
    return (size_t)(at - out);
}

void unpack(const uint8_t *bytes, uint32_t count, int32_t *cells)
{
    for (uint32_t i = 0; i < count;) {
        uint8_t b = *bytes++;
        if (b < WIDE) {
            cells[i++] = (int32_t)(b >> 1) ^ -(int32_t)(b & 1);
        } else if (b == NONE) {
            cells[i++] = INT32_MIN;
        } else if (b == WIDE) {
            memcpy(&cells[i++], bytes, sizeof *cells);
            bytes += sizeof *cells;
        } else {
            for (uint32_t k = b - ZEROS; k > 0; k--)
                cells[i++] = 0;
        }
    }
}
