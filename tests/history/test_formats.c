// SPDX-License-Identifier: MIT
// Readers and writers of histories: what comes in, what is refused and where.

#include "history/history_format.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct fixture {
    lp_pool *pool;
    lp_history *h;
    error e;
} fixture;

static bool read_as(fixture *f, const char *format, const char *input)
{
    f->pool = lp_pool_new();
    f->h = lp_history_new(f->pool);
    f->e = (error){0};
    const history_format *reader = history_format_find(format);
    assert_non_null(reader);
    return history_read(reader, "in", input, strlen(input), f->h, &f->e);
}

static void drop(fixture *f)
{
    lp_history_free(f->h);
    lp_pool_free(f->pool);
}

static void refused(const char *format, const char *input, const char *message)
{
    fixture f;
    assert_false(read_as(&f, format, input));
    assert_int_equal(f.h->op_count, 0);
    char *t = error_text(&f.e);
    if (!strstr(t, message))
        fail_msg("expected \"%s\" in: %s", message, t);
    free(t);
    drop(&f);
}

// Reads, writes again, and compares with `wanted`.
static void becomes(const char *from, const char *input, const char *to, const char *wanted)
{
    fixture f;
    if (!read_as(&f, from, input))
        fail_msg("%s", f.e.message);
    text out = {0};
    text_add(&out, "%s", "");
    history_format_find(to)->write(f.h, NULL, &out);
    assert_string_equal(out.bytes, wanted);
    text_fini(&out);
    drop(&f);
}

#define EVENT(p, type, f, v)                                                                       \
    "{\"process\":" #p ",\"type\":\"" type "\",\"f\":\"" f "\",\"value\":" v "}\n"
#define INVOKE(p, f, v) EVENT(p, "invoke", f, #v)
#define OK(p, f, v) EVENT(p, "ok", f, #v)

static void jsonl_reads_and_writes(void **state)
{
    (void)state;
    const char *plain = INVOKE(0, "enq", 5) INVOKE(1, "deq", null) OK(0, "enq", null)
        OK(1, "deq", 5) EVENT(0, "invoke", "cas", "[1,\"x\"]");
    becomes("jsonl", plain, "jsonl", plain);
    becomes("jsonl", "", "jsonl", "");
}

static void failed_operations_never_happened(void **state)
{
    (void)state;
    becomes("jsonl",
            INVOKE(0, "enq", 5) INVOKE(
                1, "enq", 6) "{\"process\":0,\"type\":\"fail\",\"f\":\"enq\"}\n" OK(1, "enq", null),
            "jsonl", INVOKE(1, "enq", 6) OK(1, "enq", null));
}

static void unknown_operations_stay_pending(void **state)
{
    (void)state;
    fixture f;
    assert_true(read_as(
        &f, "jsonl",
        INVOKE(0, "enq", 5) "{\"process\":0,\"type\":\"info\",\"f\":\"enq\"}\n" INVOKE(0, "enq", 6)
            OK(0, "enq", null)));
    assert_int_equal(f.h->op_count, 2);
    assert_true(lp_op_pending(&f.h->ops[0]));
    assert_false(lp_op_pending(&f.h->ops[1]));
    assert_int_equal(f.h->ops[1].line, 3);
    drop(&f);
}

static void ids_allow_several_open_operations(void **state)
{
    (void)state;
    const char *input = "{\"process\":0,\"type\":\"invoke\",\"f\":\"enq\",\"value\":1,\"id\":7}\n"
                        "{\"process\":0,\"type\":\"invoke\",\"f\":\"enq\",\"value\":2,\"id\":8}\n"
                        "{\"process\":0,\"type\":\"ok\",\"f\":\"enq\",\"value\":null,\"id\":7}\n";
    fixture f;
    assert_true(read_as(&f, "jsonl", input));
    assert_int_equal(f.h->op_count, 2);
    assert_false(lp_op_pending(&f.h->ops[0]));
    assert_true(lp_op_pending(&f.h->ops[1]));
    drop(&f);
    becomes("jsonl", input, "jsonl", input);
}

