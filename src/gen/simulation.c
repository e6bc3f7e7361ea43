// SPDX-License-Identifier: MIT
// The simulation: see simulation.h and gen.h.

#include "gen/simulation.h"

#include "base/memory.h"
#include "gen/fault.h"
#include "spec/registry.h"

#include <stdlib.h>
#include <string.h>

enum {
    HEAVY = 32 * sizeof(lp_value), // states are copied at every step: they stay below this
    TRIES = 16,
    LEARNING = 64, // calls before what methods do to the state is trusted
};

static int64_t process_seen(const gen_simulation *s, const gen_client *c)
{
    return s->spec->looks_at_process ? c->process : 0;
}

// A method that some synchronisation still lacks among the open operations.
static uint32_t pick_partner(gen_simulation *s)
{
    const lp_sync *sync = &s->spec->syncs[rng_below(&s->rng, s->spec->sync_count)];
    uint32_t there[LP_MAX_METHODS] = {0};
    for (uint32_t i = 0; i < s->open; i++) {
        const gen_client *c = &s->clients[s->order[i]];
        there[c->call.method] += c->phase == GEN_CALLED;
    }
    for (uint32_t i = 0; i < sync->count; i++) {
        if (there[sync->methods[i]] == 0)
            return sync->methods[i];
        there[sync->methods[i]]--;
    }
    return sync->methods[rng_below(&s->rng, sync->count)];
}

// As many calls that make the state larger as calls that make it smaller, and
// some that do neither, however many methods of each kind there are.
static uint32_t pick_method(gen_simulation *s)
{
    if (s->spec->syncs)
        return pick_partner(s);
    uint32_t count = s->method_count;
    uint32_t any = (uint32_t)rng_below(&s->rng, count);
    if (s->called < LEARNING)
        return s->methods[any];
    uint64_t dice = rng_below(&s->rng, 10);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t m = s->methods[(any + i) % count];
        bool fits = dice < 4   ? s->grew[m]
                    : dice < 8 ? s->shrank[m] && !s->grew[m]
                               : !s->grew[m] && !s->shrank[m];
        if (fits)
            return m;
    }
    return s->methods[any];
}

bool gen_choose_call(gen_simulation *s, const gen_client *c, lp_call *call)
{
    for (int tries = 0; tries < TRIES; tries++) {
        uint32_t m = pick_method(s);
        lp_value arg = gen_arguments_propose(s->arguments, m, c->process);
        gen_group g = {.sync = m, .count = 1, .calls = {{m, process_seen(s, c), arg}}};
        if (!s->spec->syncs) {
            if (!gen_object_try(s->object, &g))
                continue;
            int64_t growth = gen_object_growth(s->object);
            s->grew[m] |= growth > 0;
            s->shrank[m] |= growth < 0;
            bool heavy = gen_object_weight(s->object) >= HEAVY && !s->may_grow;
            if (growth > 0 && heavy && tries + 2 < TRIES)
                continue;
        }
        gen_arguments_take(s->arguments);
        *call = g.calls[0];
        return true;
    }
    return false;
}

gen_client *gen_idle_client(gen_simulation *s)
{
    uint32_t idle = s->options->processes - s->open;
    return idle ? &s->clients[s->order[s->open + rng_below(&s->rng, idle)]] : NULL;
}

static void move(gen_simulation *s, gen_client *c, uint32_t slot)
{
    uint32_t other = s->order[slot];
    s->order[c->slot] = other;
    s->clients[other].slot = c->slot;
    s->order[slot] = (uint32_t)(c - s->clients);
    c->slot = slot;
}

static void open_client(gen_simulation *s, gen_client *c)
{
    move(s, c, s->open++);
    c->phase = GEN_CALLED;
    s->called++;
    gen_events_add(&s->events, c->process, GEN_INVOKE, c->call.method, c->call.arg);
}

static void close_client(gen_simulation *s, gen_client *c, gen_event type)
{
    lp_value value = type == GEN_OK ? c->result : type == GEN_FAIL ? c->call.arg : LP_NIL;
    gen_events_add(&s->events, c->process, type, c->call.method, value);
    if (type == GEN_INFO)
        c->process = s->next_process++;
    move(s, c, --s->open);
    c->phase = GEN_IDLE;
    s->stalls = 0;
}

// Those that never return, or fail, are spread over all that come; with a fault
// to come, over those after it, so that they cannot explain it.
static void decide_fate(gen_simulation *s, gen_client *c)
{
    c->fate = GEN_RETURNS;
    uint64_t left = s->options->ops - s->called;
    if (s->fault || !(s->pending_left || s->failed_left))
        return;
    uint64_t dice = rng_below(&s->rng, left);
    if (dice < s->pending_left) {
        // Who holds a lock must not vanish with it.
        gen_group g = {.count = 1, .calls = {c->call}};
        if (s->spec->looks_at_process && !gen_object_is_initial(s->object, &g))
            return;
        bool effect = !s->spec->looks_at_process && rng_below(&s->rng, 2);
        c->fate = effect ? GEN_NEVER_RETURNS : GEN_NEVER_EFFECTED;
        s->pending_left--;
    } else if (dice < s->pending_left + s->failed_left) {
        c->fate = GEN_FAILS;
        s->failed_left--;
    }
}

