// SPDX-License-Identifier: MIT
// Linearizability of a whole history, depth first.
//
// The same just-in-time idea as the monitor, but one configuration at a time
// and with the future known: a configuration from which the rest could not be
// explained is remembered and never tried again. A configuration is a place in
// the history, a spec state, and which of the operations open there have taken
// effect; so what is remembered grows with the concurrency of the history and
// not with its square. Finds an order fast when there is one; when there is none,
// every configuration has been seen. For specs without syncs.
//
//     jit_search *s = jit_search_new(spec, pool);
//     jit_search_run(s, &task, &verdict);      // as often as wanted
//     jit_search_free(s);

#ifndef JUDGE_JIT_SEARCH_H
#define JUDGE_JIT_SEARCH_H

#include "judge/judge.h"

typedef struct jit_search jit_search;

jit_search *jit_search_new(const lp_spec *spec, lp_pool *pool);
void jit_search_free(jit_search *s);
// Sets the outcome, and for "holds" with want_witness the witness.
void jit_search_run(jit_search *s, const judge_task *task, lp_verdict *v);

#endif
