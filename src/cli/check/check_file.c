// SPDX-License-Identifier: MIT
// Reading and judging one file: see check_file.h.

#include "cli/check/check_file.h"

#include "judge/evidence/witness_orders.h"
#include "judge/relaxed/minimal_relaxation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *check_file_name(const char *file)
{
    return strcmp(file, "-") == 0 ? "<stdin>" : file;
}

static bool judge_read(const check_task *t, limits *l, lp_history *h, check_result *r)
{
    if (!t->spec)
        return judge_objects(t->judge, h, &t->objects, l, (objects_how){t->witness, t->bare},
                             &r->verdict, &r->error);
    if (t->least)
        return judge_minimal_relaxation(t->least, h, t->spec, l, t->witness, &r->verdict,
                                        &r->error);
    if (t->bare && !t->witness)
        return judge_outcome(t->judge, h, t->spec, l, &r->verdict, &r->error);
    return judge_history(t->judge, h, t->spec, l, t->witness, &r->verdict, &r->error);
}

static bool judge_file(const check_task *t, const char *file, limits *l, lp_history *h,
                       check_result *r)
{
    double start = clock_seconds();
    if (!history_load(file, t->format, l, h, &r->error))
        return false;
    double read = clock_seconds();
    if (!judge_read(t, l, h, r)) {
        // The judge knows the line but not the file.
        if (r->error.line && !r->error.file[0])
            snprintf(r->error.file, sizeof r->error.file, "%s", check_file_name(file));
        return false;
    }
    if (t->all_orders && r->verdict.outcome == LP_HOLDS &&
        !orders_all(t->judge, h, t->spec, l, &r->verdict, &r->error))
        return false;
    verdict_copy(&r->verdict.subject, check_file_name(file));
    if (t->times) {
        verdict_figure(&r->verdict, LP_FIGURE_READ_SECONDS, read - start);
        verdict_figure(&r->verdict, LP_FIGURE_CHECK_SECONDS, clock_seconds() - read);
        verdict_figure(&r->verdict, LP_FIGURE_PEAK_BYTES, (double)memory_resident_peak());
    }
    return true;
}

void check_file(const check_task *t, const char *file, limits *l, check_result *r)
{
    *r = (check_result){.pool = lp_pool_new()};
    lp_verdict_init(&r->verdict);
    lp_history *h = lp_history_new(r->pool);
    if (!judge_file(t, file, l, h, r)) {
        char *message = error_text(&r->error);
        verdict_decide(&r->verdict, l->reached ? LP_UNKNOWN : LP_ERROR, "%s", message);
        verdict_copy(&r->verdict.subject, check_file_name(file));
        free(message);
    }
    if (t->whole)
        r->verdict.whole = h;
    else
        lp_history_free(h);
}

void check_result_fini(check_result *r)
{
    lp_verdict_fini(&r->verdict);
    lp_pool_free(r->pool);
}
