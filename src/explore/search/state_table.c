// SPDX-License-Identifier: MIT
// See state_table.h. States are in an open-addressing table; the edges are kept so
// that, at the end, cycles can be told.

#include "explore/search/state_graph.h"

#include "base/memory.h"
#include "explore/runtime/arena.h"
#include "explore/runtime/region.h"
#include "explore/runtime/runtime.h"
#include "explore/runtime/tls.h"
#include "explore/search/wide_hash.h"

#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL // the state of the hash is on the stack
#include <xxhash.h>

// What a switch pushes: the control words of the floating-point units, two bytes that mean
// nothing, registers.
enum { CONTEXT_CONTROL = 6, CONTEXT_REGISTERS = 8 };

state_graph *state_graph_new(void)
{
    state_graph *g = memory_new(1, sizeof *g);
    g->table_size = 1 << 12;
    g->table = memory_new(g->table_size, sizeof *g->table);
    g->turns = intern_new();
    return g;
}

void state_graph_free(state_graph *g)
{
    if (!g)
        return;
    free(g->nodes);
    free(g->table);
    free(g->edges);
    intern_free(g->turns);
    free(g);
}

static void feed(void *context, const void *bytes, size_t size)
{
    enum { LARGE = 1024 }; // a call pays
    if (size >= LARGE && __builtin_cpu_supports("avx2"))
        wide_hash_update(context, bytes, size);
    else
        XXH3_128bits_update(context, bytes, size);
}

// From where it is parked; the frames of a hook that says what it goes on with are left out.
static void feed_stack(XXH3_state_t *h, const fiber *f)
{
    const char *from = (const char *)f->context + CONTEXT_REGISTERS;
    feed(h, f->context, CONTEXT_CONTROL);
    if (f->frame.stack) {
        feed(h, &f->frame, sizeof f->frame);
        from = f->frame.stack;
    }
    uint64_t live = (uint64_t)(f->stack_high - from);
    feed(h, &live, sizeof live);
    feed(h, from, live);
}

static XXH128_hash_t hash_now(void)
{
    XXH3_state_t h;
    XXH3_128bits_reset(&h);
    regions_visit(feed, &h);
    arenas_visit(feed, &h);
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        const fiber *f = &rt.fibers[i];
        feed(&h, &f->s, sizeof f->s);
        if (f->s.status == FIBER_UNUSED)
            continue;
        tls_visit(f, feed, &h);
        if (f->s.status == FIBER_DONE)
            continue;
        feed_stack(&h, f);
    }
    const struct {
        void *instance;
        uint64_t past;
        uint32_t fibers, events, keys, unused;
    } rest = {rt.instance, rt.past, rt.fiber_count, rt.event_count, rt.key_count, 0};
    feed(&h, &rest, sizeof rest);
    feed(&h, rt.key_destructors, rt.key_count * sizeof *rt.key_destructors);
    feed(&h, rt.events, rt.event_count * sizeof *rt.events);
    return XXH3_128bits_digest(&h);
}

void state_hash(uint64_t out[2])
{
    XXH128_hash_t h = hash_now();
    out[0] = h.low64;
    out[1] = h.high64;
}

void state_note_past(const fiber *f)
{
    op_kind kind = f->s.next.kind;
    bool foreign = kind == OP_FOREIGN || kind == OP_STREAM || kind == OP_FILE;
    if (!foreign && !f->s.foreign_slot && !f->s.foreign_body)
        return;
    XXH128_hash_t h = hash_now();
    uint64_t bytes[] = {h.low64, h.high64, f->number};
    rt.past = XXH3_64bits(bytes, sizeof bytes);
}

static void grow_table(state_graph *g)
{
    free(g->table);
    g->table_size *= 2;
    g->table = memory_new(g->table_size, sizeof *g->table);
    for (uint32_t i = 0; i < g->count; i++) {
        uint64_t at = g->nodes[i].low & (g->table_size - 1);
        while (g->table[at])
            at = (at + 1) & (g->table_size - 1);
        g->table[at] = i + 1;
    }
}

static void add_edge(state_graph *g, uint32_t from, uint32_t to, uint32_t choice, const turns *t)
{
    turns clean; // its padding, too
    memset(&clean, 0, sizeof clean);
    clean.stepped = t->stepped;
    clean.could = t->could;
    clean.spurious = t->spurious;
    clean.many = t->many;
    clean.lock_count = t->lock_count;
    memcpy(clean.locks, t->locks, t->lock_count * sizeof *t->locks);
    MEMORY_GROW(g->edges, g->edge_capacity, g->edge_count + 1);
    g->edges[g->edge_count++] =
        (edge){from, to, choice, intern_add(g->turns, &clean, sizeof clean)};
}

// Calls that are to be logged with their first step have been made.
static uint64_t hash_history(void)
{
    uint64_t open = 0;
    for (uint32_t i = 0; i < rt.fiber_count; i++)
        open |= (uint64_t)rt.fibers[i].s.call_waits << i;
    return XXH3_64bits_withSeed(rt.events, rt.event_count * sizeof *rt.events, open);
}

uint32_t state_graph_add(state_graph *g, uint32_t from, uint32_t choice, turns between, bool *fresh)
{
    XXH128_hash_t h = hash_now();
    if ((uint64_t)g->count * 2 >= g->table_size)
        grow_table(g);
    uint64_t at = h.low64 & (g->table_size - 1);
    uint32_t found = STATE_NONE;
    for (; g->table[at] && found == STATE_NONE; at = (at + 1) & (g->table_size - 1)) {
        const node *n = &g->nodes[g->table[at] - 1];
        if (n->low == h.low64 && n->high == h.high64)
            found = g->table[at] - 1;
    }
    *fresh = found == STATE_NONE;
    if (*fresh) {
        found = g->count;
        MEMORY_GROW(g->nodes, g->capacity, g->count + 1);
        g->nodes[g->count++] = (node){h.low64, h.high64, hash_history(), from, choice, false};
        g->table[at] = g->count;
    }
    if (from != STATE_NONE)
        add_edge(g, from, found, choice, &between);
    return found;
}

void state_graph_finish(state_graph *g, uint32_t from, turns between)
{
    if (from != STATE_NONE)
        add_edge(g, from, STATE_NONE, CHOICE_NONE, &between);
}

void state_graph_doze(state_graph *g, uint32_t state)
{
    g->nodes[state].dozes = true;
    state_graph_finish(g, state, (turns){0});
}

uint32_t state_graph_count(const state_graph *g)
{
    return g->count;
}

uint64_t state_graph_bytes(const state_graph *g)
{
    return g->capacity * sizeof(node) + g->table_size * sizeof(uint32_t) +
           g->edge_capacity * sizeof(edge) + intern_bytes(g->turns);
}

uint32_t *state_graph_path(const state_graph *g, uint32_t state, uint32_t *count, uint32_t *forced)
{
    uint32_t n = 0;
    *forced = 0;
    for (uint32_t s = state; s != STATE_NONE && g->nodes[s].choice == CHOICE_NONE;
         s = g->nodes[s].parent)
        ++*forced;
    for (uint32_t s = state; s != STATE_NONE; s = g->nodes[s].parent)
        n += g->nodes[s].choice != CHOICE_NONE;
    uint32_t *path = memory_new((size_t)n + 1, sizeof *path);
    *count = n;
    for (uint32_t s = state; s != STATE_NONE; s = g->nodes[s].parent)
        if (g->nodes[s].choice != CHOICE_NONE)
            path[--n] = g->nodes[s].choice;
    return path;
}
