// SPDX-License-Identifier: MIT
// Words like "rounds=1000", with which a command tells its runner what to do.

#ifndef BASE_KEYS_H
#define BASE_KEYS_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Where the value goes: one of the pointers is set.
typedef struct key {
    const char *name;
    const char **text;
    uint64_t *count;
    bool *flag; // 1: true
    double *number;
} key;

// Is it "name=…"?
bool key_names(const char *name, const char *word);
// Sets what the word names.
bool keys_set(const key *keys, size_t count, const char *word, error *e);

#endif
