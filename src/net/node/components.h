// SPDX-License-Identifier: MIT
// The components of a process: of a server a state for each key, of a client one for each operation
// under way.

#ifndef NET_COMPONENTS_H
#define NET_COMPONENTS_H

#include "base/hash_table.h"
#include "net/wire/bytes.h"

typedef struct component component;

struct component {
    const lp_component_kind *kind;
    lp_component me;
    int64_t key;
    bool dirty;     // it may have changed since it was logged
    bool ready;     // it may be able to act: it is in the list of these
    bool over;      // an operation that has returned
    lp_bytes saved; // of a server: the state that was logged last
    // Of an operation.
    lp_returned returned;
    void *data;
    lp_value result;
    component *before, *after; // among those of timed kinds
    _Alignas(16) uint8_t state[];
};

typedef struct component_slot {
    uint64_t name; // key or id
    component *component;
} component_slot;

HASH_TABLE_TYPE(component_table, component_slot);

typedef struct component_list {
    component **items;
    size_t count, capacity;
} component_list;

typedef struct components {
    component_table table; // of a server by key, of operations by id
    component_list dirty, ready, over;
    component *timed;
    uint64_t numbers[16]; // of the operations, by supply
} components;

void components_init(components *all);
void components_fini(components *all);
component *components_find(const components *all, uint64_t name);
component *components_add(components *all, uint64_t name, const lp_component_kind *kind,
                          lp_component me, int64_t key);
void components_remove(components *all, uint64_t name);
void component_list_add(component_list *list, component *c);

#endif
