// SPDX-License-Identifier: MIT
// See complete_property.h. A state is one interned string of numbers: the run that it is in, and
// whether that has come to its returns; for each process its open call and the run of that; then
// what has returned, sorted.

#include "verify/property/complete_property.h"

#include "base/intern.h"
#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct done_operation {
    uint32_t from, to;     // runs
    uint32_t process;      // 0, if it does not matter
    uint32_t call, result; // the result by its number
} done_operation;

// Of `now`, before the two numbers of each process: its open call + 1, 0 if it is idle, and the run.
enum { RUN, RETURNING, HEAD };

typedef enum answer_kind { UNKNOWN, RIGHT, WRONG } answer_kind;

typedef struct completes {
    complete_options o;
    const transition_system *s;
    intern *states; // number + 1 is the observer's state
    intern *results;
    uint8_t *judged;
    size_t judged_capacity;
    uint32_t *now, *was;
    done_operation *done;
    uint32_t done_count;
    size_t done_capacity;
    uint32_t *words;
    size_t word_capacity;
    const char *trouble;
    bool failed;
    error why;
} completes;

static void release(void *context)
{
    completes *c = context;
    intern_free(c->states);
    intern_free(c->results);
    free(c->judged);
    free(c->now);
    free(c->was);
    free(c->done);
    free(c->words);
    free(c);
}

static uint32_t state_count(const void *context)
{
    return intern_count(((const completes *)context)->states);
}

static const char *trouble(const void *context)
{
    return ((const completes *)context)->trouble;
}

static bool failed(const void *context, error *e)
{
    const completes *c = context;
    if (c->failed)
        *e = c->why;
    return c->failed;
}

static size_t head_size(const completes *c)
{
    return (HEAD + 2 * (size_t)c->s->processes) * sizeof *c->now;
}

static uint32_t *open_of(const completes *c, uint32_t process)
{
    return c->now + HEAD + 2 * (size_t)process;
}

static void load(completes *c, uint32_t state)
{
    size_t length, head = head_size(c);
    const unsigned char *w = intern_get(c->states, state - 1, &length);
    memcpy(c->now, w, head);
    c->done_count = (uint32_t)((length - head) / sizeof *c->done);
    MEMORY_GROW(c->done, c->done_capacity, (size_t)c->done_count + 1);
    memcpy(c->done, w + head, length - head);
}

static uint32_t save(completes *c)
{
    size_t head = head_size(c), rest = c->done_count * sizeof *c->done;
    MEMORY_GROW(c->words, c->word_capacity, (head + rest) / sizeof *c->words);
    assert(c->words);
    memcpy(c->words, c->now, head);
    if (rest)
        memcpy((unsigned char *)c->words + head, c->done, rest);
    return intern_add(c->states, c->words, head + rest) + 1;
}

static int by_time(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(done_operation)); // any order will do, if it is always the same
}

static void add_done(completes *c, done_operation fresh)
{
    uint32_t at = c->done_count++;
    for (; at > 0 && by_time(&fresh, &c->done[at - 1]) < 0; at--)
        c->done[at] = c->done[at - 1];
    c->done[at] = fresh;
}

static bool complete(const completes *c)
{
    for (uint32_t t = 0; t < c->s->processes; t++)
        if (*open_of(c, t))
            return false;
    return !c->o.calls || c->done_count == c->o.calls;
}

static uint32_t call_of(const completes *c, lp_history *h, uint32_t i)
{
    const done_operation *d = &c->done[i];
    const offer *o = &c->s->offers[d->call];
    history_event call =
        system_event(c->s, &(move){.kind = o->kind, .offer = d->call, .method = o->method});
    const char *name = system_operation(c->s, call.method);
    return lp_history_call(h, c->o.spec->looks_at_process ? d->process : i,
                           lp_string(c->s->pool, name, strlen(name)), call.value);
}

