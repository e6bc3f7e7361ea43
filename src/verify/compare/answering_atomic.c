// SPDX-License-Identifier: MIT
// The atomic object of a spec, which answers: see answering.h. With it a simulation is what makes an
// implementation strongly linearizable (Attiya and Enea, "Putting strong linearizability in context",
// DISC 2019). A state is one configuration of the monitor: a state of the spec, and of each process
// its call and, once it has taken effect, its result.

#include "base/memory.h"
#include "base/value/value_text.h"
#include "spec/automaton.h"
#include "verify/compare/answering.h"

#include <stdlib.h>
#include <string.h>

enum { NOT_BEGUN = UINT32_MAX }; // the spec may have several initial states: which one is open

typedef struct request {
    uint32_t call;   // + 1; 0: none
    uint32_t result; // its number; 0: it has not taken effect
} request;

typedef struct configuration {
    uint32_t state, unused;
    request of[]; // of each process
} configuration;

typedef struct atomic_object {
    automaton *a;
    const transition_system *s;
    const uint32_t *methods;
    intern *states;
    configuration *now, *next;
    uint32_t *queue, *targets; // of one answer
    uint32_t queue_count, target_count;
    size_t queue_capacity, target_capacity;
} atomic_object;

static size_t size_of(const atomic_object *o)
{
    return sizeof(configuration) + o->s->processes * sizeof(request);
}

static uint32_t number_of(atomic_object *o, const configuration *c)
{
    return intern_add(o->states, c, size_of(o));
}

static void get(const atomic_object *o, uint32_t number, configuration *out)
{
    memcpy(out, intern_get(o->states, number, NULL), size_of(o));
}

static void put_once(uint32_t **items, uint32_t *count, size_t *capacity, uint32_t number)
{
    for (uint32_t i = 0; i < *count; i++)
        if ((*items)[i] == number)
            return;
    MEMORY_GROW(*items, *capacity, (size_t)*count + 1);
    (*items)[(*count)++] = number;
}

static void enqueue(atomic_object *o, const configuration *c)
{
    put_once(&o->queue, &o->queue_count, &o->queue_capacity, number_of(o, c));
}

// The ways in which the request of a process may take effect.
static void perform(atomic_object *o, uint32_t process)
{
    const request *r = &o->now->of[process];
    uint32_t count;
    if (!r->call || r->result)
        return;
    const automaton_way *ways = automaton_ways(o->a, o->now->state, r->call - 1, 0, &count);
    for (uint32_t i = 0; i < count; i++) {
        memcpy(o->next, o->now, size_of(o));
        o->next->state = ways[i].next;
        o->next->of[process].result = ways[i].result;
        enqueue(o, o->next);
    }
}

// What may happen before this event, until it can; then it does.
static void answer(atomic_object *o, const history_event *v)
{
    request *mine = &o->now->of[v->process];
    if (v->kind == LABEL_CALL && mine->call)
        return;
    if (v->kind == LABEL_CALL) {
        *mine = (request){1 + automaton_call(o->a, o->methods[v->method], v->process, v->value), 0};
    } else if (!mine->result) {
        for (uint32_t p = 0; p < o->s->processes; p++)
            perform(o, p);
        return;
    } else if (mine->result != automaton_result(o->a, v->value)) {
        return;
    } else {
        *mine = (request){0};
    }
    put_once(&o->targets, &o->target_count, &o->target_capacity, number_of(o, o->now));
}

// A call needs nothing to take effect before it: what does could as well do so after it.
static const uint32_t *after(void *context, uint32_t state, uint32_t label, uint32_t *count)
{
    static const uint32_t none;
    atomic_object *o = context;
    const history_event *v = &o->s->events[label - 1];
    o->queue_count = o->target_count = 0;
    get(o, state, o->now);
    if (o->now->state == NOT_BEGUN) {
        uint32_t starts;
        const uint32_t *initial = automaton_initial(o->a, &starts);
        for (uint32_t i = 0; i < starts; i++) {
            o->now->state = initial[i];
            enqueue(o, o->now);
        }
    } else {
        enqueue(o, o->now);
    }
    for (uint32_t i = 0; i < o->queue_count; i++) {
        get(o, o->queue[i], o->now);
        answer(o, v);
    }
    *count = o->target_count;
    return o->target_count ? o->targets : &none;
}

static void print(void *context, uint32_t state, text *out)
{
    atomic_object *o = context;
    const lp_spec *spec = automaton_spec(o->a);
    get(o, state, o->now);
    if (o->now->state == NOT_BEGUN)
        text_add(out, "at its start");
    else
        automaton_print_state(o->a, o->now->state, out);
    for (uint32_t p = 0; p < o->s->processes; p++) {
        const request *r = &o->now->of[p];
        if (!r->call)
            continue;
        lp_call call = automaton_call_get(o->a, r->call - 1);
        text_add(out, ", %s of process %u ", spec->methods[call.method].name, p);
        if (r->result) {
            text_add(out, "has taken effect → ");
            value_print(o->s->pool, automaton_result_get(o->a, r->result), out);
        } else {
            text_add(out, "has not taken effect");
        }
    }
}

static void release(void *context)
{
    atomic_object *o = context;
    automaton_free(o->a);
    intern_free(o->states);
    free(o->now);
    free(o->next);
    free(o->queue);
    free(o->targets);
    free(o);
}

answering answering_atomic(const lp_spec *spec, const uint32_t *methods, const transition_system *s)
{
    atomic_object *o = memory_new(1, sizeof *o);
    *o = (atomic_object){.a = automaton_new(spec, s->pool), .s = s, .methods = methods};
    o->states = intern_new();
    o->now = memory_new(1, size_of(o));
    o->next = memory_new(1, size_of(o));
    o->now->state = NOT_BEGUN;
    return (answering){o, number_of(o, o->now), after, print, release};
}
