// SPDX-License-Identifier: MIT
// Byte strings to small integers and back. Numbers are given from 0 up, in the
// order of first sight, so they can index arrays. Strings never move.
// Collisions are impossible: equal hashes are compared byte by byte.
//
// Long strings may share: one that is another with a part replaced is stored as that
// part. How much has to be followed to read one is bounded by its length, so that many
// strings that grew from each other take memory in proportion to what is new in each.

#ifndef BASE_INTERN_H
#define BASE_INTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct intern intern;

enum {
    INTERN_NONE = UINT32_MAX,
    INTERN_SHARE_FROM = 256, // bytes: no shorter string shares
};

intern *intern_new(void);
void intern_free(intern *t);
uint32_t intern_add(intern *t, const void *bytes, size_t length);
// As intern_add; *fresh tells whether it was new.
uint32_t intern_add_fresh(intern *t, const void *bytes, size_t length, bool *fresh);
// As intern_add, of a string that begins with the first `prefix` bytes of `base` and ends with
// its last `suffix` ones. It may share them.
uint32_t intern_add_spliced(intern *t, const void *bytes, size_t length, uint32_t base,
                            size_t prefix, size_t suffix);
uint32_t intern_find(const intern *t, const void *bytes, size_t length); // INTERN_NONE: absent
// Aligned to 16 bytes. It must be whole, as all that were not spliced are.
const void *intern_get(const intern *t, uint32_t number, size_t *length);
// The same; NULL: it is shared.
const void *intern_if_whole(const intern *t, uint32_t number, size_t *length);
// The same of any string; one that was shared is whole from then on.
const void *intern_whole(intern *t, uint32_t number, size_t *length);
bool intern_is_shared(const intern *t, uint32_t number);
size_t intern_length(const intern *t, uint32_t number);
void intern_copy(const intern *t, uint32_t number, void *into);
// Are these its bytes, from `from` to its end?
bool intern_equals(const intern *t, uint32_t number, size_t from, const void *bytes);
uint32_t intern_count(const intern *t);
uint64_t intern_bytes(const intern *t); // memory held

#endif
