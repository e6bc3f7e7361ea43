// SPDX-License-Identifier: MIT
// See divergence.h. Components by Tarjan's algorithm (1972), with a stack of its own.

#include "verify/search/divergence.h"

#include "base/memory.h"
#include "verify/search/state_edges.h"

#include <stdlib.h>
#include <string.h>

enum { NEW = 0, DONE = UINT32_MAX };

typedef struct list {
    uint32_t *items;
    size_t count, capacity;
} list;

static void push(list *l, uint32_t item)
{
    MEMORY_GROW(l->items, l->capacity, l->count + 1);
    l->items[l->count++] = item;
}

// A component in which a run goes on for ever.
typedef struct circle {
    uint32_t part, first, moved; // the threads that make a step in it
} circle;

typedef struct finder {
    edges g;
    const divergence_options *o;
    uint32_t *index, *low; // of each state
    uint32_t *part;        // of each state: the set that is looked at
    uint32_t parts, next_index;
    uint8_t *mattering; // of each state of the observer: 0: not known
    size_t observed_capacity;
    bool enough;       // nobody wants to know of more
    uint32_t earliest; // state that was found
    circle best;       // the component with the earliest state
} finder;

typedef struct frame {
    uint32_t state;
    size_t first, next; // of its successors
    bool loops;         // an edge leads back to it
} frame;

// What a set of states has in common.
typedef struct traits {
    uint32_t moved;  // threads that make a step within it
    uint32_t always; // threads that can go on in all of its states,
    uint32_t ever;   // or in some
} traits;

static bool matters(finder *f)
{
    const divergence_options *o = f->o;
    uint32_t open = edges_open(&f->g);
    if (!open || (o->view != RUN_SILENT && !(open >> o->thread & 1)))
        return false;
    if (!o->matters)
        return true;
    uint32_t observed = f->g.observed;
    size_t before = f->observed_capacity;
    MEMORY_GROW(f->mattering, f->observed_capacity, (size_t)observed + 1);
    if (f->observed_capacity > before)
        memset(f->mattering + before, 0, f->observed_capacity - before);
    if (!f->mattering[observed])
        f->mattering[observed] = o->matters(o->context, observed) ? 2 : 1;
    return f->mattering[observed] == 2;
}

typedef struct successor_list {
    finder *f;
    list *to;
    uint32_t from, part;
    bool loops;
} successor_list;

static bool add_successor(void *context, const edge *e)
{
    successor_list *s = context;
    if (!run_takes(s->f->o->view, s->f->o->thread, e) || s->f->part[e->to] != s->part)
        return true;
    if (e->to == s->from)
        s->loops = true;
    else if (s->f->index[e->to] != DONE)
        push(s->to, e->to);
    return true;
}

typedef struct looking {
    const finder *f;
    uint32_t part, moved, can;
} looking;

static bool look_at_edge(void *context, const edge *e)
{
    looking *x = context;
    if (e->kind != LABEL_CALL || x->f->o->calls)
        x->can |= 1u << e->thread;
    if (run_takes(x->f->o->view, x->f->o->thread, e) && x->f->part[e->to] == x->part)
        x->moved |= e->threads;
    return true;
}

static bool find_traits(finder *f, const uint32_t *states, size_t count, uint32_t part, traits *t)
{
    *t = (traits){.always = UINT32_MAX};
    for (size_t i = 0; i < count; i++) {
        looking x = {.f = f, .part = part};
        if (!edges_each(&f->g, states[i], look_at_edge, &x))
            return false;
        t->moved |= x.moved;
        t->always &= x.can;
        t->ever |= x.can;
    }
    return true;
}

static bool components(finder *f, const uint32_t *states, size_t count, uint32_t part);

