// SPDX-License-Identifier: MIT
// Sorting threads: see canonical_form.h.

#include "verify/canonical/canonical_form.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { PRIVATE = -1 }; // as a key: a node, or value, that no shared variable leads to
enum { DATA = UINT16_MAX };

void canon_init(canon *c, const program *p, heap_form form, bool symmetric, const uint32_t *classes,
                const scalarset *d)
{
    const layout *l = &p->layout;
    *c = (canon){.l = l, .threads = symmetric || d ? p->threads : 1, .classes = classes};
    heap_init(&c->heap, l, form);
    c->heap.scalarset = d;
    c->symmetric = symmetric;
    c->other = memory_new(l->cells, sizeof *c->other);
    c->points_to = memory_new(l->thread_stride + 1, sizeof *c->points_to);
    for (uint32_t i = 0; i < l->thread_roots; i++) {
        const pointer_field *root = &l->roots[l->shared_roots + i];
        c->points_to[root->offset - l->threads] = root->record + 1;
    }
    for (uint32_t i = 0; d && i < d->thread_count; i++)
        c->points_to[d->thread[i]] = DATA;
    for (uint32_t i = 0; i < c->threads; i++) {
        uint32_t k = i;
        for (; symmetric && k > 0 && classes[c->places[k - 1]] > classes[i]; k--)
            c->places[k] = c->places[k - 1];
        c->places[k] = i;
    }
}

void canon_fini(canon *c)
{
    heap_fini(&c->heap);
    free(c->other);
    free(c->points_to);
}

static const int32_t *cells_of(const canon *c, uint32_t thread)
{
    return c->in + c->l->threads + (size_t)thread * c->l->thread_stride;
}

// What a thread's cell counts as, once the shared part of the heap is numbered.
static inline int32_t key(const canon *c, uint32_t i, int32_t cell)
{
    if (!c->points_to[i] || cell == 0)
        return cell;
    if (c->points_to[i] == DATA) {
        uint32_t k = (uint32_t)cell - (uint32_t)c->heap.scalarset->low;
        if (k >= c->heap.scalarset->count)
            return cell;
        return c->heap.names[k] ? c->heap.scalarset->low + (int32_t)c->heap.names[k] : PRIVATE;
    }
    uint32_t number = heap_moved(&c->heap, c->points_to[i] - 1, (uint32_t)cell);
    return number ? (int32_t)number : PRIVATE;
}

static int compare(const canon *c, uint32_t a, uint32_t b)
{
    if (c->classes[a] != c->classes[b])
        return c->classes[a] < c->classes[b] ? -1 : 1; // alike they are not
    const int32_t *x = cells_of(c, a), *y = cells_of(c, b);
    for (uint32_t i = 0; i < c->l->thread_stride; i++)
        if (x[i] != y[i]) {
            int32_t k = key(c, i, x[i]), m = key(c, i, y[i]);
            if (k != m)
                return k < m ? -1 : 1;
        }
    return 0;
}

static bool idle(const canon *c, uint32_t thread)
{
    return cells_of(c, thread)[THREAD_PC] == PC_IDLE;
}

// Each class keeps its places.
static void sort(canon *c)
{
    for (uint32_t i = 0; i < c->threads; i++)
        c->order[i] = i;
    for (uint32_t i = 0; c->symmetric && i < c->threads; i++)
        for (uint32_t k = i + 1; k < c->threads; k++) {
            uint32_t a = c->order[i], b = c->order[k];
            int way = c->classes[a] == c->classes[b] ? compare(c, a, b) : -1;
            // Where they are alike, the lower number comes first: orders are tried from there.
            if (way < 0 || (way == 0 && a < b))
                continue;
            c->order[i] = b;
            c->order[k] = a;
        }
}

static bool in_order(const canon *c)
{
    for (uint32_t i = 0; i < c->threads; i++)
        if (c->order[i] != i)
            return false;
    return true;
}

// The least state that the observer gets when the values that have no name yet are
// given one, the value number k and those after it.
static uint32_t least_name(const canon *c, uint32_t observed, uint32_t *to, uint32_t used,
                           uint32_t k)
{
    uint32_t count = c->heap.scalarset->count, least = UINT32_MAX;
    if (k == count)
        return c->renamed(c->context, observed, to);
    if (c->heap.names[k]) {
        to[k] = c->heap.names[k] - 1;
        return least_name(c, observed, to, used, k + 1);
    }
    for (uint32_t n = c->heap.named; n < count; n++)
        if (!(used >> n & 1)) {
            to[k] = n;
            uint32_t other = least_name(c, observed, to, used | 1u << n, k + 1);
            least = other < least ? other : least;
        }
    return least;
}

