// SPDX-License-Identifier: MIT
// See effect_check.h. Where the spec leaves a choice, all that may have happened is kept: a set of pasts.

#include "explore/effects/effect_check.h"

#include "base/memory.h"
#include "spec/automaton.h"

#include <stdlib.h>
#include <string.h>

enum { LOOK_EVERY = 1024, RESULTS_MAX = 64 };

// An open operation.
typedef struct open_call {
    uint32_t call;   // + 1; 0: none
    uint32_t result; // 0: it has not taken effect
    uint64_t right;  // results that hindsight may explain: a bit for each
} open_call;

typedef struct past {
    uint32_t state, unused;
    open_call of[FIBERS_MAX + 1];
} past;

typedef struct checking {
    const effect_graph *graph;
    const effect_rows *rows;
    const effect_strategy *strategy; // NULL: the rows decide
    const strategy_edge *edge;       // of it, that is followed
    automaton *a;
    uint32_t processes;
    size_t size; // of a past
    char *pasts; // after the edge that is followed
    size_t count, capacity;
    bool *used;    // rows, by some execution
    bool too_many; // results
} checking;

static const effect_row *hindsight_row(const checking *c, uint32_t method, effect_kind kind)
{
    for (uint32_t i = 0; i < c->rows->count; i++) {
        const effect_row *r = &c->rows->rows[i];
        if (r->way == ROW_HINDSIGHT && r->method == method && r->kind == kind)
            return r;
    }
    return NULL;
}

static uint32_t method_of(const checking *c, uint32_t call)
{
    const subject *s = effect_graph_subject(c->graph);
    uint32_t spec_method = automaton_call_get(c->a, call - 1).method, m = 0;
    while (s->spec_methods[m] != spec_method)
        m++;
    return m;
}

// What this operation could return now without changing anything, where a row says that it may. `pc`: of the
// step that it has just made; NULL: something else happened.
static void look(checking *c, past *p, uint32_t process, const void *pc)
{
    open_call *o = &p->of[process];
    if (!o->call || o->result)
        return;
    uint32_t count, method = method_of(c, o->call);
    uint64_t now = 0, kept = 0;
    const automaton_way *ways = automaton_ways(c->a, p->state, o->call - 1, 0, &count);
    for (uint32_t i = 0; i < count; i++) {
        c->too_many = c->too_many || ways[i].result >= RESULTS_MAX;
        if (ways[i].next == p->state && ways[i].result < RESULTS_MAX)
            now |= UINT64_C(1) << ways[i].result;
    }
    for (uint32_t r = 1; r < RESULTS_MAX && (now | o->right) >> r; r++) {
        if (!((now | o->right) >> r & 1))
            continue;
        const effect_row *row =
            hindsight_row(c, method, effect_kind_of(automaton_result_get(c->a, r)));
        uint64_t bit = UINT64_C(1) << r;
        if (row && !row->at.pc)
            kept |= (now | o->right) & bit;
        else if (row)
            kept |= (pc == row->at.pc ? now : o->right) & bit;
    }
    o->right = kept;
}

static void add(checking *c, const past *p)
{
    for (size_t i = 0; i < c->count; i++)
        if (!memcmp(c->pasts + i * c->size, p, c->size))
            return;
    MEMORY_GROW(c->pasts, c->capacity, (c->count + 1) * c->size);
    memcpy(c->pasts + c->count++ * c->size, p, c->size);
}

// Does the table say so, of an operation with this kind of result?
static bool takes_effect(const checking *c, const effect_place *at, effect_kind kind)
{
    for (uint32_t i = 0; i < c->rows->count; i++) {
        const effect_row *r = &c->rows->rows[i];
        if (r->way != ROW_OWN || (kind != EFFECT_KINDS && r->kind != kind) ||
            !effect_row_holds(r, at))
            continue;
        c->used[i] = c->used[i] || r->kind == kind;
        return true;
    }
    return false;
}

static void takes(checking *c, past *p, uint32_t process, automaton_way way)
{
    bool changes = way.next != p->state;
    p->state = way.next;
    p->of[process].result = way.result;
    p->of[process].right = 0;
    for (uint32_t q = 0; q < c->processes && changes; q++)
        look(c, p, q, NULL);
}

