// SPDX-License-Identifier: MIT
// What people see, byte for byte. Each case draws something and compares it
// with golden/<case>.txt; LP_UPDATE_GOLDEN=1 writes the files anew.

#include "base/memory.h"
#include "base/text.h"
#include "judge/evidence/chart_evidence.h"
#include "judge/evidence/verdict.h"
#include "report/report.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const report_style plain = {.width = 80};

static char *golden_path(const char *name)
{
    const char *slash = strrchr(__FILE__, '/');
    return text_format("%.*s/golden/%s.txt", (int)(slash - __FILE__), __FILE__, name);
}

static void compare(const char *name, text *seen)
{
    char *path = golden_path(name);
    const char *got = seen->bytes ? seen->bytes : "";
    if (getenv("LP_UPDATE_GOLDEN")) {
        FILE *f = fopen(path, "w");
        assert_non_null(f);
        fputs(got, f);
        assert_int_equal(fclose(f), 0);
    }
    text want = {0};
    FILE *f = fopen(path, "r");
    if (!f)
        fail_msg("%s is missing; LP_UPDATE_GOLDEN=1 makes it", path);
    char block[4096];
    size_t n;
    while ((n = fread(block, 1, sizeof block, f)) > 0)
        text_add_bytes(&want, block, n);
    fclose(f);
    if (strcmp(want.bytes ? want.bytes : "", got) != 0)
        fail_msg("%s differs. Seen:\n%s\nExpected:\n%s", path, got, want.bytes ? want.bytes : "");
    text_fini(&want);
    text_fini(seen);
    free(path);
}

static lp_value read_value(lp_pool *pool, const char *s, size_t length)
{
    if (length == 0 || strncmp(s, "nil", length) == 0)
        return LP_NIL;
    if (strncmp(s, "ok", length) == 0)
        return LP_UNIT;
    char *end;
    long long i = strtoll(s, &end, 10);
    if (end == s + length)
        return lp_int(i);
    return lp_string(pool, s, length);
}

// "0:enq(1) 1:deq() 1=5 0=ok": calls and returns in their order. With a letter
// before the process, an operation has its own identity: "a0:read() b0:read() a0=1".
static lp_history *history(lp_pool *pool, const char *source)
{
    lp_history *h = lp_history_new(pool);
    uint32_t open[128];
    for (const char *s = source; *s;) {
        s += strspn(s, " ");
        if (!*s)
            break;
        unsigned slot = 0;
        if (*s >= 'a')
            slot = (unsigned)(*s++ - 'a' + 1) * 16;
        int64_t process = 0;
        int used = 0;
        assert_int_equal(sscanf(s, "%" SCNd64 "%n", &process, &used), 1);
        s += used;
        slot = (slot + (unsigned)(process < 0 ? 15 : process)) % 128;
        size_t length = strcspn(s, " ");
        if (*s == ':') {
            size_t name = strcspn(s, "(") - 1;
            lp_value method = lp_string(pool, s + 1, name);
            lp_value arg = read_value(pool, s + name + 2, length - name - 3);
            open[slot] = lp_history_call(h, process, method, arg);
        } else {
            lp_history_return(h, open[slot], read_value(pool, s + 1, length - 1));
        }
        s += length;
    }
    return h;
}

static void draw(const char *name, const char *source, uint32_t culprit, report_style style)
{
    lp_pool *pool = lp_pool_new();
    lp_history *h = history(pool, source);
    text seen = {0};
    report_history(h, culprit, &style, &seen);
    compare(name, &seen);
    lp_history_free(h);
    lp_pool_free(pool);
}

static void lanes(void **state)
{
    (void)state;
    draw("empty", "", LP_NO_EVENT, plain);
    draw("queue", "0:enq(1) 0=ok 0:enq(2) 1:deq() 0=ok 1=2", 2, plain);
    draw("queue_ascii", "0:enq(1) 0=ok 0:enq(2) 1:deq() 0=ok 1=2", 2,
         (report_style){.width = 80, .ascii = true});
    draw("queue_color", "0:enq(1) 0=ok 0:enq(2) 1:deq() 0=ok 1=2", 2,
         (report_style){.width = 80, .color = true});
}

