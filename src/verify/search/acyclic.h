// SPDX-License-Identifier: MIT
// After a complete search: is there a run without an end?

#ifndef VERIFY_ACYCLIC_H
#define VERIFY_ACYCLIC_H

#include "verify/search/level_search.h"

typedef enum run_lengths {
    RUNS_END,       // the graph of states has no cycle
    RUNS_ENDLESS,   // it has one
    RUNS_UNDECIDED, // a limit was reached
    RUNS_FAULT,     // an edge was not found again
} run_lengths;

run_lengths search_run_lengths(search *q);

#endif