// The operation takes effect now, at this place; NULL: it is main's, alone.
static void take_effect(checking *c, const past *p, uint32_t process, const effect_place *at)
{
    uint32_t count, call = p->of[process].call - 1;
    automaton_ways(c->a, p->state, call, 0, &count);
    for (uint32_t i = 0; i < count; i++) {
        automaton_way way = automaton_ways(c->a, p->state, call, 0, &count)[i];
        if (at && !takes_effect(c, at, effect_kind_of(automaton_result_get(c->a, way.result))))
            continue;
        past next = *p;
        takes(c, &next, process, way);
        add(c, &next);
    }
}

// Does the table say that an operation of another thread may take effect at this place?
static bool is_helped(const checking *c, const effect_place *at, uint32_t method, effect_kind kind)
{
    for (uint32_t i = 0; i < c->rows->count; i++) {
        const effect_row *r = &c->rows->rows[i];
        if (r->way != ROW_OTHER || r->method != method || r->kind != kind ||
            !effect_row_holds(r, at))
            continue;
        return c->used[i] = true;
    }
    return false;
}

// These processes' operations take effect now, in some order, with the results that the strategy says.
static void take_all(checking *c, const past *p, uint64_t which, const atomic_state *then)
{
    if (!which)
        add(c, p);
    for (uint32_t q = 0; q < c->processes; q++) {
        if (!(which >> q & 1))
            continue;
        lp_value result = atomic_result(c->strategy->game->object, then, q);
        uint32_t count, call = p->of[q].call - 1, number = automaton_result(c->a, result);
        automaton_ways(c->a, p->state, call, 0, &count);
        for (uint32_t i = 0; i < count; i++) {
            automaton_way way = automaton_ways(c->a, p->state, call, 0, &count)[i];
            if (way.result != number)
                continue;
            past next = *p;
            takes(c, &next, q, way);
            take_all(c, &next, which & ~(UINT64_C(1) << q), then);
        }
    }
}

// What the strategy says of this step, if a row says so, too.
static void follow_strategy(checking *c, const past *p, const effect_label *l,
                            const effect_place *at)
{
    effect_game *g = c->strategy->game;
    uint64_t which = 0;
    atomic_object_get(g->object, c->edge->before, g->answers.now);
    atomic_object_get(g->object, c->edge->after, g->answers.next);
    for (uint32_t q = 0; q < c->processes; q++) {
        if (!g->answers.next->of[q].result || g->answers.now->of[q].result)
            continue;
        effect_kind kind = effect_kind_of(atomic_result(g->object, g->answers.next, q));
        if (!p->of[q].call || p->of[q].result ||
            !(q == l->process ? takes_effect(c, at, kind)
                              : is_helped(c, at, method_of(c, p->of[q].call), kind)))
            return;
        which |= UINT64_C(1) << q;
    }
    past next = *p;
    if (!(which >> l->process & 1))
        look(c, &next, l->process, at->pc);
    take_all(c, &next, which, g->answers.next);
}

static void call(checking *c, past *p, const effect_label *l)
{
    uint32_t method = effect_graph_subject(c->graph)->spec_methods[l->method];
    p->of[l->process] = (open_call){.call = 1 + automaton_call(c->a, method, l->process, l->value)};
    look(c, p, l->process, NULL);
}

static void step(checking *c, past *p, const effect_label *l)
{
    effect_place at = effect_graph_place_get(c->graph, l->place);
    if (l->begins)
        call(c, p, l);
    if (c->strategy) {
        follow_strategy(c, p, l, &at);
    } else if (l->method == NO_METHOD || p->of[l->process].result) {
        add(c, p);
    } else if (takes_effect(c, &at, EFFECT_KINDS)) {
        take_effect(c, p, l->process, &at);
    } else {
        look(c, p, l->process, at.pc);
        add(c, p);
    }
}