static void touching(void **state)
{
    (void)state;
    // A return before a call leaves a gap; a call before a return makes an overlap.
    draw("precedes", "0:a() 0=1 1:b() 1=2", LP_NO_EVENT, plain);
    draw("overlaps", "0:a() 1:b() 0=1 1=2", LP_NO_EVENT, plain);
    // The same order seen in another order of neighbouring events is the same picture.
    draw("overlaps", "1:b() 0:a() 1=2 0=1", LP_NO_EVENT, plain);
}

static void pending(void **state)
{
    (void)state;
    draw("pending", "0:write(1) 1:read() 1=1 1:read() 1=0 2:write(7)", 2, plain);
    draw("pending_culprit", "0:send(1) 1:receive() 1=2", 0, plain);
}

static void identities(void **state)
{
    (void)state;
    draw("overlapping_process", "a0:read() b0:read() 1:write(3) a0=3 b0=nil 1=ok a0:read() a0=3", 1,
         plain);
}

static void wide(void **state)
{
    (void)state;
    draw("blocks",
         "0:enq(1) 1:enq(2) 0=ok 1=ok 0:enq(3) 1:deq() 1=1 1:deq() 0=ok 1=2 2:enq(100) 0:deq() 0=3 "
         "1:deq() 1=nil 0:enq(4) 0=ok 1:deq() 1=100 2=ok 0:deq() 0=4 3:enq(9)",
         7, (report_style){.width = 60});
    draw("long_label",
         "0:put(abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz) 1:get() 0=ok 1=1", 1, plain);
    draw("control_characters", "0:put(a\033[31mb) 0=ok", LP_NO_EVENT, plain);
}

static void many(void **state)
{
    (void)state;
    text source = {0};
    for (int i = 0; i < 300; i++)
        text_add(&source, "0:enq(%d) 0=ok ", i);
    lp_pool *pool = lp_pool_new();
    lp_history *h = history(pool, source.bytes);
    text seen = {0};
    report_history(h, 250, &plain, &seen);
    assert_non_null(strstr(seen.bytes, "(13 of 300 operations are drawn: those around the wrong"));
    assert_null(strstr(seen.bytes, "enq(237)"));
    assert_non_null(strstr(seen.bytes, " enq(238) "));
    assert_null(strstr(seen.bytes, "enq(251)"));
    const char *culprit = strstr(seen.bytes, "┣ enq(250) ┫");
    assert_non_null(culprit);
    text_fini(&seen);
    text_fini(&source);
    lp_history_free(h);
    lp_pool_free(pool);
}

static void fill(lp_verdict *v, lp_outcome outcome, const char *reason)
{
    lp_verdict_init(v);
    if (outcome == LP_VIOLATED)
        verdict_violate(v, LP_VIOLATION_CONDITION, "%s", reason);
    else
        verdict_decide(v, outcome, "%s", reason);
    verdict_set(&v->condition, "linearizable");
    verdict_set(&v->spec, "queue");
    verdict_set(&v->subject, "ms_queue_test.c");
    verdict_set(&v->coverage, "this history");
    verdict_figure(v, LP_FIGURE_OPERATIONS, 3);
    verdict_figure(v, LP_FIGURE_MONITOR_STATES, 1234567);
    verdict_figure(v, LP_FIGURE_SEARCH_SECONDS, 0.25);
    verdict_figure(v, LP_FIGURE_SEED, 12345);
}

static void show(const char *name, lp_verdict *v, report_style style)
{
    text seen = {0};
    report_verdict(v, &style, &seen);
    compare(name, &seen);
}

static void outcomes(void **state)
{
    (void)state;
    lp_verdict v;
    fill(&v, LP_UNKNOWN, "the time limit of 10 s was reached");
    show("verdict_unknown", &v, plain);
    lp_verdict_fini(&v);

    fill(&v, LP_ERROR, "the test could not be compiled");
    show("verdict_error", &v, plain);
    lp_verdict_fini(&v);

    // A crash is not about the condition.
    fill(&v, LP_VIOLATED, "the program crashed: segmentation fault");
    free(v.condition);
    v.condition = NULL;
    show("verdict_crash", &v, plain);
    lp_verdict_fini(&v);

    lp_pool *pool = lp_pool_new();
    fill(&v, LP_HOLDS, "");
    v.history = history(pool, "0:send(1) 1:receive() 1=1 0=ok 0:close() 0=ok");
    lp_effect order[] = {{.count = 2, .ops = {0, 1}}, {.count = 1, .ops = {2}}};
    v.witness = memory_copy(order, sizeof order);
    v.witness_count = 2;
    v.has_witness = v.rechecked = true;
    show("verdict_witness", &v, plain);
    show("verdict_witness_ascii", &v, (report_style){.ascii = true});
    lp_verdict_fini(&v);
    lp_pool_free(pool);
}

