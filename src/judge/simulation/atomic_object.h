// SPDX-License-Identifier: MIT
// The atomic object of a spec: each operation takes effect at one moment between its call and its
// return. A state is one configuration of the monitor: a state of the spec, and of each process its
// call and, once it has taken effect, its result. Configurations are interned: equal ones have the
// same number.
//
//     atomic_state *c = …;                        // atomic_size bytes
//     atomic_object_get(o, number, c);
//     atomic_call(o, c, process, method, arg);
//     n = atomic_ways(o, c, process, &ways);      // how it may take effect
//     atomic_effect(o, c, process, &ways[i]);
//     atomic_return(o, c, process, result, …);
//     number = atomic_object_number(o, c);
//
// Hindsight: of an operation that has not taken effect, the configuration has the results that it could
// have returned at some moment since its call without a change of the state: it may have looked then.

#ifndef JUDGE_ATOMIC_OBJECT_H
#define JUDGE_ATOMIC_OBJECT_H

#include "base/text.h"
#include "spec/automaton.h"

enum {
    ATOMIC_NOT_BEGUN = UINT32_MAX
};                          // the spec may have several initial states: which one is open
enum { ATOMIC_LOOKS = 64 }; // results that looks are kept of: smaller numbers than this

typedef struct atomic_request {
    uint32_t call;   // + 1; 0: none
    uint32_t result; // its number; 0: it has not taken effect
    uint64_t looks;  // of one that has not: a bit for each result; 0 where nobody asks for them
} atomic_request;

typedef struct atomic_state {
    uint32_t state, unused;
    atomic_request of[]; // of each process
} atomic_state;

typedef struct atomic_object atomic_object;

// `methods`: the spec's number of each method that is called.
atomic_object *atomic_object_new(const lp_spec *spec, const uint32_t *methods, lp_pool *pool,
                                 uint32_t processes, bool looks);
void atomic_object_free(atomic_object *o);
size_t atomic_size(const atomic_object *o);
uint32_t atomic_processes(const atomic_object *o);
const uint32_t *atomic_initial(atomic_object *o, uint32_t *count); // states of the spec
uint32_t atomic_object_number(atomic_object *o, const atomic_state *c);
void atomic_object_get(const atomic_object *o, uint32_t number, atomic_state *out);

void atomic_call(atomic_object *o, atomic_state *c, uint32_t process, uint32_t method,
                 lp_value arg);
// How the open operation of this process may take effect now: 0, if it has none, or it has already.
// Valid until the next call.
uint32_t atomic_ways(atomic_object *o, const atomic_state *c, uint32_t process,
                     const automaton_way **ways);
void atomic_effect(atomic_object *o, atomic_state *c, uint32_t process, automaton_way way);
// May the operation return this? Then it is no longer open.
typedef enum atomic_end { ATOMIC_WRONG, ATOMIC_TOOK_EFFECT, ATOMIC_LOOKED } atomic_end;
atomic_end atomic_return(atomic_object *o, atomic_state *c, uint32_t process, lp_value result);
uint32_t atomic_method(const atomic_object *o, const atomic_state *c,
                       uint32_t process); // that is called, of the object's
lp_value atomic_result(const atomic_object *o, const atomic_state *c, uint32_t process); // taken
// What the open operation of a process could return if it only looked now, a bit for each result; and is
// a result among these?
uint64_t atomic_looks(atomic_object *o, const atomic_state *c, uint32_t process);
bool atomic_result_among(atomic_object *o, lp_value result, uint64_t looks);
// There were more results than looks are kept of.
bool atomic_overflowed(const atomic_object *o);

void atomic_print(const atomic_object *o, uint32_t number, text *out);

#endif
