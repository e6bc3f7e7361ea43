// SPDX-License-Identifier: MIT
// The simulated object: see simulated_object.h.

#include "gen/simulated_object.h"

#include "base/error.h"
#include "base/intern.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

// Lately: this many committed states.
enum { LATELY = 64 };

typedef struct bytes {
    void *at; // 16-byte aligned, as malloc gives it
    size_t size, capacity;
} bytes;

typedef struct list {
    bytes *items;
    size_t count, capacity;
} list;

// What the spec emits goes to the object: `step` is its first member.
struct gen_object {
    lp_step step;
    const lp_spec *spec;
    rng *rng;
    bool split;
    intern *keys; // number of the key = number of its state
    bytes *states;
    size_t state_capacity;
    uint32_t state_count;

    uint32_t at; // the state that was tried last
    gen_group *group;
    uint64_t emitted;
    bytes chosen;
    list *all; // where not NULL: collect every outcome with the group's results

    bytes lately[LATELY];
    uint32_t lately_next;
};

static void set_bytes(bytes *b, const void *from, size_t size)
{
    if (size > b->capacity) {
        free(b->at);
        b->at = memory_new(1, size);
        b->capacity = size;
    }
    if (size)
        memcpy(b->at, from, size);
    b->size = size;
}

static void list_add(list *l, const void *from, size_t size)
{
    for (size_t i = 0; i < l->count; i++)
        if (l->items[i].size == size && (!size || memcmp(l->items[i].at, from, size) == 0))
            return;
    MEMORY_GROW(l->items, l->capacity, l->count + 1);
    l->items[l->count] = (bytes){0};
    set_bytes(&l->items[l->count++], from, size);
}

static void list_fini(list *l)
{
    for (size_t i = 0; i < l->count; i++)
        free(l->items[i].at);
    free(l->items);
    *l = (list){0};
}

// Each of those emitted is as likely as the others.
static void choose(lp_step *s, const lp_value *results, const void *next, size_t size)
{
    gen_object *o = (gen_object *)s;
    if (o->emitted++ && rng_below(o->rng, o->emitted) != 0)
        return;
    set_bytes(&o->chosen, next, size);
    for (uint32_t i = 0; results && i < s->count; i++)
        o->group->results[i] = results[i];
}

static void collect(lp_step *s, const lp_value *results, const void *next, size_t size)
{
    gen_object *o = (gen_object *)s;
    for (uint32_t i = 0; results && i < s->count; i++)
        if (!lp_value_equal(results[i], o->group->results[i]))
            return;
    list_add(o->all, next, size);
}

gen_object *gen_object_new(const lp_spec *spec, lp_pool *pool, rng *r, bool split)
{
    gen_object *o = memory_new(1, sizeof *o);
    o->step = (lp_step){.spec = spec, .pool = pool};
    o->spec = spec;
    o->rng = r;
    o->split = split;
    o->keys = intern_new();
    return o;
}

void gen_object_free(gen_object *o)
{
    for (uint32_t i = 0; i < o->state_count; i++)
        free(o->states[i].at);
    for (uint32_t i = 0; i < LATELY; i++)
        free(o->lately[i].at);
    free(o->states);
    free(o->chosen.at);
    intern_free(o->keys);
    free(o);
}

// The state that a call works on.
static uint32_t state_of(gen_object *o, const lp_call *call)
{
    lp_value key = LP_NIL;
    if (o->split)
        key = o->spec->split(o->spec, o->step.pool, call->method, call->arg);
    bool fresh;
    uint32_t n = intern_add_fresh(o->keys, &key, sizeof key, &fresh);
    if (fresh) {
        MEMORY_GROW(o->states, o->state_capacity, (size_t)n + 1);
        o->states[n] = (bytes){0};
        o->state_count = n + 1;
        o->emitted = 0;
        o->step.emit = choose;
        o->step.count = 0;
        o->spec->initial(o->spec, &o->step);
        set_bytes(&o->states[n], o->chosen.at, o->chosen.size);
    }
    return n;
}

