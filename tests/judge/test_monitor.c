// SPDX-License-Identifier: MIT
// The monitor on histories written by hand.

#include "history/history_format.h"
#include "judge/judge.h"
#include "judge/monitor/monitor.h"
#include "spec/registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// Judges a history in the call/return text.
static lp_outcome verdict_of(const char *spec, const char *condition, const char *calls)
{
    lp_pool *pool = lp_pool_new();
    lp_history *h = lp_history_new(pool);
    error e = {0};
    lp_verdict v;
    lp_verdict_init(&v);
    if (!history_read(history_format_find("calls"), "test", calls, strlen(calls), h, &e) ||
        !judge_history(judge_find(condition, &e), h, spec_find(spec, &e), NULL, true, &v, &e))
        fail_msg("%s", e.message);
    lp_outcome outcome = v.outcome;
    assert_true(v.rechecked);
    lp_verdict_fini(&v);
    lp_history_free(h);
    lp_pool_free(pool);
    return outcome;
}

static void holds(const char *spec, const char *calls)
{
    assert_int_equal(verdict_of(spec, "linearizable", calls), LP_HOLDS);
}

static void violated(const char *spec, const char *calls)
{
    assert_int_equal(verdict_of(spec, "linearizable", calls), LP_VIOLATED);
}

static void a_send_and_a_receive_meet(void **state)
{
    (void)state;
    // Overlapping, in any order of calls and returns.
    holds("channel", "[0] call send(7)\n[1] call receive\n[0] return\n[1] return 7\n");
    holds("channel", "[1] call receive\n[0] call send(7)\n[1] return 7\n[0] return\n");
    // The wrong value; a value that nobody sends.
    violated("channel", "[0] call send(7)\n[1] call receive\n[0] return\n[1] return 8\n");
    // They do not overlap: the send returned before the receive was called.
    violated("channel", "[0] call send(7)\n[0] return\n[1] call receive\n[1] return 7\n");
    // A send returns although nobody receives.
    violated("channel", "[0] call send(7)\n[0] return\n");
}

static void each_takes_part_once(void **state)
{
    (void)state;
    // Two receives cannot both have met the only send.
    violated("channel", "[0] call send(7)\n[1] call receive\n[2] call receive\n"
                        "[1] return 7\n[2] return 7\n[0] return\n");
    // Two sends, two receives, crossed: fine while all overlap …
    holds("channel", "[0] call send(1)\n[1] call send(2)\n[2] call receive\n[3] call receive\n"
                     "[2] return 2\n[3] return 1\n[0] return\n[1] return\n");
    // … and wrong when the first pair was over before the second began.
    violated("channel", "[0] call send(1)\n[2] call receive\n[2] return 2\n[0] return\n"
                        "[1] call send(2)\n[3] call receive\n[3] return 1\n[1] return\n");
}

static void a_pending_partner_explains(void **state)
{
    (void)state;
    // The receive never returned but must have met the send.
    holds("channel", "[0] call send(7)\n[1] call receive\n[0] return\n");
    holds("channel", "[0] call send(7)\n[1] call receive\n[1] return 7\n");
    // One pending receive cannot have met two sends.
    violated("channel", "[0] call send(7)\n[1] call send(8)\n[2] call receive\n[0] return\n"
                        "[1] return\n");
    // Pending ones that met nobody are no harm.
    holds("channel", "[0] call send(7)\n[1] call send(8)\n");
}

static void pending_operations_may_or_may_not_have_happened(void **state)
{
    (void)state;
    holds("register", "[0] call write(1)\n[1] call read\n[1] return 1\n");
    holds("register", "[0] call write(1)\n[1] call read\n[1] return empty\n");
    holds("register",
          "[0] call write(1)\n[1] call read\n[1] return empty\n[1] call read\n[1] return 1\n");
    violated("register",
             "[0] call write(1)\n[1] call read\n[1] return 1\n[1] call read\n[1] return empty\n");
}

static void sequential_consistency_forgets_real_time(void **state)
{
    (void)state;
    // Herlihy and Wing: a read by another process misses a write that is over.
    const char *stale = "[0] call write(1)\n[0] return\n[1] call read\n[1] return empty\n";
    assert_int_equal(verdict_of("register", "linearizable", stale), LP_VIOLATED);
    assert_int_equal(verdict_of("register", "sequential", stale), LP_HOLDS);
    const char *own = "[0] call write(1)\n[0] return\n[0] call read\n[0] return empty\n";
    assert_int_equal(verdict_of("register", "sequential", own), LP_VIOLATED);
}

