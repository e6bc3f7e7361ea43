// SPDX-License-Identifier: MIT
// Reading as it comes: events reach the sink with their line, in every format;
// memory is that of the open operations.

#include "history/history_reader.h"
#include "history/open_table.h"
#include "mutate.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct log {
    text t;
    lp_pool *pool;
    uint64_t stop_at; // this operation; UINT64_MAX: never
} log_of_events;

static bool on_call(void *to, uint64_t op, const history_event *event, error *e)
{
    (void)e;
    log_of_events *l = to;
    text_add(&l->t, "call %" PRIu64 " p%" PRId64 " %s ", op, event->process,
             lp_string_bytes(l->pool, event->method, NULL));
    value_print(l->pool, event->value, &l->t);
    text_add(&l->t, "; ");
    return op != l->stop_at;
}

static bool on_return(void *to, uint64_t op, const history_event *ret, error *e)
{
    (void)e;
    log_of_events *l = to;
    text_add(&l->t, "ret %" PRIu64 " ", op);
    value_print(l->pool, ret->value, &l->t);
    text_add(&l->t, "; ");
    return true;
}

static bool on_fail(void *to, uint64_t op, const history_event *fail, error *e)
{
    (void)fail, (void)e;
    text_add(&((log_of_events *)to)->t, "fail %" PRIu64 "; ", op);
    return true;
}

static bool on_info(void *to, uint64_t op, error *e)
{
    (void)e;
    text_add(&((log_of_events *)to)->t, "info %" PRIu64 "; ", op);
    return true;
}

static reader *start(log_of_events *l, const char *format)
{
    *l = (log_of_events){.pool = lp_pool_new(), .stop_at = UINT64_MAX};
    text_add(&l->t, "%s", "");
    history_sink sink = {l, on_call, on_return, on_fail, on_info};
    return reader_new(history_format_find(format), "in", l->pool, &sink, READER_LIVE);
}

static void stop(log_of_events *l, reader *r)
{
    reader_free(r);
    text_fini(&l->t);
    lp_pool_free(l->pool);
}

// What each line gives, one after the other; '|' ends what a line gave.
static void lines_give(const char *format, const char *const *lines, const char *wanted)
{
    log_of_events l;
    reader *r = start(&l, format);
    error e = {0};
    for (; *lines; lines++) {
        if (!reader_line(r, *lines, strlen(*lines), &e))
            fail_msg("%s", e.message);
        text_add(&l.t, "|");
    }
    assert_string_equal(l.t.bytes, wanted);
    assert_true(reader_finish(r, &e));
    stop(&l, r);
}

static void every_format_reads_line_by_line(void **state)
{
    (void)state;
    lines_give("jsonl",
               (const char *const[]){
                   "{\"process\":0,\"type\":\"invoke\",\"f\":\"enq\",\"value\":5}", "",
                   "{\"process\":1,\"type\":\"invoke\",\"f\":\"deq\"}",
                   "{\"process\":0,\"type\":\"fail\"}", "{\"process\":1,\"type\":\"info\"}",
                   "{\"process\":1,\"type\":\"invoke\",\"f\":\"deq\"}",
                   "{\"process\":1,\"type\":\"ok\",\"value\":[1]}", NULL},
               "call 0 p0 enq 5; ||call 1 p1 deq nil; |fail 0; |info 1; |call 2 p1 deq nil; |"
               "ret 2 [1]; |");
    lines_give(
        "jepsen",
        (const char *const[]){
            "{\"process\":\"nemesis\",\"type\":\"info\",\"f\":\"start\",\"value\":null}",
            "{\"process\":0,\"type\":\":invoke\",\"f\":\":cas\",\"value\":[1,2],\"time\":1.5}",
            "{\"process\":0,\"type\":\"ok\",\"f\":\"cas\",\"value\":[1,2]}", NULL},
        "|call 0 p0 cas [1 2]; |ret 0 true; |");
    lines_give("edn",
               (const char *const[]){
                   "; a comment", "{:process :nemesis, :type :info, :f :kill}",
                   "{:process 7 :type :invoke :f :read :value nil}",
                   "#jepsen.history.Op{:process 7, :type :ok, :f :read, :value :x}", NULL},
               "||call 0 p7 read nil; |ret 0 \":x\"; |");
    lines_give("etcd",
               (const char *const[]){"INFO  jepsen.util - 0\t:invoke\t:cas\t[1 4]",
                                     "INFO  jepsen.core - unrelated",
                                     "INFO  jepsen.util - 0   :fail :cas   [1 4]",
                                     "INFO  jepsen.util - 1\t:invoke\t:read\tnil",
                                     "INFO  jepsen.util - 1\t:fail\t:read\t:timed-out",
                                     "INFO  jepsen.util - 2\t:invoke\t:write\t3",
                                     "INFO  jepsen.util - 2\t:info\t:write\t:timed-out",
                                     "INFO  jepsen.util - :nemesis\t:info\t:start\tnil",
                                     "INFO  jepsen.util - 3\t:invoke\t:write\t3",
                                     "INFO  jepsen.util - 3\t:ok\t:write\t3", NULL},
               "call 0 p0 cas [1 4]; ||ret 0 false; |call 1 p1 read nil; |fail 1; |"
               "call 2 p2 write 3; |info 2; ||call 3 p3 write 3; |ret 3 ok; |");
    lines_give(
        "kv",
        (const char *const[]){"{:process 0, :type :invoke, :f :put, :key \"a\", :value \":x\"}",
                              "{:process 1, :type :invoke, :f :get, :key \"a\", :value nil}",
                              "{:process 0, :type :ok, :f :put, :key \"a\", :value \":x\"}",
                              "{:process 1, :type :ok, :f :get, :key \"a\", :value \":x\"}", NULL},
        "call 0 p0 put [\"a\" \":x\"]; |call 1 p1 get \"a\"; |ret 0 ok; |ret 1 \":x\"; |");
    lines_give("calls",
               (const char *const[]){"# @object atomic-queue", "[2] call enq(1)", "[2] return",
                                     "[1] call deq", "[1] return empty", NULL},
               "|call 0 p2 enq 1; |ret 0 ok; |call 1 p1 deq nil; |ret 1 nil; |");
}

