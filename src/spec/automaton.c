// SPDX-License-Identifier: MIT
// The interned automaton: see automaton.h. States, calls, results and steps
// each have a table; a step's edges are computed when it is first asked for.

#include "spec/automaton.h"

#include "base/error.h"
#include "base/hash_table.h"
#include "base/intern.h"
#include "base/memory.h"
#include "spec/spec_states.h"
#include "spec/why.h"

#include <stdlib.h>
#include <string.h>

typedef struct edges {
    automaton_edge *list;
    uint32_t count;
} edges;

// Ways of single calls: from (state, call, wanted result) to a run of `ways`. Most steps of most
// histories are of this kind.
typedef struct single_key {
    uint32_t state, call, want;
} single_key;

typedef struct single {
    single_key key;
    uint32_t count_plus_one; // of ways; 0: the entry is free
    size_t first;
} single;

HASH_TABLE_TYPE(singles, single);

static bool singles_used(const single *e)
{
    return e->count_plus_one != 0;
}

static single_key singles_key(const single *e)
{
    return e->key;
}

static uint64_t singles_hash(single_key k)
{
    uint64_t h = ((uint64_t)k.state << 32 | k.call) * 0x9e3779b97f4a7c15u;
    h = (h ^ (h >> 32) ^ k.want) * 0xd6e8feb86659fd93u;
    return h ^ (h >> 32);
}

static bool singles_same(const single *e, single_key k)
{
    return e->key.state == k.state && e->key.call == k.call && e->key.want == k.want;
}

HASH_TABLE_FUNCTIONS(singles, single, single_key);

struct automaton {
    const lp_spec *spec;
    lp_pool *pool;
    state_store *states;
    intern *calls, *results;
    uint32_t *initial;
    uint32_t initial_count, initial_capacity;
    intern *steps; // (state, sync, calls, and results wanted if the spec needs them)
    edges *edges_of;
    size_t edges_capacity;
    automaton_edge *chosen; // what automaton_step hands out
    size_t chosen_capacity;
    singles singles;
    automaton_way *ways; // of all of them
    size_t way_count, way_capacity;
};

// A call as it is interned: no padding.
typedef struct call_key {
    uint64_t method;
    int64_t process;
    lp_value arg;
} call_key;

// What a spec emits is collected here; the step is its first member.
typedef struct collector {
    lp_step step;
    automaton *a;
    uint32_t state; // from which it steps
    automaton_edge *list;
    size_t count, capacity;
} collector;

static void collect_initial(lp_step *s, const lp_value *results, const void *next, size_t size)
{
    (void)results;
    automaton *a = ((collector *)s)->a;
    MEMORY_GROW(a->initial, a->initial_capacity, (size_t)a->initial_count + 1);
    a->initial[a->initial_count++] = state_store_add(a->states, next, size, STATE_NONE);
}

static void collect_edge(lp_step *s, const lp_value *results, const void *next, size_t size)
{
    collector *c = (collector *)s;
    automaton_edge edge = {.next = state_store_add(c->a->states, next, size, c->state)};
    for (uint32_t i = 0; i < s->count; i++)
        edge.results[i] = automaton_result(c->a, results[i]);
    for (size_t i = 0; i < c->count; i++)
        if (memcmp(&c->list[i], &edge, sizeof edge) == 0)
            return;
    MEMORY_GROW(c->list, c->capacity, c->count + 1);
    c->list[c->count++] = edge;
}

automaton *automaton_new(const lp_spec *spec, lp_pool *pool)
{
    REQUIRE(spec && spec->initial && spec->step);
    automaton *a = memory_new(1, sizeof *a);
    a->spec = spec;
    a->pool = pool;
    a->states = state_store_new();
    a->calls = intern_new();
    a->results = intern_new();
    a->steps = intern_new();
    singles_start(&a->singles, 64);
    collector c = {.step = {.spec = spec, .pool = pool, .emit = collect_initial}, .a = a};
    spec->initial(spec, &c.step);
    REQUIRE(a->initial_count > 0);
    return a;
}

void automaton_free(automaton *a)
{
    if (!a)
        return;
    for (uint32_t i = 0; i < intern_count(a->steps); i++)
        free(a->edges_of[i].list);
    state_store_free(a->states);
    intern_free(a->calls);
    intern_free(a->results);
    intern_free(a->steps);
    free(a->edges_of);
    free(a->initial);
    free(a->chosen);
    free(a->singles.slots);
    free(a->ways);
    free(a);
}

const lp_spec *automaton_spec(const automaton *a)
{
    return a->spec;
}

lp_pool *automaton_pool(const automaton *a)
{
    return a->pool;
}

uint32_t automaton_adopt(automaton *a, const automaton *from, uint32_t state)
{
    size_t size;
    const void *bytes = state_store_get(from->states, state, &size);
    uint32_t count = state_store_count(a->states); // the one adopted before may be alike
    return state_store_add(a->states, bytes, size, count - 1);
}

const uint32_t *automaton_initial(automaton *a, uint32_t *count)
{
    *count = a->initial_count;
    return a->initial;
}

uint32_t automaton_call(automaton *a, uint32_t method, int64_t process, lp_value arg)
{
    call_key key = {method, a->spec->looks_at_process ? process : 0, arg};
    return intern_add(a->calls, &key, sizeof key);
}

lp_call automaton_call_get(const automaton *a, uint32_t call)
{
    const call_key *key = intern_get(a->calls, call, NULL);
    return (lp_call){(uint32_t)key->method, key->process, key->arg};
}

