// SPDX-License-Identifier: MIT
// What has no end, as a value of one cell: the items of a set in their order, the items of a seq in
// theirs, or what is kept of an array, each item with its index before it. 0 is empty.
//
// A block is shared by all who hold it, and only one that nobody else holds yet is changed. So copying a
// state is counting, whatever it holds.

#ifndef MODEL_ENACT_MANY_H
#define MODEL_ENACT_MANY_H

#include "model/enact/enact_value.h"

typedef struct enact_many {
    uint32_t holders, width; // cells of an item
    size_t count, capacity;
    int64_t *cells;
} enact_many;

enact_many *enact_many_new(uint32_t width);                // empty; the caller holds it
enact_many *enact_many_copy(int64_t cell, uint32_t width); // likewise
int64_t enact_many_cell(enact_many *m);
void enact_many_hold(int64_t cell);
void enact_many_release(int64_t cell);
size_t enact_many_count(int64_t cell);
const int64_t *enact_many_item(int64_t cell, size_t i);

// Where this item of a set is, or has its place; of an array, the one with this index. `key` is the
// type of what is ordered, with which items begin.
bool enact_many_find(const component_system *s, type key, int64_t cell, const int64_t *wanted,
                     size_t *at);
// Of one that nobody else holds.
void enact_many_insert(enact_many *m, size_t at, const int64_t *item);
void enact_many_remove(enact_many *m, size_t at);

#endif
