// SPDX-License-Identifier: MIT
// See simulation_text.h.

#include "verify/simulation_text.h"

#include "verify/counterexample/problem_text.h"

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
                      q->depth ? "after the last step" : "at the start");
    verdict_set(&j->out->detail,
                "This says that %s is no forward simulation, not that %s has a trace that %s has "
                "not.",
                u->name, s->from, s->to);
    return true;
}

const char *simulation_praise(const job *j)
{
    return j->m->invariant_count > 0
               ? "every step is matched and keeps the relation, so every trace is one of the "
                 "specification's"
               : "every step is matched, so every trace is one of the specification's";
}
