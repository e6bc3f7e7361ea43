// SPDX-License-Identifier: MIT
// The number of orders that explain a history against trying them all: every sequence of
// some of its operations, each checked as a witness is.

#include "base/memory.h"
#include "history/history_format.h"
#include "judge/evidence/witness_orders.h"
#include "judge/random_history.h"
#include "judge/search/oracle.h"
#include "setting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 5 };

typedef struct trial {
    const judge *judge;
    judge_task task;
    lp_effect path[MOST];
    bool used[MOST];
    uint64_t count;
} trial;

static void try_all(trial *t, uint32_t length)
{
    t->count += oracle_check_witness(&t->task, t->judge->precedes, t->path, length);
    for (uint32_t i = 0; i < t->task.history->op_count; i++) {
        if (t->used[i])
            continue;
        t->used[i] = true;
        t->path[length] = (lp_effect){.count = 1, .ops = {i}, .sync = t->task.methods[i]};
        try_all(t, length + 1);
        t->used[i] = false;
    }
}

static bool same_order(const lp_orders *o, uint32_t a, uint32_t b)
{
    uint32_t x = a ? o->ends[a - 1] : 0, y = b ? o->ends[b - 1] : 0, n = o->ends[a] - x;
    if (o->ends[b] - y != n)
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (o->effects[x + i].ops[0] != o->effects[y + i].ops[0])
            return false;
    return true;
}

static uint64_t compare(rng *r, const lp_spec *spec, const char *condition)
{
    lp_pool *pool = lp_pool_new();
    random_shape shape = {.processes = 2 + (uint32_t)rng_below(r, 3),
                          .ops = 2 + (uint32_t)rng_below(r, MOST - 1),
                          .values = 1 + (int64_t)rng_below(r, 2),
                          .pending_percent = rng_below(r, 2) ? 0 : 30,
                          .change_percent = 20};
    uint32_t *methods;
    lp_history *h = random_history(r, pool, spec, &shape, &methods);
    error e = {0};
    trial t = {.judge = judge_find(condition, &e),
               .task = {.history = h, .methods = methods, .spec = spec}};
    try_all(&t, 0);
    lp_verdict v;
    lp_verdict_init(&v);
    assert_true(orders_all(t.judge, h, spec, NULL, &v, &e));
    if (v.orders->count != t.count || !v.orders->complete) {
        text line = {0};
        history_canonical(h, &line);
        fail_msg("%s of %s: %llu orders, not %llu: %s", condition, spec->name,
                 (unsigned long long)v.orders->count, (unsigned long long)t.count, line.bytes);
    }
    assert_int_equal(v.orders->listed, t.count < ORDERS_LISTED ? t.count : ORDERS_LISTED);
    for (uint32_t i = 0; i < v.orders->listed; i++)
        for (uint32_t k = 0; k < i; k++)
            assert_false(same_order(v.orders, i, k));
    lp_verdict_fini(&v);
    lp_history_free(h);
    free(methods);
    lp_pool_free(pool);
    return t.count;
}

static void counts_are_right(void **state)
{
    (void)state;
    static const char *const specs[] = {"register", "queue", "set",           "bag",
                                        "mutex",    "kv",    "multi-register"};
    static const char *const conditions[] = {"linearizable", "sequential", "serializable"};
    uint64_t cases = setting("LINCHPIN_CASES", 20000) / 100, none = 0, several = 0;
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 1));
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        for (uint64_t n = 0; n < cases; n++) {
            uint64_t count = compare(&r, lp_spec_find(specs[i]), conditions[n % 3]);
            none += count == 0;
            several += count > 1;
        }
    }
    printf("%llu without an order, %llu with several\n", (unsigned long long)none,
           (unsigned long long)several);
    assert_true(none > cases / 20 && several > cases / 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
