// SPDX-License-Identifier: MIT
// See order_property.h. A state is one interned string of numbers: for each thread its open
// call, then how many operations it has done, then each as its call and its result.

#include "verify/property/order_property.h"

#include "base/intern.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

typedef struct done_operation {
    uint32_t call, result; // the result by its number
} done_operation;

typedef struct past {
    uint32_t open[MODEL_MAX_THREADS + 1]; // call + 1; 0: idle
    uint32_t count[MODEL_MAX_THREADS + 1];
    done_operation *done[MODEL_MAX_THREADS + 1];
} past;

typedef enum answer_kind { UNKNOWN, RIGHT, WRONG } answer_kind;

typedef struct orders {
    const judge *condition;
    bool by_thread; // each thread has a list of its own; otherwise all operations are in the first
    bool in_order;  // a list is kept in the order of the calls; otherwise sorted
    const lp_spec *spec;
    const transition_system *s;
    limits *limits;
    intern *states; // number + 1 is the observer's state
    intern *results;
    uint8_t *judged;
    size_t judged_capacity;
    past now;
    uint32_t capacity; // of each of its lists
    uint32_t *words;
    size_t word_capacity;
    const char *trouble;
} orders;

static uint32_t threads_of(const orders *o)
{
    return o->s->processes;
}

static orders *orders_new(const judge *condition, bool in_order, const lp_spec *spec,
                          const transition_system *s, limits *l)
{
    orders *o = memory_new(1, sizeof *o);
    *o = (orders){.condition = condition,
                  .by_thread = in_order || spec->looks_at_process,
                  .in_order = in_order,
                  .spec = spec,
                  .s = s,
                  .limits = l,
                  .states = intern_new(),
                  .results = intern_new()};
    return o;
}

static void release(void *context)
{
    orders *o = context;
    for (uint32_t t = 0; t < MODEL_MAX_THREADS + 1; t++)
        free(o->now.done[t]);
    intern_free(o->states);
    intern_free(o->results);
    free(o->judged);
    free(o->words);
    free(o);
}

static uint32_t state_count(const void *context)
{
    return intern_count(((const orders *)context)->states);
}

static const char *trouble(const void *context)
{
    return ((const orders *)context)->trouble;
}

static void reserve(orders *o, uint32_t count)
{
    if (count <= o->capacity)
        return;
    o->capacity = 2 * count;
    for (uint32_t t = 0; t < threads_of(o); t++) {
        done_operation *more = memory_new(o->capacity, sizeof *more);
        if (o->now.count[t])
            memcpy(more, o->now.done[t], o->now.count[t] * sizeof *more);
        free(o->now.done[t]);
        o->now.done[t] = more;
    }
}

static void load(orders *o, uint32_t state)
{
    size_t length;
    const uint32_t *w = intern_get(o->states, state - 1, &length);
    reserve(o, (uint32_t)(length / sizeof *w) + 1);
    for (uint32_t t = 0; t < threads_of(o); t++) {
        o->now.open[t] = *w++;
        o->now.count[t] = *w++;
        memcpy(o->now.done[t], w, o->now.count[t] * sizeof(done_operation));
        w += 2 * (size_t)o->now.count[t];
    }
}

static uint32_t save(orders *o)
{
    size_t count = 0;
    for (uint32_t t = 0; t < threads_of(o); t++) {
        MEMORY_GROW(o->words, o->word_capacity, count + 2 + 2 * (size_t)o->now.count[t]);
        o->words[count++] = o->now.open[t];
        o->words[count++] = o->now.count[t];
        memcpy(o->words + count, o->now.done[t], o->now.count[t] * sizeof(done_operation));
        count += 2 * (size_t)o->now.count[t];
    }
    return intern_add(o->states, o->words, count * sizeof *o->words) + 1;
}

static bool before(done_operation a, done_operation b)
{
    return a.call < b.call || (a.call == b.call && a.result < b.result);
}

static void add_done(orders *o, uint32_t thread, done_operation done)
{
    uint32_t list = o->by_thread ? thread : 0;
    done_operation *at = o->now.done[list] + o->now.count[list]++;
    for (; !o->in_order && at > o->now.done[list] && before(done, at[-1]); at--)
        at[0] = at[-1];
    *at = done;
}

