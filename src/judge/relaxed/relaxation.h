// SPDX-License-Identifier: MIT
// What the relaxed conditions share: their factors, and how a container is judged
// by its relaxed spec.

#ifndef JUDGE_RELAXATION_H
#define JUDGE_RELAXATION_H

#include "judge/judge.h"
#include "judge/relaxed/relaxed_spec.h"

enum { QUASI_MOST = 1000000000 }; // factors go up to here

// "2": the factor.
bool quasi_parse_number(const char *given, uint32_t *factor, error *e);
// "2", or a factor for each set of methods: "enq=0,deq+try_deq=2".
bool quasi_parse_sets(const char *given, uint32_t *factor, error *e);

// Linearizability for the relaxed spec. An error if the spec is none of the three.
bool quasi_plan_relaxed(judge_plan *p, relaxation bounds, error *e);
// Definition 4, literally.
bool quasi_plan_literal(judge_plan *p, error *e);

// Each operation's set: its number, or QUASI_FREE; the factor of each set.
enum { QUASI_FREE = UINT32_MAX };
typedef struct quasi_sets {
    uint32_t of_method[LP_MAX_METHODS];
    uint32_t factor[LP_MAX_METHODS];
    uint32_t count;
} quasi_sets;

#endif
