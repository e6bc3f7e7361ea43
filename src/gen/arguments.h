// SPDX-License-Identifier: MIT
// Which arguments make sense for a method: a new value for what is added, a value
// that was added for what is looked for, one of a few keys, and so on.

#ifndef GEN_ARGUMENTS_H
#define GEN_ARGUMENTS_H

#include "base/random.h"
#include "gen/gen.h"

typedef struct gen_arguments gen_arguments;

gen_arguments *gen_arguments_new(const lp_spec *spec, const gen_options *options, lp_pool *pool,
                                 rng *r);
void gen_arguments_free(gen_arguments *a);

// A proposal; it is remembered only when it is taken. `process` is who calls.
lp_value gen_arguments_propose(gen_arguments *a, uint32_t method, int64_t process);
// The last proposal becomes a call.
void gen_arguments_take(gen_arguments *a);
// A call took effect: what it added is there from now on.
void gen_arguments_effected(gen_arguments *a, uint32_t method, lp_value arg);
// Does the method bring a new value in?
bool gen_arguments_adds(const gen_arguments *a, uint32_t method);
// Keys are this one for a while; negative: any again.
void gen_arguments_focus(gen_arguments *a, int64_t key);
// Does every call of these methods have a key, so that the object may be split?
bool gen_arguments_split(gen_arguments *a, const uint32_t *methods, uint32_t count);

#endif
