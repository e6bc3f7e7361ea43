// SPDX-License-Identifier: MIT
// See past_states.h.

#include "verify/property/past_states.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

// Numbers before the list.
static size_t head_count(const past_states *p)
{
    return p->layout.own + (size_t)p->layout.each * p->s->processes;
}

void past_states_init(past_states *p, const past_layout *shape, const transition_system *s)
{
    *p = (past_states){.layout = *shape, .s = s, .states = intern_new(), .results = intern_new()};
    p->capacity = head_count(p) + shape->done;
    p->now = memory_new(p->capacity, sizeof *p->now);
    p->was = memory_new(head_count(p), sizeof *p->was);
}

void past_states_fini(past_states *p)
{
    intern_free(p->states);
    intern_free(p->results);
    free(p->now);
    free(p->was);
    free(p->answers);
}

void past_load(past_states *p, uint32_t state)
{
    size_t length;
    const void *from = intern_get(p->states, state - 1, &length);
    size_t count = length / sizeof *p->now;
    MEMORY_GROW(p->now, p->capacity, count + p->layout.done); // and for one more
    memcpy(p->now, from, length);
    p->done_count = (uint32_t)((count - head_count(p)) / p->layout.done);
}

uint32_t past_save(past_states *p)
{
    size_t count = head_count(p) + (size_t)p->done_count * p->layout.done;
    return intern_add(p->states, p->now, count * sizeof *p->now) + 1;
}

uint32_t *past_of(const past_states *p, uint32_t process)
{
    return p->now + p->layout.own + (size_t)p->layout.each * process;
}

static uint32_t *done(const past_states *p, uint32_t i)
{
    return p->now + head_count(p) + (size_t)p->layout.done * i;
}

const uint32_t *past_done(const past_states *p, uint32_t i)
{
    return done(p, i);
}

void past_add(past_states *p, const uint32_t *fresh)
{
    size_t size = p->layout.done * sizeof *fresh;
    size_t compared = p->layout.in_order ? sizeof *fresh : size; // any order will do
    uint32_t at = p->done_count++;
    for (; at > 0 && memcmp(fresh, done(p, at - 1), compared) < 0; at--)
        memcpy(done(p, at), done(p, at - 1), size);
    memcpy(done(p, at), fresh, size);
}

bool past_quiet(const past_states *p)
{
    for (uint32_t t = 0; t < p->s->processes; t++)
        if (*past_of(p, t))
            return false;
    return true;
}

uint32_t past_reorder(past_states *p, uint32_t state, const uint32_t *order)
{
    past_load(p, state);
    memcpy(p->was, p->now, head_count(p) * sizeof *p->now);
    for (uint32_t i = 0; i < p->s->processes; i++)
        memcpy(past_of(p, i), p->was + p->layout.own + (size_t)p->layout.each * order[i],
               p->layout.each * sizeof *p->now);
    return past_save(p);
}

uint32_t past_result(past_states *p, lp_value result)
{
    return intern_add(p->results, &result, sizeof result);
}

lp_value past_result_of(const past_states *p, uint32_t number)
{
    lp_value result;
    memcpy(&result, intern_get(p->results, number, NULL), sizeof result);
    return result;
}

history_event past_call(const past_states *p, uint32_t call)
{
    const offer *o = &p->s->offers[call];
    return system_event(p->s, &(move){.kind = o->kind, .offer = call, .method = o->method});
}

uint32_t past_history_call(const past_states *p, uint32_t call, uint32_t process, lp_history *h)
{
    history_event event = past_call(p, call);
    const char *name = system_operation(p->s, event.method);
    return lp_history_call(h, process, lp_string(p->s->pool, name, strlen(name)), event.value);
}

past_step past_take(past_states *p, uint32_t state, const move *m, history_event *event)
{
    *event = system_event(p->s, m);
    if (event->kind != LABEL_CALL && event->kind != LABEL_RETURN)
        return PAST_NOTHING;
    past_load(p, state);
    uint32_t *open = past_of(p, event->process);
    if ((event->kind == LABEL_CALL) == (*open != 0))
        return PAST_NO_HISTORY;
    if (event->kind == LABEL_RETURN)
        return PAST_RETURN;
    *open = m->offer + 1;
    return PAST_CALL;
}

bool past_judge(past_states *p, uint32_t state, lp_history *(*history)(const void *context),
                const void *context, const judge *condition, const lp_spec *spec, limits *l,
                past_answer *answer, error *e)
{
    *answer = state < p->answer_capacity ? p->answers[state] : PAST_UNKNOWN;
    if (*answer != PAST_UNKNOWN)
        return true;
    lp_verdict v;
    lp_verdict_init(&v);
    lp_history *h = history(context);
    bool fine = judge_outcome(condition, h, spec, l, &v, e);
    if (fine && v.outcome == LP_HOLDS)
        *answer = PAST_RIGHT;
    else if (fine && v.outcome == LP_VIOLATED)
        *answer = PAST_WRONG;
    lp_verdict_fini(&v);
    lp_history_free(h);
    MEMORY_GROW_ZERO(p->answers, p->answer_capacity, (size_t)state + 1);
    p->answers[state] = (uint8_t)*answer;
    return fine;
}
