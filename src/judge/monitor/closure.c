// SPDX-License-Identifier: MIT
// Breadth-first over configurations, from all of the set at once: see closure.h. The just-in-time
// linearization of Lowe, "Testing for linearizability", 2017, on sets instead of single
// configurations. Breadth first, because then a configuration that subsumes another is met
// before it, and the other is never expanded: with sixteen writes that never
// return, 17 configurations instead of half a million.

#include "judge/monitor/closure.h"

#include "base/error.h"
#include "base/memory.h"
#include "judge/monitor/sync_groups.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { NONE = UINT32_MAX, LIMIT_EVERY = 4096 };

typedef struct node {
    uint32_t parent; // NONE: a configuration of the set, number `root`
    uint32_t root;
    uint32_t next;         // in its chain: same state, same taken but for those that never return
    monitor_effect effect; // that led here from the parent
} node;

struct closure {
    automaton *automaton;
    set_view view; // the set that is expanded
    uint32_t position, result;

    node *nodes;
    size_t count, capacity;
    uint32_t *configs; // count × config_words
    size_t configs_capacity;
    uint32_t *chains; // hash → first node + 1
    size_t chain_mask;

    set_builder out; // without the operation that returned
    open_operation *out_open;
    size_t out_open_capacity;
    uint32_t *out_config;
    size_t out_config_capacity;
    uint32_t *out_from;         // per configuration of `out`: node it came from …
    monitor_effect *out_effect; // … and the effect in which the operation returned
    size_t out_from_capacity, out_effect_capacity;

    uint32_t *states; // distinct ones, of closure_states
    uint32_t state_count;
    size_t states_capacity;
    monitor_effect *steps;
    size_t steps_capacity;
    uint32_t *methods, *alike; // of the open operations, while one is expanded
    size_t methods_capacity, alike_capacity;
    size_t most;    // configurations; 0: any number
    uint32_t *made; // a configuration being made
    size_t made_capacity;
    uint64_t work, next_look; // steps taken; when to look at the limits again
};

closure *closure_new(automaton *a)
{
    closure *c = memory_new(1, sizeof *c);
    c->automaton = a;
    c->chain_mask = 63;
    c->chains = memory_new(c->chain_mask + 1, sizeof *c->chains);
    return c;
}

void closure_free(closure *c)
{
    free(c->nodes);
    free(c->configs);
    free(c->chains);
    set_fini(&c->out);
    free(c->out_open);
    free(c->out_config);
    free(c->out_from);
    free(c->out_effect);
    free(c->states);
    free(c->steps);
    free(c->made);
    free(c->methods);
    free(c->alike);
    free(c);
}

static uint32_t *config_of(const closure *c, size_t number)
{
    return c->configs + number * c->view.config_words;
}

// Hash of what two configurations must share for one to dominate the other.
static uint64_t chain_hash(const closure *c, const uint32_t *config)
{
    uint64_t h = config[0];
    for (uint32_t i = 0; i < c->view.open_count; i++)
        if (!c->view.open[i].forever)
            h = (h ^ config[i + 1]) * 0x9e3779b97f4a7c15u;
    return h ^ (h >> 29);
}

static void grow_chains(closure *c)
{
    c->chain_mask = c->chain_mask * 2 + 1;
    c->chains = memory_resize(c->chains, c->chain_mask + 1, sizeof *c->chains);
    memset(c->chains, 0, (c->chain_mask + 1) * sizeof *c->chains);
    for (size_t i = 0; i < c->count; i++) {
        uint32_t *first = &c->chains[chain_hash(c, config_of(c, i)) & c->chain_mask];
        c->nodes[i].next = *first;
        *first = (uint32_t)i + 1;
    }
}

// Adds the configuration unless it, or one that dominates it, is there.
static void meet(closure *c, const uint32_t *config, uint32_t parent, uint32_t root,
                 const monitor_effect *effect)
{
    uint32_t *first = &c->chains[chain_hash(c, config) & c->chain_mask];
    for (uint32_t n = *first; n; n = c->nodes[n - 1].next)
        if (config_dominates(c->view.open, c->view.open_count, config_of(c, n - 1), config))
            return;
    MEMORY_GROW(c->nodes, c->capacity, c->count + 1);
    MEMORY_GROW(c->configs, c->configs_capacity, (c->count + 1) * c->view.config_words);
    memcpy(config_of(c, c->count), config, c->view.config_words * sizeof *config);
    node *n = &c->nodes[c->count];
    *n = (node){.parent = parent, .root = root, .next = *first};
    if (effect)
        n->effect = *effect;
    *first = (uint32_t)++c->count;
    if (c->count > c->chain_mask)
        grow_chains(c);
}