static uint32_t observe(const canon *c, uint32_t observed)
{
    if (c->observed && !in_order(c))
        observed = c->observed(c->context, observed, c->order);
    uint32_t to[SCALARSET_MAX_VALUES];
    return c->heap.scalarset && c->renamed ? least_name(c, observed, to, 0, 0) : observed;
}

static bool has_private(const canon *c, uint32_t thread)
{
    const int32_t *cells = cells_of(c, thread);
    for (uint32_t i = 0; i < c->l->thread_stride; i++)
        if (c->points_to[i] && cells[i] && key(c, i, cells[i]) == PRIVATE)
            return true;
    return false;
}

// Idle, and its own variables hold nothing of which only it knows.
static bool plain(const canon *c, uint32_t thread)
{
    return idle(c, thread) && (c->l->own == c->l->thread_stride || !has_private(c, thread));
}

// The threads in this order, class by class.
static uint32_t *ordered(canon *c, uint32_t i)
{
    return &c->order[c->places[i]];
}

// Where the threads look alike that begin at this place. Plain ones are so much alike that
// their order does not matter.
static uint32_t alike(canon *c, uint32_t from)
{
    uint32_t to = from + 1, first = *ordered(c, from);
    while (c->symmetric && to < c->threads && !plain(c, first) &&
           compare(c, first, *ordered(c, to)) == 0)
        to++;
    return to;
}

typedef struct ties {
    bool any, differ; // differ: by nodes of their own, so their order may show
    uint32_t end[MODEL_MAX_THREADS + 1];
} ties;

static ties find_ties(canon *c)
{
    ties t = {0};
    for (uint32_t from = 0; from < c->threads;) {
        uint32_t to = alike(c, from);
        t.any |= to > from + 1;
        t.differ = t.differ || (to > from + 1 && has_private(c, *ordered(c, from)));
        t.end[from] = to;
        from = to;
    }
    return t;
}

static void swap_threads(canon *c, uint32_t i, uint32_t k)
{
    uint32_t was = *ordered(c, i);
    *ordered(c, i) = *ordered(c, k);
    *ordered(c, k) = was;
}

// The next order of threads that look alike; false: back at the first one.
static bool next_order(canon *c, const ties *t)
{
    for (uint32_t from = 0; from < c->threads;) {
        uint32_t to = t->end[from];
        // As numbers go: the next permutation of those from … to).
        uint32_t k = to - 1;
        while (k > from && *ordered(c, k - 1) > *ordered(c, k))
            k--;
        if (k > from) {
            uint32_t j = to - 1;
            while (*ordered(c, j) < *ordered(c, k - 1))
                j--;
            swap_threads(c, k - 1, j);
        }
        for (uint32_t a = k, b = to - 1; a < b; a++, b--)
            swap_threads(c, a, b);
        if (k > from)
            return true;
        from = to;
    }
    return false;
}

// How the vector in this order compares with `out`, which is taken if it is smaller.
static int try_order(canon *c, const int32_t *in, int32_t *out)
{
    size_t size = c->l->cells * sizeof *out;
    heap_take_threads(&c->heap, c->other);
    heap_put_threads(&c->heap, in, c->order, c->threads, c->other);
    int way = memcmp(c->other, out, size);
    if (way < 0)
        memcpy(out, c->other, size);
    return way;
}

static void note_order(canon *c)
{
    if (c->track)
        memcpy(c->placed, c->order, sizeof c->placed);
}

uint32_t canon_make(canon *c, const int32_t *in, uint32_t observed, int32_t *out)
{
    if (!c->symmetric && !c->heap.scalarset) {
        heap_normalise(&c->heap, in, out);
        return observed;
    }
    c->in = in;
    heap_put_shared(&c->heap, in, out);
    sort(c);
    ties t = find_ties(c);
    heap_put_threads(&c->heap, in, c->order, c->threads, out);
    note_order(c);
    uint32_t chosen = observe(c, observed);
    if (!t.any || (!t.differ && !c->observed))
        return chosen;
    if (t.differ)
        memcpy(c->other, out, c->l->cells * sizeof *out);
    for (uint32_t tried = 1; tried < CANON_MAX_ORDERS && next_order(c, &t); tried++) {
        int way = t.differ ? try_order(c, in, out) : 0;
        if (way < 0)
            note_order(c);
        if (way > 0)
            continue;
        uint32_t other = observe(c, observed);
        if (way < 0 || other < chosen)
            chosen = other;
    }
    return chosen;
}
