// SPDX-License-Identifier: MIT
// See extremes.h.

#include "verify/property/extremes.h"

#include "base/memory.h"
#include "judge/evidence/verdict.h"
#include "model/interpret/interpret.h"

#include <stdlib.h>

bool extreme_asked(const job *j, uint32_t condition)
{
    return condition + 1 < j->v->reachable_to && j->m->reachables[condition + 1].extreme;
}

static char *words_of(const job *j, uint32_t which)
{
    const invariant *r = &j->m->reachables[which];
    return source_excerpt(&j->m->source, r->at, r->end);
}

void extreme_add(job *j, uint32_t which, int64_t rank, bool exact, text *out)
{
    const invariant *x = &j->m->reachables[which];
    lp_extreme e = {.condition = words_of(j, which - 1),
                    .of = words_of(j, which),
                    .greatest = x->extreme == EXTREME_GREATEST,
                    .value = extreme_rank(x->extreme, rank),
                    .exact = exact};
    uint32_t line, column;
    source_position(&j->m->source, x->at, &line, &column);
    e.where = text_format("%s:%u:%u", j->m->source.file, line, column);
    text_add(out, "%s with %s %s%s = %lld", e.condition, e.greatest ? "greatest" : "least", e.of,
             exact ? "" : " so far", (long long)e.value);
    verdict_extreme(j->out, &e);
}

// A condition as the interpreter sees it. False: it is not one that it can evaluate.
static bool interpreted(const job *j, uint32_t which, int32_t *cells, int32_t *value)
{
    const expr *x = j->m->reachables[which].condition;
    return x->kind == EXPR_CALL && j->m->functions[x->index]->is_let &&
           interpret_function(j->system.p, cells, x->index, value);
}

bool extreme_confirmed(const job *j, uint32_t which, int64_t rank, int32_t *cells)
{
    int32_t measured[MODEL_MAX_REACHABLE] = {0}, holds, value;
    run r = {.measured = measured};
    uint64_t both = UINT64_C(3) << (which - 1);
    bool met = (j->system.c.reached(cells, both, &r) & both) == both && !r.problem;
    extreme_kind kind = j->m->reachables[which].extreme;
    return met && extreme_rank(kind, measured[which]) == rank &&
           (!interpreted(j, which - 1, cells, &holds) || holds != 0) &&
           (!interpreted(j, which, cells, &value) || extreme_rank(kind, value) == rank);
}

void extremes_so_far(job *j, uint64_t reached, const int64_t *ranks)
{
    text out = {0};
    for (uint32_t i = j->v->reachable_from; i < j->v->reachable_to; i++) {
        if (!j->m->reachables[i].extreme || !(reached >> i & 1))
            continue;
        text_add(&out, "%sReached: ", out.length ? "\n" : "");
        extreme_add(j, i, ranks[i], false, &out);
        text_add(&out, "; states that were not looked at may have %s",
                 j->m->reachables[i].extreme == EXTREME_GREATEST ? "more" : "less");
    }
    if (out.length)
        verdict_copy(&j->out->detail, out.bytes);
    text_fini(&out);
}

void extremes_so_far_of(job *j, const search *q)
{
    int64_t ranks[MODEL_MAX_REACHABLE];
    for (uint32_t i = 0; i < MODEL_MAX_REACHABLE; i++)
        ranks[i] = q->extremes[i];
    extremes_so_far(j, q->reached, ranks);
}