// Some client that can call something does.
static bool start_one(gen_simulation *s)
{
    uint32_t idle = s->options->processes - s->open;
    uint32_t shift = idle ? (uint32_t)rng_below(&s->rng, idle) : 0;
    for (uint32_t i = 0; i < idle; i++) {
        gen_client *c = &s->clients[s->order[s->open + (shift + i) % idle]];
        if (!gen_choose_call(s, c, &c->call))
            continue;
        decide_fate(s, c);
        open_client(s, c);
        return true;
    }
    return false;
}

static void effected(gen_simulation *s, gen_client *const *who, const gen_group *g)
{
    for (uint32_t i = 0; i < g->count; i++) {
        REQUIRE(who[i]);
        who[i]->phase = GEN_EFFECTED;
        who[i]->result = g->results[i];
        gen_arguments_effected(s->arguments, g->calls[i].method, g->calls[i].arg);
    }
}

// Fills the places of a synchronisation with open clients, `first` among them.
static bool gather(gen_simulation *s, uint32_t sync, gen_client *first, gen_client **who)
{
    const lp_sync *shape = &s->spec->syncs[sync];
    bool used = false;
    for (uint32_t place = 0; place < shape->count; place++) {
        who[place] = NULL;
        if (!used && first->call.method == shape->methods[place]) {
            who[place] = first;
            used = true;
        }
        uint32_t shift = (uint32_t)rng_below(&s->rng, s->open);
        for (uint32_t i = 0; i < s->open && !who[place]; i++) {
            gen_client *c = &s->clients[s->order[(i + shift) % s->open]];
            bool fits = c != first && c->phase == GEN_CALLED &&
                        c->call.method == shape->methods[place] &&
                        (c->fate == GEN_RETURNS || c->fate == GEN_NEVER_RETURNS);
            for (uint32_t k = 0; k < place; k++)
                fits &= who[k] != c;
            if (fits)
                who[place] = c;
        }
        if (!who[place])
            return false;
    }
    return used;
}

static bool take_effect(gen_simulation *s, gen_client *c)
{
    gen_group g = {.sync = c->call.method, .count = 1, .calls = {c->call}};
    gen_client *who[LP_MAX_ARITY] = {c};
    uint32_t syncs = s->spec->syncs ? s->spec->sync_count : 1;
    uint32_t shift = (uint32_t)rng_below(&s->rng, syncs);
    for (uint32_t i = 0; i < syncs; i++) {
        if (s->spec->syncs) {
            g.sync = (shift + i) % syncs;
            if (!gather(s, g.sync, c, who))
                continue;
            g.count = s->spec->syncs[g.sync].count;
            for (uint32_t k = 0; k < g.count; k++) {
                REQUIRE(who[k]);
                g.calls[k] = who[k]->call;
            }
        }
        if (gen_object_try(s->object, &g)) {
            gen_object_commit(s->object);
            effected(s, who, &g);
            return true;
        }
    }
    return false;
}

// One step of an open operation; false when it has to wait.
static bool advance(gen_simulation *s, gen_client *c)
{
    if (c->phase == GEN_CALLED) {
        if (c->fate == GEN_NEVER_EFFECTED) {
            close_client(s, c, GEN_INFO);
        } else if (c->fate == GEN_FAILS) {
            close_client(s, c, GEN_FAIL);
        } else if (!take_effect(s, c)) {
            s->stalls++;
            return false;
        }
    } else {
        close_client(s, c, c->fate == GEN_NEVER_RETURNS ? GEN_INFO : GEN_OK);
    }
    s->stalls = 0;
    return true;
}

// Every open operation waits for something that is not open. Somebody new may
// bring it; else one gives up.
static void break_up(gen_simulation *s, bool may_start)
{
    for (uint32_t i = 0; i < s->open; i++)
        if (advance(s, &s->clients[s->order[i]]))
            return;
    s->stalls = 0;
    if (may_start && start_one(s))
        return;
    close_client(s, &s->clients[s->order[rng_below(&s->rng, s->open)]], GEN_FAIL);
}

// So many should be open now: from one to twice the mean, in thousandths.
static bool too_few_open(gen_simulation *s)
{
    uint64_t spread = (uint64_t)((s->options->overlap - 1) * 2000);
    uint64_t want = 1000 + rng_below(&s->rng, spread + 1) + rng_below(&s->rng, 1000);
    return s->open < want / 1000 && s->open < s->options->processes;
}

