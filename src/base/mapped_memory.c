// SPDX-License-Identifier: MIT
// See mapped_memory.h.

#include "base/mapped_memory.h"

#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#if MAPPED_IS_ALLOCATED
void *mapped_new(size_t count, size_t size)
{
    return memory_new(count, size);
}

void mapped_free(void *mapped, size_t count, size_t size)
{
    (void)count, (void)size;
    free(mapped);
}
#else
static size_t at_least_one(size_t bytes)
{
    return bytes ? bytes : 1;
}

void *mapped_new(size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes))
        memory_exhausted(SIZE_MAX);
    void *at =
        mmap(NULL, at_least_one(bytes), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED)
        memory_exhausted(bytes);
    return at;
}

void mapped_free(void *mapped, size_t count, size_t size)
{
    if (mapped)
        munmap(mapped, at_least_one(count * size));
}
#endif
