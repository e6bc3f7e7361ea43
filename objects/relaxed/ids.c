// SPDX-License-Identifier: MIT
// A relaxed generator of identifiers. A block of RELAXED_K + 1 of them is given away in any
// order before the next one is begun: no two threads need to agree which goes first. One
// word holds the block's number and, as bits, which of it are gone.

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
    for (;;) {
        unsigned i = relaxed_begin(RELAXED_CELLS, RELAXED_CELLS - 1);
        while ((uint32_t)old & (UINT32_C(1) << i))
            i = (i + 1) % RELAXED_CELLS;
        uint64_t fresh = old | UINT64_C(1) << i;
        if ((uint32_t)fresh == all)
            fresh = ((old >> 32) + 1) << 32;
        if (atomic_compare_exchange_strong(&g->block, &old, fresh))
            return (long)((old >> 32) * RELAXED_CELLS + i);
    }
}