static void fill_trace(lp_verdict *v, lp_pool *pool, int64_t threads)
{
    fill(v, LP_VIOLATED, "no order of the operations explains deq() → 2");
    v->history = history(pool, "0:enq(1) 0=ok 0:enq(2) 1:deq() 0=ok 1=2");
    v->culprit = 2;
    verdict_set(&v->detail, "Before deq() returned, the queue could be:\n  [1 2], [1]");
    verdict_trace(v, 0, false, "queue.c:31", "read tail = node 1 (acquire)");
    verdict_trace(v, 0, false, NULL, "enq(1) returns");
    verdict_trace(v, 1, true, "queue.c:47",
                  "compare and exchange head: node 1 to node 2, which fails since it is node 3");
    verdict_trace(v, 0, true, "queue.c:33", "write tail = node 2 (release)");
    for (int64_t t = 2; t < threads; t++)
        verdict_trace(v, t, true, "a/rather/long/folder/that/fills/the/column/queue.c:1234",
                      "read head = node 1");
    verdict_set(&v->scenario, "enq(1) enq(2) | deq");
    verdict_set(&v->schedule, "0x2.1.0");
    verdict_set(&v->reproduce, "linchpin explore ms_queue_test.c --replay 0x2.1.0");
}

static void traces(void **state)
{
    (void)state;
    lp_pool *pool = lp_pool_new();
    lp_verdict v;
    fill_trace(&v, pool, 2);
    show("verdict_trace", &v, plain);
    show("verdict_trace_color", &v, (report_style){.width = 80, .color = true});
    show("verdict_trace_ascii", &v, (report_style){.width = 80, .ascii = true});
    lp_verdict_fini(&v);
    fill_trace(&v, pool, 3);
    show("verdict_trace_three", &v, (report_style){.width = 100});
    lp_verdict_fini(&v);
    fill_trace(&v, pool, 5);
    show("verdict_trace_many_threads", &v, plain);
    lp_verdict_fini(&v);
    lp_pool_free(pool);
}

// A set-up, a thread that spins, names that fill the column.
static void fill_chart(lp_verdict *v)
{
    static const char *const names[] = {"users", "client[w1]", "replica[p1]", "replica[p2]"};
    static const struct {
        lp_chart_kind kind;
        uint32_t step, from, to;
        const char *what;
    } events[] = {
        {LP_CHART_ACTION, 0, 0, 1, "request(w1)"},
        {LP_CHART_ACTION, 1, LP_NO_COMPONENT, 2, "tick()"},
        {LP_CHART_ACTION, 1, LP_NO_COMPONENT, 3, "tick()"},
        {LP_CHART_ACTION, 2, 1, LP_NO_COMPONENT, "retry()"},
        {LP_CHART_MESSAGE, 3, 1, 3, "query((1, w1), {p1, p2, p3, p4, p5, p6, p7, p8})"},
        {LP_CHART_CRASH, 4, 2, LP_NO_COMPONENT, "crash"},
        {LP_CHART_LOSS, 5, 1, 2, "query((1, w1), {})"},
        {LP_CHART_MESSAGE, 6, 3, 1, "found(\n)"},
        {LP_CHART_RECOVERY, 7, 2, LP_NO_COMPONENT, "recover"},
        {LP_CHART_MESSAGE, 8, 2, 2, "note"},
        {LP_CHART_ACTION, 9, 1, 0, "response(w1, 2)"},
        {LP_CHART_PENDING, 10, 2, 1, "found(1)"},
        {LP_CHART_PENDING, 10, 2, 3, "note"},
    };
    fill(v, LP_VIOLATED, "the invariant agreement does not hold");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        chart_component(v, names[i]);
    for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
        char what[80];
        snprintf(what, sizeof what, "%s", events[i].what);
        chart_event(v, &(lp_chart_event){events[i].kind, events[i].step, events[i].from,
                                         events[i].to, what});
    }
}

// Too narrow for the labels, and for the lanes.
static void charts(void **state)
{
    (void)state;
    lp_verdict v;
    fill_chart(&v);
    show("verdict_chart", &v, (report_style){.width = 100});
    show("verdict_chart_ascii", &v, (report_style){.width = 80, .ascii = true});
    show("verdict_chart_narrow", &v, (report_style){.width = 50});
    lp_verdict_fini(&v);
}

