// SPDX-License-Identifier: MIT
// Allocation that cannot fail, and growing arrays.
//
// Running out of memory inside a container cannot be handled with any sense, so
// these abort with a message. Planned memory use is limited before that: see limits.h.

#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

void *memory_new(size_t count, size_t size);               // zeroed
void *memory_resize(void *old, size_t count, size_t size); // contents kept
void *memory_copy(const void *from, size_t bytes);
char *memory_string(const char *text); // NULL stays NULL
char *memory_string_n(const char *text, size_t length);

// Room for at least `need` items in a growing array: doubles, never shrinks.
#define MEMORY_GROW(array, capacity, need)                                                         \
    do {                                                                                           \
        if ((size_t)(need) > (size_t)(capacity)) {                                                 \
            size_t grow_to = (size_t)(capacity) ? (size_t)(capacity)*2 : 8;                        \
            if (grow_to < (size_t)(need))                                                          \
                grow_to = (size_t)(need);                                                          \
            (array) = memory_resize((array), grow_to, sizeof *(array));                            \
            (capacity) = (__typeof__(capacity))grow_to;                                            \
        }                                                                                          \
    } while (0)

#endif
