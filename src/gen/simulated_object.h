// SPDX-License-Identifier: MIT
// The object that is simulated: the spec's state, and steps in it. Where the spec
// splits by key there is one state for each key, so that a step costs the same
// however many keys there are.

#ifndef GEN_SIMULATED_OBJECT_H
#define GEN_SIMULATED_OBJECT_H

#include "base/random.h"

#include <linchpin/spec.h>

// Operations that take effect together, and what came of it. Without syncs: one.
typedef struct gen_group {
    uint32_t sync, count;
    lp_call calls[LP_MAX_ARITY];
    lp_value results[LP_MAX_ARITY];
} gen_group;

typedef struct gen_object gen_object;

// `split`: every call that will come has a key.
gen_object *gen_object_new(const lp_spec *spec, lp_pool *pool, rng *r, bool split);
void gen_object_free(gen_object *o);

// A random one of the allowed outcomes: fills in the results. False: not now.
// Nothing has happened until gen_object_commit.
bool gen_object_try(gen_object *o, gen_group *g);
void gen_object_commit(gen_object *o);
// By how many bytes the state would grow if the last try were committed, and
// how large it is now, counting what is in its strings and lists.
int64_t gen_object_growth(const gen_object *o);
size_t gen_object_weight(const gen_object *o);
// Would the last try, committed, change the state?
bool gen_object_changes(const gen_object *o);
// Are these results among the allowed ones?
bool gen_object_allows(gen_object *o, const gen_group *g);
// Is the state on which these operations work the initial one?
bool gen_object_is_initial(gen_object *o, const gen_group *g);
// Could these groups, one after the other, have these results, if the first were
// to find any of the states that were there lately, or the initial one?
bool gen_object_explains(gen_object *o, const gen_group *groups, uint32_t count);

#endif
