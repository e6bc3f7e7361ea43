// SPDX-License-Identifier: MIT
// Relaxed containers: see relaxed_spec.h.
//
// The state lists the values in the base's order, each with how often it was
// skipped. A removal that finds nothing is not relaxed: the object is empty then.
// A peek returns what a removal could, and skips nothing.

#include "judge/relaxed/relaxed_spec.h"

#include "base/memory.h"
#include "base/text.h"
#include "base/value/value_text.h"
#include "spec/made_spec.h"
#include "spec/priority.h"
#include "spec/registry.h"
#include "spec/why.h"

#include <stdlib.h>
#include <string.h>

// The three number their methods alike.
enum { INSERT, REMOVE, PEEK, TRY_INSERT, TRY_REMOVE };

typedef enum order { OLDEST_FIRST, NEWEST_FIRST, LEAST_FIRST } order;

struct relaxed_spec {
    lp_spec spec;
    spec_made made; // only for the names that --map gave to the base
    const lp_spec *base;
    order order;
    relaxation bounds;
};

typedef struct cell {
    lp_value value, skips;
} cell;

// The cells from `from` to before `to` are ahead of one.
typedef struct span {
    size_t from, to;
} span;

static span ahead_of(const relaxed_spec *r, const lp_pool *pool, const cell *cells, size_t n,
                     size_t i)
{
    if (r->order == NEWEST_FIRST)
        return (span){i + 1, n};
    size_t to = i;
    while (r->order == LEAST_FIRST && to &&
           spec_by_priority(pool, cells[to - 1].value, cells[i].value) == 0)
        to--;
    return (span){0, to};
}

static bool allowed(const relaxed_spec *r, const cell *cells, span ahead)
{
    if (ahead.to - ahead.from > r->bounds.distance)
        return false;
    if (r->bounds.lateness == RELAXED_ANY)
        return true;
    for (size_t i = ahead.from; i < ahead.to; i++)
        if (lp_to_int(cells[i].skips) >= (int64_t)r->bounds.lateness)
            return false;
    return true;
}

static void insert(lp_step *s, const relaxed_spec *r, const cell *cells, size_t n, lp_value result)
{
    lp_value arg = s->calls[0].arg;
    size_t at = r->order == LEAST_FIRST ? 0 : n;
    for (; r->order == LEAST_FIRST && at < n; at++) {
        int c = spec_by_priority(s->pool, cells[at].value, arg);
        if (c > 0 || (c == 0 && lp_value_compare(s->pool, cells[at].value, arg) >= 0))
            break;
    }
    cell *next = memory_new(n + 1, sizeof *next);
    if (at)
        memcpy(next, cells, at * sizeof *next);
    next[at] = (cell){arg, lp_int(0)};
    if (n > at)
        memcpy(next + at + 1, cells + at, (n - at) * sizeof *next);
    s->emit(s, &result, next, (n + 1) * sizeof *next);
    free(next);
}

static void take_out(lp_step *s, const relaxed_spec *r, const cell *cells, size_t n, size_t i,
                     span ahead)
{
    cell *next = memory_new(n, sizeof *next);
    memcpy(next, cells, n * sizeof *next);
    for (size_t k = ahead.from; k < ahead.to && r->bounds.lateness != RELAXED_ANY; k++)
        next[k].skips = lp_int(lp_to_int(next[k].skips) + 1);
    memmove(next + i, next + i + 1, (n - i - 1) * sizeof *next);
    s->emit(s, &cells[i].value, next, (n - 1) * sizeof *next);
    free(next);
}

static void step(lp_step *s)
{
    const relaxed_spec *r = s->spec->context;
    const cell *cells = s->state;
    size_t n = s->state_size / sizeof *cells;
    uint32_t method = s->calls[0].method;
    if (method == INSERT || method == TRY_INSERT) {
        insert(s, r, cells, n, method == INSERT ? LP_UNIT : LP_TRUE);
        if (method == TRY_INSERT)
            lp_step_emit_same(s, LP_FALSE);
        return;
    }
    if (method == TRY_REMOVE || n == 0)
        lp_step_emit_same(s, LP_NIL);
    for (size_t i = 0; i < n; i++) {
        if (s->want && !lp_value_equal(s->want[0], cells[i].value))
            continue;
        span ahead = ahead_of(r, s->pool, cells, n, i);
        if (!allowed(r, cells, ahead))
            continue;
        if (method == PEEK)
            lp_step_emit_same(s, cells[i].value);
        else
            take_out(s, r, cells, n, i, ahead);
    }
}

