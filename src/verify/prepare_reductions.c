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
    return claims || v->deadlockfree || j->related || claims_steps(j) ||
           reachability_wanted(j->m, v) || ends_wanted(j->m, v);
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

void job_prepare_reductions(job *j)
{
    job_find_scalarset(j);
    job_prepare_drawing(j);
}

void job_forget_reductions(job *j)
{
    scalarset_fini(&j->scalarset);
    orbit_plan_free(j->orbits);
    claim_looks_free(j->looks);
    dead_messages_free(j->dead);
    eager_receipts_free(j->eager);
    local_graphs_free(j->refined);
    local_graphs_free(j->locals);
    j->orbits = NULL;
    j->looks = NULL;
    j->dead = NULL;
    j->eager = NULL;
    j->refined = NULL;
    j->locals = NULL;
}
