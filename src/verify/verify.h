// SPDX-License-Identifier: MIT
// `linchpin verify`: an instance of a model, explored completely, against its
// spec. The idea is PAT's: the object refines the spec when every history of
// the object is one of the spec's, decided on the fly in the product of the
// object's states and the monitor's.

#ifndef VERIFY_VERIFY_H
#define VERIFY_VERIFY_H

#include "base/io/limits.h"
#include "history/scenario.h"
#include "model/model.h"
#include "verify/canonical/heap_order.h"
#include "verify/search/scheduling.h"
#include "verify/walk/walk_options.h"

#include <linchpin/judge.h>

typedef struct verify_options {
    heap_form heap;
    uint32_t reductions;                 // see level_search.h
    uint32_t jobs;                       // 0: all cores
    bool no_points;                      // the full monitor, also where points are given
    bool no_spec;                        // states, assertions and memory only
    uint32_t threads, nodes, operations; // instead of those declared; 0: as declared, and always
                                         // so of an automaton, which has no clients
    bool any_threads;                    // for every number of threads, by view abstraction
    uint32_t *shown_threads; // becomes how many threads it takes to violate that; may be NULL
    bool has_capacity;
    uint32_t capacity;
    const scenario *scenario; // NULL: the most general client
    scheduling assumed;       // where operations may be stuck
    bool strict;              // a warning is an error
    bool coverage;            // shown also where nothing is missing
    bool times;               // among the figures: how long it took, and the memory
    bool steps;               // what the steps of a counterexample do to memory
    bool plots;               // series, and the graph of a small model
    const char *histories;    // file for all histories of the scenario; may be NULL
    bool all_related;         // of a simulation: from every related state, not only those met
    bool traces;              // of a simulation: only that traces are the specification's
    bool find_simulation;     // is there one, from an automaton to what it is compared with?
    bool strong;              // is there one from an object to the atomic object of its spec?
    bool infer_points;        // in which steps operations take effect
    const char *marked;       // file for the model with the marks of these points; may be NULL
    bool *marks_refused; // becomes true where operations do not take effect at marks; may be NULL
    bool quasi_factor;   // the least factor of what is claimed, instead of the one that is
    bool hash_compact;   // an approximation: the verdict is never "holds"
    walk_options walk;   // random walks instead of the search, where there are steps
    const char *cc;      // NULL: $CC, else cc
    limits *limits;
} verify_options;

// Does --quasi-factor concern it? It does if it claims a condition that has a factor, or `refines`.
bool least_may_be_sought(const instance *v);
// Does --find-simulation concern it?
bool simulation_may_be_sought(const instance *v);
// And --strong? And --infer-points?
bool strength_may_be_asked(const instance *v);
bool points_may_be_inferred(const instance *v);
// False: the instance could not be judged.
bool verify_instance(const instance *v, const verify_options *o, lp_pool *pool, lp_verdict *out,
                     error *e);
// The graph of its states, for Graphviz. False: there are too many, or it cannot be made.
bool verify_draw(const instance *v, const verify_options *o, lp_pool *pool, text *out, error *e);
// The graph of its states, or of what it is compared with (`spec`), with the labels that are seen: into
// a file.
bool verify_write_aut(const instance *v, const verify_options *o, lp_pool *pool, bool spec,
                      const char *path, error *e);
// The C that is compiled for it.
bool verify_emit(const instance *v, const verify_options *o, text *out, error *e);

// Two such files: is the first a refinement of the second?
typedef struct compared_files {
    const char *left, *right; // "-": stdin
    refinement model;
    bool times; // among the figures: how long reading and comparing took
    limits *limits;
} compared_files;

// False: they could not be compared.
bool verify_files(const compared_files *given, lp_verdict *out, error *e);

#endif
