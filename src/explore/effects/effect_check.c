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
    automaton *a;
    uint32_t processes;
    size_t size; // of a past
    char *pasts; // after the edge that is followed
    size_t count, capacity;
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
        if ((kind == EFFECT_KINDS || r->kind == kind) && effect_row_holds(r, at))
            return true;
    }
    return false;
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
        next.state = way.next;
        next.of[process].result = way.result;
        next.of[process].right = 0;
        for (uint32_t q = 0; q < c->processes && way.next != p->state; q++)
            look(c, &next, q, NULL);
        add(c, &next);
    }
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
    if (l->method == NO_METHOD || p->of[l->process].result) {
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
        break;
    }
    default:
        add(c, &p);
    }
}

// All that can come after a node with these pasts. False: nothing explains what does.
static bool expand(checking *c, const uint32_t *key, size_t length, intern *seen)
{
    uint32_t edges, node = key[0];
    const char *before = (const char *)(key + 2);
    size_t count = (length - 2 * sizeof *key) / c->size;
    const effect_edge *e = effect_graph_edges(c->graph, node, &edges);
    for (uint32_t i = 0; i < edges; i++) {
        c->count = 0;
        for (size_t k = 0; k < count; k++)
            follow(c, (const past *)(before + k * c->size),
                   effect_graph_label(c->graph, e[i].label));
        if (!c->count)
            return false;
        size_t bytes = 2 * sizeof *key + c->count * c->size;
        uint32_t *next = memory_new(1, bytes);
        next[0] = e[i].to;
        memcpy(next + 2, c->pasts, c->count * c->size);
        intern_add(seen, next, bytes);
        free(next);
    }
    return true;
}

static void begin(checking *c, intern *seen)
{
    uint32_t count, first[2 + sizeof(past) / sizeof(uint32_t)] = {EFFECT_START};
    first[2] = automaton_initial(c->a, &count)[0];
    intern_add(seen, first, 2 * sizeof *first + c->size);
}

check_end effect_check(const effect_graph *g, const effect_rows *rows, limits *l)
{
    const subject *s = effect_graph_subject(g);
    checking c = {.graph = g, .rows = rows, .processes = effect_graph_processes(g)};
    intern *seen = intern_new();
    check_end end = CHECK_HOLDS;
    c.a = automaton_new(s->spec, s->pool);
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
    automaton_free(c.a);
    intern_free(seen);
    free(c.pasts);
    return end;
}
