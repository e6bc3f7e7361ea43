// SPDX-License-Identifier: MIT
// Conditions. A condition is one file in conditions/ that defines
// `const judge judge_<file name>`; the build finds it there.

#ifndef JUDGE_JUDGE_H
#define JUDGE_JUDGE_H

#include "base/error.h"
#include "base/io/limits.h"
#include "judge/evidence/verdict.h"

typedef struct judge_task {
    const lp_history *history; // of one object, methods known to the spec
    const uint32_t *methods;   // of each operation, as the spec numbers them
    const lp_spec *spec;
    limits *limits;  // may be NULL
    uint64_t budget; // steps it may take before it says "unknown"; 0: any number
    bool want_witness;
    void *session; // from session_new, for this spec and pool; may be NULL
    // If not NULL and zeroed: a judge that finds a violation may mark operations
    // here that are a violation by themselves. Never some but not all that mention
    // a value; with synchronisations, all that some of them could have met.
    bool *suspects;
    // If not NULL and 0: a judge that finds a violation may say here how many events are
    // explained, by an order that also gives what is open then its result to come.
    uint32_t *reached;
    const void *setting; // of the judge
} judge_task;

typedef struct judge_plan judge_plan;

typedef struct judge {
    const char *name; // the condition, as --condition takes it
    const char *summary;
    const char *only;   // the built-in spec that it is about; NULL: any
    bool prefix_closed; // what happens later cannot make a violation right
    bool local;         // objects and keys may be judged one by one
    // Leaving out a value may break what held, because what an operation overlapped
    // is gone: counterexamples keep all values, whatever the spec says.
    bool values_matter;
    // The order of operations of different processes does not matter.
    bool ignores_real_time;
    bool
        literal; // of a relaxed one: operations are moved among those that were made, whatever the spec
    // What is worth keeping from one history to the next; both may be NULL.
    void *(*session_new)(const lp_spec *spec, lp_pool *pool);
    void (*session_free)(void *session);
    // Sets the outcome. For "holds" with want_witness, a witness where it can.
    void (*run)(const judge_task *task, lp_verdict *v);
    // Of a small violated history: sets culprit and detail, the operation that
    // could not return and why. May be NULL.
    void (*explain)(const judge_task *task, lp_verdict *v);
    // Must a take effect before b? The condition is: some order of all returned
    // and any pending operations keeps this and is allowed by the spec. It gives
    // the oracle and the check of witnesses.
    bool (*precedes)(const lp_op *a, const lp_op *b);
    // And the order has no operation that is still open, and none of these could take
    // effect after it: whoever has not returned is stuck, and must be stuck rightly.
    bool stuck;
    // With `stuck`: the same condition without it. What violates that already is
    // explained by it.
    const struct judge *unstuck;
    // What stands after the name and a colon, "K" as in quasi:2; NULL: nothing does.
    const char *takes;
    uint32_t factor;       // what was given there, from judge_find
    const char *by_method; // or "enq=0,deq=2": a factor for each set of methods; else NULL
    // Reads what is given: sets *factor if it is a number. Not NULL with `takes`.
    bool (*parse)(const char *given, uint32_t *factor, error *e);
    // Optional: how this is judged for one spec. May put another judge, its setting
    // and another spec in the place of those that are there.
    bool (*plan)(judge_plan *p, error *e);
    const void *setting; // for `run`, by way of the task; from `plan`
    void *made;          // judge_find's own
} judge;

struct judge_plan {
    judge judge;
    const lp_spec *spec;
    void *own; // what `plan` made, and how it is given back; may be NULL
    void (*own_free)(void *own);
};

// False: this condition cannot be judged for this spec. To be given back in any case.
bool judge_plan_init(judge_plan *p, const judge *j, const lp_spec *spec, error *e);
void judge_plan_fini(judge_plan *p);
// Is the condition linearizability, for the spec of the plan? Not so if it only is with the factor 0: what
// violates it before its end says nothing of a larger one.
bool judge_plan_linearizable(const judge_plan *p);

extern const judge *const judges[]; // NULL-terminated; made by the build
// As --condition takes it: "linearizable", "quasi:2". NULL with an error. One with a
// parameter is made: give it back with judge_release, which leaves others alone.
const judge *judge_find(const char *name, error *e);
// The same of a condition that takes a number: "quasi" and 2 are "quasi:2".
const judge *judge_with_factor(const char *condition, uint32_t factor, error *e);
void judge_release(const judge *j);

// The whole job: resolves methods, splits into objects and keys where the
// condition allows, judges, shrinks a violation to a minimal one, re-checks the
// evidence. False only for input that cannot be judged (outcome error, e set). The
// results of methods that return nothing become unit.
bool judge_history(const judge *j, lp_history *h, const lp_spec *spec, limits *l, bool want_witness,
                   lp_verdict *v, error *e);
// The same in the time of judging alone: no evidence, and a reason that names nothing.
bool judge_outcome(const judge *j, lp_history *h, const lp_spec *spec, limits *l, lp_verdict *v,
                   error *e);

#endif
