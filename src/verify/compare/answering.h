// SPDX-License-Identifier: MIT
// The side that answers in a simulation game: after a visible label, in which states it may be. It is
// lazy: what is not seen it does just before what is, never after it, and never when the other side
// does something that is not seen. Nothing is lost by that: whoever is in a good state after steps that
// are not seen was in one before them, because it can still take them.
//
// So a forward simulation (weak: steps that are not seen before and after) exists where the lazy
// side has answers.

#ifndef VERIFY_ANSWERING_H
#define VERIFY_ANSWERING_H

#include "base/text.h"
#include "verify/compare/step_graph.h"

#include <linchpin/spec.h>

typedef struct answering {
    void *context;
    uint32_t start;
    // The states after steps that are not seen and then one with this label; valid until the next
    // call. NULL: it failed.
    const uint32_t *(*after)(void *context, uint32_t state, uint32_t label, uint32_t *count);
    void (*print)(void *context, uint32_t state, text *out);
    void (*free)(void *context);
} answering;

// An automaton or a system. The graph stays the caller's.
answering answering_graph(step_graph *g);

// What histories see of a label.
typedef struct history_events {
    const void *context;
    history_event (*get)(const void *context, uint32_t label);
} history_events;

// The atomic object of a spec: requests wait, each takes effect at some moment, by itself, and what
// it gave then is responded. `methods`: the spec's, of each of the system's calls.
answering answering_atomic(const lp_spec *spec, const uint32_t *methods, lp_pool *pool,
                           uint32_t processes, history_events events);

#endif
