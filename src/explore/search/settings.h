// SPDX-License-Identifier: MIT
// What the runner is told to do: key=value arguments.

#ifndef EXPLORE_SETTINGS_H
#define EXPLORE_SETTINGS_H

#include "explore/search/exploration.h"
#include "explore/search/scenario_source.h"

typedef struct settings {
    scenarios_options which;
    const char *object, *condition, *replay, *histories, *spec, *golden, *serve;
    search_kind search;
    bool all_histories, reuse, spurious, leaks, races, all_loops, all_threads, symmetry, least,
        repeats, lock_free;
    uint64_t max_steps, max_executions, memory, jobs, preemptions, depth, seed, split;
    double timeout, hang;
} settings;

bool settings_parse(int argc, char **argv, settings *s, error *e);

#endif
