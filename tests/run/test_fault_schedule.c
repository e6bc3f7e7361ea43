// SPDX-License-Identifier: MIT
// Schedules: what is read, and that those at random are the same for the same seed.

#include "run/faults/fault_random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const names[] = {"replica[p1]", "replica[p2]", "lock[1,a]", "client[1]",
                                    "client[2]"};
static const bool clients[] = {false, false, false, true, true};
static const fault_names all = {names, clients, 5};

static const fault *read_one(fault_schedule *s, const char *line)
{
    error e = {0};
    *s = (fault_schedule){0};
    assert_true(fault_schedule_add(s, &all, NULL, 0, line, &e));
    assert_int_equal(s->count, 1);
    return s->faults;
}

static void expect_who(const bool *marked, const char *expected)
{
    for (size_t i = 0; i < all.count; i++)
        assert_int_equal(marked[i], expected[i] == '1');
}

static void test_lines(void **state)
{
    (void)state;
    fault_schedule s;
    const fault *f = read_one(&s, " 1.5s kill {replica[p2],lock[1,a]}  # now");
    assert_true(f->at == 1.5 && !f->by_operations && f->kind == FAULT_KILL);
    assert_string_equal(f->text, "1.5s kill {replica[p2],lock[1,a]}");
    expect_who(f->who, "01100");
    fault_schedule_fini(&s);
    f = read_one(&s, "70 operations stop client[*] for 250ms");
    assert_true(f->by_operations && f->operations == 70 && f->lasts == 0.25);
    expect_who(f->who, "00011");
    fault_schedule_fini(&s);
    f = read_one(&s, "delay 1..20ms replica[*] <-> *");
    assert_string_equal(f->amount, "delay 1..20");
    assert_true(f->both && f->at == 0);
    expect_who(f->who, "11000");
    expect_who(f->whom, "11111");
    fault_schedule_fini(&s);
    f = read_one(&s, "delay 2s client[1] -> lock[1,a]");
    assert_string_equal(f->amount, "delay 2000..2000");
    assert_false(f->both);
    fault_schedule_fini(&s);
    f = read_one(&s, "1m drop 0.5%");
    assert_string_equal(f->amount, "drop 5");
    assert_true(f->at == 60);
    fault_schedule_fini(&s);
    f = read_one(&s, "partition {client[1], replica[p1]} from *");
    expect_who(f->whom, "01101");
    fault_schedule_fini(&s);
    f = read_one(&s, "skew client[1] -50ms");
    assert_string_equal(f->amount, "-50000");
    fault_schedule_fini(&s);
}

static void make(uint64_t seed, fault_schedule *s)
{
    static const bool down[] = {false, false, true, false, false};
    fault_random r;
    *s = (fault_schedule){0};
    fault_random_init(&r, seed, down);
    for (int i = 0; i < 200; i++)
        fault_random_add(&r, &all, s);
}

static void test_random(void **state)
{
    (void)state;
    fault_schedule a, b, c;
    make(1, &a);
    make(1, &b);
    make(2, &c);
    assert_int_equal(a.count, b.count);
    bool differs = a.count != c.count;
    uint64_t kinds = 0;
    for (size_t i = 0; i < a.count; i++) {
        assert_string_equal(a.faults[i].text, b.faults[i].text);
        differs = differs || strcmp(a.faults[i].text, c.faults[i].text) != 0;
        kinds |= UINT64_C(1) << a.faults[i].kind;
        if (a.faults[i].kind == FAULT_KILL) {
            assert_false(a.faults[i].who[2]); // would not come back
            assert_false(a.faults[i].who[3] || a.faults[i].who[4]);
        }
    }
    assert_true(differs);
    assert_int_equal(kinds, 0x7f); // all but skew
    fault_schedule_fini(&a);
    fault_schedule_fini(&b);
    fault_schedule_fini(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lines), cmocka_unit_test(test_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
