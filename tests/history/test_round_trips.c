// SPDX-License-Identifier: MIT
// What is written in a format is read as the same history, for random histories
// with values of every shape; and through any two formats in a row.

#include "base/io/limits.h"
#include "mutate.h"
#include "setting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static char *canonical(const lp_history *h)
{
    text t = {0};
    history_canonical(h, &t);
    return text_take(&t);
}

// Writes, detects the format, reads again into a fresh history.
static lp_history *through(const lp_history *h, const char *format)
{
    const history_format *f = history_format_find(format);
    text t = {0};
    error e = {0};
    text_add(&t, "%s", "");
    if (!history_write(f, h, NULL, &t, &e))
        fail_msg("%s: %s", format, e.message);
    const history_format *found = history_format_detect(t.bytes, t.length);
    // Only an array of none tells nothing, and a file of nothing.
    if (h->op_count && found != f)
        fail_msg("%s is taken for %s:\n%s", format, found ? found->name : "nothing", t.bytes);
    lp_history *back = lp_history_new(lp_pool_new());
    if (!history_read(f, "in", t.bytes, t.length, back, &e))
        fail_msg("%s:%d:%d: %s\n%s", format, (int)e.line, (int)e.column, e.message, t.bytes);
    text_fini(&t);
    return back;
}

static void drop(lp_history *h)
{
    lp_pool *pool = h->pool;
    lp_history_free(h);
    lp_pool_free(pool);
}

static void same(const lp_history *a, const lp_history *b, const char *format)
{
    char *x = canonical(a), *y = canonical(b);
    if (strcmp(x, y) != 0)
        fail_msg("%s changed the history:\n%s\n%s", format, x, y);
    free(x), free(y);
    assert_int_equal(a->op_count, b->op_count);
    for (uint32_t i = 0; i < a->op_count; i++)
        assert_int_equal(lp_op_pending(&a->ops[i]), lp_op_pending(&b->ops[i]));
}

static void round_trips(const char *first, const char *second)
{
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 1));
    for (uint64_t i = 0, n = setting("LINCHPIN_CASES", 2000); i < n; i++) {
        lp_history *h = lp_history_new(lp_pool_new());
        random_history(&r, first, h);
        lp_history *once = through(h, first), *twice = through(once, second);
        same(h, once, first);
        same(h, twice, second);
        drop(h), drop(once), drop(twice);
    }
}

static void every_pair_of_formats(void **state)
{
    (void)state;
    round_trips("jsonl", "edn");
    round_trips("edn", "jepsen");
    round_trips("jepsen", "jsonl");
    round_trips("calls", "jsonl");
    round_trips("kv", "edn");
    round_trips("kv", "calls");
    round_trips("etcd", "jsonl");
    round_trips("etcd", "edn");
}

static void objects_and_ids_stay(void **state)
{
    (void)state;
    const char *input =
        "{\"process\":0,\"type\":\"invoke\",\"f\":\"a\",\"value\":1,\"object\":\"x\",\"id\":1}\n"
        "{\"process\":0,\"type\":\"invoke\",\"f\":\"a\",\"value\":2,\"object\":\"y\",\"id\":2}\n"
        "{\"process\":0,\"type\":\"ok\",\"f\":\"a\",\"value\":3,\"object\":\"x\",\"id\":1}\n";
    lp_history *h = lp_history_new(lp_pool_new());
    error e = {0};
    assert_true(history_read(history_format_find("jsonl"), "in", input, strlen(input), h, &e));
    for (int i = 0; i < 2; i++) {
        lp_history *other = through(h, i ? "edn" : "jepsen"), *back = through(other, "jsonl");
        text t = {0};
        history_format_find("jsonl")->write(back, NULL, &t);
        assert_string_equal(t.bytes, input);
        text_fini(&t);
        drop(other), drop(back);
    }
    drop(h);
}

static void refused(const char *format, const char *jsonl, const char *message)
{
    lp_history *h = lp_history_new(lp_pool_new());
    error e = {0};
    text t = {0};
    assert_true(history_read(history_format_find("jsonl"), "in", jsonl, strlen(jsonl), h, &e));
    assert_false(history_write(history_format_find(format), h, NULL, &t, &e));
    if (!strstr(e.message, message))
        fail_msg("expected \"%s\" in: %s", message, e.message);
    assert_int_equal(t.length, 0);
    text_fini(&t);
    drop(h);
}

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    const char *enq = "{\"process\":0,\"type\":\"invoke\",\"f\":\"enq\",\"value\":1}\n";
    const char *id = "{\"process\":0,\"type\":\"invoke\",\"f\":\"read\",\"id\":1}\n";
    const char *again = "{\"process\":0,\"type\":\"invoke\",\"f\":\"get\",\"value\":\"k\"}\n"
                        "{\"process\":0,\"type\":\"info\"}\n"
                        "{\"process\":0,\"type\":\"invoke\",\"f\":\"get\",\"value\":\"k\"}\n";
    const char *number = "{\"process\":0,\"type\":\"invoke\",\"f\":\"put\",\"value\":[\"k\",1]}\n";
    const char *odd = "{\"process\":0,\"type\":\"invoke\",\"f\":\"a b\"}\n";
    refused("etcd", enq, "it cannot hold enq(1)");
    refused("kv", enq, "it cannot hold enq(1)");
    refused("kv", number, "it cannot hold put(\"k\", 1)");
    refused("etcd", id, "no names for objects");
    refused("calls", id, "no names for objects");
    refused("kv", again, "process 0 goes on after an operation that never returned");
    refused("calls", again, "process 0 goes on after an operation that never returned");
    refused("calls", odd, "cannot hold the method name \"a b\"");
}

// Reading may have ended just before the limit.
static void writing_looks_at_limits(void **state)
{
    (void)state;
    const char *get = "{\"process\":0,\"type\":\"invoke\",\"f\":\"get\",\"value\":\"k\"}\n";
    const char *read = "{\"process\":0,\"type\":\"invoke\",\"f\":\"read\"}\n";
    for (size_t i = 0; history_formats[i]; i++) {
        lp_history *h = lp_history_new(lp_pool_new());
        error e = {0};
        const char *in = strcmp(history_formats[i]->name, "etcd") == 0 ? read : get;
        assert_true(history_read(history_format_find("jsonl"), "in", in, strlen(in), h, &e));
        volatile sig_atomic_t interrupted = 1;
        limits l = {.interrupted = &interrupted};
        limits_start(&l);
        text t = {0};
        assert_false(history_write(history_formats[i], h, &l, &t, &e));
        assert_string_equal(e.message, "interrupted: nothing was written");
        text_fini(&t);
        drop(h);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pair_of_formats),
        cmocka_unit_test(objects_and_ids_stay),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(writing_looks_at_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