static void ask(gen_object *o, const bytes *state, gen_group *g)
{
    o->group = g;
    o->emitted = 0;
    o->step.state = state->at;
    o->step.state_size = state->size;
    o->step.sync = g->sync;
    o->step.count = g->count;
    o->step.calls = g->calls;
    o->spec->step(&o->step);
}

bool gen_object_try(gen_object *o, gen_group *g)
{
    o->at = state_of(o, &g->calls[0]);
    o->step.emit = choose;
    o->step.want = NULL;
    ask(o, &o->states[o->at], g);
    return o->emitted > 0;
}

void gen_object_commit(gen_object *o)
{
    bytes *old = &o->lately[o->lately_next++ % LATELY];
    set_bytes(old, o->chosen.at, o->chosen.size);
    bytes swap = o->states[o->at];
    o->states[o->at] = o->chosen;
    o->chosen = swap;
}

// States are lists of values in almost every spec; where they are not, this
// counts something else, which does no harm.
static size_t weight(const gen_object *o, const bytes *b)
{
    size_t sum = b->size;
    const lp_value *values = b->at;
    for (size_t i = 0; b->size % sizeof *values == 0 && i < b->size / sizeof *values; i++) {
        size_t n = 0;
        if (values[i].kind == LP_KIND_STRING)
            lp_string_bytes(o->step.pool, values[i], &n);
        else if (values[i].kind > LP_KIND_STRING && values[i].kind <= LP_KIND_MAP)
            lp_items(o->step.pool, values[i], &n);
        sum += values[i].kind == LP_KIND_STRING ? n : n * sizeof(lp_value);
    }
    return sum;
}

int64_t gen_object_growth(const gen_object *o)
{
    return (int64_t)weight(o, &o->chosen) - (int64_t)weight(o, &o->states[o->at]);
}

bool gen_object_changes(const gen_object *o)
{
    const bytes *now = &o->states[o->at];
    return now->size != o->chosen.size ||
           (now->size && memcmp(now->at, o->chosen.at, now->size) != 0);
}

size_t gen_object_weight(const gen_object *o)
{
    return weight(o, &o->states[o->at]);
}

static void outcomes(gen_object *o, const bytes *state, const gen_group *g, list *into)
{
    gen_group copy = *g;
    o->all = into;
    o->step.emit = collect;
    o->step.want = o->spec->needs_result ? copy.results : NULL;
    ask(o, state, &copy);
    o->step.want = NULL;
    o->all = NULL;
}

bool gen_object_allows(gen_object *o, const gen_group *g)
{
    list found = {0};
    outcomes(o, &o->states[state_of(o, &g->calls[0])], g, &found);
    bool allowed = found.count > 0;
    list_fini(&found);
    return allowed;
}

static void initial_states(gen_object *o, list *into)
{
    gen_group none = {0};
    o->all = into;
    o->group = &none;
    o->step.emit = collect;
    o->step.count = 0;
    o->spec->initial(o->spec, &o->step);
    o->all = NULL;
}

bool gen_object_is_initial(gen_object *o, const gen_group *g)
{
    const bytes *now = &o->states[state_of(o, &g->calls[0])];
    list initial = {0};
    initial_states(o, &initial);
    size_t before = initial.count;
    list_add(&initial, now->at, now->size);
    bool is = initial.count == before;
    list_fini(&initial);
    return is;
}

bool gen_object_explains(gen_object *o, const gen_group *groups, uint32_t count)
{
    list now = {0};
    initial_states(o, &now);
    for (uint32_t i = 0; i < LATELY && i < o->lately_next; i++)
        list_add(&now, o->lately[i].at, o->lately[i].size);
    uint32_t at = state_of(o, &groups[count - 1].calls[0]);
    for (uint32_t i = 0; i < count && now.count; i++) {
        // What works on another key neither tells nor changes anything.
        if (state_of(o, &groups[i].calls[0]) != at)
            continue;
        list next = {0};
        for (size_t k = 0; k < now.count; k++)
            outcomes(o, &now.items[k], &groups[i], &next);
        list_fini(&now);
        now = next;
    }
    bool explained = now.count > 0;
    list_fini(&now);
    return explained;
}