static void jsonl_refuses_with_line_and_column(void **state)
{
    (void)state;
    refused("jsonl", OK(0, "deq", 1), "in:1:1: process 0 returns without an open call");
    refused("jsonl", INVOKE(0, "enq", 1) INVOKE(0, "enq", 2), "in:2:1: process 0 calls again");
    refused("jsonl", INVOKE(0, "enq", 1) OK(0, "deq", 2), "in:2:1: process 0 returns from \"deq\"");
    refused("jsonl", "{\"process\":0,\"type\":\"invoke\",\"f\":\"enq\",\"val", "in:1:");
    refused("jsonl", "{\"process\":0,\"type\":\"invoke\"}", "in:1:1: this event has no \"f\"");
    refused("jsonl", "{\"type\":\"invoke\",\"f\":\"x\"}", "in:1:1: this event has no \"process\"");
    refused("jsonl", "{\"process\":\"a\",\"type\":\"ok\"}",
            "in:1:12: \"process\" must be an integer");
    refused("jsonl", "\n\n[1]", "in:3:1: an event must be a JSON object");
    refused("jsonl", "{\"process\":0,\"type\":\"maybe\"}", "in:1:21: \"type\" must be");
    refused("jsonl", INVOKE(0, "enq", 99999999999999999999), "does not fit into 64 bits");
    refused("jsonl", INVOKE(0, "enq", 1e999), "the number is too large");
    refused("jsonl",
            "\x7f"
            "ELF\x01\x02",
            "in:1:1: this is not a JSON value");
    refused("jsonl",
            "{\"process\":0,\"type\":\"invoke\",\"f\":\"a\",\"id\":1}\n"
            "{\"process\":0,\"type\":\"ok\",\"f\":\"a\",\"id\":1}\n"
            "{\"process\":0,\"type\":\"invoke\",\"f\":\"a\",\"id\":1}\n",
            "in:3:1: this operation id was used before");
}

static void calls_reads_and_writes(void **state)
{
    (void)state;
    const char *input = "# @object atomic-queue\n[2] call enq(1)\n\n[1] call deq\n[2] return\n"
                        "[1] return 1\n[1] call deq()\n[1] return empty\n[3] call cas(1, \"x\")\n";
    becomes("calls", input, "jsonl",
            INVOKE(2, "enq", 1) INVOKE(1, "deq", null) OK(2, "enq", null) OK(1, "deq", 1)
                INVOKE(1, "deq", null) OK(1, "deq", null) EVENT(3, "invoke", "cas", "[1,\"x\"]"));
    becomes("calls", input, "calls",
            "[2] call enq(1)\n[1] call deq\n[2] return\n[1] return 1\n[1] call deq\n"
            "[1] return empty\n[3] call cas(1,\"x\")\n");
}

static void calls_refuses_with_line_and_column(void **state)
{
    (void)state;
    refused("calls", "call enq", "in:1:1: a line begins with the process");
    refused("calls", "[1] cal enq", "in:1:5: \"call\" or \"return\" expected");
    refused("calls", "[1] call enq(1\n", "in:1:13: arguments stand in ( and )");
    refused("calls", "[1] call enq(1)\n[1] return ?\n", "in:2:12:");
    refused("calls", "[1] return 1\n", "without an open call");
    refused("calls", "[99999999999999999999] call a", "does not fit");
    refused("calls", "[1] call f(1, ?)", "these arguments are not values");
}

#define KV(p, type, f, k, v)                                                                       \
    "{:process " #p ", :type " type ", :f " f ", :key " k ", :value " v "}\n"
#define ETCD(p, type, f, v) "INFO  jepsen.util - " #p "\t" type "\t" f "\t" v "\n"

