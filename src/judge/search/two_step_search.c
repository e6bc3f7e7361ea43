// SPDX-License-Identifier: MIT
// Two-step linearisation: see two_step_search.h.
//
// The state of the ordinary spec is a list of values, then the state of the spec with
// synchronisations, as bytes:
//     how many gather, how many wait for their result,
//     gathering: operations whose first steps came, in order,
//     waiting:   (operation, its result) …, sorted by operation
// An operation is known by its number, which its two steps give as their process.

#include "judge/search/two_step_search.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

extern const judge judge_linearizable;

enum { NAME_SIZE = 64, MOST_WAITING = 256 };

typedef struct two_step {
    const judge_task *task;
    two_step_options options;
    lp_spec spec;
    char names[LP_MAX_METHODS][NAME_SIZE];
    bool single[LP_MAX_METHODS];     // fixed: the method takes one step only
    bool only_alone[LP_MAX_METHODS]; // the method is in no synchronisation with others
    lp_history *history;
    uint32_t *methods;
} two_step;

typedef struct held { // a result that waits for its operation
    lp_value op, result;
} held;

typedef struct stage {
    const two_step *t;
    lp_step *outer;
    uint32_t gathering, waiting;
    uint32_t gather[LP_MAX_ARITY];
    const held *wait;
    const void *inner;
    size_t inner_size;
} stage;

static stage decode(lp_step *s)
{
    const lp_value *values = s->state;
    stage d = {.t = s->spec->context, .outer = s};
    d.gathering = (uint32_t)values[0].bits;
    d.waiting = (uint32_t)values[1].bits;
    for (uint32_t i = 0; i < d.gathering; i++)
        d.gather[i] = (uint32_t)values[2 + i].bits;
    d.wait = (const held *)(values + 2 + d.gathering);
    size_t head = (2 + d.gathering) * sizeof *values + d.waiting * sizeof *d.wait;
    d.inner = (const char *)s->state + head;
    d.inner_size = s->state_size - head;
    return d;
}

// Emits the stage, as it is now, as the next state.
static void emit_stage(const stage *d, lp_value result)
{
    size_t count = 2 + d->gathering + 2 * (size_t)d->waiting;
    char *bytes = memory_new(count * sizeof(lp_value) + d->inner_size, 1);
    lp_value *values = (lp_value *)(void *)bytes;
    values[0] = lp_int(d->gathering);
    values[1] = lp_int(d->waiting);
    for (uint32_t i = 0; i < d->gathering; i++)
        values[2 + i] = lp_int(d->gather[i]);
    if (d->waiting)
        memcpy(values + 2 + d->gathering, d->wait, d->waiting * sizeof *d->wait);
    if (d->inner_size)
        memcpy(values + count, d->inner, d->inner_size);
    d->outer->emit(d->outer, &result, bytes, count * sizeof *values + d->inner_size);
    free(bytes);
}

// One synchronisation of the spec itself, with those that have gathered.
typedef struct meeting {
    lp_step step; // first: the spec's emit gets a pointer to it
    const stage *stage;
    uint32_t who[LP_MAX_ARITY];
    uint32_t taker; // gets its result at once; UINT32_MAX: nobody
} meeting;

static void met(lp_step *s, const lp_value *results, const void *next, size_t size)
{
    const meeting *m = (const meeting *)s;
    stage d = *m->stage;
    lp_value result = LP_UNIT;
    held wait[MOST_WAITING];
    if (d.waiting)
        memcpy(wait, d.wait, d.waiting * sizeof *wait);
    for (uint32_t i = 0; i < s->count; i++) {
        if (m->who[i] == m->taker) {
            result = results[i];
            continue;
        }
        REQUIRE(d.waiting < MOST_WAITING);
        uint32_t at = d.waiting++;
        for (; at && wait[at - 1].op.bits > m->who[i]; at--)
            wait[at] = wait[at - 1];
        wait[at] = (held){lp_int(m->who[i]), results[i]};
    }
    d.wait = wait;
    d.gathering = 0;
    d.inner = next;
    d.inner_size = size;
    emit_stage(&d, result);
}

static void meet(const stage *d, uint32_t sync, const uint32_t *who, uint32_t count, uint32_t taker)
{
    const judge_task *task = d->t->task;
    lp_call calls[LP_MAX_ARITY];
    meeting m = {.stage = d, .taker = taker};
    for (uint32_t i = 0; i < count; i++) {
        const lp_op *op = &task->history->ops[who[i]];
        m.who[i] = who[i];
        calls[i] = (lp_call){task->methods[who[i]], task->spec->looks_at_process ? op->process : 0,
                             op->arg};
    }
    // Bytes of a state are aligned as intern hands them out; a part of one is too,
    // since all before it is values.
    m.step = (lp_step){.spec = task->spec,
                       .pool = task->history->pool,
                       .state = d->inner,
                       .state_size = d->inner_size,
                       .sync = task->spec->syncs ? sync : calls[0].method,
                       .count = count,
                       .calls = calls,
                       .emit = met};
    task->spec->step(&m.step);
}