uint32_t automaton_result(automaton *a, lp_value result)
{
    return intern_add(a->results, &result, sizeof result) + 1;
}

lp_value automaton_result_get(const automaton *a, uint32_t result)
{
    REQUIRE(result > 0);
    return *(const lp_value *)intern_get(a->results, result - 1, NULL);
}

static void ask_spec(automaton *a, uint32_t state, uint32_t sync, const uint32_t *calls,
                     uint32_t call_count, const uint32_t *want, edges *into)
{
    lp_call full[LP_MAX_ARITY];
    lp_value wanted[LP_MAX_ARITY];
    for (uint32_t i = 0; i < call_count; i++) {
        full[i] = automaton_call_get(a, calls[i]);
        if (want)
            wanted[i] = automaton_result_get(a, want[i]);
    }
    collector c = {.step = {.spec = a->spec,
                            .pool = a->pool,
                            .sync = sync,
                            .count = call_count,
                            .calls = full,
                            .want = want ? wanted : NULL,
                            .emit = collect_edge},
                   .a = a,
                   .state = state};
    c.step.state = state_store_get(a->states, state, &c.step.state_size);
    a->spec->step(&c.step);
    *into = (edges){c.list, (uint32_t)c.count};
}

const automaton_edge *automaton_step(automaton *a, uint32_t state, uint32_t sync,
                                     const uint32_t *calls, uint32_t call_count,
                                     const uint32_t *want, uint32_t *edge_count)
{
    uint32_t key[2 + 2 * LP_MAX_ARITY] = {state, sync};
    size_t n = 2;
    for (uint32_t i = 0; i < call_count; i++)
        key[n++] = calls[i];
    bool told = a->spec->needs_result && want;
    for (uint32_t i = 0; told && i < call_count; i++)
        told = want[i] != 0;
    for (uint32_t i = 0; told && i < call_count; i++)
        key[n++] = want[i];

    bool fresh;
    uint32_t step = intern_add_fresh(a->steps, key, n * sizeof *key, &fresh);
    if (fresh) {
        MEMORY_GROW(a->edges_of, a->edges_capacity, (size_t)step + 1);
        edges found;
        ask_spec(a, state, sync, calls, call_count, told ? want : NULL, &found);
        a->edges_of[step] = found;
    }
    const edges *all = &a->edges_of[step];
    if (!want) {
        *edge_count = all->count;
        return all->list;
    }
    uint32_t kept = 0;
    MEMORY_GROW(a->chosen, a->chosen_capacity, all->count);
    for (uint32_t i = 0; i < all->count; i++) {
        bool fits = true;
        for (uint32_t c = 0; c < call_count; c++)
            fits &= !want[c] || want[c] == all->list[i].results[c];
        if (fits)
            a->chosen[kept++] = all->list[i];
    }
    *edge_count = kept;
    return a->chosen;
}

static single ask_single(automaton *a, single_key k)
{
    edges found;
    ask_spec(a, k.state, automaton_call_get(a, k.call).method, &k.call, 1, k.want ? &k.want : NULL,
             &found);
    single s = {.key = k, .count_plus_one = found.count + 1, .first = a->way_count};
    MEMORY_GROW(a->ways, a->way_capacity, a->way_count + found.count);
    for (uint32_t i = 0; i < found.count; i++)
        a->ways[a->way_count++] = (automaton_way){found.list[i].next, found.list[i].results[0]};
    free(found.list);
    return s;
}

const automaton_way *automaton_ways(automaton *a, uint32_t state, uint32_t call, uint32_t want,
                                    uint32_t *count)
{
    singles *t = &a->singles;
    single_key k = {state, call, a->spec->needs_result ? want : 0};
    singles_reserve(t); // first: slots do not move below
    single *s = singles_slot(t, k);
    if (!s->count_plus_one) {
        *s = ask_single(a, k);
        t->count++;
    }
    *count = s->count_plus_one - 1;
    return *count ? a->ways + s->first : NULL;
}

bool automaton_may_return(const automaton *a, uint32_t state, uint32_t call, uint32_t result,
                          uint32_t methods)
{
    if (!a->spec->may_return)
        return true;
    lp_call full = automaton_call_get(a, call);
    lp_outlook o = {.spec = a->spec,
                    .pool = a->pool,
                    .call = &full,
                    .result = automaton_result_get(a, result),
                    .methods = methods};
    o.state = state_store_get(a->states, state, &o.state_size);
    return a->spec->may_return(&o);
}

uint64_t automaton_bytes(const automaton *a)
{
    return state_store_bytes(a->states) + intern_bytes(a->calls) + intern_bytes(a->results) +
           intern_bytes(a->steps) + a->way_capacity * sizeof *a->ways +
           (a->singles.mask + 1) * sizeof *a->singles.slots;
}

void automaton_print_state(const automaton *a, uint32_t state, text *out)
{
    size_t size;
    const void *bytes = state_store_get(a->states, state, &size);
    spec_print_state(a->spec, a->pool, bytes, size, out);
}

void automaton_print_why(const automaton *a, uint32_t state, uint32_t call, lp_value result,
                         text *out)
{
    size_t size;
    const void *bytes = state_store_get(a->states, state, &size);
    lp_call full = automaton_call_get(a, call);
    spec_print_why(a->spec, a->pool, bytes, size, &full, result, out);
}

const void *automaton_state_bytes(const automaton *a, uint32_t state, size_t *size)
{
    return state_store_get(a->states, state, size);
}

uint32_t automaton_state_count(const automaton *a)
{
    return state_store_count(a->states);
}
