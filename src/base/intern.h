// SPDX-License-Identifier: MIT
// Byte strings to small integers and back. Numbers are given from 0 up, in the
// order of first sight, so they can index arrays. Strings never move.
// Collisions are impossible: equal hashes are compared byte by byte.

#ifndef BASE_INTERN_H
#define BASE_INTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct intern intern;

enum { INTERN_NONE = UINT32_MAX };

intern *intern_new(void);
void intern_free(intern *t);
uint32_t intern_add(intern *t, const void *bytes, size_t length);
// As intern_add; *fresh tells whether it was new.
uint32_t intern_add_fresh(intern *t, const void *bytes, size_t length, bool *fresh);
uint32_t intern_find(const intern *t, const void *bytes, size_t length); // INTERN_NONE: absent
// Aligned to 16 bytes.
const void *intern_get(const intern *t, uint32_t number, size_t *length);
uint32_t intern_count(const intern *t);
uint64_t intern_bytes(const intern *t); // memory held

#endif