static void follow(checking *c, const past *from, const effect_label *l)
{
    past p = {0};
    memcpy(&p, from, c->size);
    switch (l->move) {
    case MOVE_STEP:
        step(c, &p, l);
        break;
    case MOVE_ALONE:
        call(c, &p, l);
        take_effect(c, &p, l->process, NULL);
        if (!c->count)
            add(c, &p); // it cannot: then it must not return
        break;
    case MOVE_RETURN: {
        open_call o = p.of[l->process];
        uint32_t result = automaton_result(c->a, l->value);
        bool right = result < RESULTS_MAX && o.right >> result & 1;
        p.of[l->process] = (open_call){0};
        if (o.result ? o.result == result : right)
            add(c, &p);
        if (!o.result && right)
            c->used[hindsight_row(c, l->method, effect_kind_of(l->value)) - c->rows->rows] = true;
        break;
    }
    default:
        add(c, &p);
    }
}

// What comes after these pasts by this step. False: nothing explains it.
static bool go_on(checking *c, const uint32_t *key, size_t length, const effect_label *l,
                  uint32_t to, intern *seen)
{
    const char *before = (const char *)(key + 2);
    size_t count = (length - 2 * sizeof *key) / c->size;
    c->count = 0;
    for (size_t k = 0; k < count; k++)
        follow(c, (const past *)(before + k * c->size), l);
    size_t bytes = 2 * sizeof *key + c->count * c->size;
    uint32_t *next = memory_new(1, bytes);
    next[0] = to;
    if (c->count)
        memcpy(next + 2, c->pasts, c->count * c->size);
    intern_add(seen, next, bytes);
    free(next);
    return c->count != 0;
}

// All that can come after a node, or a pair of the strategy, with these pasts.
static bool expand(checking *c, const uint32_t *key, size_t length, intern *seen)
{
    uint32_t count, at = key[0];
    bool right = true;
    if (c->strategy) {
        const effect_strategy *s = c->strategy;
        for (size_t i = s->first[at]; i < s->first[at + 1] && right; i++) {
            c->edge = &s->edges[i];
            right = go_on(c, key, length, effect_graph_label(c->graph, c->edge->label), c->edge->to,
                          seen);
        }
        return right;
    }
    const effect_edge *e = effect_graph_edges(c->graph, at, &count);
    for (uint32_t i = 0; i < count && right; i++)
        right = go_on(c, key, length, effect_graph_label(c->graph, e[i].label), e[i].to, seen);
    return right;
}

// Nodes and pairs begin with number 0.
static void begin(checking *c, intern *seen)
{
    uint32_t count, first[2 + sizeof(past) / sizeof(uint32_t)] = {0};
    first[2] = automaton_initial(c->a, &count)[0];
    intern_add(seen, first, 2 * sizeof *first + c->size);
}

check_end effect_check(const effect_rows *rows, const effect_strategy *s)
{
    const effect_graph *g = s->game->graph;
    const subject *its = effect_graph_subject(g);
    limits *l = s->game->limits;
    checking c = {.graph = g, .rows = rows, .processes = effect_graph_processes(g)};
    intern *seen = intern_new();
    check_end end = CHECK_HOLDS;
    c.strategy = effect_rows_decide(rows) ? NULL : s;
    c.a = automaton_new(its->spec, its->pool);
    c.used = memory_new((size_t)rows->count + 1, sizeof *c.used);
    c.size = offsetof(past, of) + c.processes * sizeof(open_call);
    begin(&c, seen);
    for (uint32_t i = 0; i < intern_count(seen) && end == CHECK_HOLDS; i++) {
        size_t length;
        const uint32_t *key = intern_get(seen, i, &length);
        if (i % LOOK_EVERY == 0 && l && limits_reached(l))
            end = CHECK_STOPPED;
        else if (!expand(&c, key, length, seen))
            end = c.too_many ? CHECK_STOPPED : CHECK_FAILS;
    }
    for (uint32_t i = 0; i < rows->count && end == CHECK_HOLDS; i++)
        end = c.used[i] ? CHECK_HOLDS : CHECK_FAILS;
    automaton_free(c.a);
    intern_free(seen);
    free(c.pasts);
    free(c.used);
    return end;
}
