// SPDX-License-Identifier: MIT
// What is claimed of failures and divergences, on its way to a verdict: what the search over pairs that comes
// after a search over states (find_refinement.c) and the one that comes instead (search_pairs.c) share.

#ifndef VERIFY_REFINING_H
#define VERIFY_REFINING_H

#include "verify/compare/refinement_check.h"
#include "verify/job.h"

typedef struct refining {
    job *j;
    limits *limits; // of the search
    instance against;
    transition_system other;
    bool compares; // with another system
    visible_labels *labels;
    move_labels of_a, of_b;
    refinement_check check;
    uint32_t *trace;
    uint32_t trace_count;
    uint32_t *offered;
    uint32_t offered_count;
    uint32_t round; // moves of the lap
} refining;

typedef struct refinement_claim {
    refinement_kind kind;
    const char *news; // if it holds
} refinement_claim;

enum { REFINEMENT_MOST_CLAIMS = 4 };

// What the verify block claims that is not about traces: how many.
uint32_t refinement_claims(const job *j, refinement_claim *out);

// Compiles the system, as j->system; its graph is that of all checks, one after the other. False: with an error.
bool refining_begin(refining *f, job *j, limits *l);
void refining_end(refining *f);
bool refining_begin_check(refining *f, refinement_kind kind); // likewise, of the other side
void refining_end_check(refining *f);
// What was found is shown, and asked again. False: it is not confirmed.
bool refining_explain(refining *f, refinement_end found);
// It holds, too.
void refining_praise(job *j, const refinement_claim *claimed);

#endif
