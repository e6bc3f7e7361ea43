// SPDX-License-Identifier: MIT
// Looking, forgetting, looking again: see stream_window.h.

#include "judge/monitor/stream_window.h"

#include "base/memory.h"
#include "judge/evidence/trial.h"
#include "judge/resolve.h"

#include <stdlib.h>
#include <string.h>

enum {
    FIRST_LOOK = 64,
    CHEAP = 16384, // events: a look at so few is never felt
    CLOSED = UINT32_MAX,
};

struct stream_window {
    const lp_spec *spec;
    const fast_judge *fast; // NULL: the judges of whole histories decide
    trial trial;            // by these; its judge is NULL before the first
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
    bool forgot;      // operations
};

stream_window *stream_window_new(const lp_spec *spec, lp_pool *pool, const fast_judge *fast,
                                 limits *l)
{
    REQUIRE(!fast || fast->settled);
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
    if (w->trial.judge)
        trial_fini(&w->trial);
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

stream_window *stream_window_from(const lp_spec *spec, const lp_history *h, limits *l,
                                  const bool *left_out, uint32_t *tickets)
{
    stream_window *w = stream_window_new(spec, h->pool, NULL, l);
    for (uint32_t i = 0; i < h->event_count; i++) {
        uint32_t op = h->events[i].op;
        const lp_op *o = &h->ops[op];
        if (left_out[op])
            continue;
        if (h->events[i].is_return) {
            stream_window_return(w, tickets[op], o->result, o->ret_line);
            continue;
        }
        error ignored = {0}; // it was resolved once
        uint32_t method = resolve_method(spec, h->pool, o->method, o->arg, o->line, &ignored);
        tickets[op] = stream_window_call(w, method, o);
    }
    return w;
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
    uint32_t method = w->methods[w->where[ticket]];
    if (w->fast && w->fast->has_effect && !w->fast->has_effect(w->spec, method))
        stream_window_fail(w, ticket);
    else
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
    uint32_t count = w->history->op_count;
    keep_only(w, keep);
    w->forgot |= w->history->op_count < count;
    free(keep);
}

bool stream_window_forgot(const stream_window *w)
{
    return w->forgot;
}

static lp_outcome judge_all(stream_window *w)
{
    judge_task task = stream_window_task(w);
    if (!w->trial.judge)
        trial_init(&w->trial, judge_find("linearizable", NULL), &task, w->limits);
    return trial_judge(&w->trial, w->history, w->methods, NULL, NULL);
}

// Is it time to look? The caller asks more often than the history doubles; where all of
// it is judged anew, that is done while it is short, or has grown.
static bool due(const stream_window *w, bool now)
{
    uint32_t events = w->history->event_count;
    bool cheap = w->fast || events < CHEAP || events - w->looked > w->looked / 4;
    return events >= w->look_at || (now && events != w->looked && cheap);
}

lp_outcome stream_window_look(stream_window *w, bool now, bool end)
{
    uint32_t events = w->history->event_count;
    if (!due(w, now) && !end)
        return LP_HOLDS;
    judge_task task = stream_window_task(w);
    bool any;
    uint32_t before = first_open(w, &any);
    lp_outcome found = w->fast ? w->fast->run(&task) : judge_all(w);
    // What is open may still explain it; if nothing is, all must be judged.
    if (w->fast && found == LP_UNKNOWN && (end || !any)) {
        found = judge_all(w);
    } else if (w->fast && found == LP_UNKNOWN) {
        w->looked = events;
        w->look_at = events + events / 4 + 64;
        return LP_HOLDS;
    }
    if (found != LP_HOLDS)
        return found;
    if (w->fast)
        forget(w, before);
    w->looked = w->history->event_count;
    w->look_at = w->looked * 2 > FIRST_LOOK ? w->looked * 2 : FIRST_LOOK;
    return LP_HOLDS;
}
