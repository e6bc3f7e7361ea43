// SPDX-License-Identifier: MIT
// See waiting_objects.h.

#include "waiting_objects.h"

#include "base/io/limits.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(list) (sizeof(list) / sizeof *(list))

// What ends by itself, if the scheduler is kind.
static const char *const steps[] = {
    "x = 1; ",
    "lock(l); x = 1; l = false; ",
    "lock(l); x = 0; l = false; ",
    "while (!cas(l, false, true)) { } l = false; ",
    "loop { await(!l); if (cas(l, false, true)) break; } l = false; ",
    "y = 1; lock(l); y = 0; l = false; ",
    "loop { lock(l); if (y == 0) break; l = false; } l = false; ",
    "while (y == 1) { } ",
    "await(y == 0); ",
    "if (x == 0) { lock(l); l = false; } ",
};
// What may not.
static const char *const waits[] = {
    "await(x == 1); ",
    "lock(l); ",
    "while (x == 0) { y = 1; y = 0; } ",
    "lock(k); lock(l); l = false; k = false; ",
    "lock(l); lock(k); k = false; l = false; ",
    "loop { if (y == 1) break; y = 1; if (x == 1) break; y = 0; } ",
};

// What never waits for others, and may be held up by them.
static const char *const tries[] = {
    "loop { int a = x; if (cas(x, a, 1 - a)) break; } ",
    "loop { x = 1; if (x == 1) break; } ",
    "loop { x = 0; if (x == 0) break; } ",
    "loop { y = 1; if (cas(x, 0, 1)) break; x = 0; } ",
    "if (cas(x, 0, 1)) y = 1; ",
    "int b = y; if (b == 0) { x = 0; } ",
    "while (y == 1) { y = 0; } ",
    "while (x != y) { x = 1; } ",
};

static void write_body(rng *r, bool free, text *out)
{
    if (free) {
        for (uint64_t n = rng_below(r, 2) + 1; n > 0; n--)
            text_add(out, "{ %s} ", tries[rng_below(r, COUNT(tries))]);
        return;
    }
    for (uint64_t n = rng_below(r, 2) + 1; n > 0; n--)
        if (rng_below(r, 10) == 0)
            text_add(out, "%s", waits[rng_below(r, COUNT(waits))]);
        else
            text_add(out, "%s", steps[rng_below(r, COUNT(steps))]);
}

static void write_bodies(rng *r, int number, bool free, text *f, text *g)
{
    if (number % 6 == 0) { // only a fair lock lets the first one through
        text_add(f, "y = 1; lock(l); y = 0; l = false; ");
        text_add(g, "loop { lock(l); if (y == 0) break; l = false; } l = false; ");
    }
    write_body(r, free, f);
    write_body(r, free, g);
}

char *waiting_objects(uint64_t seed, const waiting_claim *claims, size_t count, bool free_ones)
{
    rng r;
    rng_init(&r, seed);
    text f = {0}, g = {0}, blocks = {0};
    uint32_t threads = 2 + (seed % 5 == 0);
    for (int i = 0; i < WAITING_OBJECTS; i++) {
        text_add(&f, "    if (v == %d) { ", i);
        text_add(&g, "    if (v == %d) { ", i);
        if (free_ones && i == 2) { // Peterson's lock: everybody gets in, if each gets its turns
            text_add(&f, "k = true; x = 1; await(y == 0 || x == 0); k = false; ");
            text_add(&g, "y = 1; x = 0; await(!k || x == 1); y = 0; ");
        } else if (free_ones && i == 4) { // waits for somebody to call
            text_add(&f, "await(x == 1); x = 0; ");
            text_add(&g, "x = 1; ");
        } else {
            write_bodies(&r, i, free_ones && i % 2, &f, &g);
        }
        text_add(&f, "}\n");
        text_add(&g, "}\n");
        for (size_t k = 0; k < count; k++)
            text_add(&blocks, "verify o %s { threads %u; nodes 8; int %d..%d; %s }\n",
                     claims[k].claim, threads, i, i, claims[k].setting);
    }
    const char *only[] = {"", "", "@only(0) ", "@only(0..1) "};
    char *written = text_format("shared int x; shared int y; shared bool l; shared bool k;\n"
                                "object o {\n  f(int v) %s{\n%s  }\n  g(int v) {\n%s  }\n}\n"
                                "spec s { f(int v) { } g(int v) { } }\n%s",
                                only[rng_below(&r, COUNT(only))], f.bytes, g.bytes, blocks.bytes);
    text_fini(&f);
    text_fini(&g);
    text_fini(&blocks);
    return written;
}

