// SPDX-License-Identifier: MIT
// Looking, forgetting, looking again: see stream_window.h.

#include "judge/stream_window.h"

#include "base/memory.h"
#include "judge/jit_search.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_LOOK = 1024, CLOSED = UINT32_MAX };

struct stream_window {
    const lp_spec *spec;
    const fast_judge *fast;
    limits *limits;
    lp_history *history;
    uint32_t *methods;
    size_t methods_capacity;
    uint32_t *where; // of each ticket: its operation; CLOSED: the ticket is free
    bool *abandoned; // of each ticket: its operation will never return
    uint32_t tickets;
    size_t where_capacity, abandoned_capacity;
    uint32_t look_at; // when the history has so many events
    uint32_t looked;  // events at the last look
    jit_search *search;
};

stream_window *stream_window_new(const lp_spec *spec, lp_pool *pool, const fast_judge *fast,
                                 limits *l)
{
    REQUIRE(fast->settled);
    stream_window *w = memory_new(1, sizeof *w);
    *w = (stream_window){.spec = spec, .fast = fast, .limits = l, .look_at = FIRST_LOOK};
    w->history = lp_history_new(pool);
    return w;
}

void stream_window_free(stream_window *w)
{
    if (!w)
        return;
    lp_history_free(w->history);
    jit_search_free(w->search);
    free(w->methods);
    free(w->where);
    free(w->abandoned);
    free(w);
}

judge_task stream_window_task(const stream_window *w)
{
    return (judge_task){
        .history = w->history, .methods = w->methods, .spec = w->spec, .limits = w->limits};
}

uint32_t stream_window_call(stream_window *w, uint32_t method, const lp_op *call)
{
    uint32_t ticket = 0;
    while (ticket < w->tickets && w->where[ticket] != CLOSED)
        ticket++;
    if (ticket == w->tickets) {
        w->tickets++;
        MEMORY_GROW(w->where, w->where_capacity, w->tickets);
        MEMORY_GROW(w->abandoned, w->abandoned_capacity, w->tickets);
    }
    uint32_t op = lp_history_call(w->history, call->process, call->method, call->arg);
    w->history->ops[op].object = call->object;
    w->history->ops[op].line = call->line;
    MEMORY_GROW(w->methods, w->methods_capacity, (size_t)op + 1);
    w->methods[op] = method;
    w->where[ticket] = op;
    w->abandoned[ticket] = false;
    return ticket;
}

void stream_window_return(stream_window *w, uint32_t ticket, lp_value result, uint32_t line)
{
    w->history->ops[w->where[ticket]].ret_line = line;
    lp_history_return(w->history, w->where[ticket], result);
    w->where[ticket] = CLOSED;
}

// Keeps these, and renames them.
static void keep_only(stream_window *w, const bool *keep)
{
    lp_history *old = w->history;
    uint32_t *renamed = memory_new(old->op_count, sizeof *renamed);
    uint32_t n = 0;
    for (uint32_t i = 0; i < old->op_count; i++) {
        renamed[i] = n;
        w->methods[n] = w->methods[i];
        n += keep[i];
    }
    w->history = lp_history_select(old, keep);
    for (uint32_t t = 0; t < w->tickets; t++)
        if (w->where[t] != CLOSED)
            w->where[t] = renamed[w->where[t]];
    lp_history_free(old);
    free(renamed);
}

void stream_window_fail(stream_window *w, uint32_t ticket)
{
    bool *keep = memory_new(w->history->op_count, sizeof *keep);
    memset(keep, true, w->history->op_count);
    keep[w->where[ticket]] = false;
    w->where[ticket] = CLOSED;
    keep_only(w, keep);
    free(keep);
}

void stream_window_abandon(stream_window *w, uint32_t ticket)
{
    w->abandoned[ticket] = true;
}

// The first event from which on something is open: also what will never return
// may take effect at any time from then on. *any: something may return.
static uint32_t first_open(const stream_window *w, bool *any)
{
    uint32_t first = w->history->event_count;
    *any = false;
    for (uint32_t t = 0; t < w->tickets; t++) {
        if (w->where[t] == CLOSED)
            continue;
        uint32_t call = w->history->ops[w->where[t]].call;
        first = call < first ? call : first;
        *any |= !w->abandoned[t];
    }
    return first;
}

static void forget(stream_window *w, uint32_t before)
{
    bool *keep = memory_new(w->history->op_count, sizeof *keep);
    memset(keep, true, w->history->op_count);
    judge_task task = stream_window_task(w);
    w->fast->settled(&task, before, keep);
    for (uint32_t t = 0; t < w->tickets; t++)
        if (w->where[t] != CLOSED)
            keep[w->where[t]] = true;
    keep_only(w, keep);
    free(keep);
}

lp_outcome stream_window_look(stream_window *w, bool now, bool end)
{
    uint32_t events = w->history->event_count;
    if (events < w->look_at && !(now && events != w->looked) && !end)
        return LP_HOLDS;
    judge_task task = stream_window_task(w);
    bool any;
    uint32_t before = first_open(w, &any);
    lp_outcome found = w->fast->run(&task);
    // What is open may still explain it; if nothing is, the search must decide.
    if (found == LP_UNKNOWN && (end || !any)) {
        if (!w->search)
            w->search = jit_search_new(w->spec, w->history->pool);
        lp_verdict v;
        lp_verdict_init(&v);
        jit_search_run(w->search, &task, &v);
        found = v.outcome;
        lp_verdict_fini(&v);
    } else if (found == LP_UNKNOWN) {
        w->looked = events;
        w->look_at = events + events / 4 + 64;
        return LP_HOLDS;
    }
    if (found != LP_HOLDS)
        return found;
    forget(w, before);
    w->looked = w->history->event_count;
    w->look_at = w->looked * 2 > FIRST_LOOK ? w->looked * 2 : FIRST_LOOK;
    return LP_HOLDS;
}
