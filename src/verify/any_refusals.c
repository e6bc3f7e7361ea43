// SPDX-License-Identifier: MIT
// What `threads *` refuses: claims about all threads at once, or about more than views know.

#include "verify/any_threads.h"

#include <string.h>

static const char *const fewer = "say how many threads there are, for example: threads 2";

typedef struct refusal {
    bool met;
    const char *what, *why;
} refusal;

static bool refuse(const job *j, const refusal *list, size_t count, uint32_t at)
{
    for (size_t i = 0; i < count; i++)
        if (list[i].met)
            return source_error(&j->m->source, j->e, at, fewer, "threads * and %s: %s",
                                list[i].what, list[i].why);
    return true;
}

static bool suits_options(const job *j)
{
    const verify_options *o = j->o;
    const refusal list[] = {
        {o->heap != HEAP_CANONICAL, "--heap", "views have nodes without numbers of their own"},
        {o->hash_compact, "--hash-compact", "views are kept whole"},
        {o->walk.steps > 0, "--walk", "no walk has any number of threads"},
        {o->histories != NULL, "--histories", "there is no end of them"},
        {o->coverage, "--coverage", "it is told of one number of threads"},
        {o->no_points, "--no-points", "only with points is it known which part of it is whose"},
        {o->strong, "--strong", "a game is played with so many threads"},
        {o->infer_points, "--infer-points", "they are inferred with so many threads"},
        {o->quasi_factor, "--quasi-factor", "relaxed conditions are not judged by views"},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (list[i].met)
            return error_set(j->e, "threads * and %s: %s", list[i].what, list[i].why);
    return true;
}

static const char *claim_word(const instance *v, claim claimed)
{
    switch (claimed) {
    case CLAIM_SEQUENTIAL:
        return "sequential";
    case CLAIM_SERIALIZABLE:
        return "serializable";
    case CLAIM_SYNCHRONISED:
        return "synchronised";
    case CLAIM_PROGRESSIBLE:
        return "progressible";
    case CLAIM_PROGRESS:
        return "progress";
    case CLAIM_TEMPORAL:
        return "a formula";
    case CLAIM_COMMIT_ATOMIC:
        return "commit-atomic";
    case CLAIM_CONDITION:
        return v->condition;
    default:
        return "this claim";
    }
}

static bool suits_claim(const job *j)
{
    const instance *v = j->v;
    claim claimed = job_claim(j);
    const refusal list[] = {
        {j->observer != NULL, "property", "it looks at all threads"},
        {claimed != CLAIM_NOTHING && claimed != CLAIM_LINEARIZABLE, claim_word(v, claimed),
         "it is about all threads at once; refines, assertions and invariants can be proved"},
        {v->deadlockfree, "deadlockfree",
         "whether somebody can go on is a question to all threads"},
        {v->leakfree, "leakfree", "whether a node is lost is a question to all threads"},
        {v->reachable_from < v->reachable_to, "reachable",
         "views may be of states that are not reached"},
        {v->nonterminating || v->divergencefree || v->deterministic, "claims about processes",
         "threads have none"},
    };
    return refuse(j, list, sizeof list / sizeof *list, v->at);
}

static bool quiescent_invariant(const model *m)
{
    for (uint32_t i = 0; i < m->invariant_count; i++)
        if (m->invariants[i].quiescent)
            return true;
    return false;
}

static bool suits_model(const job *j)
{
    const instance *v = j->v;
    bool counted = j->o->has_capacity || v->has_capacity;
    bool called = false;
    for (uint32_t i = 0; i < v->subject->method_count; i++) {
        const method *f = v->subject->methods[i];
        called |= !f->has_only || f->only_last == ONLY_ALL;
    }
    const refusal list[] = {
        {v->subject->looks_at_threads, "`me`, or marks of other threads",
         "numbers of threads have no bound then"},
        {v->subject->frees, "free",
         "of memory managed by hand, views do not know who has freed it"},
        {quiescent_invariant(j->m), "quiescent invariants",
         "whether no operation is open is a question to all threads"},
        {j->spec && j->spec->looks_at_process, v->refines, "it looks at who calls"},
        {j->spec && (j->spec->syncs || j->spec->needs_result), v->refines,
         "its operations have no points"},
        {counted && !j->spec, "capacity without a spec", "only the spec knows what is inside"},
        {!called, "methods that are all @only of some threads",
         "more threads have nothing to call: write @only(1..*)"},
    };
    return refuse(j, list, sizeof list / sizeof *list, v->at);
}

bool any_threads_refuse(const instance *v, const verify_options *o, const char *option, error *e)
{
    return any_threads_asked(v, o) &&
           !error_set(e, "threads * and %s: it is about one number of threads, so say which",
                      option);
}

bool any_threads_suit(job *j)
{
    return suits_options(j) && suits_claim(j) && suits_model(j);
}