// What every format must refuse, in its own words.
static void every_format_refuses_what_is_not_well_formed(void **state)
{
    (void)state;
    static const struct {
        const char *format, *call, *ret;
    } formats[] = {
        {"jsonl", INVOKE(3, "get", 1), OK(3, "get", 1)},
        {"jepsen", INVOKE(3, "get", 1), OK(3, "get", 1)},
        {"edn", "{:process 3, :type :invoke, :f :get}\n", "{:process 3, :type :ok, :f :get}\n"},
        {"etcd", ETCD(3, ":invoke", ":read", "nil"), ETCD(3, ":ok", ":read", "nil")},
        {"kv", KV(3, ":invoke", ":get", "\"a\"", "nil"), KV(3, ":ok", ":get", "\"a\"", "nil")},
        {"calls", "[3] call get\n", "[3] return 1\n"},
    };
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        text t = {0};
        text_add(&t, "%s%s", formats[i].call, formats[i].ret);
        refused(formats[i].format, formats[i].ret, "process 3 returns without an open call");
        text_add(&t, "%s", formats[i].ret);
        refused(formats[i].format, t.bytes, "in:3:");
        text_clear(&t);
        text_add(&t, "%s%s", formats[i].call, formats[i].call);
        refused(formats[i].format, t.bytes, "process 3 calls again while its ");
        text_fini(&t);
    }
    refused("etcd", ETCD(3, ":ok", ":read", "nil"), "in:1:21: process 3 returns");
}

static void jepsen_reads_arrays_and_passes_over_the_nemesis(void **state)
{
    (void)state;
    const char *wanted = INVOKE(1, "write", 3) OK(1, "write", 3);
    becomes("jepsen",
            "[{\"index\":0,\"process\":1,\"type\":\"invoke\",\"f\":\"write\",\"value\":3},\n"
            "{\"process\":\"nemesis\",\"type\":\"info\",\"f\":null,\"value\":{\"a\":1.5}},\n"
            "{\"process\":1,\"type\":\"ok\",\"f\":\"write\",\"value\":3,\"error\":[]}]\n",
            "jsonl", wanted);
    becomes("jepsen",
            "{\n \"process\": 1,\n \"type\": \":invoke\",\n \"f\": \":write\", \"value\": 3}"
            "{\"process\":1,\"type\":\"ok\",\"value\":3}",
            "jsonl", wanted);
    becomes("jepsen", "[]", "jsonl", "");
    refused("jepsen", "[{\"process\":1,\"type\":\"ok\"", "in:1:");
    refused("jepsen", "[] {}", "in:1:4: nothing may follow");
    refused("jepsen", "[\n5]", "in:2:1: an event must be a JSON object");
    refused("jepsen", "[[]]", "in:1:2: an event must be a JSON object");
}

static void edn_reads_vectors_lists_and_rows(void **state)
{
    (void)state;
    const char *wanted = INVOKE(1, "write", 3) OK(1, "write", 3);
#define EVENTS                                                                                     \
    "{:process 1, :type :invoke, :f :write, :value 3, :time 5.5}"                                  \
    "{:process :nemesis :type :info :f :kill :value #{\"n1\"}} ; comment\n"                        \
    "{:process 1, :type :ok, :f :write, :value 3, :error {:a #inst \"x\"}}"
    becomes("edn", EVENTS, "jsonl", wanted);
    becomes("edn", "[" EVENTS "]", "jsonl", wanted);
    becomes("edn", "(" EVENTS ")\n", "jsonl", wanted);
    becomes("edn", "[]", "jsonl", "");
    becomes("edn", "{:process 1, :type :invoke, :f \":k\", :value 3}", "jsonl", INVOKE(1, ":k", 3));
    becomes("edn", "{:process 1, :type :invoke, :f \":k\", :value 3}", "edn",
            "{:process 1, :type :invoke, :f \":k\", :value 3}\n");
    becomes("edn", "{:process 1, :type \"invoke\", :f \": a\", :value 3}", "edn",
            "{:process 1, :type :invoke, :f \": a\", :value 3}\n");
    becomes("edn", "{:process 1, :type :invoke, :f :write, :value 3, :x #object[a.B 0x1f \"\"]}",
            "jsonl", INVOKE(1, "write", 3));
    refused("edn", "{:process 1, :type :invoke, :f :write, :value 0x1f}", "in:1:47: this is not");
    refused("edn", "[" EVENTS, "the input ends in the middle of the history");
    refused("edn", "[" EVENTS "] 5", "in:2:70: nothing may follow");
    refused("edn", "[5]", "in:1:2: an event must be a map");
    refused("edn", "{:process 1, :type :maybe}", "in:1:20: :type must be");
    refused("edn", "{:process 1, :type :ok, :type :ok}", "in:1:25: :type appears twice");
    refused("edn", "{:process 1, :type :invoke}", "in:1:1: this event has no :f");
    refused("edn", "{:process 1, :type}", "in:1:19: the last key of this map has no value");
    refused("edn", "{:type :ok}", "in:1:1: this event has no :process");
    refused("edn", "{:process 1, :type :invoke, :f 5}", "in:1:32: :f must be a keyword");
}