static void dominance_keeps_indeterminate_writes_apart(void **state)
{
    (void)state;
    lp_pool *pool = lp_pool_new();
    error e;
    const lp_spec *spec = spec_find("register", &e);
    uint32_t read = spec_method(spec, "read"), write = spec_method(spec, "write");
    monitor *m = monitor_new(spec, pool);
    uint32_t set = monitor_start(m);
    for (uint32_t i = 0; i < 16; i++)
        set = monitor_call(m, set, i, write, i, lp_int(i), NULL, true);
    // A read whose result the set must be ready for: let another write return, so
    // that effects are taken just in time.
    set = monitor_call(m, set, 16, write, 16, lp_int(99), NULL, false);
    set = monitor_return(m, set, 16, LP_UNIT);
    assert_int_equal(monitor_set_size(m, set),
                     1); // 99 was written last; earlier ones do not matter
    uint32_t before = monitor_set_count(m);
    set = monitor_call(m, set, 16, read, 16, LP_NIL, NULL, false);
    // Any of the 16 may show, or 99: but each read is explained by one configuration.
    for (int64_t v = 0; v < 16; v++) {
        uint32_t after = monitor_return(m, set, 16, lp_int(v));
        assert_int_not_equal(after, MONITOR_VIOLATED);
        assert_int_equal(monitor_set_size(m, after), 1);
    }
    assert_int_equal(monitor_return(m, set, 16, lp_int(17)), MONITOR_VIOLATED);
    assert_true(monitor_set_count(m) <= before + 18);
    monitor_free(m);
    lp_pool_free(pool);
}

static void sets_do_not_multiply_with_indeterminate_writes(void **state)
{
    (void)state;
    // Sixteen writes that never return, of different values, and a read that is
    // told nothing: 17 possible states, one configuration each.
    lp_pool *pool = lp_pool_new();
    error e;
    const lp_spec *spec = spec_find("register", &e);
    uint32_t read = spec_method(spec, "read"), write = spec_method(spec, "write");
    monitor *m = monitor_new(spec, pool);
    uint32_t set = monitor_start(m);
    for (uint32_t i = 0; i < 16; i++)
        set = monitor_call(m, set, i, write, i, lp_int(i), NULL, true);
    set = monitor_call(m, set, 17, read, 17, LP_NIL, NULL, true); // sees something, never says
    set = monitor_call(m, set, 16, read, 16, LP_NIL, NULL, false);
    set = monitor_return(m, set, 16, LP_NIL);
    assert_int_equal(monitor_set_size(m, set), 1);
    monitor_free(m);
    lp_pool_free(pool);
}

static void the_same_events_lead_to_the_same_number(void **state)
{
    (void)state;
    lp_pool *pool = lp_pool_new();
    error e;
    const lp_spec *spec = spec_find("queue", &e);
    uint32_t enq = spec_method(spec, "enq"), deq = spec_method(spec, "deq");
    monitor *m = monitor_new(spec, pool);
    uint32_t first = 0, sets = 0;
    for (int round = 0; round < 3; round++) {
        uint32_t set = monitor_start(m);
        set = monitor_call(m, set, 0, enq, 0, lp_int(1), NULL, false);
        set = monitor_call(m, set, 1, deq, 1, LP_NIL, NULL, false);
        set = monitor_return(m, set, 1, lp_int(1));
        set = monitor_return(m, set, 0, LP_UNIT);
        // The queue is empty and nothing is open: that is where we began.
        assert_int_equal(set, monitor_start(m));
        if (round == 0) {
            first = set;
            sets = monitor_set_count(m);
        }
        assert_int_equal(set, first);
        assert_int_equal(monitor_set_count(m), sets);
    }
    monitor_free(m);
    lp_pool_free(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_send_and_a_receive_meet),
        cmocka_unit_test(each_takes_part_once),
        cmocka_unit_test(a_pending_partner_explains),
        cmocka_unit_test(pending_operations_may_or_may_not_have_happened),
        cmocka_unit_test(sequential_consistency_forgets_real_time),
        cmocka_unit_test(dominance_keeps_indeterminate_writes_apart),
        cmocka_unit_test(sets_do_not_multiply_with_indeterminate_writes),
        cmocka_unit_test(the_same_events_lead_to_the_same_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