// Do those who gathered fit the first places of the synchronisation?
static bool fits(const stage *d, const lp_sync *sync)
{
    if (d->gathering > lp_sync_most(sync))
        return false;
    for (uint32_t i = 0; i < d->gathering; i++)
        if (d->t->task->methods[d->gather[i]] != lp_sync_method(sync, i))
            return false;
    return true;
}

static void act_alone(const stage *d, uint32_t op)
{
    const lp_spec *spec = d->t->task->spec;
    uint32_t method = d->t->task->methods[op];
    if (d->gathering)
        return;
    for (uint32_t s = 0; s < spec->sync_count; s++)
        if (spec->syncs[s].count == 1 && spec->syncs[s].methods[0] == method)
            meet(d, s, &op, 1, op);
}

static bool is_alone(const two_step *t, uint32_t op)
{
    const lp_spec *spec = t->task->spec;
    const lp_op *o = &t->task->history->ops[op];
    uint32_t method = t->task->methods[op];
    return t->only_alone[method] ||
           (spec->alone && !lp_op_pending(o) && spec->alone(spec, method, o->result));
}

// The operation joins those who gather, and with it they may be complete.
static void join(stage *d, uint32_t op)
{
    const two_step *t = d->t;
    const lp_spec *spec = t->task->spec;
    bool general = t->options.kind == TWO_STEP_GENERAL;
    bool single = t->options.kind == TWO_STEP_FIXED && t->single[t->task->methods[op]];
    if (d->gathering == LP_MAX_ARITY)
        return;
    d->gather[d->gathering++] = op;
    bool more = false;
    for (uint32_t s = 0; s < spec->sync_count; s++) {
        const lp_sync *sync = &spec->syncs[s];
        bool unary = lp_sync_most(sync) == 1 && t->options.kind == TWO_STEP_ADAPTIVE;
        if (unary || !fits(d, sync))
            continue;
        if (!general && d->gathering >= sync->count)
            meet(d, s, d->gather, d->gathering, single ? op : UINT32_MAX);
        more |= general || d->gathering < lp_sync_most(sync);
    }
    if (more && !single)
        emit_stage(d, LP_UNIT);
}

static void first_step(stage *d, uint32_t op)
{
    const two_step *t = d->t;
    bool adaptive = t->options.kind == TWO_STEP_ADAPTIVE;
    bool open = lp_op_pending(&t->task->history->ops[op]);
    if (adaptive && (is_alone(t, op) || open))
        act_alone(d, op);
    if (!adaptive || !is_alone(t, op))
        join(d, op);
}

static void take_result(const stage *d, uint32_t at)
{
    stage next = *d;
    held rest[MOST_WAITING];
    memcpy(rest, d->wait, at * sizeof *rest);
    memcpy(rest + at, d->wait + at + 1, (d->waiting - at - 1) * sizeof *rest);
    next.wait = rest;
    next.waiting--;
    emit_stage(&next, d->wait[at].result);
}

static void second_step(const stage *d, uint32_t op)
{
    const two_step *t = d->t;
    const lp_spec *spec = t->task->spec;
    bool general = t->options.kind == TWO_STEP_GENERAL;
    uint32_t at = 0, place = 0;
    while (at < d->waiting && d->wait[at].op.bits != op)
        at++;
    if (at < d->waiting && (general || d->gathering == 0)) {
        take_result(d, at);
        return;
    }
    while (place < d->gathering && d->gather[place] != op)
        place++;
    for (uint32_t s = 0; general && place < d->gathering && s < spec->sync_count; s++)
        if (fits(d, &spec->syncs[s]) && d->gathering >= spec->syncs[s].count)
            meet(d, s, d->gather, d->gathering, op);
}

static void step(lp_step *s)
{
    stage d = decode(s);
    uint32_t op = (uint32_t)s->calls[0].process;
    if (s->calls[0].method % 2 == 0)
        first_step(&d, op);
    else
        second_step(&d, op);
}

static void start(lp_step *s, const lp_value *results, const void *next, size_t size)
{
    (void)results;
    const meeting *m = (const meeting *)s;
    stage d = *m->stage;
    d.inner = next;
    d.inner_size = size;
    emit_stage(&d, LP_UNIT);
}

static void initial(const lp_spec *self, lp_step *s)
{
    const two_step *t = self->context;
    stage d = {.t = t, .outer = s};
    meeting m = {.step = {.spec = t->task->spec, .pool = s->pool, .emit = start}, .stage = &d};
    t->task->spec->initial(t->task->spec, &m.step);
}

// Then the last to come is known by its method, and needs no second step.
static bool all_different(const lp_sync *sync)
{
    if (lp_sync_most(sync) > sync->count)
        return false;
    for (uint32_t i = 0; i < sync->count; i++)
        for (uint32_t k = 0; k < i; k++)
            if (sync->methods[i] == sync->methods[k])
                return false;
    return true;
}

