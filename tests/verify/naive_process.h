// SPDX-License-Identifier: MIT
// Random processes, written down as a .lin file, and what they can do by rules that are written again
// here, over trees that are copied: an oracle that shares nothing with model/process. A graph has at
// most 64 states, so that sets of them are words; and few labels, so that refusals are words, too.

#ifndef TESTS_VERIFY_NAIVE_PROCESS_H
#define TESTS_VERIFY_NAIVE_PROCESS_H

#include "base/random.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

enum { NAIVE_SIMPLE = 10, NAIVE_ALL = 34, NAIVE_STATES = 64, NAIVE_EDGES = 4000 };

// a, b, d.0, d.1, the handshake s.0, q!0 and q?0, and termination; then what is not seen.
enum { NAIVE_LABELS = 8, NAIVE_TICK = 7, NAIVE_TAU = 8, NAIVE_SENDS = 9, NAIVE_RECEIVES = 10 };

typedef struct naive_edge {
    uint8_t from, to, label;
    // Who takes it, a bit each: 1 is the whole, 2n the left part of n, 2n + 1 the right one.
    uint32_t parts;
    // Of those that are one event to the scheduler the same number: of those that are seen their label;
    // else the label that was hidden, or the place in the text and the parts.
    uint8_t act;
} naive_edge;

typedef struct naive_graph {
    bool usable; // not too large
    uint32_t states, edges;
    naive_edge edge[NAIVE_EDGES];
    bool done[NAIVE_STATES]; // the process has terminated there
    uint8_t x[NAIVE_STATES], queued[NAIVE_STATES];
} naive_graph;

typedef struct naive_processes naive_processes;

// P0 … P33, of which the first ten are sequential.
naive_processes *naive_new(rng *r);
naive_processes *naive_new_lively(rng *r); // few of them end, and most have parallel parts
void naive_free(naive_processes *n);
void naive_print(const naive_processes *n, text *out); // without verify blocks
void naive_explore(naive_processes *n, uint32_t which, naive_graph *out);

// By definition, for traces of at most `depth` events: is the first a refinement of the second?
typedef enum naive_model { NAIVE_TRACES, NAIVE_FAILURES, NAIVE_DIVERGENCES } naive_model;
bool naive_refines(const naive_graph *p, const naive_graph *q, naive_model in, uint32_t depth);
bool naive_deterministic(const naive_graph *p, uint32_t depth);
// The same for traces of any length: what can come after a trace depends on the two sets of states.
bool naive_includes(const naive_graph *p, const naive_graph *q, naive_model in);
bool naive_determined(const naive_graph *p);
bool naive_diverges(const naive_graph *p);  // can it?
bool naive_deadlocks(const naive_graph *p); // can it stop without having terminated?

#endif