enum { MAX_STATES = 1000, ITEMS = 4 };

static bool visit(void *context, const successors *path, const int32_t *after)
{
    world *w = context;
    assert_int_equal(path->run.problem, 0);
    uint32_t to = intern_add(w->states, after, w->s.p->layout.cells * sizeof *after);
    MEMORY_GROW(w->arcs, w->arc_capacity, w->arc_count + 1);
    w->arcs[w->arc_count++] = (arc){w->at, to, path->path[0].thread, path->path[0].kind};
    return true;
}

bool world_has(const world *w, const uint64_t *rows, uint32_t from, uint32_t to)
{
    return rows[(size_t)from * w->words + to / 64] >> to % 64 & 1;
}

uint64_t *world_reach(const world *w, bool (*takes)(const void *context, const arc *a),
                      const void *context)
{
    uint64_t *rows = memory_new((size_t)w->count * w->words, sizeof *rows);
    for (bool changed = true; changed;) { // a few rounds: each at least one step further
        changed = false;
        for (size_t i = w->arc_count; i-- > 0;) {
            const arc *a = &w->arcs[i];
            if (!takes(context, a))
                continue;
            uint64_t *from = rows + (size_t)a->from * w->words;
            const uint64_t *to = rows + (size_t)a->to * w->words;
            for (uint32_t k = 0; k < w->words; k++) {
                uint64_t more = to[k] | (k == a->to / 64 ? (uint64_t)1 << a->to % 64 : 0);
                changed |= (more & ~from[k]) != 0;
                from[k] |= more;
            }
        }
    }
    return rows;
}

static void find_threads(world *w)
{
    const program *p = w->s.p;
    for (size_t i = 0; i < w->arc_count; i++)
        if (w->arcs[i].kind != LABEL_CALL)
            w->can[w->arcs[i].from] |= 1u << w->arcs[i].thread;
    for (uint32_t n = 0; n < w->count; n++)
        for (uint32_t t = 0; t < w->threads; t++) {
            size_t length;
            const int32_t *cells = intern_get(w->states, n, &length);
            uint32_t pc = (uint32_t)cells[p->layout.threads + t * p->layout.thread_stride];
            const routine *r;
            const instr *i = program_instr(p, pc, &r);
            if (pc != PC_IDLE)
                w->open[n] |= 1u << t;
            if (pc != PC_IDLE && !(w->can[n] >> t & 1) && i->kind != INSTR_LOCK)
                w->wakes[n] |= 1u << t;
        }
}

bool world_init(world *w, const instance *v)
{
    error e = {0};
    limits l = {0};
    limits_start(&l);
    lp_pool *pool = lp_pool_new();
    *w = (world){.states = intern_new(), .threads = v->threads};
    // As the claims have them: else it would be compiled once more.
    system_options o = {.threads = w->threads,
                        .nodes = v->nodes,
                        .items = ITEMS,
                        .has_range = true,
                        .low = v->low,
                        .high = v->high,
                        .limits = &l};
    assert_true(system_init(&w->s, v, &o, pool, &e));
    size_t size = w->s.p->layout.cells * sizeof(int32_t);
    int32_t *cells = memory_new(w->s.p->layout.cells, sizeof *cells);
    run r;
    system_start(&w->s, cells, &r);
    intern_add(w->states, cells, size);
    successors each;
    successors_init(&each, &w->s, false, false, false);
    for (; w->at < intern_count(w->states) && w->at < MAX_STATES; w->at++) {
        size_t length;
        memcpy(cells, intern_get(w->states, w->at, &length), size);
        successors_expand(&each, cells, visit, w);
    }
    successors_fini(&each);
    free(cells);
    lp_pool_free(pool);
    w->count = intern_count(w->states);
    if (w->count > MAX_STATES)
        return false;
    w->can = memory_new(w->count, sizeof *w->can);
    w->open = memory_new(w->count, sizeof *w->open);
    w->wakes = memory_new(w->count, sizeof *w->wakes);
    w->words = w->count / 64 + 1;
    find_threads(w);
    return true;
}

void world_fini(world *w)
{
    system_fini(&w->s);
    intern_free(w->states);
    free(w->arcs);
    free(w->can);
    free(w->open);
    free(w->wakes);
}
