// SPDX-License-Identifier: MIT
// What random walks have covered: how many they were, how deep they went, which actions and methods
// they took, and how many different states they saw. What one walk covered is small, so that it can
// be kept until all walks before it are done.

#ifndef VERIFY_WALK_STATISTICS_H
#define VERIFY_WALK_STATISTICS_H

#include "model/syntax/model_limits.h"
#include "verify/walk/state_sketch.h"

#include <stdbool.h>

// Of one walk.
typedef struct walk_cover {
    uint64_t steps;
    bool ended;                            // it came to where nothing is possible any more
    uint64_t reached;                      // conditions that held in some state, a bit each
    int64_t extremes[MODEL_MAX_REACHABLE]; // of ints among them: the best rank that was met
    uint64_t *taken;                       // of each action, or calls of each method
    state_sketch states;
} walk_cover;

// Depths are exact up to 1024, and known to one part in 512 above.
enum { DEPTH_EXACT = 1024, DEPTH_OCTAVE = 512, DEPTH_CLASSES = DEPTH_EXACT + 54 * DEPTH_OCTAVE };

typedef struct walk_statistics {
    uint64_t walks, ended;
    uint64_t deepest;               // steps of one walk
    uint64_t depths[DEPTH_CLASSES]; // how many walks were so long
    uint32_t method_count;
    walk_cover all;
} walk_statistics;

walk_statistics *walk_statistics_new(uint32_t method_count);
void walk_statistics_free(walk_statistics *w); // NULL: nothing
void walk_statistics_add(walk_statistics *w, const walk_cover *one);
// Adds what held in some states, and how good it was there, to what is known of others.
void extremes_merge(uint64_t *reached, int64_t *extremes, uint64_t here, const int64_t *ranks);
// At least `percent` of a hundred walks were at most so long.
uint64_t walk_statistics_depth(const walk_statistics *w, uint32_t percent);
// So many walks were at least `from` and at most `to` steps long, as far as depths are known.
uint64_t walk_statistics_between(const walk_statistics *w, uint64_t from, uint64_t to);

#endif