// Leaves out the states in which one of these threads can go on, and looks at what is left.
static bool look_without(finder *f, const uint32_t *states, size_t count, uint32_t part,
                         uint32_t threads)
{
    list left = {0};
    uint32_t fresh = ++f->parts;
    bool ok = true;
    for (size_t i = 0; ok && i < count; i++) {
        looking x = {.f = f, .part = part};
        ok = edges_each(&f->g, states[i], look_at_edge, &x);
        if (ok && !(x.can & threads))
            push(&left, states[i]);
    }
    for (size_t i = 0; i < left.count; i++) {
        f->part[left.items[i]] = fresh;
        f->index[left.items[i]] = NEW;
    }
    ok = ok && components(f, left.items, left.count, fresh);
    free(left.items);
    return ok;
}

static bool fair(const divergence_options *o)
{
    return o->assumed == SCHEDULING_FAIR || o->assumed == SCHEDULING_FAIR_LOCKS;
}

// Of the state visited last. False: enough.
static bool report_state(finder *f, uint32_t state)
{
    f->earliest = state < f->earliest ? state : f->earliest;
    f->enough = !f->o->found(f->o->context, state, f->g.observed);
    return !f->enough;
}

// A component with an edge. False: the limits, or enough.
static bool judge_component(finder *f, const uint32_t *states, size_t count)
{
    scheduling assumed = f->o->assumed;
    uint32_t part = ++f->parts, first = states[0];
    traits t = {0};
    for (size_t i = 0; i < count; i++) {
        f->part[states[i]] = part;
        first = states[i] < first ? states[i] : first;
    }
    if (fair(f->o) || f->o->steps) {
        if (!find_traits(f, states, count, part, &t))
            return false;
        if (f->o->steps ? !(t.moved >> f->o->thread & 1) : (t.always & ~t.moved) != 0)
            return true;
        uint32_t passed_over = t.ever & ~t.moved;
        if (assumed == SCHEDULING_FAIR_LOCKS && passed_over)
            return look_without(f, states, count, part, passed_over);
    }
    edges_at(&f->g, first);
    if (first < f->best.first)
        f->best = (circle){.part = part, .first = first, .moved = t.moved};
    return report_state(f, first);
}

static void open_frame(finder *f, list *pending, uint32_t state)
{
    f->index[state] = f->low[state] = ++f->next_index;
    push(pending, state);
}

// The component that ends with this state, if one does. False: the limits.
static bool close_state(finder *f, list *pending, const frame *at)
{
    if (f->low[at->state] != f->index[at->state])
        return true;
    size_t first = pending->count;
    do
        f->index[pending->items[--first]] = DONE;
    while (pending->items[first] != at->state);
    size_t size = pending->count - first;
    bool ok = (size == 1 && !at->loops) || judge_component(f, pending->items + first, size);
    pending->count = first;
    return ok;
}

typedef struct tarjan {
    frame *frames;
    size_t depth, capacity;
    list pending, successors;
} tarjan;

static bool enter(finder *f, tarjan *x, uint32_t state, uint32_t part)
{
    successor_list s = {.f = f, .to = &x->successors, .from = state, .part = part};
    MEMORY_GROW(x->frames, x->capacity, x->depth + 1);
    frame *fresh = &x->frames[x->depth++];
    *fresh = (frame){.state = state, .first = x->successors.count, .next = x->successors.count};
    open_frame(f, &x->pending, state);
    bool ok = edges_each(&f->g, state, add_successor, &s);
    fresh->loops = s.loops;
    return ok;
}

static bool mattering(finder *f, uint32_t state)
{
    edges_at(&f->g, state);
    if (matters(f))
        return true;
    f->index[state] = DONE;
    return false;
}

static bool from_state(finder *f, tarjan *x, uint32_t root, uint32_t part)
{
    if (!enter(f, x, root, part))
        return false;
    while (x->depth > 0) {
        frame *at = &x->frames[x->depth - 1];
        if (at->next < x->successors.count) {
            uint32_t to = x->successors.items[at->next++];
            if (f->index[to] == NEW && mattering(f, to)) {
                if (!enter(f, x, to, part))
                    return false;
            } else if (f->index[to] != DONE && f->index[to] < f->low[at->state]) {
                f->low[at->state] = f->index[to];
            }
            continue;
        }
        if (!close_state(f, &x->pending, at))
            return false;
        x->successors.count = at->first;
        x->depth--;
        if (x->depth > 0) {
            const frame *below = &x->frames[x->depth - 1];
            if (f->low[at->state] < f->low[below->state] && f->index[at->state] != DONE)
                f->low[below->state] = f->low[at->state];
        }
    }
    return true;
}

