// SPDX-License-Identifier: MIT
// One instance on its way to a verdict.

#ifndef VERIFY_JOB_H
#define VERIFY_JOB_H

#include "model/spec/spec_block.h"
#include "verify/compare/comparison.h"
#include "verify/property/claims.h"
#include "verify/property/named_property.h"
#include "verify/search/divergence.h"
#include "verify/verify.h"

// What all searches for one verdict took.
typedef struct job_times {
    double compile, search, explain; // seconds
    double states;
} job_times;

double lap_time(double *last); // the seconds since *last, which is now

typedef struct job {
    const model *m;
    const instance *v;
    const verify_options *o;
    lp_pool *pool;
    lp_verdict *out;
    error *e;
    system_options bounds;
    const lp_spec *spec; // NULL: none
    spec_block *block;
    const judge *condition;         // of CLAIM_CONDITION; NULL: none
    judge_plan plan;                // and how it is judged for the spec
    const named_property *observer; // asked for by its name; NULL: none
    property property;              // what the search is about; none while it is drawn
    uint32_t spec_methods[MODEL_MAX_METHODS];
    transition_system system;
    lap lap;                        // of those that turn in circles
    struct progress_run *shown;     // how a promise of progress is broken; NULL: nothing is shown
    struct lasso_finder *lassos;    // of a claim about runs; NULL: there is none
    scalarset scalarset;            // of the system's program
    local_graphs *locals;           // of the system; NULL: none
    local_graphs *refined;          // the same with what is gone; NULL: that says no more
    dead_messages *dead;            // likewise,
    claim_looks *looks;             // and
    eager_receipts *eager;          // and
    independent_steps *independent; // and
    independent_actions *actions;
    orbit_plan *orbits;
    uint32_t kept;    // channels whose messages are not dropped: claims would see the difference
    bool wide;        // cells take four bytes
    bool marks_wrong; // operations do not take effect at their marks
    bool
        marks_undecided; // or nothing explains the history: which of both was not found out in time
    bool named;          // threads keep their names: somebody turns in circles, who?
    bool stepwise;       // no steps are taken at once: with them, nodes or items did not suffice
    job_times times;
    comparison *compared;       // with this system; NULL: none
    bool traces_hold;           // of two processes: it is known,
    uint32_t sets;              // and the normal form has so many states
    struct related *related;    // every related state is looked at; NULL: those that are met
    struct random_walks *walks; // what they have covered; NULL: all states are searched
    search_course *course;      // how it came along; NULL: nobody wants to know
    state_trail *trail;         // what the counterexample goes through; NULL: likewise
    bool exact; // no hash compaction: it has found something, now the way there is wanted
} job;

// Compiles the system, and the one that it is compared with. False: with an error.
bool job_compile(job *j);
void job_forget_system(job *j);
void job_start_property(job *j);
// What is claimed of histories, if they are looked at at all.
claim job_claim(const job *j);
const char *job_condition(const job *j); // as `check` knows it; NULL: none
bool job_find_condition(job *j);         // of CLAIM_CONDITION. False: with an error
// Is such a condition judged of complete histories only? Then no single operation is to blame.
bool job_judged_whole(const job *j);
void job_name_subject(const job *j, lp_verdict *out); // of what it is claimed, and where
void job_name_claim(job *j); // in the verdict: what is claimed, of what, and how it is looked at
// Claims this condition of the spec from now on, which it keeps. False: it is not for such a spec.
bool job_use_condition(job *j, const judge *condition);
// The search, and what is decided after it. False: with an error.
bool job_judge(job *j);
// --quasi-factor: the least factor with which what is claimed holds.
bool job_find_least(job *j);
bool job_wants_least(const job *j);
// False: the instance cannot be so large, or lacks a bound.
bool job_set_bounds(job *j);
// Is something claimed that is not about traces? Of a simulation, that is for the user to say
// (--traces): then its relation is asked only of the pairs that are met.
bool job_claims_states(const job *j);
// Those of the reductions that leave the answer to what is claimed as it is. Who adds a claim says
// here what it can bear.
uint32_t job_kept_reductions(const job *j);
// What a search, or a comparison, that looks at this much of processes may look at: VIEW_ALL, if none of their
// steps is to be taken at once.
process_view job_view(const job *j, process_view looks);
// What the reductions have to know of the system; and what a drawing, or a game, needs of it.
void job_prepare_reductions(job *j);
void job_prepare_drawing(job *j);
void job_prepare_game(job *j);
void job_forget_reductions(job *j);
// Which ints, and which names of enums, may be renamed.
void job_find_scalarset(job *j);
void job_find_orbits(job *j);
// With points, the marks may be wrong and the object right. Then the history can be
// explained, and the search is to be done again without them.
bool job_marks_wrong(job *j, search *q);
// After a search that found nothing: operations that are stuck though threads can go on. It may
// end differently then. True: to be done again, with threads that keep their names.
bool job_find_stuck(job *j, search *q);
// A trace was found that the specification has not. False: a fault.
bool job_decide_trace(job *j);
// A run was found that breaks the formula, and was run again. False: it does not, which is a fault.
bool job_decide_run(job *j, search *q);
// A formula may hold because what it presupposes does not happen.
void job_say_never(job *j, const search *q);
// Is there a simulation? In place of what is claimed.
bool job_find_simulation(job *j); // false: with an error
// In which steps do operations take effect? In place of what is claimed.
bool job_infer_points(job *j); // false: with an error
// The text of the model with the marks that are inferred with so many threads; empty: there are none. False: with an error.
bool job_infer_marks(job *j, uint32_t threads, limits *l, text *out);
// The same verify block of such a text; NULL: it cannot be read.
model *job_read_marked(const job *j, const char *marked, instance *out);
// Why what is claimed needs the states themselves, so that neither walks nor hashes will do; NULL: it does not.
const char *job_wants_states(const job *j);
// A process has more states than can be told apart: unknown. True.
bool job_decide_growing(job *j, const char *process);
// Of processes, before a search over states: what is claimed of traces, failures and divergences; and of states,
// where that is found out with it. *decided: there is a verdict, and nothing to search. False: with an error.
bool job_search_pairs(job *j, bool *decided);
// After a search that found nothing wrong: what is claimed of failures and divergences.
bool job_check_refinements(job *j); // false: with an error
// More of what did not suffice. False: it sufficed, or there is no more.
bool job_grow(job *j, problem lacking);
// Fills in the verdict. False: there is none.
bool job_decide(job *j, search *q);

#endif
