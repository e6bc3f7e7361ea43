// SPDX-License-Identifier: MIT
// Breadth-first renumbering of the heap. Linear in the size of the vector.

#include "verify/heap.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

void heap_init(heap *h, const layout *l, bool raw)
{
    *h = (heap){.l = l, .raw = raw};
    h->map = memory_new(l->heap_count * l->nodes + 1, sizeof *h->map);
    h->queue = memory_new(l->heap_count * l->nodes + 1, sizeof *h->queue);
}

void heap_fini(heap *h)
{
    free(h->map);
    free(h->queue);
}

uint32_t heap_moved(const heap *h, uint32_t of, uint32_t node)
{
    return h->map[of * h->l->nodes + node - 1];
}

static int32_t reach(heap *h, uint32_t of, int32_t pointer)
{
    if (pointer == 0)
        return 0;
    uint32_t index = of * h->l->nodes + (uint32_t)pointer - 1;
    if (!h->map[index]) {
        h->map[index] = h->raw ? (uint32_t)pointer : ++h->counts[of];
        h->queue[h->found++] = index;
    }
    return (int32_t)h->map[index];
}

void heap_normalise(heap *h, const int32_t *in, int32_t *out)
{
    const layout *l = h->l;
    if (l->heap_count == 0) {
        memcpy(out, in, l->cells * sizeof *out);
        return;
    }
    uint32_t start = l->heaps[0].start;
    memcpy(out, in, start * sizeof *out);
    memset(out + start, 0, (l->cells - start) * sizeof *out);
    memset(h->map, 0, (size_t)l->heap_count * l->nodes * sizeof *h->map);
    memset(h->counts, 0, l->heap_count * sizeof *h->counts);
    h->found = 0;
    for (uint32_t i = 0; i < l->root_count; i++)
        out[l->roots[i].offset] = reach(h, l->roots[i].record, in[l->roots[i].offset]);
    for (uint32_t i = 0; i < h->found; i++) {
        uint32_t of = h->queue[i] / l->nodes, node = h->queue[i] % l->nodes;
        const heap_layout *k = &l->heaps[of];
        const int32_t *from = in + k->start + (size_t)node * k->stride;
        int32_t *to = out + k->start + (size_t)(h->map[h->queue[i]] - 1) * k->stride;
        memcpy(to, from, k->stride * sizeof *to);
        for (uint32_t f = 0; f < k->pointer_count; f++)
            to[k->pointers[f].offset] =
                reach(h, k->pointers[f].record, from[k->pointers[f].offset]);
    }
}

static void reach_from(heap *h, const int32_t *in, uint32_t first, uint32_t count)
{
    for (uint32_t i = first; i < first + count; i++)
        reach(h, h->l->roots[i].record, in[h->l->roots[i].offset]);
}

static void reach_start(heap *h)
{
    memset(h->map, 0, (size_t)h->l->heap_count * h->l->nodes * sizeof *h->map);
    memset(h->counts, 0, h->l->heap_count * sizeof *h->counts);
    h->found = 0;
}

static void reach_one(heap *h, const int32_t *in, uint32_t i)
{
    const layout *l = h->l;
    const heap_layout *k = &l->heaps[h->queue[i] / l->nodes];
    const int32_t *from = in + k->start + (size_t)(h->queue[i] % l->nodes) * k->stride;
    for (uint32_t f = 0; f < k->pointer_count; f++)
        reach(h, k->pointers[f].record, from[k->pointers[f].offset]);
}

void heap_reach_shared(heap *h, const int32_t *in)
{
    reach_start(h);
    reach_from(h, in, 0, h->l->shared_roots);
    for (uint32_t i = 0; i < h->found; i++)
        reach_one(h, in, i);
}

bool heap_shared(heap *h, const int32_t *in, uint32_t thread, uint32_t of, uint32_t node)
{
    const layout *l = h->l;
    const uint32_t *wanted = &h->map[of * l->nodes + node - 1];
    uint32_t before = l->shared_roots + thread * l->thread_roots, after = before + l->thread_roots;
    reach_start(h);
    reach_from(h, in, 0, before);
    reach_from(h, in, after, l->root_count - after);
    for (uint32_t i = 0; !*wanted && i < h->found; i++)
        reach_one(h, in, i);
    return *wanted != 0;
}