// Of this part; NULL: of all states. False: the limits.
static bool components(finder *f, const uint32_t *states, size_t count, uint32_t part)
{
    tarjan x = {0};
    bool ok = true;
    for (size_t i = 0; ok && i < count; i++) {
        uint32_t state = states ? states[i] : (uint32_t)i;
        ok = !edges_stop(&f->g);
        if (ok && f->index[state] == NEW && mattering(f, state))
            ok = from_state(f, &x, state, part);
    }
    free(x.frames);
    free(x.pending.items);
    free(x.successors.items);
    return ok;
}

// Assumption 1 alone: who waits for a condition wakes up and looks, for ever.
static bool look_for_wakers(finder *f, uint32_t count)
{
    const program *p = f->g.q->system->p;
    for (uint32_t state = 0; state < count; state++) {
        if (edges_stop(&f->g))
            return false;
        edges_at(&f->g, state);
        if (!matters(f))
            continue;
        looking x = {.f = f};
        if (!edges_each(&f->g, state, look_at_edge, &x))
            return false;
        uint32_t waits = edges_open(&f->g) & ~x.can;
        for (uint32_t t = 0; t < p->threads; t++) {
            const routine *r;
            uint32_t cell = p->layout.threads + t * p->layout.thread_stride + THREAD_PC;
            const instr *i = program_instr(p, (uint32_t)f->g.cells[cell], &r);
            if (!(waits >> t & 1) || !i || i->kind == INSTR_LOCK)
                continue;
            if (!report_state(f, state))
                return false;
            break;
        }
    }
    return true;
}

// From the state that was found, if it is one of a component: who only wakes up turns no circles.
static bool make_lap(finder *f)
{
    if (!f->o->lap || f->best.first != f->earliest || f->earliest == UINT32_MAX)
        return true;
    lap_options o = {.g = &f->g,
                     .part = f->part,
                     .in = f->best.part,
                     .view = f->o->view,
                     .thread = f->o->thread,
                     .calls = f->o->calls,
                     .met = fair(f->o)    ? UINT32_MAX
                            : f->o->steps ? 1u << f->o->thread
                                          : 0,
                     .moved = f->best.moved,
                     .start = f->best.first};
    return lap_make(f->o->lap, &o);
}

divergence_end divergence_find(search *q, const divergence_options *o)
{
    finder f = {.o = o, .earliest = UINT32_MAX, .best = {.first = UINT32_MAX}};
    uint32_t count = search_count(q);
    f.index = memory_new((size_t)count + 1, sizeof *f.index);
    f.low = memory_new((size_t)count + 1, sizeof *f.low);
    f.part = memory_new((size_t)count + 1, sizeof *f.part);
    edges_begin(&f.g, q);
    f.g.steps_only = o->view != RUN_OPEN;
    bool ok = components(&f, NULL, count, 0) &&
              (o->assumed != SCHEDULING_MINIMAL || look_for_wakers(&f, count)) && make_lap(&f);
    edges_end(&f.g);
    free(f.index);
    free(f.low);
    free(f.part);
    free(f.mattering);
    return ok || f.enough ? DIVERGENCE_DONE : f.g.broken ? DIVERGENCE_FAULT : DIVERGENCE_LIMIT;
}

bool divergence_possible(const program *p)
{
    for (uint32_t k = 0; k < p->routine_count; k++)
        for (uint32_t n = 0; n < p->routines[k].count; n++)
            if (p->routines[k].code[n].back)
                return true;
    return false;
}
