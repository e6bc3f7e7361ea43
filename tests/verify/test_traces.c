// SPDX-License-Identifier: MIT
// Models of the catalogue with few operations: whatever the search leaves out, the
// observable traces are the same. See same_traces.h.

#include "base/io/limits.h"
#include "model/model.h"
#include "same_traces.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

typedef struct subject {
    const char *file;
    uint32_t threads, operations;
    int64_t low, high; // what ints it is called with
    bool data;         // they are mere data
} subject;

static const subject subjects[] = {
    {"objects/stack/treiber.lin", 2, 3, 1, 3, true},
    {"objects/stack/treiber.lin", 3, 3, 1, 2, true},
    {"objects/stack/treiber_aba.lin", 2, 4, 1, 2, true},
    {"objects/stack/treiber_plain_push.lin", 2, 4, 1, 2, true},
    {"objects/queue/ms_queue.lin", 2, 3, 1, 3, true},
    {"objects/queue/ms_queue_no_tail_check.lin", 2, 4, 1, 2, true},
    {"objects/queue/herlihy_wing.lin", 3, 3, 1, 2, true},
    {"objects/register/stale_reads.lin", 2, 3, 1, 3, true},
    {"objects/deque/idempotent_fifo.lin", 3, 3, 1, 3, true},
    {"objects/deque/idempotent_deque.lin", 3, 3, 1, 2, false},
    {"objects/set/marked_list.lin", 2, 3, 1, 2, false},
    {"objects/set/harris_michael.lin", 2, 3, 1, 2, false},
    {"objects/set/lazy_list.lin", 2, 3, 1, 2, false},
    {"objects/snzi/snzi.lin", 3, 3, 0, 0, false},
    {"objects/mailbox/mailbox.lin", 2, 4, 0, 0, false},
    {"objects/sync/sync_chan_early.lin", 3, 3, 1, 2, true},
};

static model *read_model(const char *name)
{
    static char bytes[1 << 16];
    error e = {0};
    FILE *file = fopen(name, "r");
    if (!file)
        fail_msg("%s cannot be read", name);
    size_t length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    model *m = model_read(name, bytes, length, &e);
    if (!m)
        fail_msg("%s: %s", name, e.message);
    return m;
}

static void compare(const subject *x)
{
    model *m = read_model(x->file);
    instance v = m->instances[0];
    v.low = x->low;
    v.high = x->high;
    limits l = {0};
    limits_start(&l);
    system_options bounds = {.threads = x->threads,
                             .nodes = 12,
                             .reuse = v.reuse,
                             .has_capacity = v.has_capacity,
                             .capacity = v.capacity,
                             .operations = x->operations,
                             .has_range = v.has_range,
                             .low = x->low,
                             .high = x->high,
                             .limits = &l};
    traces_seen seen;
    same_traces(x->file, &v, &bounds, &seen);
    printf("%s: %u traces, %u of them complete, %u with values renamed\n", x->file, seen.all,
           seen.complete, seen.renamed);
    assert_true(seen.complete > 5);
    assert_int_equal(seen.values > 1, x->data);
    assert_true(x->data ? seen.renamed < seen.all : seen.renamed == seen.all);
    model_free(m);
}

static void test_traces(void **state)
{
    (void)state;
    // CMake compiles with whole paths: from this file to the models.
    char root[4096];
    snprintf(root, sizeof root, "%s", __FILE__);
    char *tail = strstr(root, "/tests/verify/");
    assert_non_null(tail);
    *tail = 0;
    assert_int_equal(chdir(root), 0);
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++)
        compare(&subjects[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_traces)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
