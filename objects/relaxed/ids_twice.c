// SPDX-License-Identifier: MIT
// Faulty: as ids.c, but looks and then writes, in two steps: an identifier may be given
// away twice.

#include "ids.h"

#include "relaxed.h"

#include <stdatomic.h>
#include <stdlib.h>

struct ids {
    _Atomic uint64_t block; // number << 32 | bits
};

ids *ids_new(void)
{
    return calloc(1, sizeof(ids));
}

void ids_free(ids *g)
{
    free(g);
}

long ids_next(ids *g)
{
    const uint32_t all = (uint32_t)((UINT64_C(1) << RELAXED_CELLS) - 1);
    uint64_t old = atomic_load(&g->block);
    unsigned i = relaxed_begin(RELAXED_CELLS, RELAXED_CELLS - 1);
    while ((uint32_t)old & (UINT32_C(1) << i))
        i = (i + 1) % RELAXED_CELLS;
    uint64_t fresh = old | UINT64_C(1) << i;
    if ((uint32_t)fresh == all)
        fresh = ((old >> 32) + 1) << 32;
    atomic_store(&g->block, fresh);
    return (long)((old >> 32) * RELAXED_CELLS + i);
}