static void the_sink_can_stop(void **state)
{
    (void)state;
    log_of_events l;
    reader *r = start(&l, "calls");
    l.stop_at = 1;
    error e = {0};
    assert_false(reader_feed(r, "[1] call a\n[2] call b\n[3] call c\n", 33, &e));
    assert_string_equal(l.t.bytes, "call 0 p1 a nil; call 1 p2 b nil; ");
    assert_int_equal(e.message[0], 0);
    assert_int_equal(reader_lines(r), 2);
    stop(&l, r);
}

static void half_a_last_line_is_the_callers_choice(void **state)
{
    (void)state;
    log_of_events l;
    reader *r = start(&l, "calls");
    error e = {0};
    assert_true(reader_feed(r, "[1] call a\n[2] ca", 17, &e));
    assert_string_equal(l.t.bytes, "call 0 p1 a nil; ");
    assert_true(reader_feed(r, "ll b\n[3] c", 10, &e));
    assert_string_equal(l.t.bytes, "call 0 p1 a nil; call 1 p2 b nil; ");
    assert_false(reader_finish(r, &e));
    assert_int_equal(e.line, 3);
    stop(&l, r);
}

static void memory_is_that_of_open_operations(void **state)
{
    (void)state;
    log_of_events l;
    reader *r = start(&l, "jsonl");
    error e = {0};
    for (int i = 0; i < 20000; i++) {
        char line[200];
        int n = snprintf(line, sizeof line,
                         "{\"process\":%d,\"type\":\"invoke\",\"f\":\"a\",\"id\":\"i%d\"}", i, i);
        assert_true(reader_line(r, line, (size_t)n, &e));
        n = snprintf(line, sizeof line, "{\"process\":%d,\"type\":\"%s\",\"id\":\"i%d\"}", i,
                     i % 3 ? "ok" : "info", i);
        assert_true(reader_open_count(r) == 1);
        assert_true(reader_line(r, line, (size_t)n, &e));
        assert_true(reader_open_count(r) == 0);
        text_clear(&l.t);
    }
    stop(&l, r);
}

static void another_pool_in_the_middle(void **state)
{
    (void)state;
    log_of_events l;
    reader *r = start(&l, "jsonl");
    error e = {0};
    const char *before =
        "{\"process\":0,\"type\":\"invoke\",\"f\":\"cas\",\"value\":[\"x\",{\"y\":1}],"
        "\"object\":\"o\",\"id\":\"7\"}\n";
    const char *after = "{\"process\":0,\"type\":\"ok\",\"f\":\"cas\",\"value\":[\"x\",{\"y\":1}],"
                        "\"object\":\"o\",\"id\":\"7\"}\n";
    assert_true(reader_feed(r, before, strlen(before), &e));
    lp_pool *fresh = lp_pool_new();
    lp_string(fresh, "something else", 14); // so that numbers differ
    reader_use_pool(r, fresh);
    lp_pool_free(l.pool);
    l.pool = fresh;
    if (!reader_feed(r, after, strlen(after), &e))
        fail_msg("%s", e.message);
    assert_non_null(strstr(l.t.bytes, "ret 0 true"));
    stop(&l, r);
}

// The table of open operations against an array.
static void open_operations_are_found(void **state)
{
    (void)state;
    enum { KEYS = 40 };
    bool open[KEYS] = {0};
    open_table t;
    rng r;
    rng_init(&r, 1);
    open_table_init(&t);
    size_t count = 0;
    for (int i = 0; i < 200000; i++) {
        // Far apart and close together: chains of neighbours of every kind.
        size_t k = rng_below(&r, KEYS);
        int64_t process = k % 2 ? (int64_t)k : (int64_t)k << 40;
        lp_value id = k % 3 ? LP_NIL : lp_int((int64_t)k);
        open_op *found = open_table_find(&t, process, id);
        assert_int_equal(found != NULL, open[k]);
        if (found)
            assert_int_equal(found->number, k);
        if (found && rng_below(&r, 3)) {
            open_table_remove(&t, found);
            open[k] = false;
            count--;
        } else if (!found && rng_below(&r, 2)) {
            open_table_add(&t, process, id)->number = k;
            open[k] = true;
            count++;
        }
        assert_int_equal(t.count, count);
    }
    open_table_fini(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_format_reads_line_by_line),
        cmocka_unit_test(the_sink_can_stop),
        cmocka_unit_test(half_a_last_line_is_the_callers_choice),
        cmocka_unit_test(memory_is_that_of_open_operations),
        cmocka_unit_test(another_pool_in_the_middle),
        cmocka_unit_test(open_operations_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
