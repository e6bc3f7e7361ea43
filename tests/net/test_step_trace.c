// SPDX-License-Identifier: MIT
// The trace of a process: what was not logged is cut off when it recovers.

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
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cut)};
    return cmocka_run_group_tests(tests, make_file, remove_file);
}
