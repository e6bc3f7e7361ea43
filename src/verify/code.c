// SPDX-License-Identifier: MIT
// 0 … 0xEF: itself. 0xF0 … 0xFD: -1 … -14. 0xFF: none.

#include "verify/code.h"

#include <string.h>

enum { SMALL = 0xF0, NEGATIVES = 14, NONE = 0xFF };

uint32_t code_words(uint32_t cells, bool wide)
{
    size_t bytes = sizeof(uint32_t) + (size_t)cells * (wide ? sizeof(int32_t) : 1);
    return (uint32_t)((bytes + sizeof(uint64_t) - 1) / sizeof(uint64_t));
}

bool code_cells(const int32_t *cells, uint32_t count, uint32_t extra, bool wide, uint64_t *words)
{
    uint8_t *bytes = (uint8_t *)words;
    words[code_words(count, wide) - 1] = 0;
    memcpy(bytes, &extra, sizeof extra);
    bytes += sizeof extra;
    if (wide) {
        memcpy(bytes, cells, count * sizeof *cells);
        return true;
    }
    for (uint32_t i = 0; i < count; i++) {
        int32_t c = cells[i];
        if ((uint32_t)c < SMALL)
            bytes[i] = (uint8_t)c;
        else if (c == INT32_MIN)
            bytes[i] = NONE;
        else if (c < 0 && c >= -NEGATIVES)
            bytes[i] = (uint8_t)(SMALL - 1 - c);
        else
            return false;
    }
    return true;
}

uint32_t decode_cells(const uint64_t *words, uint32_t count, bool wide, int32_t *cells)
{
    const uint8_t *bytes = (const uint8_t *)words;
    uint32_t extra;
    memcpy(&extra, bytes, sizeof extra);
    bytes += sizeof extra;
    if (wide) {
        memcpy(cells, bytes, count * sizeof *cells);
        return extra;
    }
    for (uint32_t i = 0; i < count; i++)
        cells[i] = bytes[i] < SMALL   ? bytes[i]
                   : bytes[i] == NONE ? INT32_MIN
                                      : SMALL - 1 - (int32_t)bytes[i];
    return extra;
}
