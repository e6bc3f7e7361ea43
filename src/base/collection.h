// SPDX-License-Identifier: MIT
// Sequences, sets and maps of small tuples of numbers. An item is `width` cells; of a set
// or map, which are kept sorted, the first `key` of them say which one it is. What models
// do with theirs is interpreted on these; the C that is emitted for them shares no code
// with this, so that each is a check of the other.

#ifndef BASE_COLLECTION_H
#define BASE_COLLECTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct collection {
    int64_t *cells;
    size_t count, capacity; // of items
    uint32_t width;         // cells of an item; of a map, of key and value together
    uint32_t key;           // cells that say which item it is; of a seq, 0
} collection;

int64_t *collection_item(const collection *c, size_t at);
void collection_insert(collection *c, size_t at, const int64_t *item);
void collection_remove(collection *c, size_t at);
// Of a set or map: where an item with this key is; else false, and where it would be.
bool collection_find(const collection *c, const int64_t *key, size_t *at);
// Of a seq: where the first item is that is equal.
bool collection_seek(const collection *c, const int64_t *item, size_t *at);
void collection_fini(collection *c);

#endif
