// SPDX-License-Identifier: MIT
// The graph of states as a search finds it, for questions about runs: its edges with their labels, and
// of each state which conditions hold and who can go on. A search writes it, level by level and by
// several threads; when a level is done, its states and edges can be read.
//
//     for (uint64_t i = g->first[s]; i < g->first[s + 1]; i++)
//         … g->to[i], g->labels[g->label[i]] …
//
// An edge takes six bytes, and a state twenty.

#ifndef VERIFY_KEPT_GRAPH_H
#define VERIFY_KEPT_GRAPH_H

#include "base/intern.h"
#include "verify/system/transition_system.h"

#include <pthread.h>

enum {
    GRAPH_NOBODY = UINT32_MAX, // nobody has to take the step
    GRAPH_MAX_LABELS = 1 << 16,
};

typedef struct graph_label {
    uint64_t events; // atoms that hold where this is the next step
    uint32_t who;    // takes it, of those who have to be treated fairly; GRAPH_NOBODY
    uint32_t seen;   // what the reader needs to find out `events` later
} graph_label;

typedef struct state_graph state_graph;

// What the search does not know.
typedef struct graph_reader {
    graph_label (*label)(void *context, const move *m);
    // Where several take a step together, `who` is a number for them; NULL: each takes its own.
    uint32_t (*members)(void *context, uint32_t who, const uint32_t **list);
    void *context;
    uint64_t conditions; // that are evaluated in every state, of those that are reachable
    uint32_t shift;      // the first of them is atom 0
    uint32_t who_count;  // this may grow until the graph is read
} graph_reader;

enum { GRAPH_KNOWN = 64 };

typedef struct graph_writer {
    state_graph *g;
    struct {
        graph_label label;
        uint32_t number;   // + 1; 0: none is here
    } labels[GRAPH_KNOWN]; // that were numbered before, by their hash
    struct {
        uint64_t set;
        uint32_t number;
    } sets[GRAPH_KNOWN]; // likewise, where they take one word
    uint32_t *from, *to; // edges of this level
    uint16_t *label;
    size_t count, from_capacity, to_capacity, label_capacity;
    uint64_t *able; // of the state that is expanded
    size_t able_capacity;
    uint32_t able_words;
    bool rests;
} graph_writer;

struct state_graph {
    graph_reader read;
    uint32_t count;  // states that were expanded, with those of the level that is searched,
    uint32_t level;  // which begins here
    uint64_t *first; // by state, and one more
    uint32_t *to;
    uint16_t *label;
    uint64_t *holds; // by state
    uint32_t *able;  // by state: the number of the set of those who can go on, and GRAPH_RESTS
    size_t first_capacity, to_capacity, label_capacity, holds_capacity, able_capacity;
    graph_label *labels;
    size_t labels_capacity;
    intern *label_numbers;
    intern *sets; // of those who are able, a bit each, up to the last word that is not 0
    graph_writer *writers;
    uint32_t writer_count;
    bool full; // there are more labels than can be numbered
    pthread_mutex_t adding;
};

// A run may end in this state: nobody has to go on.
enum { GRAPH_RESTS = 1 << 30 };

state_graph *graph_new(const graph_reader *read, uint32_t writers);
void graph_free(state_graph *g);
uint64_t graph_bytes(const state_graph *g);

// While a level is searched. Before: the states below `end` are there.
void graph_level_begin(state_graph *g, uint32_t end);
void graph_level_end(state_graph *g);
void graph_state_begin(graph_writer *w);
uint16_t graph_label_of(graph_writer *w, const move *m); // a step of that state
void graph_state_end(graph_writer *w, uint32_t state, uint64_t holds);
void graph_add_edge(graph_writer *w, uint32_t from, uint32_t to, uint16_t label);

static inline bool graph_rests(const state_graph *g, uint32_t state)
{
    return (g->able[state] & GRAPH_RESTS) != 0;
}

static inline uint32_t graph_who_words(const state_graph *g)
{
    return g->read.who_count / 64 + 1;
}

// One word of the set of those who can go on.
static inline uint64_t graph_able(const state_graph *g, uint32_t state, size_t word)
{
    size_t bytes;
    const uint64_t *set = intern_get(g->sets, g->able[state] & ~(uint32_t)GRAPH_RESTS, &bytes);
    return word < bytes / sizeof *set ? set[word] : 0;
}

// Those who take a step together, and how many they are.
static inline uint32_t graph_members(const graph_reader *r, const uint32_t *who,
                                     const uint32_t **list)
{
    *list = who;
    return r->members ? r->members(r->context, *who, list) : 1;
}

// For those who make a graph of their own.
uint16_t graph_add_label(state_graph *g, graph_label label);
uint32_t graph_add_set(state_graph *g, const uint64_t *set, uint32_t words);

#endif