static void etcd_reads_what_the_grammar_says(void **state)
{
    (void)state;
    becomes("etcd",
            "a log\n" ETCD(0, ":invoke", ":cas", "[1 2]") ETCD(0, ":ok", ":cas", "[1 2]")
                ETCD(0, ":invoke", ":cas", "[2 3]") ETCD(0, ":fail", ":cas", "[2 3]")
                    ETCD(1, ":invoke", ":read", "nil") ETCD(1, ":fail", ":read", ":timed-out")
                        ETCD(2, ":invoke", ":write", "5") ETCD(2, ":info", ":write", ":timed-out")
                            ETCD(3, ":invoke", ":read", "nil") ETCD(3, ":ok", ":read", "nil"),
            "jsonl",
            EVENT(0, "invoke", "cas", "[1,2]") OK(0, "cas", true) EVENT(0, "invoke", "cas", "[2,3]")
                OK(0, "cas", false) INVOKE(2, "write", 5) INVOKE(3, "read", null)
                    OK(3, "read", null));
    refused("etcd", "INFO  jepsen.util - 3", "in:1:22: :invoke, :ok, :fail or :info expected");
    refused("etcd", ETCD(3, ":invok", ":read", "nil"), "in:1:23: :invoke, :ok");
    refused("etcd", ETCD(3, ":invoke", ":pop", "nil"), "in:1:31: :read, :write or :cas");
    refused("etcd", ETCD(3, ":invoke", ":read", ""), "in:1:37: the input ends where a value");
    refused("etcd", ETCD(3, ":invoke", ":read", "5"), "in:1:37: the value of a call of :read");
    refused("etcd", ETCD(3, ":invoke", ":cas", "5"), "in:1:36: the value of a call of :cas");
    refused("etcd", ETCD(3, ":invoke", ":write", "5 6"), "in:1:40: one value expected");
    refused("etcd", ETCD(99999999999999999999, ":ok", ":read", "nil"), "in:1:21: the process");
}

static void kv_reads_what_the_grammar_says(void **state)
{
    (void)state;
    becomes("kv",
            KV(0, ":invoke", ":put", "\"a\"", "\"x\"") KV(1, ":invoke", ":get", "\"a\"", "nil")
                KV(0, ":ok", ":put", "\"a\"", "\"x\"") KV(1, ":ok", ":get", "\"a\"", "\"x\"")
                    KV(1, ":invoke", ":append", "\"a\"", "\"y\""),
            "jsonl",
            EVENT(0, "invoke", "put", "[\"a\",\"x\"]") INVOKE(1, "get", "a") OK(0, "put", null)
                OK(1, "get", "x") EVENT(1, "invoke", "append", "[\"a\",\"y\"]"));
    refused("kv", KV(0, ":invoke", ":pop", "\"a\"", "nil"), ":f must be :get, :put or :append");
    refused("kv", KV(0, ":invoke", ":get", "5", "nil"), ":key must be a string");
    refused("kv", KV(0, ":invoke", ":put", "\"a\"", "nil"), ":value must be a string");
    refused("kv", KV(0, ":invoke", ":put", "\"a\"", "5"), ":value must be nil or a string");
    refused("kv", "{:process 0, :type :invoke, :f :get, :value nil}", ":key must be a string");
    refused("kv", KV(0, ":invoke", ":get", "\"a\"", "nil") KV(0, ":ok", ":get", "\"b\"", "nil"),
            "in:2:1: the return names another key");
}

static const char *detected(const char *bytes)
{
    const history_format *f = history_format_detect(bytes, strlen(bytes));
    return f ? f->name : "none";
}

