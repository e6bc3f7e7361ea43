// SPDX-License-Identifier: MIT
// See mapped_memory.h.

#include "base/mapped_memory.h"

#include "base/memory.h"

#include <stdint.h>
#include <sys/mman.h>

void *mapped_new(size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes))
        memory_exhausted(SIZE_MAX);
    void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED)
        memory_exhausted(bytes);
    return at;
}

void mapped_free(void *mapped, size_t count, size_t size)
{
    if (mapped)
        munmap(mapped, count * size);
}
