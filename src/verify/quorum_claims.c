// SPDX-License-Identifier: MIT
// See quorum_claims.h.

#include "verify/quorum_claims.h"

#include "judge/evidence/verdict.h"
#include "model/syntax/finite_type.h"

#include <stdlib.h>

static const model *file_of(const job *j)
{
    return j->m->whole ? j->m->whole : j->m;
}

bool quorum_claims_made(const job *j)
{
    return file_of(j)->quorum_claim_count > 0;
}

static const routine *routine_of(const job *j, const method *f)
{
    uint32_t i = 0;
    while (j->m->functions[i] != f)
        i++;
    return &j->system.p->functions[i];
}

static bool has(const routine *system, uint32_t quorum)
{
    return system->known[quorum / MASK_BITS] >> quorum % MASK_BITS & 1;
}

static void say(const job *j, const quorum_claim *q, uint32_t first, uint32_t second)
{
    const model *m = file_of(j);
    type quorum = q->of[0]->result.parts[0];
    text t = {0};
    uint32_t line, column, shared = (uint32_t)__builtin_popcount(first & second);
    source_position(&m->source, q->at, &line, &column);
    finite_print(m, quorum, first, &t);
    text_add(&t, "%s", first == second ? "" : " and ");
    if (first != second)
        finite_print(m, quorum, second, &t);
    if (first == second)
        text_add(&t, " has %u item%s", shared, shared == 1 ? "" : "s");
    else if (shared)
        text_add(&t, " have only %u item%s in common", shared, shared == 1 ? "" : "s");
    else
        text_add(&t, " have nothing in common");
    char *names[2];
    for (uint32_t i = 0; i < 2; i++)
        names[i] = source_excerpt(&m->source, q->of[i]->at, q->of[i]->end);
    bool both = q->of[0] != q->of[1];
    verdict_break(j->out, LP_VIOLATION_INVARIANT,
                  "%s:%u:%u: quorums of %s%s%s do not intersect as claimed: %s", m->source.file,
                  line, column, names[0], both ? " and " : "", both ? names[1] : "", t.bytes);
    free(names[0]);
    free(names[1]);
    text_fini(&t);
}

// The first two quorums that have too little in common.
static bool claim_says(const job *j, const quorum_claim *q, const routine *a, const routine *b)
{
    uint32_t quorums = type_card(q->of[0]->result.parts[0]);
    for (uint32_t i = 0; i < quorums; i++)
        for (uint32_t k = 0; has(a, i) && k < quorums; k++)
            if (has(b, k) && (uint32_t)__builtin_popcount(i & k) < q->common) {
                say(j, q, i, k);
                return true;
            }
    return false;
}

static bool is_empty(const quorum_claim *q, const routine *system)
{
    for (uint32_t i = 0; i < type_card(q->of[0]->result.parts[0]); i++)
        if (has(system, i))
            return false;
    return true;
}

// All quorums of nothing intersect; nobody means that.
static void say_empty(const job *j, const quorum_claim *q, const method *of)
{
    const model *m = file_of(j);
    uint32_t line, column;
    source_position(&m->source, q->at, &line, &column);
    char *name = source_excerpt(&m->source, of->at, of->end);
    verdict_set(&j->out->warning,
                "%s:%u:%u: there are no quorums in %s, so what is claimed of them says nothing",
                m->source.file, line, column, name);
    free(name);
}

bool quorum_claims_check(job *j, bool *broken)
{
    const model *m = file_of(j);
    for (uint32_t i = 0; !*broken && i < m->quorum_claim_count; i++) {
        const quorum_claim *q = &m->quorum_claims[i];
        const routine *a = routine_of(j, q->of[0]), *b = routine_of(j, q->of[1]);
        for (uint32_t k = 0; k < 2; k++)
            if (!(k ? b : a)->is_known)
                return source_error(&m->source, j->e, q->of[k]->at,
                                    "something in it is divided by zero, outside its range, or "
                                    "taken from nothing",
                                    "this quorum system has no value");
        *broken = claim_says(j, q, a, b);
        for (uint32_t k = 0; !*broken && k < 2; k++)
            if (is_empty(q, k ? b : a)) {
                say_empty(j, q, q->of[k]);
                break;
            }
    }
    return true;
}
