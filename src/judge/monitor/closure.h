// SPDX-License-Identifier: MIT
// What a return does to a set of configurations: lets pending operations take
// effect in every order that ends with the one that returns. monitor.c has the
// idea; this is its search.

#ifndef JUDGE_CLOSURE_H
#define JUDGE_CLOSURE_H

#include "base/io/limits.h"
#include "judge/monitor/config_set.h"
#include "judge/monitor/monitor.h"

typedef struct closure closure;

closure *closure_new(automaton *a);
void closure_free(closure *c);

// From now on, no more configurations than that are met by a return; 0: any number.
void closure_bound(closure *c, size_t most);
// The operation at `position` returns with `result`. False: a limit or the bound was reached.
bool closure_return(closure *c, const set_view *set, uint32_t position, uint32_t result, limits *l);
uint32_t closure_result(closure *c, intern *sets);
// Which configuration of the set led to `after`, and by which effects.
uint32_t closure_explain(closure *c, const uint32_t *after, const monitor_effect **steps,
                         uint32_t *step_count);
// The distinct spec states that the set allows when pending operations other
// than the one at `except` may take effect, looking at no more than `limit`
// configurations. Valid until the next call.
uint32_t closure_states(closure *c, const set_view *set, uint32_t except, uint32_t limit,
                        const uint32_t **states);
size_t closure_size(const closure *c); // configurations met, by the last call of any of these

#endif