static void all_formats_are_told_apart(void **state)
{
    (void)state;
    assert_string_equal(detected("[{\"process\":0}]"), "jepsen");
    assert_string_equal(detected("[ ]"), "jepsen");
    assert_string_equal(detected("{\n  \"process\": 0"), "jepsen");
    assert_string_equal(detected(INVOKE(0, "a", 1) "{\"process\": \"nemesis\"}"), "jepsen");
    assert_string_equal(detected(INVOKE(0, "process", 1)), "jsonl");
    assert_string_equal(detected(EVENT(0, ":invoke", ":read", "1")), "jepsen");
    assert_string_equal(detected("\xef\xbb\xbf" INVOKE(0, "a", 1)), "jsonl");
    assert_string_equal(detected("{:process 0}"), "edn");
    assert_string_equal(detected("[{:process 0}"), "edn");
    assert_string_equal(detected("; hello\n({:process 0}"), "edn");
    assert_string_equal(detected("#jepsen.history.Op{:process 0}"), "edn");
    assert_string_equal(detected(KV(0, ":ok", ":get", "\"a\"", "nil")), "kv");
    assert_string_equal(detected("hello\n" ETCD(0, ":invoke", ":read", "nil")), "etcd");
    assert_string_equal(detected("# hello\n\n[12] return 5"), "calls");
    assert_string_equal(detected("[12] x"), "none");
    assert_string_equal(detected("[[[["), "none");
    assert_string_equal(detected("\x7f"
                                 "ELF"),
                        "none");
    assert_string_equal(detected("#_"), "none");
    assert_string_equal(detected(""), "none");
}

static void formats_are_told_apart(void **state)
{
    (void)state;
    const char *jsonl = " " INVOKE(0, "enq", 1), *calls = "[1] call deq\n", *object = "# @object x";
    assert_string_equal(history_format_detect(jsonl, strlen(jsonl))->name, "jsonl");
    assert_string_equal(history_format_detect(calls, strlen(calls))->name, "calls");
    assert_string_equal(history_format_detect(object, strlen(object))->name, "calls");
    assert_null(history_format_detect("hello", 5));
    assert_null(history_format_find("no such format"));
}

static char *canonical(const char *calls)
{
    fixture f;
    assert_true(read_as(&f, "calls", calls));
    text t = {0};
    history_canonical(f.h, &t);
    drop(&f);
    return text_take(&t);
}

static void only_return_before_call_order_counts(void **state)
{
    (void)state;
    char *a = canonical("[0] call x\n[1] call y\n[0] return 1\n[1] return 2\n");
    char *b = canonical("[1] call y\n[0] call x\n[1] return 2\n[0] return 1\n");
    char *c = canonical("[0] call x\n[0] return 1\n[1] call y\n[1] return 2\n");
    char *d = canonical("[0] call x\n[1] call y\n[0] return 1\n[1] return 3\n");
    assert_string_equal(a, b);
    assert_string_not_equal(a, c);
    assert_string_not_equal(a, d);
    assert_string_equal(c, "[{\"process\":0,\"type\":\"invoke\",\"f\":\"x\",\"value\":null},"
                           "{\"process\":0,\"type\":\"ok\",\"f\":\"x\",\"value\":1},"
                           "{\"process\":1,\"type\":\"invoke\",\"f\":\"y\",\"value\":null},"
                           "{\"process\":1,\"type\":\"ok\",\"f\":\"y\",\"value\":2}]");
    free(a), free(b), free(c), free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jsonl_reads_and_writes),
        cmocka_unit_test(failed_operations_never_happened),
        cmocka_unit_test(unknown_operations_stay_pending),
        cmocka_unit_test(ids_allow_several_open_operations),
        cmocka_unit_test(jsonl_refuses_with_line_and_column),
        cmocka_unit_test(calls_reads_and_writes),
        cmocka_unit_test(calls_refuses_with_line_and_column),
        cmocka_unit_test(every_format_refuses_what_is_not_well_formed),
        cmocka_unit_test(jepsen_reads_arrays_and_passes_over_the_nemesis),
        cmocka_unit_test(edn_reads_vectors_lists_and_rows),
        cmocka_unit_test(etcd_reads_what_the_grammar_says),
        cmocka_unit_test(kv_reads_what_the_grammar_says),
        cmocka_unit_test(all_formats_are_told_apart),
        cmocka_unit_test(formats_are_told_apart),
        cmocka_unit_test(only_return_before_call_order_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
