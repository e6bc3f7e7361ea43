// SPDX-License-Identifier: MIT
// See trace_recheck.h.

#include "verify/compare/trace_recheck.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TOLD = 12 };

// States in the order in which they were found, none twice.
typedef struct state_list {
    int32_t *cells;
    size_t count, capacity;
} state_list;

typedef struct rechecking {
    const trace_recheck *t;
    size_t width; // of a state
    int32_t *work, *normal, *from;
    heap heap;
    bool failed;
} rechecking;

static void add(const rechecking *r, state_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        if (memcmp(list->cells + i * r->width, r->normal, r->width * sizeof *r->normal) == 0)
            return;
    MEMORY_GROW(list->cells, list->capacity, (list->count + 1) * r->width);
    assert(list->cells);
    memcpy(list->cells + list->count++ * r->width, r->normal, r->width * sizeof *r->normal);
}

// Where steps of this label lead from one state, into another list or the same. True: there are some.
static bool follow(rechecking *r, const state_list *from, size_t which, uint32_t label,
                   state_list *to)
{
    const transition_system *s = r->t->system;
    const uint32_t *known = r->t->seen->of; // of offers
    bool any = false;
    move given;
    int32_t *cells = r->from;
    memcpy(cells, from->cells + which * r->width, r->width * sizeof *cells);
    for (uint32_t next = 0; system_next_move(s, cells, false, &next, &given);) {
        run way = {0};
        if (known && !s->front->label && known[given.offer] != label)
            continue;
        do {
            move m = given;
            memcpy(r->work, cells, r->width * sizeof *r->work);
            run_reset(&way);
            system_interpret(s, r->work, &m, &way);
            r->failed |= way.problem != PROBLEM_NONE;
            if (way.problem || way.blocked || move_label(r->t->seen, &m) != label)
                continue;
            any = true;
            heap_normalise(&r->heap, r->work, r->normal);
            if (to)
                add(r, to);
        } while (run_next(&way));
    }
    return any;
}

static void close_list(rechecking *r, state_list *list)
{
    for (size_t i = 0; i < list->count && !r->failed; i++) {
        r->failed |= limits_reached(r->t->limits);
        follow(r, list, i, LABEL_UNSEEN, list);
    }
}

// What is seen of steps from these states.
static void add_possible(rechecking *r, const state_list *list, text *out)
{
    uint32_t told = 0;
    for (uint32_t label = 1; label < intern_count(r->t->labels); label++) {
        bool possible = false;
        for (size_t i = 0; i < list->count && !possible; i++)
            possible = follow(r, list, i, label, NULL);
        if (possible && told++ < MOST_TOLD)
            text_add(out, "%s%s", told > 1 ? ", " : "", visible_label_text(r->t->labels, label));
    }
    if (told > MOST_TOLD)
        text_add(out, " and %u more", told - MOST_TOLD);
}

static bool run_trace(rechecking *r, text *instead)
{
    const trace_recheck *t = r->t;
    state_list now = {0}, next = {0};
    run start;
    system_start(t->system, r->work, &start);
    heap_normalise(&r->heap, r->work, r->normal);
    add(r, &now);
    close_list(r, &now);
    uint32_t i = 0;
    for (; i < t->length && now.count && !r->failed; i++) {
        next.count = 0;
        for (size_t k = 0; k < now.count; k++)
            follow(r, &now, k, t->trace[i], &next);
        close_list(r, &next);
        if (next.count == 0)
            add_possible(r, &now, instead);
        state_list was = now;
        now = next;
        next = was;
    }
    bool lacking = !r->failed && t->length && i == t->length && now.count == 0;
    free(now.cells);
    free(next.cells);
    return lacking;
}

bool trace_is_lacking(const trace_recheck *t, text *instead)
{
    const layout *l = &t->system->p->layout;
    rechecking r = {.t = t, .width = l->cells};
    r.work = memory_new(l->cells, sizeof *r.work);
    r.normal = memory_new(l->cells, sizeof *r.normal);
    r.from = memory_new(l->cells, sizeof *r.from);
    heap_init(&r.heap, l, HEAP_CANONICAL);
    bool lacking = run_trace(&r, instead);
    heap_fini(&r.heap);
    free(r.work);
    free(r.normal);
    free(r.from);
    return lacking;
}
