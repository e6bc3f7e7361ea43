// SPDX-License-Identifier: MIT
// What the reductions have to find out about a system before it is searched.

#include "verify/end_states.h"
#include "verify/job.h"
#include "verify/property/reachability.h"
#include "verify/system/local_graph.h"
#include "verify/verdict_text.h"

bool job_claims_states(const job *j)
{
    const instance *v = j->v;
    bool claims = v->subject->simulates ? !j->o->traces : j->m->invariant_count > 0;
    // What can be refused, or go on unseen for ever, is more than traces.
    bool refuses = v->refinement || v->divergencefree || v->deterministic;
    return claims || refuses || v->deadlockfree || j->related || claims_steps(j) ||
           reachability_wanted(j->m, v) || ends_wanted(j->m, v);
}

uint32_t job_kept_reductions(const job *j)
{
    bool promised = job_claim(j) == CLAIM_PROGRESS, rests = job_claim(j) == CLAIM_PROGRESSIBLE;
    uint32_t kept = REDUCE_ALL;
    // Formulas are about all states and steps of a run, and who takes them. What is dead nobody sees but
    // fairness to every step: two states that differ in it owe their steps each for itself.
    if (job_claim(j) == CLAIM_TEMPORAL)
        return j->v->temporal.fair == FAIR_GLOBAL ? 0 : REDUCE_DEAD;
    if (j->stepwise)
        kept &= ~(uint32_t)(REDUCE_PRIVATE | REDUCE_STEPS);
    // Who goes round, and in which steps, is asked of single steps of named threads.
    if (promised || j->named)
        kept &= ~(uint32_t)(REDUCE_THREADS | REDUCE_PRIVATE | REDUCE_STEPS);
    // An endless run without a return is one of steps, and some of them are not in the graph; what is claimed
    // of steps is claimed of each, in every state, and an observer of an automaton may look at all actions.
    // Of processes as well; and of an object that is compared with one, nobody has looked at its labels.
    if (rests || claims_steps(j) || j->v->subject->simulates || j->related ||
        (j->compared && !j->v->process && !j->v->subject->is_automaton) ||
        (j->observer && (j->v->subject->is_automaton || j->v->process)))
        kept &= ~(uint32_t)REDUCE_STEPS;
    // A call that waits would never be made if it had to go with its first step; where it is asked for
    // deadlocks it is made alone. An observer may look at the order of labels that folding changes.
    if (promised || rests || j->observer || j->compared)
        kept &= ~(uint32_t)REDUCE_FOLD;
    return kept;
}

process_view job_view(const job *j, process_view looks)
{
    bool at_once = j->o->reductions & job_kept_reductions(j) & REDUCE_STEPS;
    return at_once && !j->o->walk.steps && !j->o->histories ? looks : VIEW_ALL;
}

static void find_locals(job *j, uint32_t kinds)
{
    // An observer that is asked for by its name may look at receipts.
    uint32_t wanted = j->observer ? 0 : j->o->reductions & kinds;
    if (job_claims_states(j))
        wanted &= ~(uint32_t)REDUCE_RECEIPTS;
    j->locals = wanted ? local_graphs_new(&j->system, j->v, &j->bounds, j->orbits, j->kept) : NULL;
    if (j->locals && (wanted & REDUCE_MESSAGES)) {
        j->refined = local_graphs_refined(j->locals, j->v, &j->bounds, j->orbits);
        const local_graphs *graphs = j->refined ? j->refined : j->locals;
        j->dead = dead_messages_new(graphs);
        j->looks = j->dead ? claim_looks_new(graphs) : NULL;
    }
    j->eager = j->locals && (wanted & REDUCE_RECEIPTS) ? eager_receipts_new(j->locals) : NULL;
}

void job_prepare_drawing(job *j)
{
    job_find_orbits(j);
    find_locals(j, REDUCE_MESSAGES | REDUCE_RECEIPTS);
}

// A game is about states, not about traces.
void job_prepare_game(job *j)
{
    job_find_orbits(j);
    find_locals(j, REDUCE_MESSAGES);
}

static void find_independent(job *j)
{
    if (!(j->o->reductions & job_kept_reductions(j) & REDUCE_STEPS))
        return;
    independent_claims claims = {.v = j->v, .traces = j->compared, .eager = j->eager};
    if (j->v->process) // its front end knows them
        return;
    if (!j->v->subject->is_automaton)
        j->independent = independent_steps_new(&j->system, j->v);
    else if (!j->looks) // see claim_looks.h
        j->actions = independent_actions_new(&j->system, &claims);
}

void job_prepare_reductions(job *j)
{
    job_find_scalarset(j);
    job_prepare_drawing(j);
    find_independent(j);
}

void job_forget_reductions(job *j)
{
    scalarset_fini(&j->scalarset);
    orbit_plan_free(j->orbits);
    claim_looks_free(j->looks);
    dead_messages_free(j->dead);
    eager_receipts_free(j->eager);
    independent_steps_free(j->independent);
    independent_actions_free(j->actions);
    local_graphs_free(j->refined);
    local_graphs_free(j->locals);
    j->orbits = NULL;
    j->looks = NULL;
    j->dead = NULL;
    j->eager = NULL;
    j->independent = NULL;
    j->actions = NULL;
    j->refined = NULL;
    j->locals = NULL;
}
