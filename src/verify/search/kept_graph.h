// SPDX-License-Identifier: MIT
// The graph of states as a search finds it, for questions about runs: its edges with their labels, and
// of each state which conditions hold and who can go on. A search writes it, level by level and by
// several threads; when a level is done, its states and edges can be read. Every state is reached from state 0.
//
//     for (uint64_t i = graph_first(g, s); i < graph_first(g, s + 1); i++)
//         … g->to[i], graph_edge_label(g, i) …
//
// There are as many edges as memory has room for, so each is kept small: five bytes where at most 256
// labels occur, else six. A state takes eight: what holds in it is one of few *traits*, of which it has the
// number. Who can go on is not kept, since the labels of its edges say it.

#ifndef VERIFY_KEPT_GRAPH_H
#define VERIFY_KEPT_GRAPH_H

#include "base/intern.h"
#include "verify/system/transition_system.h"

#include <pthread.h>

enum {
    GRAPH_NOBODY = UINT32_MAX, // nobody has to take the step
    GRAPH_MAX_LABELS = 1 << 16,
    GRAPH_BLOCK = 1 << 12, // states whose first edges are counted from that of the first of them
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

typedef struct graph_trait {
    uint64_t holds; // conditions, a bit each
    uint64_t rests; // 1: a run may end here, since nobody has to go on
} graph_trait;

enum { GRAPH_KNOWN = 64 };

typedef struct graph_writer {
    state_graph *g;
    struct {
        graph_label label;
        uint32_t number;   // + 1; 0: none is here
    } labels[GRAPH_KNOWN]; // that were numbered before, by their hash
    struct {
        graph_trait trait;
        uint32_t number;
    } traits[GRAPH_KNOWN]; // likewise
    // Edges of this level, and of each state how many there are in a row.
    struct graph_row {
        uint32_t from, count;
    } * rows;
    uint32_t *to;
    uint16_t *label;
    size_t count, row_count, row_capacity, to_capacity, label_capacity;
    bool rests; // the state that is expanded, as far as it is
} graph_writer;

struct state_graph {
    graph_reader read;
    uint32_t count;    // states that were expanded, with those of the level that is searched,
    uint32_t level;    // which begins here
    uint32_t degree;   // edges that one of them has, at most
    uint32_t *first;   // by state, and one more: see graph_first
    uint64_t *blocks;  // by GRAPH_BLOCK states
    uint32_t *to;      // by edge
    uint8_t *label;    // by edge: the number's low byte,
    uint8_t *label_up; // and the high one; NULL: all are 0
    uint32_t *trait;   // by state
    size_t first_capacity, block_capacity, to_capacity, label_capacity, label_up_capacity;
    size_t trait_capacity;
    graph_label *labels; // by number
    size_t labels_capacity;
    graph_trait *traits; // by number
    size_t traits_capacity;
    intern *label_numbers, *trait_numbers;
    graph_writer *writers;
    uint32_t writer_count;
    bool full; // there are more labels than can be numbered
    pthread_mutex_t adding;
};

state_graph *graph_new(const graph_reader *read, uint32_t writers);
void graph_free(state_graph *g);
uint64_t graph_bytes(const state_graph *g);

// While a level is searched. Before: the states below `end` are there. The edges of a state are added in a row.
void graph_level_begin(state_graph *g, uint32_t end);
void graph_level_end(state_graph *g);
void graph_state_begin(graph_writer *w);
uint16_t graph_label_of(graph_writer *w, const move *m); // a step of that state
uint16_t graph_step(graph_writer *w, graph_label label); // the same, of what the reader would say
void graph_state_end(graph_writer *w, uint32_t state, uint64_t holds);
void graph_add_edge(graph_writer *w, uint32_t from, uint32_t to, uint16_t label);

// An edge: the first one of a state. Those of a state end where those of the next begin.
static inline uint64_t graph_first(const state_graph *g, uint32_t state)
{
    return g->blocks[state / GRAPH_BLOCK] + g->first[state];
}

// Those that have numbers: where the graph is `full`, there are others, which are not told apart.
static inline uint32_t graph_label_count(const state_graph *g)
{
    uint32_t count = intern_count(g->label_numbers);
    return count < GRAPH_MAX_LABELS ? count : GRAPH_MAX_LABELS;
}

static inline const graph_label *graph_edge_label(const state_graph *g, uint64_t edge)
{
    uint32_t up = g->label_up ? (uint32_t)g->label_up[edge] << 8 : 0;
    return &g->labels[up | g->label[edge]];
}

static inline const graph_trait *graph_trait_of(const state_graph *g, uint32_t state)
{
    return &g->traits[g->trait[state]];
}

static inline uint64_t graph_holds(const state_graph *g, uint32_t state)
{
    return graph_trait_of(g, state)->holds;
}

static inline bool graph_rests(const state_graph *g, uint32_t state)
{
    return graph_trait_of(g, state)->rests != 0;
}

static inline uint32_t graph_who_words(const state_graph *g)
{
    return g->read.who_count / 64 + 1;
}

// Those who take a step together, and how many they are.
static inline uint32_t graph_members(const graph_reader *r, const uint32_t *who,
                                     const uint32_t **list)
{
    *list = who;
    return r->members ? r->members(r->context, *who, list) : 1;
}

// Those who can go on in a state, a bit each.
void graph_able(const state_graph *g, uint32_t state, uint64_t *words);

#endif