static void make_spec(two_step *t)
{
    const lp_spec *from = t->task->spec;
    memset(t->only_alone, true, sizeof t->only_alone);
    for (uint32_t s = 0; s < from->sync_count; s++) {
        const lp_sync *sync = &from->syncs[s];
        for (uint32_t i = 0; lp_sync_most(sync) > 1 && i < sync->count; i++)
            t->only_alone[sync->methods[i]] = false;
        if (all_different(sync))
            t->single[sync->methods[sync->count - 1]] = true;
    }
    t->spec = (lp_spec){.name = from->name,
                        .initial = initial,
                        .step = step,
                        .looks_at_process = true,
                        .context = t};
    for (uint32_t m = 0; m < LP_MAX_METHODS / 2 && from->methods[m].name; m++) {
        const char *name = from->methods[m].name;
        for (uint32_t k = 0; k < 2; k++) {
            size_t n = strlen(name) < NAME_SIZE - 2 ? strlen(name) : NAME_SIZE - 2;
            memcpy(t->names[2 * m + k], name, n);
            t->names[2 * m + k][n] = k ? '\'' : '\0';
            t->spec.methods[2 * m + k].name = t->names[2 * m + k];
        }
    }
}

static uint32_t call_step(two_step *t, uint32_t op, bool second)
{
    uint32_t m = 2 * t->task->methods[op] + second;
    const char *name = t->names[m];
    lp_value method = lp_string(t->history->pool, name, strlen(name));
    uint32_t n = lp_history_call(t->history, op, method, LP_NIL);
    t->methods[n] = m;
    return n;
}

static bool in_one_step(const two_step *t, uint32_t op)
{
    return (t->options.kind == TWO_STEP_FIXED && t->single[t->task->methods[op]]) ||
           (t->options.kind == TWO_STEP_ADAPTIVE && is_alone(t, op));
}

// General: both steps are open as long as the operation. Else the second comes all at
// once, when it is logged. `steps` has the numbers of both steps of each operation.
static void make_event(two_step *t, const lp_event *event, uint32_t *steps)
{
    const lp_op *op = &t->task->history->ops[event->op];
    uint32_t *its = steps + 2 * (size_t)event->op;
    bool general = t->options.kind == TWO_STEP_GENERAL;
    if (!event->is_return) {
        its[0] = call_step(t, event->op, false);
        if (general)
            its[1] = call_step(t, event->op, true);
    } else if (in_one_step(t, event->op)) {
        lp_history_return(t->history, its[0], op->result);
    } else {
        lp_history_return(t->history, its[0], LP_UNIT);
        if (general)
            lp_history_return(t->history, its[1], op->result);
    }
}

static void make_history(two_step *t)
{
    const lp_history *h = t->task->history;
    uint32_t *steps = memory_new(2 * (size_t)h->op_count, sizeof *steps);
    t->history = lp_history_new(h->pool);
    t->methods = memory_new(2 * (size_t)h->op_count, sizeof *t->methods);
    bool late = t->options.kind != TWO_STEP_GENERAL;
    for (uint32_t i = 0; i < h->event_count; i++) {
        make_event(t, &h->events[i], steps);
        for (uint32_t op = 0; late && op < h->op_count; op++) {
            bool due =
                t->options.logged_after ? t->options.logged_after[op] == i : h->ops[op].ret == i;
            if (lp_op_pending(&h->ops[op]) || in_one_step(t, op) || !due)
                continue;
            lp_history_return(t->history, call_step(t, op, true), h->ops[op].result);
        }
    }
    free(steps);
}

// How many operations are open at once, at most: no more can wait for a result.
static uint32_t most_open(const lp_history *h)
{
    uint32_t open = 0, most = 0;
    for (uint32_t i = 0; i < h->event_count; i++) {
        open += h->events[i].is_return ? UINT32_MAX : 1;
        most = open > most ? open : most;
    }
    return most;
}

void two_step_run(const judge_task *task, const two_step_options *options, lp_verdict *v)
{
    verdict_copy(&v->judge, "two-step linearisation");
    // A late log keeps results for longer than operations are open.
    if (most_open(task->history) > (options->logged_after ? MOST_WAITING / 2 : MOST_WAITING)) {
        verdict_decide(v, LP_UNKNOWN, "more than %d operations are open at once", MOST_WAITING);
        return;
    }
    two_step *t = memory_new(1, sizeof *t);
    t->task = task;
    t->options = *options;
    make_spec(t);
    make_history(t);
    judge_task ordinary = {
        .history = t->history, .methods = t->methods, .spec = &t->spec, .limits = task->limits};
    judge_linearizable.run(&ordinary, v);
    verdict_copy(&v->judge, "two-step linearisation");
    lp_history_free(t->history);
    free(t->methods);
    free(t);
}
