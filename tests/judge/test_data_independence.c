// SPDX-License-Identifier: MIT
// Counterexamples are made small by leaving values out, for specs that say they
// are data-independent. Here is tested that they are: legal random histories
// lose all operations of some values, and must stay legal. And that specs which
// say they are not are not: else their counterexamples could be smaller.

#include "base/memory.h"
#include "history/format.h"
#include "judge/oracle.h"
#include "judge/random_history.h"
#include "spec/registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

extern const judge judge_linearizable;

static bool mentions(lp_value v)
{
    return v.kind == LP_KIND_INT || v.kind >= LP_KIND_STRING;
}

// It may have taken any value, and nobody knows which: it must stay.
static bool may_have_taken(const lp_op *op)
{
    return lp_op_pending(op) && lp_is_nil(op->arg);
}

// Leaves out one operation and, again and again, all that share a value with one
// that was left out.
static void leave_out(const lp_history *h, uint32_t first, bool *keep)
{
    for (uint32_t i = 0; i < h->op_count; i++)
        keep[i] = i != first || may_have_taken(&h->ops[i]);
    for (bool more = true; more;) {
        more = false;
        for (uint32_t a = 0; a < h->op_count; a++) {
            for (uint32_t b = 0; b < h->op_count; b++) {
                lp_value of_a[2] = {h->ops[a].arg, h->ops[a].result};
                lp_value of_b[2] = {h->ops[b].arg, h->ops[b].result};
                for (int k = 0; k < 4 && !keep[a] && keep[b]; k++)
                    if (mentions(of_a[k / 2]) && lp_value_equal(of_a[k / 2], of_b[k % 2])) {
                        keep[b] = false;
                        more = true;
                    }
            }
        }
    }
}

// Is a random legal history still legal without some values?
static bool stays_legal(const lp_spec *spec, rng *r, text *shown)
{
    lp_pool *pool = lp_pool_new();
    random_shape shape = {.processes = 3,
                          .ops = 8,
                          .values = 1 + (int64_t)rng_below(r, 4),
                          .pending_percent = rng_below(r, 2) ? 0 : 20};
    uint32_t *methods, n = 0;
    lp_history *h = random_history(r, pool, spec, &shape, &methods);
    bool *keep = memory_new(h->op_count, sizeof *keep);
    leave_out(h, (uint32_t)rng_below(r, h->op_count), keep);
    lp_history *less = lp_history_select(h, keep);
    text_clear(shown);
    history_canonical(h, shown);
    text_add(shown, " and ");
    history_canonical(less, shown);
    for (uint32_t i = 0; i < h->op_count; i++)
        if (keep[i])
            methods[n++] = methods[i];
    judge_task task = {.history = less, .methods = methods, .spec = spec};
    bool legal = oracle_enumerate(&task, judge_linearizable.precedes, 0) == LP_HOLDS;
    lp_history_free(less);
    lp_history_free(h);
    free(keep);
    free(methods);
    lp_pool_free(pool);
    return legal;
}

static void values_can_be_left_out(void **state)
{
    (void)state;
    const char *cases = getenv("LINCHPIN_CASES");
    uint64_t count = cases ? strtoull(cases, NULL, 10) : 5000;
    text shown = {0};
    for (size_t s = 0; spec_builtins[s]; s++) {
        const lp_spec *spec = spec_builtins[s];
        uint64_t broken = 0;
        rng r;
        rng_init(&r, 1);
        for (uint64_t i = 0; i < count && !broken; i++)
            broken += !stays_legal(spec, &r, &shown);
        if (spec->data_independent && broken)
            fail_msg("%s is not data-independent: %s", spec->name, shown.bytes);
        if (!spec->data_independent && !broken && count >= 1000)
            fail_msg("%s seems to be data-independent and does not say so", spec->name);
    }
    text_fini(&shown);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(values_can_be_left_out)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
