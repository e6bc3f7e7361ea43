// SPDX-License-Identifier: MIT
// See atomic_object.h.

#include "judge/simulation/atomic_object.h"

#include "base/intern.h"
#include "base/memory.h"
#include "base/value/value_text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct atomic_object {
    automaton *a;
    const uint32_t *methods;
    uint32_t processes;
    bool looks, overflowed;
    intern *states;
};

atomic_object *atomic_object_new(const lp_spec *spec, const uint32_t *methods, lp_pool *pool,
                                 uint32_t processes, bool looks)
{
    atomic_object *o = memory_new(1, sizeof *o);
    *o = (atomic_object){.methods = methods, .processes = processes, .looks = looks};
    o->a = automaton_new(spec, pool);
    o->states = intern_new();
    return o;
}

void atomic_object_free(atomic_object *o)
{
    if (!o)
        return;
    automaton_free(o->a);
    intern_free(o->states);
    free(o);
}

size_t atomic_size(const atomic_object *o)
{
    return sizeof(atomic_state) + o->processes * sizeof(atomic_request);
}

uint32_t atomic_processes(const atomic_object *o)
{
    return o->processes;
}

const uint32_t *atomic_initial(atomic_object *o, uint32_t *count)
{
    return automaton_initial(o->a, count);
}

uint32_t atomic_object_number(atomic_object *o, const atomic_state *c)
{
    return intern_add(o->states, c, atomic_size(o));
}

void atomic_object_get(const atomic_object *o, uint32_t number, atomic_state *out)
{
    memcpy(out, intern_get(o->states, number, NULL), atomic_size(o));
}

uint32_t atomic_method(const atomic_object *o, const atomic_state *c, uint32_t process)
{
    lp_call call = automaton_call_get(o->a, c->of[process].call - 1);
    uint32_t which = 0;
    while (o->methods[which] != call.method)
        which++;
    return which;
}

lp_value atomic_result(const atomic_object *o, const atomic_state *c, uint32_t process)
{
    return automaton_result_get(o->a, c->of[process].result);
}

uint64_t atomic_looks(atomic_object *o, const atomic_state *c, uint32_t process)
{
    const automaton_way *ways;
    uint32_t count = atomic_ways(o, c, process, &ways);
    uint64_t looks = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (ways[i].next != c->state)
            continue;
        if (ways[i].result < ATOMIC_LOOKS)
            looks |= UINT64_C(1) << ways[i].result;
        else
            o->overflowed = true;
    }
    return looks;
}

bool atomic_result_among(atomic_object *o, lp_value result, uint64_t looks)
{
    uint32_t number = automaton_result(o->a, result);
    return number < ATOMIC_LOOKS && (looks >> number & 1);
}

// It may look now.
static void add_looks(atomic_object *o, atomic_state *c, uint32_t process)
{
    if (o->looks)
        c->of[process].looks |= atomic_looks(o, c, process);
}

void atomic_call(atomic_object *o, atomic_state *c, uint32_t process, uint32_t method, lp_value arg)
{
    assert(!c->of[process].call);
    c->of[process].call = 1 + automaton_call(o->a, o->methods[method], process, arg);
    add_looks(o, c, process);
}

uint32_t atomic_ways(atomic_object *o, const atomic_state *c, uint32_t process,
                     const automaton_way **ways)
{
    const atomic_request *r = &c->of[process];
    uint32_t count;
    if (!r->call || r->result)
        return 0;
    *ways = automaton_ways(o->a, c->state, r->call - 1, 0, &count);
    return count;
}

void atomic_effect(atomic_object *o, atomic_state *c, uint32_t process, automaton_way way)
{
    bool changes = c->state != way.next;
    c->state = way.next;
    c->of[process].result = way.result;
    c->of[process].looks = 0;
    for (uint32_t p = 0; changes && p < o->processes; p++)
        add_looks(o, c, p);
}

atomic_end atomic_return(atomic_object *o, atomic_state *c, uint32_t process, lp_value result)
{
    atomic_request r = c->of[process];
    c->of[process] = (atomic_request){0};
    if (r.result)
        return r.result == automaton_result(o->a, result) ? ATOMIC_TOOK_EFFECT : ATOMIC_WRONG;
    return atomic_result_among(o, result, r.looks) ? ATOMIC_LOOKED : ATOMIC_WRONG;
}

bool atomic_overflowed(const atomic_object *o)
{
    return o->overflowed;
}

void atomic_print(const atomic_object *o, uint32_t number, text *out)
{
    const lp_spec *spec = automaton_spec(o->a);
    const atomic_state *c = intern_get(o->states, number, NULL);
    if (c->state == ATOMIC_NOT_BEGUN)
        text_add(out, "at its start");
    else
        automaton_print_state(o->a, c->state, out);
    for (uint32_t p = 0; p < o->processes; p++) {
        const atomic_request *r = &c->of[p];
        if (!r->call)
            continue;
        lp_call call = automaton_call_get(o->a, r->call - 1);
        text_add(out, ", %s of process %u ", spec->methods[call.method].name, p);
        if (r->result) {
            text_add(out, "has taken effect → ");
            value_print(automaton_pool(o->a), automaton_result_get(o->a, r->result), out);
        } else {
            text_add(out, "has not taken effect");
        }
    }
}
