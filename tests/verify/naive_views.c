// SPDX-License-Identifier: MIT
// See naive_views.h.

#include "naive_views.h"

#include <string.h>

typedef struct naming {
    const transition_system *s;
    const int32_t *cells;
    text *out;
    uint32_t names[MODEL_MAX_RECORDS][MODEL_MAX_NODES + 1];
    uint32_t named;
} naming;

static const int32_t *node_at(const naming *n, uint32_t of, int32_t number)
{
    const heap_layout *h = &n->s->p->layout.heaps[of];
    return n->cells + h->start + (size_t)(number - 1) * h->stride;
}

static void tell(naming *n, uint32_t of, int32_t number)
{
    if (number == 0) {
        text_add(n->out, "null ");
        return;
    }
    uint32_t *name = &n->names[of][number];
    if (*name) {
        text_add(n->out, "@%u ", *name);
        return;
    }
    *name = ++n->named;
    const heap_layout *h = &n->s->p->layout.heaps[of];
    const int32_t *node = node_at(n, of, number);
    text_add(n->out, "@%u=%u{", *name, of);
    for (uint32_t c = 0; c < h->stride; c++) {
        uint32_t to = 0;
        while (to < h->pointer_count && h->pointers[to].offset != c)
            to++;
        if (to < h->pointer_count)
            tell(n, h->pointers[to].record, node[c]);
        else
            text_add(n->out, "%d ", node[c]);
    }
    text_add(n->out, "}");
}

// The cells from `from` to `to`, roots among them as what they lead to.
static void tell_cells(naming *n, uint32_t from, uint32_t to, const pointer_field *roots,
                       uint32_t count, uint32_t shift)
{
    for (uint32_t c = from; c < to; c++) {
        uint32_t i = 0;
        while (i < count && roots[i].offset + shift != c)
            i++;
        if (i < count)
            tell(n, roots[i].record, n->cells[c]);
        else
            text_add(n->out, "%d ", n->cells[c]);
    }
}

static void tell_thread(naming *n, const point_state *p, uint32_t thread)
{
    const layout *l = &n->s->p->layout;
    uint32_t shift = thread * l->thread_stride, first = l->threads + shift;
    const point_open *o = &p->open[thread];
    text_add(n->out, "\n%u %u %llu: ", o->call, o->taken, (unsigned long long)o->possible);
    tell_cells(n, first, first + l->thread_stride, l->roots + l->shared_roots, l->thread_roots,
               shift);
}

static void view_of(const transition_system *s, const int32_t *cells, const point_state *p,
                    uint32_t fixed, uint32_t one, uint32_t other, text *out)
{
    const layout *l = &s->p->layout;
    static naming n; // large
    memset(&n, 0, sizeof n);
    n.s = s;
    n.cells = cells;
    n.out = out;
    text_add(out, "%d %d %llu: ", cells[l->reserved], cells[l->started],
             (unsigned long long)p->state);
    tell_cells(&n, l->shared, l->threads, l->roots, l->shared_roots, 0);
    for (uint32_t t = 0; t < fixed; t++)
        tell_thread(&n, p, t);
    tell_thread(&n, p, one);
    if (other != UINT32_MAX)
        tell_thread(&n, p, other);
    n.out = NULL;
}

void naive_view(const transition_system *s, const int32_t *cells, const point_state *p,
                uint32_t fixed, uint32_t one, uint32_t other, text *out)
{
    text turned = {0};
    text_clear(out);
    view_of(s, cells, p, fixed, one, other, out);
    if (other != UINT32_MAX) {
        view_of(s, cells, p, fixed, other, one, &turned);
        if (strcmp(turned.bytes, out->bytes) < 0) {
            text_clear(out);
            text_add(out, "%s", turned.bytes);
        }
    }
    text_fini(&turned);
}

static void publish(const transition_system *s, int32_t *cells, uint32_t of, int32_t number,
                    bool again)
{
    const heap_layout *h = &s->p->layout.heaps[of];
    int32_t *node = cells + h->start + (size_t)(number - 1) * h->stride;
    if (number == 0 || (node[0] == NAIVE_PUBLISHED && !again))
        return;
    node[0] = NAIVE_PUBLISHED;
    for (uint32_t k = 0; k < h->pointer_count; k++)
        publish(s, cells, h->pointers[k].record, node[h->pointers[k].offset], false);
}

// By node, a bit for each thread that reaches it.
typedef struct reached {
    uint32_t by[MODEL_MAX_RECORDS][MODEL_MAX_NODES + 1];
} reached;

static void reach(const transition_system *s, const int32_t *cells, pointer_field from,
                  uint32_t thread, reached *out)
{
    const heap_layout *h = &s->p->layout.heaps[from.record];
    int32_t number = cells[from.offset];
    if (number == 0 || (out->by[from.record][number] >> thread & 1))
        return;
    out->by[from.record][number] |= 1u << thread;
    for (uint32_t k = 0; k < h->pointer_count; k++) {
        pointer_field to = h->pointers[k];
        to.offset += h->start + (uint32_t)(number - 1) * h->stride;
        reach(s, cells, to, thread, out);
    }
}

// What two threads reach is published, whatever came before.
static void publish_common(const transition_system *s, int32_t *cells)
{
    const layout *l = &s->p->layout;
    static reached r; // large
    memset(&r, 0, sizeof r);
    for (uint32_t t = 0; t < s->p->threads; t++)
        for (uint32_t i = 0; i < l->thread_roots; i++)
            reach(s, cells, l->roots[l->shared_roots + t * l->thread_roots + i], t, &r);
    for (uint32_t of = 0; of < l->heap_count; of++)
        for (uint32_t n = 1; n <= l->nodes; n++)
            if (r.by[of][n] & (r.by[of][n] - 1))
                publish(s, cells, of, (int32_t)n, false);
}

void naive_publish(const transition_system *s, int32_t *cells)
{
    const layout *l = &s->p->layout;
    publish_common(s, cells);
    for (uint32_t i = 0; i < l->shared_roots; i++)
        publish(s, cells, l->roots[i].record, cells[l->roots[i].offset], false);
    for (uint32_t of = 0; of < l->heap_count; of++)
        for (uint32_t n = 1; n <= l->nodes; n++)
            if (cells[l->heaps[of].start + (n - 1) * l->heaps[of].stride] == NAIVE_PUBLISHED)
                publish(s, cells, of, (int32_t)n, true);
}
