// SPDX-License-Identifier: MIT
// Zeroed memory straight from the system, for what is large and mostly not touched: a page that nobody
// touches costs nothing. calloc fills with zeros what was in use before, however little of it is needed.

#ifndef BASE_MAPPED_MEMORY_H
#define BASE_MAPPED_MEMORY_H

#include <stddef.h>

// The address sanitizer knows the bounds of what is allocated, not of what is mapped. With it, memory is
// allocated, and all of it costs time, twice: marked as used, and as freed. What is large should be less so.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define MAPPED_IS_ALLOCATED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define MAPPED_IS_ALLOCATED 1
#endif
#ifndef MAPPED_IS_ALLOCATED
#define MAPPED_IS_ALLOCATED 0
#endif

void *mapped_new(size_t count, size_t size); // cannot fail: see memory.h
void mapped_free(void *mapped, size_t count, size_t size);

#endif