// Operations belong to nobody, unless the spec asks for it: then no two of a process overlap.
static lp_history *history_of(const completes *c)
{
    lp_history *h = lp_history_new(c->s->pool);
    uint32_t *op = memory_new(c->done_count, sizeof *op);
    for (uint32_t now = 0; now <= c->now[RUN]; now++) {
        for (uint32_t i = 0; i < c->done_count; i++)
            if (c->done[i].from == now)
                op[i] = call_of(c, h, i);
        for (uint32_t i = 0; i < c->done_count; i++) {
            lp_value result;
            if (c->done[i].to != now)
                continue;
            memcpy(&result, intern_get(c->results, c->done[i].result, NULL), sizeof result);
            lp_history_return(h, op[i], result);
        }
    }
    free(op);
    return h;
}

static answer_kind ask(completes *c, uint32_t state)
{
    if (state < c->judged_capacity && c->judged[state] != UNKNOWN)
        return c->judged[state];
    lp_verdict v;
    lp_verdict_init(&v);
    lp_history *h = history_of(c);
    bool ok = judge_outcome(c->o.condition, h, c->o.spec, c->o.limits, &v, &c->why);
    answer_kind answer = !ok                        ? UNKNOWN
                         : v.outcome == LP_HOLDS    ? RIGHT
                         : v.outcome == LP_VIOLATED ? WRONG
                                                    : UNKNOWN;
    lp_verdict_fini(&v);
    lp_history_free(h);
    c->failed = !ok;
    if (answer == UNKNOWN) {
        if (!limits_reached(c->o.limits))
            c->trouble = "a history could not be judged";
        return answer;
    }
    size_t had = c->judged_capacity;
    MEMORY_GROW(c->judged, c->judged_capacity, (size_t)state + 1);
    memset(c->judged + had, UNKNOWN, c->judged_capacity - had);
    c->judged[state] = (uint8_t)answer;
    return answer;
}

static uint32_t event(void *context, uint32_t state, const move *m)
{
    completes *c = context;
    const history_event v = system_event(c->s, m);
    if (v.kind != LABEL_CALL && v.kind != LABEL_RETURN)
        return state;
    load(c, state);
    uint32_t *open = open_of(c, v.process);
    if ((v.kind == LABEL_CALL) == (open[0] != 0))
        return OBSERVED_VIOLATION; // no history: see history_event
    if (v.kind == LABEL_CALL) {
        c->now[RUN] += c->now[RETURNING];
        c->now[RETURNING] = 0;
        open[0] = m->offer + 1;
        open[1] = c->now[RUN];
        return save(c);
    }
    c->now[RETURNING] = 1;
    add_done(c, (done_operation){open[1], c->now[RUN], c->o.spec->looks_at_process ? v.process : 0,
                                 open[0] - 1, intern_add(c->results, &v.value, sizeof v.value)});
    open[0] = open[1] = 0;
    uint32_t next = save(c);
    answer_kind answer = complete(c) ? ask(c, next) : RIGHT;
    return answer == RIGHT ? next : answer == WRONG ? OBSERVED_VIOLATION : OBSERVED_STOP;
}

static uint32_t reorder(void *context, uint32_t state, const uint32_t *order)
{
    completes *c = context;
    load(c, state);
    memcpy(c->was, c->now, head_size(c));
    for (uint32_t i = 0; i < c->s->processes; i++)
        memcpy(open_of(c, i), c->was + HEAD + 2 * (size_t)order[i], 2 * sizeof *c->was);
    return save(c);
}

property complete_property(const complete_options *o, const transition_system *s)
{
    completes *c = memory_new(1, sizeof *c);
    *c = (completes){.o = *o, .s = s, .states = intern_new(), .results = intern_new()};
    c->now = memory_new(head_size(c), 1);
    c->was = memory_new(head_size(c), 1);
    return (property){.context = c,
                      .start = save(c),
                      .event = event,
                      .reorder = o->spec->looks_at_process ? NULL : reorder,
                      .value_symmetric = true,
                      .count = state_count,
                      .trouble = trouble,
                      .failed = failed,
                      .free = release};
}
