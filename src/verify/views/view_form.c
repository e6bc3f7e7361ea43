// SPDX-License-Identifier: MIT
// See view_form.h.

#include "verify/views/view_form.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static size_t points_size(uint32_t slots)
{
    return sizeof(uint64_t) + slots * sizeof(point_open);
}

void view_form_init(view_form *f, const transition_system *s, uint32_t fixed, uint32_t kept)
{
    const layout *l = &s->p->layout;
    *f = (view_form){.s = s, .fixed = fixed, .kept = kept, .slots = fixed + kept + 1, .order = *l};
    f->width = l->cells + points_size(f->slots) / sizeof(int32_t);
    f->order.shared_roots += (fixed + kept - 1) * l->thread_roots;
    heap_init(&f->heap, &f->order, HEAP_CANONICAL);
    f->chosen = memory_new(f->width, sizeof *f->chosen);
    f->turned = memory_new(f->width, sizeof *f->turned);
    f->queue = memory_new(l->heap_count * l->nodes + 1, sizeof *f->queue);
}

void view_form_fini(view_form *f)
{
    heap_fini(&f->heap);
    free(f->chosen);
    free(f->turned);
    free(f->queue);
}

void view_points_get(const view_form *f, const int32_t *vector, point_state *out)
{
    memset(out, 0, sizeof *out);
    memcpy(out, vector + f->s->p->layout.cells, points_size(f->slots));
}

void view_points_set(const view_form *f, const point_state *p, int32_t *vector)
{
    memcpy(vector + f->s->p->layout.cells, p, points_size(f->slots));
}

void view_form_put(view_form *f, const int32_t *in, const uint32_t *slots, uint32_t count,
                   int32_t *out)
{
    const layout *l = &f->s->p->layout;
    point_state from, to;
    view_points_get(f, in, &from);
    to = from;
    memcpy(f->chosen, in, l->cells * sizeof *in);
    for (uint32_t i = 0; i < f->slots - f->fixed; i++) {
        uint32_t thread = f->fixed + i;
        bool kept = i < count && i < VIEW_MOST_KEPT;
        int32_t *cells = f->chosen + l->threads + (size_t)thread * l->thread_stride;
        if (kept)
            memcpy(cells, in + l->threads + (size_t)slots[i] * l->thread_stride,
                   l->thread_stride * sizeof *cells);
        else
            memset(cells, 0, l->thread_stride * sizeof *cells);
        to.open[thread] = kept ? from.open[slots[i]] : (point_open){0};
    }
    heap_normalise(&f->heap, f->chosen, out);
    view_points_set(f, &to, out);
}

void view_form_put_least(view_form *f, const int32_t *in, const uint32_t *slots, int32_t *out)
{
    view_form_put(f, in, slots, f->kept, out);
    if (f->kept == 1)
        return;
    view_form_put(f, in, (uint32_t[]){slots[1], slots[0]}, f->kept, f->turned);
    if (memcmp(f->turned, out, f->width * sizeof *out) < 0)
        memcpy(out, f->turned, f->width * sizeof *out);
}

uint32_t view_nodes(const view_form *f, const int32_t *vector, uint32_t of)
{
    uint32_t nodes = 0;
    while (nodes < f->s->p->layout.nodes && *view_node(f, vector, of, nodes + 1) != NODE_FREE)
        nodes++;
    return nodes;
}

static int32_t *status_of(const view_form *f, int32_t *vector, uint32_t of, int32_t number)
{
    const heap_layout *h = &f->s->p->layout.heaps[of];
    return vector + h->start + (size_t)(number - 1) * h->stride;
}

// A pointer in what is shared, or in a published node.
static uint32_t publish(view_form *f, int32_t *vector, pointer_field to, uint32_t found)
{
    int32_t number = vector[to.offset];
    if (number == 0)
        return found;
    int32_t *status = status_of(f, vector, to.record, number);
    if (*status == NODE_PUBLISHED)
        return found;
    *status = NODE_PUBLISHED;
    f->queue[found] = (heap_node){to.record, (uint32_t)number - 1};
    return found + 1;
}

static uint32_t publish_from(view_form *f, int32_t *vector, heap_node n, uint32_t found)
{
    const heap_layout *h = &f->s->p->layout.heaps[n.of];
    for (uint32_t k = 0; k < h->pointer_count; k++) {
        pointer_field to = h->pointers[k];
        to.offset += h->start + n.node * h->stride;
        found = publish(f, vector, to, found);
    }
    return found;
}

void view_form_publish(view_form *f, int32_t *vector)
{
    const layout *l = &f->s->p->layout;
    uint32_t found = 0, done = 0;
    for (uint32_t i = 0; i < l->shared_roots; i++)
        found = publish(f, vector, l->roots[i], found);
    // Nodes that were published before may lead to others now.
    for (uint32_t of = 0; of < l->heap_count; of++)
        for (uint32_t node = 0; node < l->nodes; node++)
            if (*status_of(f, vector, of, (int32_t)node + 1) == NODE_PUBLISHED)
                found = publish_from(f, vector, (heap_node){of, node}, found);
    while (done < found)
        found = publish_from(f, vector, f->queue[done++], found);
}

// A pointer of this thread, from 1 on. `last`: by node, the thread that came to it last.
static uint32_t come_to(view_form *f, int32_t *vector, pointer_field to, uint32_t thread,
                        uint32_t *last, uint32_t found)
{
    int32_t number = vector[to.offset];
    if (number == 0)
        return found;
    uint32_t *before = &last[to.record * f->s->p->layout.nodes + (uint32_t)number - 1];
    if (*before == thread)
        return found;
    if (*before)
        *status_of(f, vector, to.record, number) = NODE_PUBLISHED;
    *before = thread;
    f->queue[found] = (heap_node){to.record, (uint32_t)number - 1};
    return found + 1;
}

void view_form_publish_start(view_form *f, int32_t *vector)
{
    const layout *l = &f->s->p->layout;
    uint32_t *last = memory_new(l->heap_count * l->nodes + 1, sizeof *last);
    for (uint32_t t = 0; t < f->slots; t++) {
        const pointer_field *roots = l->roots + l->shared_roots + (size_t)t * l->thread_roots;
        uint32_t found = 0;
        for (uint32_t i = 0; i < l->thread_roots; i++)
            found = come_to(f, vector, roots[i], t + 1, last, found);
        for (uint32_t done = 0; done < found; done++) {
            heap_node n = f->queue[done];
            const heap_layout *h = &l->heaps[n.of];
            for (uint32_t k = 0; k < h->pointer_count; k++) {
                pointer_field to = h->pointers[k];
                to.offset += h->start + n.node * h->stride;
                found = come_to(f, vector, to, t + 1, last, found);
            }
        }
    }
    free(last);
    view_form_publish(f, vector);
}
