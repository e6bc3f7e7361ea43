// SPDX-License-Identifier: MIT
// See verdict_text.h.

#include "verify/verdict_text.h"

#include "base/memory.h"
#include "judge/evidence/verdict.h"
#include "verify/counterexample/claim_text.h"
#include "verify/counterexample/path_replay.h"
#include "verify/counterexample/problem_text.h"
#include "verify/find_progress.h"
#include "verify/property/reachability.h"
#include "verify/quorum_claims.h"
#include "verify/temporal/find_lasso.h"
#include "verify/walk_verdict.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Runs go on where the time of the model ends, and nothing is said of what they do then.
static void describe_time(const timing *time, text *t)
{
    if (!time->bounded)
        return;
    text_add(t, " while no clock is past %u", time->last);
    if (time->skew)
        text_add(t, " and each is within %u of the time", time->skew);
}

void describe_cover(job *j)
{
    if (j->walks) {
        walks_cover(j);
        return;
    }
    text t = {0};
    const system_options *b = &j->bounds;
    const char *what = j->v->refinement                 ? "failures"
                       : j->v->implements               ? "traces"
                       : job_claim(j) == CLAIM_PROGRESS ? "runs"
                       : job_claim(j) == CLAIM_TEMPORAL ? "runs"
                       : job_claim(j)                   ? "histories"
                                                        : "states";
    if (j->v->subject->is_automaton) {
        text_add(&t, "all %s",
                 j->eager                   ? "traces"
                 : j->related               ? "steps from all related states"
                 : j->v->subject->simulates ? "pairs that the matching steps lead to"
                                            : what);
        if (b->has_range)
            text_add(&t, " of this finite instance (int %lld..%lld)", (long long)b->low,
                     (long long)b->high);
        describe_time(&j->v->subject->time, &t);
        if (j->eager)
            text_add(&t, ", some messages being received at once");
    } else if (b->script) {
        text_add(&t, "all %s of this scenario, under sequential consistency", what);
    } else {
        text_add(&t, "all %s of this finite instance (%u thread%s", what, b->threads,
                 b->threads == 1 ? "" : "s");
        if (b->has_range)
            text_add(&t, ", int %lld..%lld", (long long)b->low, (long long)b->high);
        if (b->has_capacity)
            text_add(&t, ", capacity %u", b->capacity);
        if (b->reuse)
            text_add(&t, ", freed nodes reused");
        if (b->operations)
            text_add(&t, ", at most %u operation%s)", b->operations, b->operations == 1 ? "" : "s");
        else
            text_add(&t, ", any number of operations)");
    }
    verdict_copy(&j->out->coverage, t.bytes);
    text_fini(&t);
}

bool step_claim_says(job *j, const search *q)
{
    const model *m = j->m->whole ? j->m->whole : j->m;
    const step_claim *c = q->run.problem == PROBLEM_ASSERT ? step_claim_at(m, q->run.where) : NULL;
    uint32_t line, column;
    if (!c)
        return false;
    source_position(&m->source, c->at, &line, &column);
    char *what = c->name ? step_claim_name(m, j->v->subject, c)
                         : source_excerpt(&m->source, c->what->at, c->what->end);
    verdict_break(j->out, LP_VIOLATION_INVARIANT, "%s:%u:%u: the last step %s %s", m->source.file,
                  line, column, c->name ? "breaks the step invariant" : "decreases", what);
    free(what);
    return true;
}

// What a relation says, on one line.
static char *relation_words(const model *m, uint32_t where)
{
    for (uint32_t i = 0; i < m->invariant_count; i++)
        if (m->invariants[i].at == where)
            return source_excerpt(&m->source, m->invariants[i].condition->at,
                                  m->invariants[i].condition->end);
    return memory_string("");
}

