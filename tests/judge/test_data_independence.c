// SPDX-License-Identifier: MIT
// Counterexamples are made small by leaving values out, for specs that say they
// are data-independent. Here is tested that they are: legal random histories
// lose all operations of some values, and must stay legal. And that specs which
// say they are not are not: else their counterexamples could be smaller.

#include "base/memory.h"
#include "history/history_format.h"
#include "judge/evidence/shrink.h"
#include "judge/random_history.h"
#include "judge/search/oracle.h"
#include "setting.h"
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

// The arguments, then the result.
static uint32_t mentioned(const lp_history *h, const lp_spec *spec, const uint32_t *methods,
                          uint32_t op, lp_value *values)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < (uint32_t)spec->methods[methods[op]].args; i++)
        values[n++] = lp_call_arg(spec, h->pool, methods[op], h->ops[op].arg, i);
    values[n++] = lp_op_pending(&h->ops[op]) ? LP_NIL : h->ops[op].result;
    return n;
}

static bool share(const lp_history *h, const lp_spec *spec, const uint32_t *methods, uint32_t a,
                  uint32_t b)
{
    lp_value of_a[LP_MAX_ARITY + 1], of_b[LP_MAX_ARITY + 1];
    uint32_t n = mentioned(h, spec, methods, a, of_a), m = mentioned(h, spec, methods, b, of_b);
    for (uint32_t i = 0; i < n; i++)
        if (mentions(of_a[i]) && lp_values_find(of_b, m, of_a[i]) < m)
            return true;
    return false;
}

// Leaves out one operation and, again and again, all that share a value with one
// that was left out.
static void leave_out(const lp_history *h, const lp_spec *spec, const uint32_t *methods,
                      uint32_t first, bool *keep)
{
    for (uint32_t i = 0; i < h->op_count; i++)
        keep[i] = i != first || may_have_taken(&h->ops[i]);
    for (bool more = true; more;) {
        more = false;
        for (uint32_t a = 0; a < h->op_count; a++) {
            for (uint32_t b = 0; b < h->op_count; b++) {
                if (keep[a] || !keep[b] || !share(h, spec, methods, a, b))
                    continue;
                keep[b] = false;
                more = true;
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
    leave_out(h, spec, methods, (uint32_t)rng_below(r, h->op_count), keep);
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
    uint64_t count = setting("LINCHPIN_CASES", 5000);
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

static lp_history *prefix(const lp_history *h, uint32_t events)
{
    lp_history *out = lp_history_new(h->pool);
    for (uint32_t i = 0; i < events; i++) {
        const lp_op *op = &h->ops[h->events[i].op];
        if (h->events[i].is_return)
            lp_history_return(out, h->events[i].op, op->result);
        else
            lp_history_call(out, op->process, op->method, op->arg);
    }
    return out;
}

static bool is_violated(const lp_history *h, const uint32_t *methods, const lp_spec *spec)
{
    judge_task task = {.history = h, .methods = methods, .spec = spec};
    return oracle_enumerate(&task, judge_linearizable.precedes, 0) == LP_VIOLATED;
}

// Of a prefix, only the operations that the counterexample has and those that
// may have taken anything: is that violated?
static bool violated_with_takers(const lp_history *h, uint32_t events, const lp_history *small,
                                 const lp_spec *spec, const uint32_t *methods)
{
    lp_history *cut = prefix(h, events);
    bool *keep = memory_new(h->op_count, sizeof *keep);
    uint32_t *kept = memory_new(h->op_count, sizeof *kept), n = 0;
    for (uint32_t i = 0; i < cut->op_count; i++)
        keep[i] = may_have_taken(&cut->ops[i]);
    for (uint32_t i = 0; i < small->op_count; i++)
        keep[small->ops[i].line - 1] = true;
    for (uint32_t i = 0; i < cut->op_count; i++)
        if (keep[i])
            kept[n++] = methods[i];
    lp_history *all = lp_history_select(cut, keep);
    bool is = is_violated(all, kept, spec);
    lp_history_free(all);
    lp_history_free(cut);
    free(keep);
    free(kept);
    return is;
}

// A counterexample must not owe its violation to what was left out: up to some
// moment, with every operation that may have taken something put back, it is
// still violated.
static void check_counterexample(const lp_spec *spec, rng *r, uint64_t *violated)
{
    lp_pool *pool = lp_pool_new();
    random_shape shape = {
        .processes = 4, .ops = 8, .values = 3, .pending_percent = 25, .change_percent = 70};
    uint32_t *methods;
    lp_history *h = random_history(r, pool, spec, &shape, &methods);
    for (uint32_t i = 0; i < h->op_count; i++)
        h->ops[i].line = i + 1; // survives the shrinking
    judge_task task = {.history = h, .methods = methods, .spec = spec};
    lp_verdict v;
    lp_verdict_init(&v);
    judge_linearizable.run(&task, &v);
    if (v.outcome == LP_VIOLATED) {
        ++*violated;
        lp_history *small = shrink_history(&judge_linearizable, &task);
        bool honest = false;
        for (uint32_t k = 1; k <= h->event_count && !honest; k++)
            honest = violated_with_takers(h, k, small, spec, methods);
        if (!honest) {
            text shown = {0};
            history_canonical(h, &shown);
            text_add(&shown, " and ");
            history_canonical(small, &shown);
            fail_msg("%s: %s", spec->name, shown.bytes);
        }
        lp_history_free(small);
    }
    lp_verdict_fini(&v);
    lp_history_free(h);
    free(methods);
    lp_pool_free(pool);
}

static void counterexamples_keep_their_reason(void **state)
{
    (void)state;
    uint64_t count = setting("LINCHPIN_CASES", 3000);
    for (size_t s = 0; spec_builtins[s]; s++) {
        uint64_t violated = 0;
        rng r;
        rng_init(&r, 2);
        for (uint64_t i = 0; i < count; i++)
            check_counterexample(spec_builtins[s], &r, &violated);
        assert_true(violated > count / 50);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_can_be_left_out),
        cmocka_unit_test(counterexamples_keep_their_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
