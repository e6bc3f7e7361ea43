// SPDX-License-Identifier: MIT
// See unbalanced.h. Round-Up, V-D: what is not taken out at the end, or is taken from
// nothing, may look like a value out of thin air.

#include "harness/scenarios/unbalanced.h"

#include "base/text.h"
#include "judge/relaxed/relaxed_spec.h"

#include <stdlib.h>

// What the test says, or else the spec.
static lp_flow flow_of(const subject *s, const scenario_call *call)
{
    uint32_t method = subject_method(s, call->method);
    lp_flow given = s->object->methods[method].flow;
    if (given || !relaxed_spec_fits(s->spec))
        return given;
    const lp_op open = {.ret = LP_NO_EVENT};
    relaxed_role role = relaxed_spec_role(s->spec_methods[method], &open);
    return role == RELAXED_INSERT ? LP_IN : role == RELAXED_REMOVAL ? LP_OUT : given;
}

typedef struct flows {
    uint32_t in, out;
} flows;

static void count(const subject *s, const scenario_part *part, flows *f)
{
    for (uint32_t i = 0; i < part->count; i++) {
        lp_flow flow = flow_of(s, &part->calls[i]);
        f->in += flow == LP_IN;
        f->out += flow == LP_OUT;
    }
}

// Judged by moving operations about, among those that were made?
static bool is_literal(const subject *s, const judge *condition)
{
    return !relaxed_spec_fits(s->spec) || condition->literal || condition->by_method;
}

void unbalanced_note(const subject *s, const judge *condition, const scenario *sc, lp_verdict *v)
{
    if (!condition || !condition->takes || v->outcome == LP_ERROR)
        return;
    flows f = {0};
    count(s, &sc->before, &f);
    count(s, &sc->after, &f);
    for (uint32_t t = 0; t < sc->thread_count; t++)
        count(s, &sc->threads[t], &f);
    if (f.in == f.out)
        return;
    const char *why = is_literal(s, condition)
                          ? "operations are only moved among themselves, so a history may be "
                            "refused just because others are missing"
                      : f.in > f.out
                          ? "what stays inside is not seen to come out late, so the object may be "
                            "more relaxed than this shows"
                          : "one that finds nothing is not relaxed, so the object must be empty "
                            "then";
    char *note =
        text_format("%s%sThe scenario is not well-formed: it puts in %u and takes out %u; %s.",
                    v->detail ? v->detail : "", v->detail ? "\n" : "", f.in, f.out, why);
    verdict_copy(&v->detail, note);
    free(note);
}