bool simulation_says(job *j, const search *q)
{
    const unit *u = j->v->subject;
    const simulation *s = u->simulates;
    problem what = (problem)q->run.problem;
    uint32_t line, column, where = q->run.where;
    bool relation = what == PROBLEM_INVARIANT;
    if (!s || (!relation && (what != PROBLEM_ASSERT || where < u->at || where >= s->end)))
        return false;
    source_position(&j->m->source, where, &line, &column);
    const char *file = j->m->source.file;
    if (!relation)
        verdict_break(j->out, LP_VIOLATION_SIMULATION,
                      "%s:%u:%u: no simulation: the step of %s that is to match is not enabled",
                      file, line, column, s->to);
    else
        verdict_break(j->out, LP_VIOLATION_SIMULATION,
                      "%s:%u:%u: no simulation: the relation %s does not hold %s", file, line,
                      column, invariant_at(j->m, where),
                      replay_starts_failed(q) ? "at the start" : "after the last step");
    text detail = {0};
    if (relation) {
        char *words = relation_words(j->m, where);
        text_add(&detail, "%s: %s\n", invariant_at(j->m, where), words);
        free(words);
    }
    if (j->out->detail && *j->out->detail)
        text_add(&detail, "%s%s\n", relation ? "" : "Before that step:\n", j->out->detail);
    text_add(&detail,
             "This says that %s is no forward simulation, not that %s has a trace that %s has not.",
             u->name, s->from, s->to);
    verdict_copy(&j->out->detail, detail.bytes);
    text_fini(&detail);
    return true;
}

static bool model_has_ghosts(const model *m)
{
    for (uint32_t i = 0; i < m->shared_count; i++)
        if (m->shared[i].ghost)
            return true;
    return false;
}

void describe_unexplained(const job *j, const char *op, text *out)
{
    if (job_judged_whole(j)) {
        text_add(out, "no order of the operations explains this history");
        return;
    }
    switch (job_claim(j)) {
    case CLAIM_COMMIT_ATOMIC:
        text_add(out, "one by one, in the order of their marks, the operations do not give %s", op);
        break;
    case CLAIM_SEQUENTIAL:
        text_add(out, "no order that keeps each thread's own explains these results");
        break;
    case CLAIM_SERIALIZABLE:
        text_add(out, "no order explains these results");
        break;
    default:
        text_add(out, "no order of the operations explains %s", op);
        break;
    }
}

static const char *condition_praise(const job *j)
{
    switch (condition_way_of(&j->plan)) {
    case CONDITION_QUIET:
        return "every complete history has an order that keeps what a quiet moment lies between";
    case CONDITION_COMPLETE:
        return "every complete history has such an order";
    case CONDITION_MONITORED:
        break;
    }
    return j->plan.spec == j->spec ? "every history is one of the spec's"
                                   : "every history is one of the relaxed spec's";
}

static const char *good_news(const job *j)
{
    if (j->observer)
        return j->observer->holds;
    if (j->v->implements && j->v->refinement == REFINE_TRACES)
        return "every trace is one of the specification's";
    if (j->v->implements)
        return "no assertion fails"; // the rest is for find_refinement.c
    if (job_claim(j) == CLAIM_COMMIT_ATOMIC)
        return "one by one, in the order of their marks, the operations give the same results "
               "and the same state";
    if (j->property.marks)
        return "operations take effect at their marks, or only look";
    if (j->marks_wrong)
        return "every history is one of the spec's, but operations do not take effect at their "
               "marks";
    if (job_claim(j) == CLAIM_PROGRESS)
        return progress_kept(j->v->progress);
    if (job_claim(j) == CLAIM_PROGRESSIBLE)
        return "every history is one of the spec's, and no operation is stuck that could return";
    if (job_claim(j) == CLAIM_SEQUENTIAL)
        return "every complete history has an order that keeps each thread's own";
    if (job_claim(j) == CLAIM_SERIALIZABLE)
        return "every complete history has an order";
    if (job_claim(j) == CLAIM_CONDITION)
        return condition_praise(j);
    if (j->spec)
        return "every history is one of the spec's";
    // SPIN 4.4: that the assertions are enough is for their author to say.
    return model_has_ghosts(j->m) ? "no assertion fails and no memory error happens; the ghost "
                                    "variables prove what their assertions say, and no more"
                                  : "no assertion fails and no memory error happens";
}

static const char *simulation_praise(const job *j)
{
    if (j->related)
        return "every step from every related state is matched and keeps the relation, so every "
               "trace is one of the specification's";
    if (j->eager)
        return "every trace is one of the specification's";
    return j->m->invariant_count > 0
               ? "every step is matched and keeps the relation, so every trace is one of the "
                 "specification's"
               : "every step is matched, so every trace is one of the specification's";
}

