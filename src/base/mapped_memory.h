// SPDX-License-Identifier: MIT
// Zeroed memory straight from the system, for what is large and mostly not touched: a page that nobody
// touches costs nothing. calloc fills with zeros what was in use before, however little of it is needed.

#ifndef BASE_MAPPED_MEMORY_H
#define BASE_MAPPED_MEMORY_H

#include <stddef.h>

void *mapped_new(size_t count, size_t size); // cannot fail: see memory.h
void mapped_free(void *mapped, size_t count, size_t size);

#endif