static bool simulate(gen_simulation *s, error *e)
{
    enum { LOOK_EVERY = 4096 };
    for (uint64_t turn = 1; s->called < s->options->ops || s->open; turn++) {
        if (turn % LOOK_EVERY == 0 && limits_reached(s->options->limits))
            return error_set(e, "%s after %llu operations: the history is not complete",
                             limits_reason(s->options->limits), (unsigned long long)s->called);
        bool quiet = s->fault && gen_fault_wants_quiet(s->fault, s);
        if (quiet && s->open == 0) {
            if (!gen_fault_in_quiet(s->fault, s, e))
                return false;
            if (gen_fault_done(s->fault)) {
                gen_fault_free(s->fault);
                s->fault = NULL;
                if (s->options->only_try)
                    return true;
            }
            continue;
        }
        bool may_start = !quiet && s->called < s->options->ops;
        if (may_start && too_few_open(s) && start_one(s))
            continue;
        if (s->open == 0)
            return error_set(e, "after %llu operations %s allows no other one",
                             (unsigned long long)s->called, s->spec->name);
        if (s->stalls > 4 * s->open)
            break_up(s, may_start);
        else
            advance(s, &s->clients[s->order[rng_below(&s->rng, s->open)]]);
    }
    return true;
}

bool gen_choose_group(gen_simulation *s, gen_group *g)
{
    *g = (gen_group){.count = 1};
    if (!s->spec->syncs) {
        uint32_t shift = (uint32_t)rng_below(&s->rng, s->options->processes);
        for (uint32_t i = 0; i < s->options->processes; i++) {
            gen_client *c = &s->clients[(shift + i) % s->options->processes];
            if (gen_choose_call(s, c, &g->calls[0])) {
                g->sync = g->calls[0].method;
                g->calls[0].process = c->process;
                return true;
            }
        }
        return false;
    }
    g->sync = (uint32_t)rng_below(&s->rng, s->spec->sync_count);
    while (s->spec->syncs[g->sync].count > s->options->processes)
        g->sync = (g->sync + 1) % s->spec->sync_count; // check_options: some fits
    g->count = s->spec->syncs[g->sync].count;
    for (uint32_t i = 0; i < g->count; i++) {
        uint32_t m = s->spec->syncs[g->sync].methods[i];
        g->calls[i] = (lp_call){m, s->clients[i].process,
                                gen_arguments_propose(s->arguments, m, s->clients[i].process)};
        gen_arguments_take(s->arguments);
    }
    return true;
}

void gen_alone(gen_simulation *s, const gen_group *g, const lp_value *shown, bool happens)
{
    s->called += g->count;
    for (uint32_t i = 0; i < g->count; i++)
        gen_events_add(&s->events, g->calls[i].process, GEN_INVOKE, g->calls[i].method,
                       g->calls[i].arg);
    for (uint32_t i = 0; i < g->count; i++)
        gen_events_add(&s->events, g->calls[i].process, GEN_OK, g->calls[i].method,
                       shown ? shown[i] : g->results[i]);
    if (!happens)
        return;
    gen_object_commit(s->object);
    for (uint32_t i = 0; i < g->count; i++)
        gen_arguments_effected(s->arguments, g->calls[i].method, g->calls[i].arg);
}

bool gen_history(const lp_spec *spec, const gen_options *options,
                 void (*put)(void *to, const char *bytes, size_t length), void *to, error *e)
{
    if (!gen_check_options(spec, options, e))
        return false;
    gen_simulation s = {.spec = spec, .options = options, .pool = lp_pool_new()};
    rng_init(&s.rng, options->seed);
    if (!gen_choose_methods(&s, e)) {
        lp_pool_free(s.pool);
        return false;
    }
    s.arguments = gen_arguments_new(spec, options, s.pool, &s.rng);
    s.object = gen_object_new(spec, s.pool, &s.rng,
                              gen_arguments_split(s.arguments, s.methods, s.method_count));
    gen_events_init(&s.events, spec, s.pool, put, to);
    s.clients = memory_new(options->processes, sizeof *s.clients);
    s.order = memory_new(options->processes, sizeof *s.order);
    for (uint32_t i = 0; i < options->processes; i++) {
        s.clients[i].process = s.next_process++;
        s.clients[i].slot = s.order[i] = i;
    }
    s.pending_left = options->pending;
    s.failed_left = options->failed;
    s.fault = options->bad ? gen_fault_new(&s) : NULL;
    bool fine = simulate(&s, e);
    if (fine && s.fault)
        fine = gen_fault_missing(&s, e);
    gen_fault_free(s.fault);
    gen_events_fini(&s.events);
    gen_object_free(s.object);
    gen_arguments_free(s.arguments);
    lp_pool_free(s.pool);
    free(s.clients);
    free(s.order);
    return fine;
}
