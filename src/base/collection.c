// SPDX-License-Identifier: MIT
// Arrays that grow: see collection.h.

#include "base/collection.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int64_t *collection_item(const collection *c, size_t at)
{
    assert(at < c->count);
    return c->cells + at * c->width;
}

void collection_insert(collection *c, size_t at, const int64_t *item)
{
    assert(at <= c->count && c->width && c->key <= c->width);
    if (c->count == c->capacity) {
        c->capacity = c->capacity ? 2 * c->capacity : 4;
        int64_t *more = memory_new(c->capacity * c->width, sizeof *more);
        if (c->count)
            memcpy(more, c->cells, c->count * c->width * sizeof *more);
        free(c->cells);
        c->cells = more;
    }
    int64_t *to = c->cells + at * c->width;
    memmove(to + c->width, to, (c->count - at) * c->width * sizeof *to);
    memcpy(to, item, c->width * sizeof *to);
    c->count++;
}

void collection_remove(collection *c, size_t at)
{
    int64_t *from = collection_item(c, at);
    c->count--;
    memmove(from, from + c->width, (c->count - at) * c->width * sizeof *from);
}

bool collection_find(const collection *c, const int64_t *key, size_t *at)
{
    for (*at = 0; *at < c->count; ++*at) {
        const int64_t *item = collection_item(c, *at);
        uint32_t k = 0;
        while (k < c->key && item[k] == key[k])
            k++;
        if (k == c->key)
            return true;
        if (item[k] > key[k])
            return false;
    }
    return false;
}

bool collection_seek(const collection *c, const int64_t *item, size_t *at)
{
    for (*at = 0; *at < c->count; ++*at)
        if (memcmp(collection_item(c, *at), item, c->width * sizeof *item) == 0)
            return true;
    return false;
}

void collection_fini(collection *c)
{
    free(c->cells);
    c->cells = NULL;
    c->count = c->capacity = 0;
}
