// SPDX-License-Identifier: MIT
// The trace of a process: what was not logged is cut off when it recovers; and how values are shown.

#include "net/record/step_trace.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char path[] = "/tmp/linchpin-trace-XXXXXX";

static const char *const instances[] = {"p1", "p2"};
static const lp_component_kind kind = {
    .name = "replica", .instances = instances, .instance_count = 2};
static const lp_component_kind *const kinds[] = {&kind};
static const lp_system whole = {.name = "made", .kinds = kinds, .kind_count = 1};

static step_trace *opened(void)
{
    error e = {0};
    step_trace *t = step_trace_open(path, &e);
    assert_non_null(t);
    return t;
}

static void take(step_trace *t, const char *action)
{
    step_place place = {&whole, lp_server(0, 1), 7};
    lp_show_int(step_trace_begin(t, &place, "act", action), 5);
}

// How often the file has this.
static int count(const char *what)
{
    char line[512];
    int found = 0;
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    while (fgets(line, sizeof line, f))
        found += strstr(line, what) != NULL;
    fclose(f);
    return found;
}

static void test_cut(void **unused)
{
    (void)unused;
    step_trace *t = opened();
    take(t, "first");
    uint64_t mark = step_trace_end(t);
    assert_int_not_equal(mark, 0);
    take(t, "second");
    step_trace_end(t);
    assert_true(step_trace_close(t));
    assert_int_equal(
        count("\"at\":\"replica[p2]\",\"key\":7,\"step\":\"act\",\"what\":\"second(5)\""), 1);
    t = opened();
    assert_true(step_trace_cut(t, mark));
    take(t, "third");
    assert_true(step_trace_close(t));
    assert_int_equal(count("first(5)"), 1);
    assert_int_equal(count("second(5)"), 0);
    assert_int_equal(count("third(5)"), 1);
    // Nothing was logged: nothing has happened.
    t = opened();
    assert_true(step_trace_cut(t, 0));
    take(t, "fourth");
    assert_true(step_trace_close(t));
    assert_int_equal(count("\"step\""), 1);
    assert_int_equal(count("fourth(5)"), 1);
}

static void show_array(lp_text *shown, unsigned items)
{
    lp_show_many(shown, "{", items);
    for (unsigned i = 1; i <= items; i++) {
        lp_show_item(shown);
        lp_show_id(shown, "op", (lp_id){UINT64_C(1) << 60 | UINT64_C(1) << 28 | i, 0});
        lp_show(shown, ": ");
        lp_show_int(shown, -(int64_t)i);
    }
    lp_show_end(shown, "}");
}

// A few items are shown; of more, a hash of what would be.
static void test_many(void **unused)
{
    (void)unused;
    step_trace *t = opened();
    step_place place = {&whole, lp_server(0, 1), 7};
    assert_true(step_trace_cut(t, 0));
    for (unsigned items = 0; items <= 9; items++) {
        lp_text *shown = step_trace_begin(t, &place, "state", NULL);
        show_array(shown, items);
        lp_show(shown, "; then");
    }
    assert_true(step_trace_close(t));
    assert_int_equal(count("\"what\":\"{}; then\""), 1);
    assert_int_equal(count("{op.1.1: -1, op.1.2: -2}; then"), 1);
    assert_int_equal(count("op.1.7: -7, op.1.8: -8}; then"), 1);
    // FNV-1a of "op.1.1: -1, … op.1.9: -9"
    assert_int_equal(count("\"{9 items, #ce16a269b746702e}; then\""), 1);
}

static void test_answers(void **unused)
{
    (void)unused;
    step_trace *t = opened();
    step_place place = {&whole, lp_server(0, 1), 7};
    const lp_id last = {UINT64_C(1) << 60 | UINT64_C(2) << 28 | 17, 5};
    const lp_value results[] = {lp_int(-5), LP_TRUE, LP_NIL, LP_UNIT};
    assert_true(step_trace_cut(t, 0));
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        lp_show_answer(step_trace_begin(t, &place, "act", "a"), "enq",
                       (lp_answer){last, 0x91ab, results[i]});
    lp_show_answer(step_trace_begin(t, &place, "act", "a"), "enq", LP_NO_ANSWER);
    assert_true(step_trace_close(t));
    assert_int_equal(count("a(-5 after enq.2.17#00000000000091ab)"), 1);
    assert_int_equal(count("a(true after enq.2.17#"), 1);
    assert_int_equal(count("a(nil after enq.2.17#"), 1);
    assert_int_equal(count("a(ok after enq.2.17#"), 1);
    assert_int_equal(count("a(nil after none)"), 1);
}

static int make_file(void **unused)
{
    (void)unused;
    int file = mkstemp(path);
    return file < 0 ? -1 : close(file);
}

static int remove_file(void **unused)
{
    (void)unused;
    return unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cut), cmocka_unit_test(test_many),
                                       cmocka_unit_test(test_answers)};
    return cmocka_run_group_tests(tests, make_file, remove_file);
}