// The operation has returned in this configuration: it leaves.
static void leave(closure *c, const uint32_t *config, uint32_t from, const monitor_effect *effect)
{
    uint32_t p = c->position, n = c->view.open_count;
    MEMORY_GROW(c->out_config, c->out_config_capacity, c->view.config_words);
    memcpy(c->out_config, config, (p + 1) * sizeof *config);
    memcpy(c->out_config + p + 1, config + p + 2, (n - p - 1) * sizeof *config);
    MEMORY_GROW(c->out_from, c->out_from_capacity, c->out.count + 1);
    MEMORY_GROW(c->out_effect, c->out_effect_capacity, c->out.count + 1);
    c->out_from[c->out.count] = from;
    c->out_effect[c->out.count] = effect ? *effect : (monitor_effect){0};
    set_add(&c->out, c->out_config);
}

// Of several operations alike that never return, one not yet taken may take effect
// only together with, or after, the one before it: otherwise it would give the same
// but for names.
static uint32_t alike_before(const closure *c, const uint32_t *config, uint32_t i)
{
    if (!c->view.open[i].forever)
        return GROUPS_NONE;
    for (uint32_t k = i; k-- > 0;)
        if (c->view.open[k].forever && c->view.open[k].call == c->view.open[i].call &&
            config[k + 1] == 0)
            return k;
    return GROUPS_NONE;
}

// Takes the synchronisation with the operations at these positions.
static void take(closure *c, uint32_t from, uint32_t sync, const uint32_t *positions,
                 uint32_t count)
{
    uint32_t calls[LP_MAX_ARITY], want[LP_MAX_ARITY];
    monitor_effect effect = {.sync = sync, .count = count};
    bool returns = false;
    for (uint32_t i = 0; i < count; i++) {
        const open_operation *op = &c->view.open[positions[i]];
        calls[i] = op->call;
        want[i] = positions[i] == c->position ? c->result : op->known;
        returns |= positions[i] == c->position;
        effect.slots[i] = op->slot;
    }
    uint32_t edges;
    const automaton_edge *edge =
        automaton_step(c->automaton, config_of(c, from)[0], sync, calls, count, want, &edges);
    c->work += edges;
    for (uint32_t e = 0; e < edges; e++) {
        MEMORY_GROW(c->made, c->made_capacity, c->view.config_words);
        memcpy(c->made, config_of(c, from), c->view.config_words * sizeof *c->made);
        c->made[0] = edge[e].next;
        for (uint32_t i = 0; i < count; i++)
            c->made[positions[i] + 1] =
                c->view.open[positions[i]].forever ? TAKEN : edge[e].results[i];
        if (returns)
            leave(c, c->made, from, &effect);
        else
            meet(c, c->made, from, c->nodes[from].root, &effect);
    }
}

typedef struct expansion {
    closure *closure;
    uint32_t from;
} expansion;

static bool take_group(void *context, uint32_t sync, const uint32_t *positions, uint32_t count)
{
    const expansion *e = context;
    take(e->closure, e->from, sync, positions, count);
    return false;
}

// What only reads, and reads what it is known to return, may as well read now: an order in
// which it reads later stays one. Then nothing else needs to be tried here.
static bool take_read(closure *c, uint32_t from)
{
    const lp_spec *spec = automaton_spec(c->automaton);
    for (uint32_t i = 0; i < c->view.open_count; i++) {
        const open_operation *op = &c->view.open[i];
        uint32_t want = i == c->position ? c->result : op->known;
        if (config_of(c, from)[i + 1] != 0 || !want)
            continue;
        uint32_t method = automaton_call_get(c->automaton, op->call).method, edges;
        if (!spec->methods[method].reads_only)
            continue;
        automaton_step(c->automaton, config_of(c, from)[0], method, &op->call, 1, &want, &edges);
        if (edges) {
            take(c, from, method, &i, 1);
            return true;
        }
    }
    return false;
}

