// SPDX-License-Identifier: MIT
// Breadth-first renumbering of the heap. Linear in the size of the vector.

#include "verify/canonical/heap_order.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static const char *const forms[] = {"canonical", "raw", "late"};

const char *heap_form_name(heap_form f)
{
    return forms[f];
}

bool heap_form_read(const char *name, heap_form *out)
{
    for (uint32_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (strcmp(name, forms[i]) == 0) {
            *out = (heap_form)i;
            return true;
        }
    return false;
}

void heap_init(heap *h, const layout *l, heap_form form)
{
    *h = (heap){.l = l, .form = form};
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

static inline int32_t reach(heap *h, uint32_t of, int32_t pointer)
{
    if (pointer == 0)
        return 0;
    uint32_t index = of * h->l->nodes + (uint32_t)pointer - 1;
    if (!h->map[index]) {
        h->map[index] = h->form == HEAP_CANONICAL ? ++h->counts[of] : (uint32_t)pointer;
        h->queue[h->found++] = (heap_node){of, (uint32_t)pointer - 1};
    }
    return (int32_t)h->map[index];
}

static inline int32_t name(heap *h, int32_t value)
{
    uint32_t k = (uint32_t)value - (uint32_t)h->scalarset->low;
    if (k >= h->scalarset->count)
        return value;
    if (!h->names[k])
        h->names[k] = ++h->named;
    return h->scalarset->low + (int32_t)h->names[k] - 1;
}

static void name_all(heap *h, int32_t *cells, const uint32_t *which, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        cells[which[i]] = name(h, cells[which[i]]);
}

static uint32_t *number_of(const heap *h, heap_node n)
{
    return &h->map[n.of * h->l->nodes + n.node];
}

static int32_t *place_of(const heap *h, heap_node n, int32_t *out)
{
    const heap_layout *k = &h->l->heaps[n.of];
    return out + k->start + (size_t)(*number_of(h, n) - 1) * k->stride;
}

// Puts all nodes that were found from this one on, and those they lead to.
static void put_nodes(heap *h, const int32_t *in, int32_t *out, uint32_t from)
{
    const layout *l = h->l;
    for (uint32_t i = from; i < h->found; i++) {
        heap_node n = h->queue[i];
        const heap_layout *k = &l->heaps[n.of];
        const int32_t *node = in + k->start + (size_t)n.node * k->stride;
        int32_t *to = place_of(h, n, out);
        for (uint32_t c = 0; c < k->stride; c++)
            to[c] = node[c];
        if (h->scalarset)
            name_all(h, to, h->scalarset->fields[n.of], h->scalarset->field_count[n.of]);
        for (uint32_t f = 0; f < k->pointer_count; f++)
            to[k->pointers[f].offset] =
                reach(h, k->pointers[f].record, node[k->pointers[f].offset]);
    }
}

static void start(heap *h)
{
    memset(h->map, 0, (size_t)h->l->heap_count * h->l->nodes * sizeof *h->map);
    memset(h->counts, 0, h->l->heap_count * sizeof *h->counts);
    h->found = 0;
    h->named = 0;
    memset(h->names, 0, sizeof h->names);
}

void heap_put_shared(heap *h, const int32_t *in, int32_t *out)
{
    const layout *l = h->l;
    uint32_t heaps = l->heap_count ? l->heaps[0].start : l->cells;
    memcpy(out, in, heaps * sizeof *out);
    memset(out + heaps, 0, (l->cells - heaps) * sizeof *out);
    start(h);
    if (h->scalarset)
        name_all(h, out, h->scalarset->shared, h->scalarset->shared_count);
    for (uint32_t i = 0; i < l->shared_roots; i++)
        out[l->roots[i].offset] = reach(h, l->roots[i].record, in[l->roots[i].offset]);
    put_nodes(h, in, out, 0);
    h->shared_found = h->found;
    h->shared_named = h->named;
    memcpy(h->shared_counts, h->counts, l->heap_count * sizeof *h->counts);
}

void heap_put_threads(heap *h, const int32_t *in, const uint32_t *order, uint32_t threads,
                      int32_t *out)
{
    const layout *l = h->l;
    for (uint32_t i = 0; i < threads; i++) {
        const int32_t *from = in + (size_t)order[i] * l->thread_stride;
        int32_t *to = out + (size_t)i * l->thread_stride;
        memcpy(to + l->threads, from + l->threads, l->thread_stride * sizeof *to);
        out[l->done + i] = in[l->done + order[i]];
        if (h->scalarset)
            name_all(h, to + l->threads, h->scalarset->thread, h->scalarset->thread_count);
        for (uint32_t k = 0; k < l->thread_roots; k++) {
            const pointer_field *root = &l->roots[l->shared_roots + k]; // of the first thread
            to[root->offset] = reach(h, root->record, from[root->offset]);
        }
    }
    put_nodes(h, in, out, h->shared_found);
}

void heap_take_threads(heap *h, int32_t *out)
{
    for (uint32_t i = h->shared_found; i < h->found; i++) {
        heap_node n = h->queue[i];
        memset(place_of(h, n, out), 0, h->l->heaps[n.of].stride * sizeof *out);
        *number_of(h, n) = 0;
    }
    for (uint32_t i = 0; i < SCALARSET_MAX_VALUES; i++)
        h->names[i] = h->names[i] > h->shared_named ? 0 : h->names[i];
    h->named = h->shared_named;
    h->found = h->shared_found;
    memcpy(h->counts, h->shared_counts, h->l->heap_count * sizeof *h->counts);
}

static const int32_t *node_in(const layout *l, uint32_t of, uint32_t node, const int32_t *in)
{
    return in + l->heaps[of].start + (size_t)node * l->heaps[of].stride;
}

static bool used_up(const layout *l, const int32_t *in)
{
    for (uint32_t of = 0; of < l->heap_count; of++) {
        uint32_t node = 0;
        while (node < l->nodes && *node_in(l, of, node, in) != NODE_FREE)
            node++;
        if (node == l->nodes)
            return true;
    }
    return false;
}

// What was not reached stays where it is. Nothing points to it but its like, so it never
// matters again until all of it goes at once.
static void keep_garbage(const heap *h, const int32_t *in, int32_t *out)
{
    const layout *l = h->l;
    for (uint32_t of = 0; of < l->heap_count; of++)
        for (uint32_t node = 0; node < l->nodes; node++)
            if (!h->map[of * l->nodes + node])
                memcpy(out + (node_in(l, of, node, in) - in), node_in(l, of, node, in),
                       l->heaps[of].stride * sizeof *out);
}

void heap_normalise(heap *h, const int32_t *in, int32_t *out)
{
    const layout *l = h->l;
    heap_put_shared(h, in, out);
    for (uint32_t i = l->shared_roots; i < l->root_count; i++)
        out[l->roots[i].offset] = reach(h, l->roots[i].record, in[l->roots[i].offset]);
    put_nodes(h, in, out, h->shared_found);
    if (h->form == HEAP_LATE && !used_up(l, in))
        keep_garbage(h, in, out);
}

uint32_t heap_most(const heap *h)
{
    uint32_t most = h->form == HEAP_CANONICAL ? 0 : h->found; // of all structs together
    for (uint32_t i = 0; i < h->l->heap_count; i++)
        most = h->counts[i] > most ? h->counts[i] : most;
    return most;
}

static void reach_from(heap *h, const int32_t *in, uint32_t first, uint32_t count)
{
    for (uint32_t i = first; i < first + count; i++)
        reach(h, h->l->roots[i].record, in[h->l->roots[i].offset]);
}

static void reach_one(heap *h, const int32_t *in, uint32_t i)
{
    const layout *l = h->l;
    const heap_layout *k = &l->heaps[h->queue[i].of];
    const int32_t *from = in + k->start + (size_t)h->queue[i].node * k->stride;
    for (uint32_t f = 0; f < k->pointer_count; f++)
        reach(h, k->pointers[f].record, from[k->pointers[f].offset]);
}

bool heap_shared(heap *h, const int32_t *in, uint32_t thread, uint32_t of, uint32_t node)
{
    const layout *l = h->l;
    const uint32_t *wanted = &h->map[of * l->nodes + node - 1];
    uint32_t before = l->shared_roots + thread * l->thread_roots, after = before + l->thread_roots;
    uint32_t i = 0;
    start(h);
    // Mostly the shared variables lead there, and the threads need not be asked.
    reach_from(h, in, 0, l->shared_roots);
    for (; !*wanted && i < h->found; i++)
        reach_one(h, in, i);
    if (*wanted)
        return true;
    reach_from(h, in, l->shared_roots, before - l->shared_roots);
    reach_from(h, in, after, l->root_count - after);
    for (; !*wanted && i < h->found; i++)
        reach_one(h, in, i);
    return *wanted != 0;
}

bool heap_leaks(const heap *h, const int32_t *in)
{
    const layout *l = h->l;
    for (uint32_t i = 0; i < l->heap_count; i++)
        for (uint32_t n = 1; n <= l->nodes; n++)
            if (in[l->heaps[i].start + (n - 1) * l->heaps[i].stride] == NODE_USED &&
                !heap_moved(h, i, n))
                return true;
    return false;
}
