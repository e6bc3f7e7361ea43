// SPDX-License-Identifier: MIT
// See end_states.h. An end state is one in which nothing has to happen any more: crashes and
// recoveries may still be possible. That every run comes to one is not part of the claim, but where
// the graph of states has no cycle it follows, and the verdict says which of both is known.

#include "verify/end_states.h"

#include "judge/evidence/verdict.h"
#include "verify/counterexample/problem_text.h"

#include <stdlib.h>

uint64_t ends_wanted(const model *m, const instance *v)
{
    uint64_t wanted = 0;
    for (uint32_t i = v->reachable_from; i < v->reachable_to; i++)
        wanted |= (uint64_t)m->reachables[i].ends << i;
    return wanted;
}

void ends_break(job *j, const search *q)
{
    const source *s = &j->m->source;
    const invariant *r = &j->m->reachables[q->unmet];
    problem what = (problem)q->run.problem;
    uint32_t line, column;
    source_position(s, what ? q->run.where : r->at, &line, &column);
    if (what) {
        verdict_break(j->out, problem_violation(what), "%s:%u:%u: at the end of a run: %s", s->file,
                      line, column, problem_text(what));
        return;
    }
    char *words = source_excerpt(s, r->at, r->end);
    verdict_break(j->out, LP_VIOLATION_END,
                  "%s:%u:%u: a run ends in a state in which this does not hold: %s", s->file, line,
                  column, words);
    free(words);
}

// May a message that is there for ever have been dropped? It can no longer change anything, but it
// can be received without an end.
static bool drops_duplicates(const job *j)
{
    const unit *s = j->v->subject;
    for (uint32_t i = 0; i < s->method_count; i++)
        if (s->methods[i]->over && s->methods[i]->over->duplicating)
            return j->o->reductions & REDUCE_MESSAGES;
    return false;
}

const char *ends_news(const job *j, search *q)
{
    if (!ends_wanted(j->m, j->v))
        return NULL;
    switch (search_run_lengths(q)) {
    case RUNS_END:
        return drops_duplicates(j)
                   ? "every run that ends does so as it should (on a duplicating channel a message "
                     "may come for ever: of such runs nothing is said)"
                   : "every run ends as it should";
    case RUNS_ENDLESS:
        return "every run that ends does so as it should (there are runs without an end, of which "
               "nothing is said)";
    case RUNS_UNDECIDED:
        return "every run that ends does so as it should (whether there are runs without an end "
               "was not decided in time)";
    case RUNS_FAULT:
        break;
    }
    error_set(j->e, "an edge of the state graph was not found again: this is a fault of "
                    "linchpin, please report it with the model");
    return NULL;
}
