// SPDX-License-Identifier: MIT
// Sorting threads: see canon.h.

#include "verify/canon.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { PRIVATE = -1 }; // as a key: a node that no shared variable leads to

void canon_init(canon *c, const layout *l, bool raw, uint32_t threads, const uint32_t *classes)
{
    *c = (canon){.l = l, .threads = threads, .classes = classes};
    heap_init(&c->heap, l, raw);
    c->keys = memory_new((size_t)threads * l->thread_stride + 1, sizeof *c->keys);
    c->turned = memory_new(l->cells, sizeof *c->turned);
    c->best = memory_new(l->cells, sizeof *c->best);
}

void canon_fini(canon *c)
{
    heap_fini(&c->heap);
    free(c->keys);
    free(c->turned);
    free(c->best);
}

static int32_t *key_of(const canon *c, uint32_t thread)
{
    return c->keys + (size_t)thread * c->l->thread_stride;
}

static void make_keys(canon *c, const int32_t *in)
{
    const layout *l = c->l;
    memcpy(c->keys, in + l->threads, (size_t)c->threads * l->thread_stride * sizeof *c->keys);
    bool any = false;
    for (uint32_t i = l->shared_roots; !any && i < l->root_count; i++)
        any = in[l->roots[i].offset] != 0;
    if (!any)
        return;
    heap_reach_shared(&c->heap, in);
    for (uint32_t i = l->shared_roots; i < l->root_count; i++) {
        int32_t p = in[l->roots[i].offset];
        if (p == 0)
            continue;
        uint32_t number = heap_moved(&c->heap, l->roots[i].record, (uint32_t)p);
        c->keys[l->roots[i].offset - l->threads] = number ? (int32_t)number : PRIVATE;
    }
}

static int compare(const canon *c, uint32_t a, uint32_t b)
{
    if (c->classes[a] != c->classes[b])
        return c->classes[a] < c->classes[b] ? -1 : 1; // alike they are not
    const int32_t *x = key_of(c, a), *y = key_of(c, b);
    for (uint32_t i = 0; i < c->l->thread_stride; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

static bool idle(const canon *c, uint32_t thread)
{
    return key_of(c, thread)[THREAD_PC] == PC_IDLE;
}

// Each class keeps its places.
static void sort(canon *c)
{
    for (uint32_t i = 0; i < c->threads; i++)
        c->order[i] = i;
    for (uint32_t i = 0; i < c->threads; i++)
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

// The state with its threads in this order, then its heap renumbered.
static void turn(canon *c, const int32_t *in, int32_t *out)
{
    const layout *l = c->l;
    if (in_order(c)) {
        heap_normalise(&c->heap, in, out);
        return;
    }
    memcpy(c->turned, in, l->cells * sizeof *in);
    for (uint32_t i = 0; i < c->threads; i++) {
        c->turned[l->done + i] = in[l->done + c->order[i]];
        memcpy(c->turned + l->threads + (size_t)i * l->thread_stride,
               in + l->threads + (size_t)c->order[i] * l->thread_stride,
               l->thread_stride * sizeof *in);
    }
    heap_normalise(&c->heap, c->turned, out);
}

static uint32_t observe(const canon *c, uint32_t observed)
{
    if (!c->observed || in_order(c))
        return observed;
    return c->observed(c->context, observed, c->order);
}

// The next order of threads that look alike; false: back at the first one.
static bool next_order(canon *c)
{
    for (uint32_t from = 0; from < c->threads;) {
        uint32_t to = from + 1;
        while (to < c->threads && !idle(c, c->order[from]) &&
               compare(c, c->order[from], c->order[to]) == 0)
            to++;
        // As numbers go: the next permutation of order[from … to).
        uint32_t k = to - 1;
        while (k > from && c->order[k - 1] > c->order[k])
            k--;
        if (k > from) {
            uint32_t j = to - 1, swap = c->order[k - 1];
            while (c->order[j] < swap)
                j--;
            c->order[k - 1] = c->order[j];
            c->order[j] = swap;
        }
        for (uint32_t a = k, b = to - 1; a < b; a++, b--) {
            uint32_t swap = c->order[a];
            c->order[a] = c->order[b];
            c->order[b] = swap;
        }
        if (k > from)
            return true;
        from = to;
    }
    return false;
}

uint32_t canon_make(canon *c, const int32_t *in, uint32_t observed, int32_t *out)
{
    if (c->threads < 2) {
        heap_normalise(&c->heap, in, out);
        return observed;
    }
    size_t size = c->l->cells * sizeof *out;
    make_keys(c, in);
    sort(c);
    turn(c, in, out);
    uint32_t chosen = observe(c, observed);
    for (uint32_t tried = 1; tried < CANON_MAX_ORDERS && next_order(c); tried++) {
        turn(c, in, c->best);
        int way = memcmp(c->best, out, size);
        if (way > 0)
            continue;
        uint32_t other = observe(c, observed);
        if (way < 0 || other < chosen) {
            memcpy(out, c->best, size);
            chosen = other;
        }
    }
    return chosen;
}