static void fill_names(lp_verdict *v)
{
    fill(v, LP_VIOLATED, "deadlock: no thread can go on");
    verdict_trace(v, 2, false, "queue.c:10", "write q->head [main#1] = 0");
    verdict_trace(v, 2, false, NULL, "call enq(1)");
    verdict_trace_call(v);
    verdict_trace(v, 2, false, "queue.c:20", "store q->head [main#1] = 1");
    verdict_trace(v, 2, false, NULL, "return from enq(): ok");
    verdict_trace(v, 2, false, "queue.c:21", "call of srand48");
    v->trace_setup = 5;
    verdict_trace(v, 0, true, NULL, "call deq()");
    verdict_trace_call(v);
    verdict_trace(v, 0, false, "queue.c:31",
                  "load queue->segments[segment].slots[at].sequence [main#1+1032] = 0 (acquire)");
    verdict_trace(
        v, 1, true, "queue.c:42",
        "futex wait on queue->segments->waiters.word [main#1]: expects 1, finds 1: sleeps");
    for (int i = 0; i < 12; i++)
        verdict_trace(v, 0, i == 0, "queue.c:33", "load q->lock [main#1] = 1");
    verdict_trace(v, 0, false, "queue.c:34", "cas q->top: main#2 | tag 1 → (main#3, 5)");
    verdict_trace(v, 0, false, "queue.c:34", "yield");
    verdict_trace(v, 0, false, "queue.c:34", "yield");
}

static void names_in_traces(void **state)
{
    (void)state;
    lp_verdict v;
    fill_names(&v);
    show("verdict_trace_names", &v, (report_style){.width = 68});
    // One name does not fit into a column.
    verdict_trace(&v, 1, true, "queue.c:50", "read queue->a_name_that_fills_more_than_its_column");
    show("verdict_trace_wide", &v, (report_style){.width = 68});
    lp_verdict_fini(&v);
}

// However narrow the columns are, no line begins or ends within a name.
static void names_stay_whole(void **state)
{
    (void)state;
    static const char what[] = "load queue->segments[segment].slots[at].seq [main#1+1032]: 17 → 18";
    for (int width = 62; width < 160; width++) {
        lp_verdict v;
        fill(&v, LP_VIOLATED, "deadlock: no thread can go on");
        verdict_trace(&v, 0, false, "queue.c:31", what);
        verdict_trace(&v, 1, true, "queue.c:31", "read head = 1");
        text seen = {0};
        report_verdict(&v, &(report_style){.width = width}, &seen);
        static const char *const names[] = {"queue", "->segments", "[segment]",    ".slots",
                                            "[at]",  ".seq",       "[main#1+1032]"};
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            if (!strstr(seen.bytes, names[i]))
                fail_msg("width %d breaks %s:\n%s", width, names[i], seen.bytes);
        text_fini(&seen);
        lp_verdict_fini(&v);
    }
}

static void long_trace(void **state)
{
    (void)state;
    lp_pool *pool = lp_pool_new();
    lp_verdict v;
    fill(&v, LP_VIOLATED, "deadlock");
    for (int i = 0; i < 1000; i++)
        verdict_trace(&v, i % 2, i % 10 == 0, "x.c:1", "step");
    text seen = {0};
    report_verdict(&v, &plain, &seen);
    assert_non_null(strstr(seen.bytes, "(steps 201 to 800 are left out; --json has them)"));
    assert_non_null(strstr(seen.bytes, "\n 200 "));
    assert_null(strstr(seen.bytes, "\n 201 "));
    assert_null(strstr(seen.bytes, "\n 800 "));
    assert_non_null(strstr(seen.bytes, "\n 801 "));
    assert_non_null(strstr(seen.bytes, "\n1000 "));
    text_fini(&seen);
    lp_verdict_fini(&v);
    lp_pool_free(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes),           cmocka_unit_test(touching),
        cmocka_unit_test(pending),         cmocka_unit_test(wide),
        cmocka_unit_test(identities),      cmocka_unit_test(many),
        cmocka_unit_test(outcomes),        cmocka_unit_test(traces),
        cmocka_unit_test(charts),          cmocka_unit_test(long_trace),
        cmocka_unit_test(names_in_traces), cmocka_unit_test(names_stay_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
