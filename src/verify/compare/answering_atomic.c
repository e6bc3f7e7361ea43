// SPDX-License-Identifier: MIT
// The atomic object of a spec, which answers: see answering.h. With it a simulation is what makes an
// implementation strongly linearizable (Attiya and Enea, "Putting strong linearizability in context",
// DISC 2019).

#include "base/memory.h"
#include "judge/simulation/atomic_object.h"
#include "verify/compare/answering.h"

#include <stdlib.h>
#include <string.h>

typedef struct atomic_answers {
    atomic_object *o;
    history_events events;
    atomic_state *now, *next;
    uint32_t *queue, *targets; // of one answer
    uint32_t queue_count, target_count;
    size_t queue_capacity, target_capacity;
} atomic_answers;

static void put_once(uint32_t **items, uint32_t *count, size_t *capacity, uint32_t number)
{
    for (uint32_t i = 0; i < *count; i++)
        if ((*items)[i] == number)
            return;
    MEMORY_GROW(*items, *capacity, (size_t)*count + 1);
    (*items)[(*count)++] = number;
}

static void enqueue(atomic_answers *x, const atomic_state *c)
{
    put_once(&x->queue, &x->queue_count, &x->queue_capacity, atomic_object_number(x->o, c));
}

// The ways in which the request of a process may take effect.
static void perform(atomic_answers *x, uint32_t process)
{
    const automaton_way *ways;
    uint32_t count = atomic_ways(x->o, x->now, process, &ways);
    for (uint32_t i = 0; i < count; i++) {
        memcpy(x->next, x->now, atomic_size(x->o));
        atomic_effect(x->o, x->next, process, ways[i]);
        enqueue(x, x->next);
    }
}

// What may happen before this event, until it can; then it does.
static void answer(atomic_answers *x, const history_event *v)
{
    const atomic_request *mine = &x->now->of[v->process];
    if (v->kind == LABEL_CALL) {
        if (mine->call)
            return;
        atomic_call(x->o, x->now, v->process, v->method, v->value);
    } else if (!mine->result) {
        for (uint32_t p = 0; p < atomic_processes(x->o); p++)
            perform(x, p);
        return;
    } else if (atomic_return(x->o, x->now, v->process, v->value) == ATOMIC_WRONG) {
        return;
    }
    put_once(&x->targets, &x->target_count, &x->target_capacity,
             atomic_object_number(x->o, x->now));
}

// A call needs nothing to take effect before it: what does could as well do so after it.
static const uint32_t *after(void *context, uint32_t state, uint32_t label, uint32_t *count)
{
    static const uint32_t none;
    atomic_answers *x = context;
    history_event v = x->events.get(x->events.context, label);
    x->queue_count = x->target_count = 0;
    atomic_object_get(x->o, state, x->now);
    if (x->now->state == ATOMIC_NOT_BEGUN) {
        uint32_t starts;
        const uint32_t *initial = atomic_initial(x->o, &starts);
        for (uint32_t i = 0; i < starts; i++) {
            x->now->state = initial[i];
            enqueue(x, x->now);
        }
    } else {
        enqueue(x, x->now);
    }
    for (uint32_t i = 0; i < x->queue_count; i++) {
        atomic_object_get(x->o, x->queue[i], x->now);
        answer(x, &v);
    }
    *count = x->target_count;
    return x->target_count ? x->targets : &none;
}

static void print(void *context, uint32_t state, text *out)
{
    atomic_print(((atomic_answers *)context)->o, state, out);
}

static void release(void *context)
{
    atomic_answers *x = context;
    atomic_object_free(x->o);
    free(x->now);
    free(x->next);
    free(x->queue);
    free(x->targets);
    free(x);
}

answering answering_atomic(const lp_spec *spec, const uint32_t *methods, lp_pool *pool,
                           uint32_t processes, history_events events)
{
    atomic_answers *x = memory_new(1, sizeof *x);
    *x = (atomic_answers){.o = atomic_object_new(spec, methods, pool, processes, false),
                          .events = events};
    x->now = memory_new(1, atomic_size(x->o));
    x->next = memory_new(1, atomic_size(x->o));
    x->now->state = ATOMIC_NOT_BEGUN;
    return (answering){x, atomic_object_number(x->o, x->now), after, print, release};
}
