// SPDX-License-Identifier: MIT
// The strategies that run every schedule run each once: threads with so many steps each, whose
// interleavings are counted by hand.

#include "explore/runtime/footprint.h"
#include "explore/search/strategy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

// Beside stand_ins.c: what the files refer to and these tests do not come to.
const uintptr_t *footprint_promoted(uint32_t *count)
{
    *count = 0;
    return NULL;
}

void footprint_promote(const void *address)
{
    (void)address;
}

enum { THREADS_MAX = 4 };

// One execution of threads that are never blocked. Returns how often one was preempted.
static uint32_t run(strategy *s, uint32_t threads, uint32_t steps)
{
    uint32_t left[THREADS_MAX], last = THREADS_MAX, preempted = 0;
    for (uint32_t t = 0; t < threads; t++)
        left[t] = steps;
    s->type->begin(s);
    for (uint32_t n = threads * steps; n; n--) {
        decision d = {.stays = last < threads && left[last]};
        if (d.stays)
            d.options[d.count++] = last;
        for (uint32_t t = 0; t < threads; t++)
            if (left[t] && t != last)
                d.options[d.count++] = t;
        uint32_t index = s->type->decide(s, &d);
        assert_true(index < d.count);
        preempted += d.stays && index;
        last = d.options[index];
        left[last]--;
    }
    s->type->end(s);
    return preempted;
}

static uint32_t count(const strategy_type *type, uint32_t threads, uint32_t steps, uint32_t bound,
                      search_figures *f)
{
    const search_options o = {.preemptions = bound};
    strategy *s = type->create(&o);
    s->type = type;
    uint32_t executions = 0;
    do {
        assert_true(run(s, threads, steps) <= bound);
        executions++;
    } while (type->next(s));
    type->figures(s, f);
    type->free(s);
    return executions;
}

static void every_interleaving_is_run_once(void **state)
{
    (void)state;
    search_figures f = {0};
    assert_int_equal(count(&paths_strategy, 2, 1, UINT32_MAX, &f), 2);
    assert_int_equal(count(&paths_strategy, 2, 3, UINT32_MAX, &f), 20); // 6! / (3! 3!)
    assert_int_equal(count(&paths_strategy, 3, 2, UINT32_MAX, &f), 90); // 6! / 2!³
    assert_int_equal(count(&paths_strategy, 4, 2, UINT32_MAX, &f), 2520);
}

static void bounds_are_completed_in_turn(void **state)
{
    (void)state;
    search_figures f = {0};
    // Without a preemption: the orders of the threads.
    assert_int_equal(count(&bounded_strategy, 3, 2, 0, &f), 6);
    assert_int_equal(f.bound, 1);
    assert_true(f.bounded);
    // Two threads of two steps: 2 without, 2 + 2 with at most one, 6 with at most two.
    assert_int_equal(count(&bounded_strategy, 2, 2, 0, &f), 2);
    assert_int_equal(count(&bounded_strategy, 2, 2, 1, &f), 2 + 4);
    assert_int_equal(count(&bounded_strategy, 2, 2, 2, &f), 2 + 4 + 6);
    assert_int_equal(f.bound, 3);
    assert_false(f.bounded);
    // A larger bound adds none.
    assert_int_equal(count(&bounded_strategy, 2, 2, 9, &f), 2 + 4 + 6);
}

static void a_restart_forgets(void **state)
{
    (void)state;
    const search_options o = {.preemptions = UINT32_MAX};
    strategy *s = paths_strategy.create(&o);
    s->type = &paths_strategy;
    for (int i = 0; i < 7; i++) {
        run(s, 2, 3);
        paths_strategy.next(s);
    }
    paths_strategy.restart(s);
    uint32_t executions = 0;
    do {
        run(s, 3, 2); // something else: it has other steps now
        executions++;
    } while (paths_strategy.next(s));
    assert_int_equal(executions, 90);
    paths_strategy.free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_interleaving_is_run_once),
        cmocka_unit_test(bounds_are_completed_in_turn),
        cmocka_unit_test(a_restart_forgets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