static bool quiet(const orders *o)
{
    for (uint32_t t = 0; t < threads_of(o); t++)
        if (o->now.open[t])
            return false;
    return true;
}

// Any history with these operations will do: thread after thread. Operations of the one list
// belong to no thread, and the spec does not ask for it.
static lp_history *history_of(const orders *o)
{
    lp_history *h = lp_history_new(o->s->pool);
    for (uint32_t t = 0; t < threads_of(o); t++)
        for (uint32_t i = 0; i < o->now.count[t]; i++) {
            uint32_t number = o->now.done[t][i].call;
            const offer *c = &o->s->offers[number];
            history_event call =
                system_event(o->s, &(move){.kind = c->kind, .offer = number, .method = c->method});
            const char *name = system_operation(o->s, call.method);
            lp_value result;
            memcpy(&result, intern_get(o->results, o->now.done[t][i].result, NULL), sizeof result);
            uint32_t op = lp_history_call(h, o->by_thread ? t : i,
                                          lp_string(o->s->pool, name, strlen(name)), call.value);
            lp_history_return(h, op, result);
        }
    return h;
}

static answer_kind ask(orders *o, uint32_t state)
{
    if (state < o->judged_capacity && o->judged[state] != UNKNOWN)
        return o->judged[state];
    lp_verdict v;
    error e = {0};
    lp_verdict_init(&v);
    lp_history *h = history_of(o);
    bool ok = judge_history(o->condition, h, o->spec, o->limits, false, &v, &e);
    answer_kind answer = !ok                        ? UNKNOWN
                         : v.outcome == LP_HOLDS    ? RIGHT
                         : v.outcome == LP_VIOLATED ? WRONG
                                                    : UNKNOWN;
    lp_verdict_fini(&v);
    lp_history_free(h);
    if (answer == UNKNOWN) {
        o->trouble = "a history could not be judged";
        return answer;
    }
    size_t had = o->judged_capacity;
    MEMORY_GROW(o->judged, o->judged_capacity, (size_t)state + 1);
    memset(o->judged + had, UNKNOWN, o->judged_capacity - had);
    o->judged[state] = (uint8_t)answer;
    return answer;
}

static uint32_t event(void *context, uint32_t state, const move *m)
{
    orders *o = context;
    const history_event v = system_event(o->s, m);
    if (v.kind != LABEL_CALL && v.kind != LABEL_RETURN)
        return state;
    load(o, state);
    if ((v.kind == LABEL_CALL) == (o->now.open[v.process] != 0))
        return OBSERVED_VIOLATION; // no history: see history_event
    if (v.kind == LABEL_CALL) {
        o->now.open[v.process] = m->offer + 1;
        return save(o);
    }
    done_operation done = {o->now.open[v.process] - 1,
                           intern_add(o->results, &v.value, sizeof v.value)};
    o->now.open[v.process] = 0;
    add_done(o, v.process, done);
    uint32_t next = save(o);
    answer_kind answer = quiet(o) ? ask(o, next) : RIGHT;
    return answer == RIGHT ? next : answer == WRONG ? OBSERVED_VIOLATION : OBSERVED_STOP;
}

// The list of all is nobody's: it stays where it is.
static uint32_t reorder(void *context, uint32_t state, const uint32_t *order)
{
    orders *o = context;
    load(o, state);
    past was = o->now;
    for (uint32_t i = 0; i < threads_of(o); i++)
        o->now.open[i] = was.open[order[i]];
    return save(o);
}

property orders_property(const judge *condition, bool in_order, const lp_spec *spec,
                         const transition_system *s, limits *l)
{
    orders *o = orders_new(condition, in_order, spec, s, l);
    reserve(o, 1);
    // Idle threads look alike to the search, but not here if each has a past of its own.
    return (property){.context = o,
                      .start = save(o),
                      .event = event,
                      .reorder = o->by_thread ? NULL : reorder,
                      .count = state_count,
                      .trouble = trouble,
                      .free = release};
}
