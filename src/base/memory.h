// SPDX-License-Identifier: MIT
// Allocation that cannot fail, and growing arrays.
//
// Running out of memory inside a container cannot be handled with any sense, so
// these abort with a message, unless the program has a better end for itself. Planned
// memory use is limited before that: see limits.h.

#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

void *memory_new(size_t count, size_t size);               // zeroed
void *memory_resize(void *old, size_t count, size_t size); // contents kept
void *memory_copy(const void *from, size_t bytes);
char *memory_string(const char *text); // NULL stays NULL
char *memory_string_n(const char *text, size_t length);

// How the program ends when there is no memory: the handler does not return, allocates
// nothing, and may be called by several threads. Set once, before there are threads; it is the
// program's, never the library's.
void memory_on_exhausted(void (*handler)(size_t bytes));
_Noreturn void memory_exhausted(size_t bytes);

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

// The same, and what is new is zero: an array over numbers that are given out one after the other.
#define MEMORY_GROW_ZERO(array, capacity, need)                                                    \
    do {                                                                                           \
        size_t zero_from = (size_t)(capacity);                                                     \
        MEMORY_GROW(array, capacity, need);                                                        \
        if ((size_t)(capacity) > zero_from)                                                        \
            memset((array) + zero_from, 0, ((size_t)(capacity)-zero_from) * sizeof *(array));      \
    } while (0)

// For what may become as large as memory: a sixteenth more than is needed, where twice as much would be what counts.
#define MEMORY_GROW_LITTLE(array, capacity, need)                                                  \
    do {                                                                                           \
        if ((size_t)(need) > (capacity)) {                                                         \
            (capacity) = (size_t)(need) + (size_t)(need) / 16 + 8;                                 \
            (array) = memory_resize((array), (capacity), sizeof *(array));                         \
        }                                                                                          \
    } while (0)

#endif
