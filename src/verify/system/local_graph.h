// SPDX-License-Identifier: MIT
// What each component of a system can still do, whatever the others do. For an instance, the local
// states that it can get to from its initial one: by its own actions when their guards hold, by its
// inputs at any time with any arguments, and by receiving, at any time, any message that somebody
// can send in some local state. So the projection of every state of the system is among them, and
// every step of the system leads from local state to local state along these edges, or changes
// nothing. It is the Cartesian abstraction of the system: far fewer states than their product.
//
// In local state c the message m is *inert* if its receipt leaves all variables of the component as
// they are, in c and in every local state that can be reached from c; `sends` is everything that
// those receipts may send.

#ifndef VERIFY_LOCAL_GRAPH_H
#define VERIFY_LOCAL_GRAPH_H

#include "base/intern.h"
#include "verify/canonical/orbit_plan.h"
#include "verify/system/local_component.h"

enum { LOCAL_UNKNOWN = UINT32_MAX, LOCAL_FAILS = UINT32_MAX - 1 };

// What the receipt of a message in a local state does, there and later.
enum { REPLY_CHANGES = 0, REPLY_NOTHING = 1 }; // else it may send set `reply` - 1

// A step: what was taken, an offer of the component alone or, from `offer_count` on, the receipt of
// one of its messages; the state it leads to, or LOCAL_FAILS; and what it sends.
typedef struct local_edge {
    uint32_t label, to, batch;
} local_edge;

typedef struct local_state {
    local_edge *edges; // in the order of their labels
    uint32_t edge_count, edge_capacity;
    uint32_t *next; // where it can go, other than here
    uint32_t next_count, next_capacity;
    uint32_t *replies; // to each message that was tried, as above
    uint32_t tried;
    bool offered; // everything that is no message
} local_state;

typedef struct local_graph {
    bool given_up; // it has too many states: nothing is known of it
    intern *cells; // of the local states, by their numbers
    local_state *states;
    uint32_t state_capacity;
    uint64_t steps; // that were tried
} local_graph;

// A component in a state that a run may begin in, and what it has on its way there.
typedef struct local_start {
    uint32_t component, state, batch;
} local_start;

typedef struct local_graphs {
    components parts;
    struct once_sent *once; // the messages that have bits; NULL: none. Else the bits are the last
                            // cell of each local state
    local_graph *list;      // of each component
    local_start *starts;
    uint32_t start_count;
    intern *sends;   // sets of messages: link and rank of each, in order
    intern *batches; // the same of one step: with those that are sent twice; the first is empty
} local_graphs;

// NULL: there is nothing to be had. Where names are permuted (`orbits`, or NULL), the graphs begin
// with all states that permutations make of the first one: a search goes through states under other
// names than a run has, and what is inert must be so under all of them. `kept`: as for components_init.
local_graphs *local_graphs_new(const transition_system *s, const instance *v,
                               const system_options *o, const orbit_plan *orbits, uint32_t kept);
// The same, where local states also say which messages do not come any more (once_sent.h). NULL: there
// are no such messages, or too many states for it. `plain` is there as long as it is.
local_graphs *local_graphs_refined(const local_graphs *plain, const instance *v,
                                   const system_options *o, const orbit_plan *orbits);
void local_graphs_free(local_graphs *g); // NULL: nothing

// How many cells a local state of a component has.
static inline uint32_t local_width(const local_graphs *g, uint32_t which)
{
    return g->parts.list[which].width + (g->once != NULL);
}

static inline uint32_t local_graph_count(const local_graph *k)
{
    return k->given_up ? 0 : intern_count(k->cells);
}

// A set of messages that may be sent.
typedef struct sent_message {
    uint32_t link, rank;
} sent_message;

const sent_message *local_sends(const local_graphs *g, uint32_t set, uint32_t *count);
const sent_message *local_batch(const local_graphs *g, uint32_t batch, uint32_t *count);
// The label of a message's receipt.
static inline uint32_t local_receipt(const component *c, uint32_t message)
{
    return c->alone.offer_count + message;
}

#endif