static void expand(closure *c, uint32_t from)
{
    if (!automaton_spec(c->automaton)->syncs && take_read(c, from))
        return;
    uint32_t open = c->view.open_count;
    const uint32_t *config = config_of(c, from);
    MEMORY_GROW(c->methods, c->methods_capacity, open);
    MEMORY_GROW(c->alike, c->alike_capacity, open);
    for (uint32_t i = 0; i < open; i++) {
        bool can = config[i + 1] == 0;
        c->methods[i] =
            can ? automaton_call_get(c->automaton, c->view.open[i].call).method : GROUPS_NONE;
        c->alike[i] = can ? alike_before(c, config, i) : GROUPS_NONE;
    }
    expansion e = {c, from};
    groups g = {.spec = automaton_spec(c->automaton),
                .count = open,
                .methods = c->methods,
                .alike = c->alike,
                .found = take_group,
                .context = &e};
    groups_each(&g);
}

static void begin(closure *c, const set_view *set)
{
    c->view = *set;
    c->count = 0;
    memset(c->chains, 0, (c->chain_mask + 1) * sizeof *c->chains);
    for (uint32_t i = 0; i < set->config_count; i++)
        meet(c, set->configs + (size_t)i * set->config_words, NONE, i, NULL);
}

void closure_bound(closure *c, size_t most)
{
    c->most = most;
}

static bool out_of_limits(closure *c, limits *l)
{
    if (c->most && c->count > c->most)
        return true;
    if (!l || ++c->work < c->next_look)
        return false;
    c->next_look = c->work + LIMIT_EVERY;
    return limits_reached(l);
}

bool closure_return(closure *c, const set_view *set, uint32_t position, uint32_t result, limits *l)
{
    begin(c, set);
    c->position = position;
    c->result = result;
    MEMORY_GROW(c->out_open, c->out_open_capacity, set->open_count);
    memcpy(c->out_open, set->open, position * sizeof *set->open);
    memcpy(c->out_open + position, set->open + position + 1,
           (set->open_count - position - 1) * sizeof *set->open);
    set_begin(&c->out, c->out_open, set->open_count - 1);

    for (size_t i = 0; i < c->count; i++) {
        uint32_t taken = config_of(c, i)[position + 1];
        if (taken == result)
            leave(c, config_of(c, i), (uint32_t)i, NULL);
        else if (taken == 0)
            expand(c, (uint32_t)i);
        if (out_of_limits(c, l))
            return false;
    }
    return true;
}

uint32_t closure_states(closure *c, const set_view *set, uint32_t except, uint32_t limit,
                        const uint32_t **states)
{
    begin(c, set);
    c->position = NONE;
    c->state_count = 0;
    for (size_t i = 0; i < c->count && i < limit; i++) {
        if (config_of(c, i)[except + 1] != 0)
            continue;
        uint32_t state = config_of(c, i)[0], k = 0;
        while (k < c->state_count && c->states[k] != state)
            k++;
        if (k == c->state_count) {
            MEMORY_GROW(c->states, c->states_capacity, c->state_count + 1);
            c->states[c->state_count++] = state;
        }
        expand(c, (uint32_t)i);
    }
    *states = c->states;
    return c->state_count;
}

size_t closure_size(const closure *c)
{
    return c->count;
}

uint32_t closure_result(closure *c, intern *sets)
{
    return set_finish(&c->out, sets);
}

uint32_t closure_explain(closure *c, const uint32_t *after, const monitor_effect **steps,
                         uint32_t *step_count)
{
    size_t size = c->out.config_words * sizeof *after;
    size_t i = 0;
    while (i < c->out.count && memcmp(c->out.configs + i * c->out.config_words, after, size) != 0)
        i++;
    REQUIRE(i < c->out.count);
    size_t depth = 0;
    for (uint32_t n = c->out_from[i]; c->nodes[n].parent != NONE; n = c->nodes[n].parent)
        depth++;
    bool last = c->out_effect[i].count > 0;
    MEMORY_GROW(c->steps, c->steps_capacity, depth + 1);
    if (last)
        c->steps[depth] = c->out_effect[i];
    uint32_t n = c->out_from[i];
    for (size_t k = depth; c->nodes[n].parent != NONE; n = c->nodes[n].parent)
        c->steps[--k] = c->nodes[n].effect;
    *steps = c->steps;
    *step_count = (uint32_t)(depth + last);
    return c->nodes[n].root;
}