static void print(const lp_spec *self, const lp_pool *pool, const void *state, size_t size,
                  void (*put)(void *to, const char *text), void *to)
{
    (void)self;
    const cell *cells = state;
    text out = {0};
    text_add(&out, "[");
    for (size_t i = 0; i < size / sizeof *cells; i++) {
        text_add(&out, "%s", i ? " " : "");
        value_print(pool, cells[i].value, &out);
        int64_t skips = lp_to_int(cells[i].skips);
        if (skips)
            text_add(&out, " (skipped %lld×)", (long long)skips);
    }
    text_add(&out, "]");
    put(to, out.bytes);
    text_fini(&out);
}

static void say_why(const lp_why *w, const relaxed_spec *r, const lp_value *values, size_t n)
{
    const cell *cells = w->state;
    size_t at;
    if (why_not_there(w, r->base->name, values, n, &at))
        return;
    for (size_t i = at; r->order == NEWEST_FIRST && i < n; i++)
        at = lp_value_equal(values[i], w->result) ? i : at;
    span ahead = ahead_of(r, w->pool, cells, n, at);
    size_t count = ahead.to - ahead.from;
    if (count > r->bounds.distance) {
        lp_why_say(w, "%l %s ahead of %v, and only %d may be", values + ahead.from, count,
                   count == 1 ? "is" : "are", w->result, (int64_t)r->bounds.distance);
        return;
    }
    size_t late = ahead.from;
    while (late < ahead.to && lp_to_int(cells[late].skips) < (int64_t)r->bounds.lateness)
        late++;
    if (late < ahead.to)
        lp_why_say(w, "it would skip %v, which was skipped as often as it may be: %d times",
                   values[late], lp_to_int(cells[late].skips));
    else
        lp_why_say(w, "it cannot come out twice");
}

static void why(const lp_why *w)
{
    const relaxed_spec *r = w->spec->context;
    const cell *cells = w->state;
    size_t n = w->state_size / sizeof *cells;
    if (w->call->method == INSERT || w->call->method == TRY_INSERT)
        return;
    lp_value *values = memory_new(n, sizeof *values);
    for (size_t i = 0; i < n; i++)
        values[i] = cells[i].value;
    say_why(w, r, values, n);
    free(values);
}

static bool find_order(const lp_spec *spec, order *o)
{
    static const char *const names[] = {"queue", "stack", "priority-queue"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        if (!spec_is(spec, names[i]))
            continue;
        *o = (order)i;
        return true;
    }
    return false;
}

bool relaxed_spec_fits(const lp_spec *spec)
{
    order ignored;
    return find_order(spec, &ignored);
}

relaxed_spec *relaxed_spec_new(const lp_spec *spec, relaxation bounds)
{
    relaxed_spec *r = memory_new(1, sizeof *r);
    bool fits = find_order(spec, &r->order);
    REQUIRE(fits);
    r->base = spec;
    r->bounds = bounds;
    r->spec = *spec;
    r->spec.step = step;
    r->spec.print = print;
    r->spec.why = why;
    r->spec.context = r;
    r->spec.needs_result = true; // a removal has many, and a long state is costly
    r->made = spec_made_beside(spec);
    r->spec.made = &r->made; // not the built-in any more
    return r;
}

void relaxed_spec_free(relaxed_spec *r)
{
    free(r);
}

const lp_spec *relaxed_spec_of(const relaxed_spec *r)
{
    return &r->spec;
}

const lp_spec *relaxed_spec_base(const lp_spec *spec)
{
    return spec->step == step ? ((const relaxed_spec *)spec->context)->base : spec;
}

relaxation relaxed_spec_bounds(const lp_spec *relaxed)
{
    return ((const relaxed_spec *)relaxed->context)->bounds;
}

relaxed_role relaxed_spec_role(uint32_t method, const lp_op *op)
{
    bool pending = lp_op_pending(op);
    if (method == INSERT ||
        (method == TRY_INSERT && (pending || lp_value_equal(op->result, LP_TRUE))))
        return RELAXED_INSERT;
    if ((method == REMOVE || method == TRY_REMOVE) && (pending || !lp_is_nil(op->result)))
        return RELAXED_REMOVAL;
    if (pending || method == TRY_INSERT || method == TRY_REMOVE)
        return RELAXED_NOTHING;
    return lp_is_nil(op->result) ? RELAXED_EMPTY : RELAXED_SIGHT;
}

bool relaxed_spec_ahead(const judge_task *task, lp_value u, uint32_t u_call, uint32_t u_ret,
                        lp_value v, uint32_t v_call, uint32_t v_ret)
{
    const relaxed_spec *r = task->spec->context;
    if (r->order == LEAST_FIRST)
        return spec_by_priority(task->history->pool, u, v) < 0;
    return r->order == OLDEST_FIRST ? u_ret < v_call : v_ret < u_call;
}
