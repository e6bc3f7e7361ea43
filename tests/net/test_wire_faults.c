// SPDX-License-Identifier: MIT
// What is asked for is understood or refused, and delayed messages come out by time.

#include "net/wire/wire_faults.h"
#include "setting.h"
#include "streams.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const process_name sink_name = {kind_sink, 0}, source_name = {kind_ordered, 0},
                          client = {NAME_CLIENT, 3};

static bool say(fault_rules *r, const char *line)
{
    error e = {0};
    bool good = fault_rules_add(r, &streams_system, line, &e);
    assert_true(good == (e.message[0] == 0));
    return good;
}

static void test_rules(void **state)
{
    (void)state;
    fault_rules r = {0};
    assert_true(say(&r, "delay 1..20 sink") && say(&r, "drop 100 *") &&
                say(&r, "duplicate 5 client[*]") && say(&r, "cut client[3]"));
    faults f = fault_rules_for(&r, sink_name);
    assert_true(f.delay_least == 1 && f.delay_most == 20 && f.drop == 100 && !f.duplicate &&
                !f.cut);
    f = fault_rules_for(&r, client);
    assert_true(!f.delay_most && f.drop == 100 && f.duplicate == 5 && f.cut);
    f = fault_rules_for(&r, source_name);
    assert_true(f.drop == 100 && !f.cut && !faults_none(&f));
    assert_true(say(&r, "drop 0 ordered"));
    f = fault_rules_for(&r, source_name);
    assert_true(faults_none(&f));
    assert_true(say(&r, "heal"));
    f = fault_rules_for(&r, client);
    assert_true(faults_none(&f));
    fault_rules_fini(&r);
}

static void test_refused(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "",
        "delay",
        "delay 5 sink",
        "delay 20..1 sink",
        "delay 1..2 nobody",
        "cut",
        "cut sink sink",
        "drop 1001 *",
        "drop -1 *",
        "drop 1.5 *",
        "healing",
        "drop 1",
        "drop 1 * *",
        "delay 1..2x *",
        "cut client[0]",
        "reorder",
        "cut client[4",
        "explode 1 *",
        "cut client[99999999999]",
    };
    fault_rules r = {0};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (say(&r, lines[i]))
            fail_msg("'%s' is taken", lines[i]);
    assert_int_equal(r.count, 0);
    fault_rules_fini(&r);
}

static void test_delays(void **state)
{
    (void)state;
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 1));
    for (uint64_t n = setting("LINCHPIN_CASES", 2000); n; n--) {
        delays d = {0};
        uint64_t times[50], count = rng_below(&r, 50), last = 0, number;
        bool out[50] = {false};
        for (uint64_t i = 0; i < count; i++) {
            times[i] = rng_below(&r, 30);
            delays_add(&d, times[i], i);
        }
        for (uint64_t now = 0; now < 30; now++)
            while (delays_take(&d, now, &number)) {
                assert_true(times[number] == now && times[number] >= last && !out[number]);
                last = times[number];
                out[number] = true;
            }
        assert_int_equal(d.count, 0);
        delays_fini(&d);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_delays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
