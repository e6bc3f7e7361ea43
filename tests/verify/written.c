// SPDX-License-Identifier: MIT
// See written.h.

#include "written.h"

#include "base/limits.h"
#include "model/model.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static double figure_of(const lp_verdict *v, const char *name)
{
    for (size_t i = 0; i < v->figure_count; i++)
        if (strcmp(v->figures[i].name, name) == 0)
            return v->figures[i].value;
    return 0;
}

lp_outcome written_outcome(const char *written, uint32_t reductions, double *states)
{
    error e = {0};
    model *m = model_read("random.lin", written, strlen(written), &e);
    if (!m)
        fail_msg("%s\n%s", e.message, written);
    limits l = {0};
    limits_start(&l);
    lp_pool *pool = lp_pool_new();
    lp_verdict v;
    lp_verdict_init(&v);
    verify_options o = {.limits = &l, .reductions = reductions, .jobs = 2};
    if (!verify_instance(m, &m->instances[0], &o, pool, &v, &e))
        fail_msg("%s\n%s", e.message, written);
    lp_outcome outcome = v.outcome;
    if (states)
        *states = figure_of(&v, "states");
    lp_verdict_fini(&v);
    lp_pool_free(pool);
    model_free(m);
    return outcome;
}
