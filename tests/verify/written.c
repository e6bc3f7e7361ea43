// SPDX-License-Identifier: MIT
// See written.h.

#include "written.h"

#include "base/io/limits.h"
#include "judge/evidence/verdict.h"
#include "model/model.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

model *written_model(const char *written)
{
    error e = {0};
    model *m = model_read("random.lin", written, strlen(written), &e);
    if (!m)
        FAIL(written, "%s", e.message);
    return m;
}

static void add_coverage(const lp_model_coverage *c, text *out)
{
    for (uint32_t i = 0; c && i < c->method_count; i++)
        text_add(out, "%s %d %d\n", c->methods[i].name, c->methods[i].called,
                 c->methods[i].returned);
    for (uint32_t i = 0; c && i < c->unreached_count; i++)
        text_add(out, "%s %s %d\n", c->unreached[i].where, c->unreached[i].what,
                 (int)c->unreached[i].lack);
}

static void add_extremes(const lp_verdict *v, text *out)
{
    for (uint32_t i = 0; i < v->extreme_count; i++) {
        const lp_extreme *e = &v->extremes[i];
        text_add(out, "%s %s = %lld%s\n", e->greatest ? "greatest" : "least", e->of,
                 (long long)e->value, e->exact ? "" : " so far");
    }
}

static lp_outcome verify_written(const char *written, uint32_t reductions, double *states,
                                 text *coverage, text *extremes)
{
    error e = {0};
    model *m = written_model(written);
    limits l = {0};
    limits_start(&l);
    lp_pool *pool = lp_pool_new();
    lp_verdict v;
    lp_verdict_init(&v);
    verify_options o = {.limits = &l, .reductions = reductions, .jobs = 2};
    if (!verify_instance(&m->instances[0], &o, pool, &v, &e))
        fail_msg("%s\n%s", e.message, written);
    lp_outcome outcome = v.outcome;
    if (states)
        *states = verdict_figure_get(&v, LP_FIGURE_STATES, 0);
    if (coverage)
        add_coverage(v.model_coverage, coverage);
    if (extremes)
        add_extremes(&v, extremes);
    lp_verdict_fini(&v);
    lp_pool_free(pool);
    model_free(m);
    return outcome;
}

lp_outcome written_measured(const char *written, uint32_t reductions, double *states,
                            text *coverage)
{
    return verify_written(written, reductions, states, coverage, NULL);
}

lp_outcome written_extremes(const char *written, uint32_t reductions, double *states, text *out)
{
    return verify_written(written, reductions, states, NULL, out);
}

lp_outcome written_outcome(const char *written, uint32_t reductions, double *states)
{
    return written_measured(written, reductions, states, NULL);
}

lp_outcome written_coverage(const char *written, uint32_t reductions, text *coverage)
{
    return written_measured(written, reductions, NULL, coverage);
}
