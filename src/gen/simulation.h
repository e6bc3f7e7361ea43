// SPDX-License-Identifier: MIT
// Processes that call, take effect and return, as the seed says.

#ifndef GEN_SIMULATION_H
#define GEN_SIMULATION_H

#include "gen/arguments.h"
#include "gen/events.h"
#include "gen/simulated_object.h"

typedef struct gen_client {
    enum { GEN_IDLE, GEN_CALLED, GEN_EFFECTED } phase;
    // A process that never got its answer is not used again: another takes over.
    int64_t process;
    uint32_t slot; // in `order`
    lp_call call;
    lp_value result;
    enum { GEN_RETURNS, GEN_NEVER_EFFECTED, GEN_NEVER_RETURNS, GEN_FAILS } fate;
} gen_client;

typedef struct gen_fault gen_fault;

typedef struct gen_simulation {
    const lp_spec *spec;
    const gen_options *options;
    lp_pool *pool;
    rng rng;
    gen_object *object;
    gen_arguments *arguments;
    gen_events events;
    uint32_t methods[LP_MAX_METHODS]; // those that are called
    uint32_t method_count;
    gen_fault *fault; // NULL: none is to come
    gen_client *clients;
    uint32_t *order; // of clients: first those that are open
    uint32_t open;
    uint64_t called; // operations so far
    uint64_t pending_left, failed_left;
    int64_t next_process;
    uint32_t stalls;                                   // moves in a row that led to nothing
    bool grew[LP_MAX_METHODS], shrank[LP_MAX_METHODS]; // what methods have done to the state
    bool may_grow;                                     // although the state is heavy
} gen_simulation;

bool gen_check_options(const lp_spec *spec, const gen_options *o, error *e);
// Those that were asked for, or all but the weaker variants.
bool gen_choose_methods(gen_simulation *s, error *e);

// Finds a call that this client can make now and that keeps the object small.
bool gen_choose_call(gen_simulation *s, const gen_client *c, lp_call *call);
gen_client *gen_idle_client(gen_simulation *s);

// With no operation open: these operations are called, take effect together and
// return. `shown`: the results to show; NULL: the true ones. `happens`: the
// object's state changes, by the last gen_object_try.
void gen_alone(gen_simulation *s, const gen_group *g, const lp_value *shown, bool happens);
// A random group of one synchronisation, with calls; one operation without syncs.
bool gen_choose_group(gen_simulation *s, gen_group *g);

#endif
