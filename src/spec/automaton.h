// SPDX-License-Identifier: MIT
// The interned automaton of a spec: states and calls are numbers, a step is
// looked up, and the spec's own code runs once per distinct step.

#ifndef SPEC_AUTOMATON_H
#define SPEC_AUTOMATON_H

#include "base/text.h"

#include <linchpin/spec.h>

typedef struct automaton automaton;

// One way a step may go: the next state and, per call, the number of its result.
typedef struct automaton_edge {
    uint32_t next;
    uint32_t results[LP_MAX_ARITY];
} automaton_edge;

automaton *automaton_new(const lp_spec *spec, lp_pool *pool);
void automaton_free(automaton *a);
const lp_spec *automaton_spec(const automaton *a);
lp_pool *automaton_pool(const automaton *a);
// The number here of a state that another automaton of the same spec has.
uint32_t automaton_adopt(automaton *a, const automaton *from, uint32_t state);

// Initial states; *count of them.
const uint32_t *automaton_initial(automaton *a, uint32_t *count);
// The number of a call. The process is forgotten unless the spec looks at it.
uint32_t automaton_call(automaton *a, uint32_t method, int64_t process, lp_value arg);
lp_call automaton_call_get(const automaton *a, uint32_t call);
// The number of a result value, and back. Numbers start at 1.
uint32_t automaton_result(automaton *a, lp_value result);
lp_value automaton_result_get(const automaton *a, uint32_t result);

// All ways to take synchronisation `sync` (without syncs: the call's method)
// with these calls in this state. `want`, where given, are result numbers, 0 for
// one not known; edges with other results are left out. The array is valid until
// the next call for this automaton.
const automaton_edge *automaton_step(automaton *a, uint32_t state, uint32_t sync,
                                     const uint32_t *calls, uint32_t call_count,
                                     const uint32_t *want, uint32_t *edge_count);

// The same for one call of a spec without syncs, faster: all ways, next state and
// result of each. `want` narrows them down only where the spec needs the result
// (0: not known). Valid until the next call for this automaton.
typedef struct automaton_way {
    uint32_t next, result;
} automaton_way;
const automaton_way *automaton_ways(automaton *a, uint32_t state, uint32_t call, uint32_t want,
                                    uint32_t *count);

// spec->may_return, asked about one of its states; without it, true.
bool automaton_may_return(const automaton *a, uint32_t state, uint32_t call, uint32_t result,
                          uint32_t methods);

void automaton_print_state(const automaton *a, uint32_t state, text *out);
// Why the call cannot return this result there, as a clause.
void automaton_print_why(const automaton *a, uint32_t state, uint32_t call, lp_value result,
                         text *out);
// The same for any state of any spec.
void spec_print_state(const lp_spec *spec, const lp_pool *pool, const void *state, size_t size,
                      text *out);
// Valid until the next call for this automaton.
const void *automaton_state_bytes(const automaton *a, uint32_t state, size_t *size);
uint32_t automaton_state_count(const automaton *a);
uint64_t automaton_bytes(const automaton *a); // memory held, roughly

#endif
