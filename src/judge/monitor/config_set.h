// SPDX-License-Identifier: MIT
// Sets of configurations as the monitor interns them; monitor.c draws the layout.

#ifndef JUDGE_CONFIG_SET_H
#define JUDGE_CONFIG_SET_H

#include "base/intern.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// An open operation; four words in the stored set.
typedef struct open_operation {
    uint32_t slot, call;
    uint32_t known; // number of the result it will return with; 0: not known
    uint32_t forever;
} open_operation;

enum { OPEN_WORDS = 4, TAKEN = UINT32_MAX };

typedef struct set_view {
    const open_operation *open;
    uint32_t open_count;
    const uint32_t *configs;
    uint32_t config_count, config_words; // state, then `taken` of each open operation
} set_view;

set_view set_get(const intern *sets, uint32_t set);
// Sorted, without duplicates, and no configuration dominates another? Quadratic: for tests.
bool set_is_sound(const set_view *v);
// Which of the open operations is in this slot.
uint32_t set_position(const set_view *v, uint32_t slot);

// Builds a set: begin, add configurations in any order, finish.
typedef struct set_builder {
    const open_operation *open;
    uint32_t open_count, config_words;
    uint32_t *configs;
    size_t count, capacity; // capacity in words
    uint32_t *words;
    size_t words_capacity;
} set_builder;

void set_begin(set_builder *b, const open_operation *open, uint32_t open_count);
void set_add(set_builder *b, const uint32_t *config);
// Sorts, drops duplicates and dominated ones, interns.
uint32_t set_finish(set_builder *b, intern *sets);
void set_fini(set_builder *b);

// Do the two agree but for operations that never return, and has `a` taken no
// such operation that `b` has not?
bool config_dominates(const open_operation *open, uint32_t open_count, const uint32_t *a,
                      const uint32_t *b);

#endif
