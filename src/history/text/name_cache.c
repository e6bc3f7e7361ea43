// SPDX-License-Identifier: MIT
// A small cache of interned names: see history_source.h. A name that hits a used slot
// replaces it: histories have few methods, so that is rare.

#include "history/history_source.h"

#include <string.h>

lp_value names_get(name_cache *n, lp_pool *pool, const char *bytes, size_t length)
{
    if (length == 0 || length > NAMES_LENGTH)
        return lp_string(pool, bytes, length);
    unsigned first = (unsigned char)bytes[0], last = (unsigned char)bytes[length - 1],
             middle = (unsigned char)bytes[length / 2];
    size_t at = (first * 5 + middle * 3 + last + length * 7) % NAMES_SLOTS;
    if (!n->slots[at].used || n->slots[at].length != length ||
        memcmp(n->slots[at].bytes, bytes, length) != 0) {
        n->slots[at].used = 1;
        n->slots[at].length = (unsigned char)length;
        memcpy(n->slots[at].bytes, bytes, length);
        n->slots[at].value = lp_string(pool, bytes, length);
    }
    return n->slots[at].value;
}
