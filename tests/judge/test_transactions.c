// SPDX-License-Identifier: MIT
// Transactions on several registers against a search that knows nothing of the spec: every
// order of the operations is tried on two plain variables. On thousands of random small
// histories, for linearizable (which is strict serializability of transactions), sequential
// and serializable.

#include "history/history_format.h"
#include "judge/judge.h"
#include "judge/random_history.h"
#include "setting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 8, REGISTERS = 4, TXN = 0, READ = 1 };

typedef enum order { REAL_TIME, OWN_ORDER, NO_ORDER } order;

typedef struct attempt {
    const lp_history *h;
    const uint32_t *methods;
    order order;
    bool done[MOST];
} attempt;

typedef struct memory {
    lp_value cells[REGISTERS];
} memory;

// One read or write. Reads must find what the call expects, and what was returned.
static bool touch(memory *m, bool reads, lp_value key, lp_value value, const lp_value *seen)
{
    assert_true(key.bits >= 0 && key.bits < REGISTERS);
    lp_value *cell = &m->cells[key.bits];
    if (!reads) {
        *cell = value;
        return true;
    }
    return (lp_is_nil(value) || lp_value_equal(value, *cell)) &&
           (!seen || lp_value_equal(*seen, *cell));
}

static bool run(const attempt *a, uint32_t i, memory *m)
{
    const lp_op *op = &a->h->ops[i];
    const lp_pool *pool = a->h->pool;
    bool returned = !lp_op_pending(op);
    size_t n, count, results;
    const lp_value *args = lp_items(pool, op->arg, &n);
    if (a->methods[i] == READ)
        return touch(m, true, op->arg, LP_NIL, returned ? &op->result : NULL);
    if (a->methods[i] != TXN)
        return touch(m, false, args[0], args[1], NULL);
    const lp_value *got = lp_items(pool, op->result, &results);
    if (returned && (results != n || op->result.kind != LP_KIND_VECTOR))
        return false;
    for (size_t k = 0; k < n; k++) {
        const lp_value *asked = lp_items(pool, args[k], &count);
        const lp_value *back = returned ? lp_items(pool, got[k], &count) : NULL;
        bool reads = lp_string_bytes(pool, asked[0], NULL)[0] == 'r';
        if (returned &&
            (count != 3 || !lp_value_equal(asked[0], back[0]) ||
             !lp_value_equal(asked[1], back[1]) || (!reads && !lp_value_equal(asked[2], back[2]))))
            return false;
        if (!touch(m, reads, asked[1], asked[2], returned ? &back[2] : NULL))
            return false;
    }
    return true;
}

static bool must_wait(const attempt *a, uint32_t i)
{
    for (uint32_t k = 0; k < a->h->op_count; k++) {
        const lp_op *before = &a->h->ops[k], *op = &a->h->ops[i];
        bool earlier = before->ret != LP_NO_EVENT && before->ret < op->call;
        if (!a->done[k] && earlier &&
            (a->order == REAL_TIME || (a->order == OWN_ORDER && before->process == op->process)))
            return true;
    }
    return false;
}

static bool explains(attempt *a, const memory *now)
{
    bool all = true;
    for (uint32_t i = 0; i < a->h->op_count; i++)
        all &= a->done[i] || lp_op_pending(&a->h->ops[i]);
    for (uint32_t i = 0; i < a->h->op_count && !all; i++) {
        memory next = *now;
        if (a->done[i] || must_wait(a, i) || !run(a, i, &next))
            continue;
        a->done[i] = true;
        all = explains(a, &next);
        a->done[i] = false;
    }
    return all;
}

static void transactions_are_what_they_say(void **state)
{
    (void)state;
    static const struct {
        const char *condition;
        order order;
    } rows[] = {{"linearizable", REAL_TIME}, {"sequential", OWN_ORDER}, {"serializable", NO_ORDER}};
    const lp_spec *spec = lp_spec_find("multi-register");
    uint64_t cases = setting("LINCHPIN_CASES", 20000) / 4, holds[3] = {0}, violated[3] = {0};
    memory start;
    for (size_t i = 0; i < REGISTERS; i++)
        start.cells[i] = LP_NIL;
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 1));
    for (uint64_t n = 0; n < cases; n++) {
        lp_pool *pool = lp_pool_new();
        random_shape shape = {.processes = 2 + (uint32_t)rng_below(&r, 3),
                              .ops = 3 + (uint32_t)rng_below(&r, MOST - 3),
                              .values = 1 + (int64_t)rng_below(&r, 3),
                              .pending_percent = rng_below(&r, 2) ? 0 : 25,
                              .change_percent = 80};
        uint32_t *methods;
        lp_history *h = random_history(&r, pool, spec, &shape, &methods);
        for (size_t i = 0; i < 3; i++) {
            attempt a = {.h = h, .methods = methods, .order = rows[i].order};
            lp_outcome truth = explains(&a, &start) ? LP_HOLDS : LP_VIOLATED;
            lp_verdict v;
            lp_verdict_init(&v);
            error e = {0};
            bool fine =
                judge_history(judge_find(rows[i].condition, &e), h, spec, NULL, true, &v, &e);
            if (!fine || v.outcome != truth) {
                text line = {0};
                history_canonical(h, &line);
                fail_msg("%s: %s, not %s: %s", rows[i].condition,
                         fine ? outcome_name(v.outcome) : e.message, outcome_name(truth),
                         line.bytes);
            }
            holds[i] += truth == LP_HOLDS;
            violated[i] += truth == LP_VIOLATED;
            lp_verdict_fini(&v);
        }
        lp_history_free(h);
        free(methods);
        lp_pool_free(pool);
    }
    for (size_t i = 0; i < 3; i++) {
        printf("%s: %llu hold, %llu violated\n", rows[i].condition, (unsigned long long)holds[i],
               (unsigned long long)violated[i]);
        assert_true(holds[i] > cases / 20 && violated[i] > cases / 20);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(transactions_are_what_they_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
