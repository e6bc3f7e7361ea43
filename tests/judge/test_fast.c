// SPDX-License-Identifier: MIT
// Every fast judge against enumeration on histories of distinct values, with
// empties, peeks, pending operations and values never removed; and against the
// search on larger ones. LINCHPIN_CASES and LINCHPIN_SEED as everywhere.

#include "base/memory.h"
#include "history/history_format.h"
#include "judge/fast/fast.h"
#include "judge/random_history.h"
#include "judge/search/jit_search.h"
#include "judge/search/oracle.h"
#include "setting.h"
#include "spec/registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

// A value that some operation of the history was given, or nothing.
static lp_value some_value(rng *r, const lp_history *h)
{
    const lp_op *op = &h->ops[rng_below(r, h->op_count)];
    return rng_below(r, 4) == 0 ? LP_NIL : op->arg;
}

// An operation with a result gets another one; or two swap theirs.
static void change_results(rng *r, lp_history *h, const judge_task *t)
{
    lp_op *last = NULL;
    for (uint32_t i = 0; i < h->op_count; i++) {
        lp_op *op = &h->ops[i];
        if (lp_op_pending(op) || t->spec->methods[t->methods[i]].returns_nothing ||
            rng_below(r, 2) != 0)
            continue;
        if (last && rng_below(r, 2)) {
            lp_value swap = last->result;
            last->result = op->result;
            op->result = swap;
        } else if (rng_below(r, 2) == 0) {
            op->result = some_value(r, h);
        }
        last = op;
    }
}

// Neighbouring calls and returns change places: more or less overlaps.
static void move_events(rng *r, lp_history *h)
{
    for (uint32_t i = 0; i + 1 < h->event_count; i++) {
        lp_event *a = &h->events[i], *b = &h->events[i + 1];
        bool process = h->ops[a->op].process == h->ops[b->op].process;
        // Operations are numbered by their calls, and a process has one at a time.
        if (a->op == b->op || process || (!a->is_return && !b->is_return) || rng_below(r, 3))
            continue;
        lp_event swap = *a;
        *a = *b;
        *b = swap;
        *(a->is_return ? &h->ops[a->op].ret : &h->ops[a->op].call) = i;
        *(b->is_return ? &h->ops[b->op].ret : &h->ops[b->op].call) = i + 1;
    }
}

typedef struct tally {
    uint64_t holds, violated, declined;
} tally;

// What the judge marked must be a violation by itself.
static void suspects_violate(const judge_task *task)
{
    uint32_t *methods = memory_new(task->history->op_count, sizeof *methods);
    uint32_t n = 0;
    for (uint32_t i = 0; i < task->history->op_count; i++)
        if (task->suspects[i])
            methods[n++] = task->methods[i];
    lp_history *some = lp_history_select(task->history, task->suspects);
    judge_task again = {.history = some, .methods = methods, .spec = task->spec};
    assert_int_equal(oracle_enumerate(&again, lp_op_precedes, 0), LP_VIOLATED);
    lp_history_free(some);
    free(methods);
}

static void compare(const fast_judge *f, const lp_spec *spec, uint32_t pending, rng *r, tally *t)
{
    lp_pool *pool = lp_pool_new();
    random_shape shape = {.processes = 2 + (uint32_t)rng_below(r, 4),
                          .ops = 6 + (uint32_t)rng_below(r, 7),
                          .values = rng_below(r, 2) ? 30 : 1000000,
                          .pending_percent = rng_below(r, 3) ? 0 : 12};
    if (pending) {
        shape.values = 1000000;
        shape.pending_percent = pending;
    }
    uint32_t *methods;
    lp_history *h = random_history(r, pool, spec, &shape, &methods);
    judge_task task = {.history = h, .methods = methods, .spec = spec};
    for (uint64_t n = rng_below(r, 4); n; n--)
        change_results(r, h, &task);
    if (rng_below(r, 2))
        move_events(r, h);
    task.suspects = memory_new(h->op_count, sizeof *task.suspects);
    lp_outcome fast = f->run(&task);
    if (fast == LP_VIOLATED)
        suspects_violate(&task);
    free(task.suspects);
    task.suspects = NULL;
    if (fast == LP_UNKNOWN) {
        t->declined++;
    } else {
        lp_outcome truth = oracle_enumerate(&task, lp_op_precedes, 0);
        if (fast != truth) {
            text line = {0};
            history_canonical(h, &line);
            fail_msg("%s: enumeration says %s, the fast judge %s: %s", spec->name,
                     outcome_name(truth), outcome_name(fast), line.bytes);
        }
        (truth == LP_HOLDS ? &t->holds : &t->violated)[0]++;
    }
    lp_history_free(h);
    free(methods);
    lp_pool_free(pool);
}

static void fast_judges_agree_with_enumeration(void **state)
{
    (void)state;
    uint64_t cases = setting("LINCHPIN_CASES", 20000), seed = setting("LINCHPIN_SEED", 1);
    for (size_t i = 0; fast_judges[i]; i++) {
        const lp_spec *spec = spec_find(fast_judges[i]->spec, NULL);
        if (!spec)
            continue;
        assert_ptr_equal(fast_find(spec), fast_judges[i]);
        rng r;
        rng_init(&r, seed);
        tally t = {0};
        while (t.holds + t.violated < cases)
            compare(fast_judges[i], spec, 0, &r, &t);
        printf("%s: %llu hold, %llu violated, %llu declined (seed %llu)\n", fast_judges[i]->name,
               (unsigned long long)t.holds, (unsigned long long)t.violated,
               (unsigned long long)t.declined, (unsigned long long)seed);
        assert_true(t.holds > cases / 10);
        assert_true(t.violated > cases / 10);
        assert_true(t.declined < cases);
    }
}

// Removes that never returned may have taken anything: of a queue, the fast judge knows
// what. (It declines tries that return neither yes nor no.)
static void queues_give_values_to_pending_removes(void **state)
{
    (void)state;
    uint64_t cases = setting("LINCHPIN_CASES", 10000);
    const lp_spec *spec = spec_find("queue", NULL);
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 1));
    tally t = {0};
    while (t.holds + t.violated < cases)
        compare(fast_find(spec), spec, 25, &r, &t);
    printf("pending removes: %llu hold, %llu violated, %llu declined\n",
           (unsigned long long)t.holds, (unsigned long long)t.violated,
           (unsigned long long)t.declined);
    assert_true(t.holds > cases / 10);
    assert_true(t.violated > cases / 25);
    assert_true(t.declined < cases / 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fast_judges_agree_with_enumeration),
        cmocka_unit_test(queues_give_values_to_pending_removes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