static bool unit_claims(const model *m, const unit *u, bool named)
{
    bool found = false;
    for (uint32_t i = u->claim_from; i < u->claim_to; i++)
        found |= named == (m->step_claims[i].name != NULL);
    return found;
}

static bool claims(const job *j, bool named)
{
    const model *whole = j->m->whole;
    for (uint32_t i = 0; whole && i < whole->unit_count; i++) {
        const unit *u = whole->units[i];
        bool said = unit_claims(whole, u, named);
        for (uint32_t k = 0; k < u->component_count; k++)
            said |= unit_claims(whole, u->components[k].of, named);
        if (u->is_automaton && strcmp(u->name, j->v->object) == 0)
            return said;
    }
    return false;
}

bool claims_steps(const job *j)
{
    return claims(j, true) || claims(j, false);
}

// What was asked, all of it.
void describe_success(const job *j, const char *ends)
{
    bool acts = j->v->subject->is_automaton, reaches = reachability_wanted(j->m, j->v) != 0;
    char runs[80];
    snprintf(runs, sizeof runs, "every run%s satisfies the formula", fairness_text(j->v));
    const struct {
        bool asked;
        const char *news;
    } list[] = {
        {(!acts || j->observer || job_claim(j)) && job_claim(j) != CLAIM_TEMPORAL, good_news(j)},
        {job_claim(j) == CLAIM_PROGRESSIBLE, scheduling_text(j->o->assumed)},
        {job_claim(j) == CLAIM_TEMPORAL, runs},
        {j->v->subject->simulates, simulation_praise(j)},
        {acts && j->m->invariant_count > 0 && !j->v->subject->simulates, "every invariant holds"},
        {quorum_claims_made(j), "quorums intersect as claimed"},
        {claims(j, true), "every step invariant holds"},
        {claims(j, false), "no step decreases what must not"},
        {j->v->deadlockfree, j->v->process ? "the process can always go on, or has terminated"
                             : acts        ? "some action is always enabled"
                                           : "no open operation is blocked for ever"},
        {j->v->nonterminating, "the process can always go on"},
        {ends != NULL, ends},
        {reaches, "every reachable condition is reached"}};
    text t = {0};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (list[i].asked)
            text_add(&t, "%s%s", t.length ? ", " : "", list[i].news);
    verdict_decide(j->out, LP_HOLDS, "%s", t.length ? t.bytes : "no assertion fails");
    text_fini(&t);
}

// The channel that something is sent to there. NULL: nothing is.
static const char *channel_at(const program *p, uint32_t where)
{
    for (uint32_t i = 0; i < p->object->method_count; i++)
        for (uint32_t k = 0; k < p->routines[i].count; k++) {
            const instr *c = &p->routines[i].code[k];
            if (c->kind != INSTR_MANY || c->at != where || c->place.base || c->place.local)
                continue;
            const variable *v = &p->model->shared[c->place.index];
            if (v->type.kind == TYPE_SEQ && v->type.parts[0].kind == TYPE_MESSAGE)
                return variable_name(v);
        }
    return NULL;
}

void describe_full(job *j, const search *q)
{
    static const char parts[] = "::to_"; // local_component.c
    uint32_t line, column;
    source_position(&j->m->source, q->run.where, &line, &column);
    const char *name = channel_at(j->system.p, q->run.where);
    const char *to = name ? strstr(name, parts) : NULL;
    bool keeps = j->v->subject->made_of_count && !(j->o->reductions & REDUCE_MESSAGES);
    if (to)
        verdict_decide(
            j->out, LP_ERROR,
            "%s:%u:%u: the channel from %.*s to %s has room for %u messages, and more and more are "
            "sent: let a guard bound how many, or declare the channel bounded%s",
            j->m->source.file, line, column, (int)(to - name), name, to + strlen(parts),
            j->bounds.items,
            keeps ? "; or messages that can no longer change anything fill it: --reduce messages "
                    "drops these"
                  : "");
    else
        verdict_decide(
            j->out, LP_ERROR,
            "%s:%u:%u: a seq, set or map has at most %u items: the %s holds more and more%s",
            j->m->source.file, line, column, j->bounds.items, j->system.front->noun,
            keeps ? "; or messages that can no longer change anything fill a channel: --reduce "
                    "messages drops these"
                  : "");
}
