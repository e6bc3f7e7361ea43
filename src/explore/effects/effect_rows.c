// SPDX-License-Identifier: MIT
// See effect_rows.h.

#include "explore/effects/effect_rows.h"

#include "base/memory.h"
#include "explore/effects/effect_moment.h"

#include <stdlib.h>
#include <string.h>

static bool same_step(const effect_place *a, const effect_place *b)
{
    return a->method == b->method && a->pc == b->pc;
}

// How much of the place has to be told?
static row_when when_of(const effect_search *p, uint32_t which)
{
    effect_place at = effect_graph_place_get(p->game.graph, which);
    bool whole = true, succeeds = !at.failed;
    if (p->uses[which].passes)
        return WHEN_UNKNOWN;
    for (uint32_t i = 0; i < p->use_count; i++) {
        effect_place other = effect_graph_place_get(p->game.graph, i);
        bool passes = p->uses[i].passes != 0;
        if (!same_step(&other, &at) || (!passes && !p->uses[i].effects))
            continue;
        whole = whole && !passes;
        succeeds = succeeds && passes == (bool)other.failed;
    }
    return whole ? WHEN_ALWAYS : succeeds ? WHEN_SUCCEEDS : WHEN_PLACE;
}

static bool same_row(const effect_row *a, const effect_row *b)
{
    if (a->way != b->way || a->when != b->when || a->method != b->method || a->kind != b->kind ||
        a->other != b->other || !same_step(&a->at, &b->at))
        return false;
    return a->when == WHEN_ALWAYS || a->when == WHEN_SUCCEEDS ||
           !memcmp(&a->at, &b->at, sizeof a->at);
}

static void add(effect_rows *t, const effect_row *r)
{
    for (uint32_t i = 0; i < t->count; i++)
        if (same_row(&t->rows[i], r))
            return;
    MEMORY_GROW(t->rows, t->capacity, (size_t)t->count + 1);
    t->rows[t->count++] = *r;
}

static void find(effect_rows *t, const effect_search *p, const effect_strategy *s, uint32_t method,
                 uint32_t kind)
{
    for (uint32_t i = 0; i < p->use_count; i++) {
        effect_place at = effect_graph_place_get(p->game.graph, i);
        if (at.method == method && p->uses[i].kinds >> kind & 1)
            add(t, &(effect_row){.when = when_of(p, i), .method = method, .kind = kind, .at = at});
    }
    for (size_t i = 0; i < p->help_count; i++) {
        const effect_help *h = &p->helps[i];
        effect_place at = effect_graph_place_get(p->game.graph, h->place);
        if (h->method == method && h->kinds >> kind & 1)
            add(t, &(effect_row){.way = ROW_OTHER,
                                 .when = WHEN_PLACE,
                                 .method = method,
                                 .kind = kind,
                                 .other = at.method,
                                 .at = at});
    }
    if (p->results[method][kind].looks)
        add(t, &(effect_row){.way = ROW_HINDSIGHT,
                             .method = method,
                             .kind = kind,
                             .at = {.pc = effect_moment(s, method, (effect_kind)kind)}});
}

void effect_rows_find(effect_rows *t, const effect_search *p, const effect_strategy *s)
{
    uint32_t methods = effect_graph_subject(p->game.graph)->method_count;
    *t = (effect_rows){0};
    for (uint32_t m = 0; m < methods; m++)
        for (uint32_t k = 0; k < EFFECT_KINDS; k++)
            find(t, p, s, m, k);
}

void effect_rows_fini(effect_rows *t)
{
    free(t->rows);
}

bool effect_row_holds(const effect_row *r, const effect_place *at)
{
    if (!same_step(&r->at, at))
        return false;
    switch (r->when) {
    case WHEN_ALWAYS:
        return true;
    case WHEN_SUCCEEDS:
        return !at->failed;
    default:
        return !memcmp(&r->at, at, sizeof *at);
    }
}

bool effect_rows_decide(const effect_rows *t)
{
    for (uint32_t i = 0; i < t->count; i++)
        if (t->rows[i].way == ROW_OTHER || t->rows[i].when == WHEN_UNKNOWN)
            return false;
    return true;
}
