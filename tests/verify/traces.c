// SPDX-License-Identifier: MIT
// Histories as an observer's states: see traces.h. The search renames them by asking
// for the same events again; here they are renamed event by event, which is simple.

#include "traces.h"

#include "base/intern.h"
#include "base/memory.h"
#include "verify/search/search_worker.h"

#include <stdlib.h>
#include <string.h>

typedef struct event {
    uint32_t thread, method, is_return;
    int32_t args[MODEL_MAX_ARGS]; // of a call
    lp_value result;              // of a return
} event;

enum { MAX_EVENTS = 16 };
typedef struct trace {
    event events[MAX_EVENTS];
    size_t count;
} trace;

struct traces {
    const transition_system *s;
    const scalarset *d;
    intern *known; // the observer's states, from 1
    intern *set;
    uint32_t found;
};

static uint32_t enter(intern *in, const trace *t)
{
    return intern_add(in, t->events, t->count * sizeof *t->events);
}

static trace trace_of(const intern *in, uint32_t number)
{
    trace t;
    size_t length;
    const void *bytes = intern_get(in, number, &length);
    memset(&t, 0, sizeof t);
    t.count = length / sizeof *t.events;
    if (length)
        memcpy(t.events, bytes, length);
    return t;
}

// Neighbouring calls, and neighbouring returns, have no order: they are sorted by thread.
static void append(trace *t, const event *fresh)
{
    size_t at = t->count++;
    for (; at > 0 && t->events[at - 1].is_return == fresh->is_return &&
           t->events[at - 1].thread > fresh->thread;
         at--)
        t->events[at] = t->events[at - 1];
    t->events[at] = *fresh;
}

static uint32_t observe(void *context, uint32_t state, const move *m)
{
    traces *x = context;
    trace t = trace_of(x->known, state - 1);
    event fresh;
    memset(&fresh, 0, sizeof fresh);
    fresh.thread = m->thread;
    fresh.method = m->method;
    fresh.is_return = m->kind == LABEL_RETURN;
    if (fresh.is_return)
        fresh.result = m->result;
    else
        memcpy(fresh.args, x->s->offers[m->offer].args, sizeof fresh.args);
    if (t.count == MAX_EVENTS)
        return OBSERVED_STOP;
    append(&t, &fresh);
    return enter(x->known, &t) + 1;
}

static int32_t renamed(const traces *x, int32_t value, const uint32_t *values)
{
    uint32_t k = (uint32_t)value - (uint32_t)x->d->low;
    return k < x->d->count ? x->d->low + (int32_t)values[k] : value;
}

// Thread t is called threads[t], and value number i values[i].
static trace rename_trace(const traces *x, const trace *old, const uint32_t *threads,
                          const uint32_t *values)
{
    trace t;
    memset(&t, 0, sizeof t);
    for (size_t i = 0; i < old->count; i++) {
        event v = old->events[i];
        v.thread = threads[v.thread];
        for (uint32_t k = 0; !v.is_return && k < MODEL_MAX_ARGS; k++)
            if (x->d->args[v.method][k])
                v.args[k] = renamed(x, v.args[k], values);
        if (v.is_return && x->d->results[v.method] && v.result.kind == LP_KIND_INT)
            v.result = lp_int(renamed(x, (int32_t)v.result.bits, values));
        append(&t, &v);
    }
    return t;
}

static uint32_t reorder(void *context, uint32_t state, const uint32_t *order)
{
    static const uint32_t as_they_are[SCALARSET_MAX_VALUES] = {0, 1, 2, 3};
    traces *x = context;
    uint32_t threads[MODEL_MAX_THREADS + 1] = {0};
    for (uint32_t i = 0; i < x->s->p->threads; i++)
        threads[order[i]] = i;
    trace old = trace_of(x->known, state - 1), t = rename_trace(x, &old, threads, as_they_are);
    return enter(x->known, &t) + 1;
}

// The next of all orders; false: there is none.
static bool next_order(uint32_t *order, uint32_t count)
{
    for (uint32_t i = count; i-- > 1;) {
        if (order[i - 1] > order[i])
            continue;
        uint32_t k = count - 1;
        while (order[k] < order[i - 1])
            k--;
        uint32_t swapped = order[k];
        order[k] = order[i - 1];
        order[i - 1] = swapped;
        for (uint32_t a = i, b = count - 1; a < b; a++, b--) {
            swapped = order[a];
            order[a] = order[b];
            order[b] = swapped;
        }
        return true;
    }
    return false;
}

static bool alike(const traces *x, const uint32_t *threads)
{
    for (uint32_t i = 0; i < x->s->p->threads; i++)
        if (x->s->classes[i] != x->s->classes[threads[i]])
            return false;
    return true;
}

static void enter_renamed(traces *x, const trace *t, uint32_t reductions)
{
    uint32_t threads[MODEL_MAX_THREADS + 1];
    for (uint32_t i = 0; i < x->s->p->threads; i++)
        threads[i] = i;
    do {
        uint32_t values[SCALARSET_MAX_VALUES] = {0, 1, 2, 3};
        do {
            trace other = rename_trace(x, t, threads, values);
            if (alike(x, threads))
                enter(x->set, &other);
        } while ((reductions & REDUCE_VALUES) && next_order(values, x->d->count));
    } while ((reductions & REDUCE_THREADS) && next_order(threads, x->s->p->threads));
}

static void collect(traces *x, search *q)
{
    worker *w = search_worker(q);
    int32_t *cells = memory_new(x->s->p->layout.cells, sizeof *cells);
    bool *met = memory_new(intern_count(x->known) + 1, sizeof *met);
    store_enter(w->view);
    for (uint32_t i = 0; i < search_count(q); i++) {
        uint32_t state = worker_get(w, i, cells) - 1;
        if (met[state])
            continue;
        met[state] = true;
        trace t = trace_of(x->known, state);
        enter_renamed(x, &t, q->o.reductions);
        x->found++;
    }
    store_leave(w->view);
    free(cells);
    free(met);
}

static search_end find_once(traces *x, uint32_t reductions, bool wide)
{
    limits l = {0};
    limits_start(&l);
    property o = {
        .context = x, .start = 1, .event = observe, .reorder = reorder, .value_symmetric = true};
    search_options options = {
        .reductions = reductions,
        .jobs = 1,
        .wide = wide,
        .scalarset = (reductions & REDUCE_VALUES) && x->d->count > 1 ? x->d : NULL,
        .limits = &l,
    };
    search q;
    search_init(&q, x->s, o, &options);
    search_run(&q);
    search_end end = q.end;
    if (end == SEARCH_COMPLETE)
        collect(x, &q);
    search_fini(&q);
    return end;
}

traces *traces_find(const transition_system *s, const scalarset *d, uint32_t reductions)
{
    traces *x = memory_new(1, sizeof *x);
    *x = (traces){.s = s, .d = d, .known = intern_new(), .set = intern_new()};
    intern_add(x->known, "", 0);
    search_end end = find_once(x, reductions, false);
    if (end == SEARCH_WIDE)
        end = find_once(x, reductions, true);
    if (end == SEARCH_COMPLETE)
        return x;
    traces_free(x);
    return NULL;
}

void traces_free(traces *x)
{
    if (!x)
        return;
    intern_free(x->known);
    intern_free(x->set);
    free(x);
}

uint32_t traces_count(const traces *x)
{
    return intern_count(x->set);
}

uint32_t traces_found(const traces *x)
{
    return x->found;
}

static bool is_complete(const trace *t)
{
    int open = 0;
    for (size_t i = 0; i < t->count; i++)
        open += t->events[i].is_return ? -1 : 1;
    return open == 0;
}

uint32_t traces_complete(const traces *x)
{
    uint32_t complete = 0;
    for (uint32_t i = 0; i < traces_count(x); i++) {
        trace t = trace_of(x->set, i);
        complete += is_complete(&t);
    }
    return complete;
}

static bool among(const traces *x, const trace *t)
{
    return intern_find(x->set, t->events, t->count * sizeof *t->events) != INTERN_NONE;
}

bool traces_same(const traces *a, const traces *b)
{
    for (uint32_t i = 0; i < traces_count(a); i++) {
        trace t = trace_of(a->set, i);
        if (!among(b, &t))
            return false;
    }
    return traces_count(a) == traces_count(b);
}

// Where the n-th event of a thread is; `count`: nowhere.
static size_t find_event(const event *events, size_t count, uint32_t thread, size_t n)
{
    size_t at = 0;
    for (; at < count; at++)
        if (events[at].thread == thread && n-- == 0)
            break;
    return at;
}

// Of two traces as long: is each thread's part the same, and whatever returned before
// a call in `loose` also in `strict`?
static bool stricter(const event *strict, const trace *loose)
{
    size_t there[MAX_EVENTS], nth[MODEL_MAX_THREADS + 1] = {0};
    for (size_t i = 0; i < loose->count; i++) {
        const event *v = &loose->events[i];
        there[i] = find_event(strict, loose->count, v->thread, nth[v->thread]++);
        if (there[i] == loose->count || memcmp(&strict[there[i]], v, sizeof *v) != 0)
            return false;
        for (size_t k = 0; k < i; k++)
            if (loose->events[k].is_return && !v->is_return && there[k] > there[i])
                return false;
    }
    return true;
}

static bool outdone(const traces *x, const trace *loose)
{
    size_t length;
    for (uint32_t i = 0; i < traces_count(x); i++) {
        const event *strict = intern_get(x->set, i, &length);
        if (length == loose->count * sizeof *strict && stricter(strict, loose))
            return true;
    }
    return false;
}

bool traces_strictest(const traces *all, const traces *some)
{
    for (uint32_t i = 0; i < traces_count(some); i++) {
        trace t = trace_of(some->set, i);
        if (is_complete(&t) && !among(all, &t))
            return false;
    }
    for (uint32_t i = 0; i < traces_count(all); i++) {
        trace t = trace_of(all->set, i);
        if (is_complete(&t) && !outdone(some, &t))
            return false;
    }
    return true;
}
