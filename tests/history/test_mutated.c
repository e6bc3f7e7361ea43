// SPDX-License-Identifier: MIT
// Damaged JSON Lines: the reader accepts what the validator calls well-formed,
// with the same content, and refuses everything else with a place. Fed in
// pieces it does the same; and the fast scanner never differs from the general
// reader. LINCHPIN_CASES sets how many, LINCHPIN_SEED which.

#include "history/history_reader.h"
#include "history/text/event_scan.h"
#include "history/text/json_event.h"
#include "mutate.h"
#include "setting.h"
#include "validator.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const words[] = {"\"process\":1,",
                                    "\"type\":\"ok\",",
                                    "\"f\":\"enq\",",
                                    "\"value\":2,",
                                    "\"id\":7,",
                                    "\"object\":\"o\",",
                                    "\"x\":{\"a\":1,\"a\":2},",
                                    "\"process\":1",
                                    "\"type\":\"ok\"",
                                    "\"type\":\"fail\"",
                                    "\"type\":\"info\"",
                                    "\"f\":\"cas\"",
                                    "\"value\":",
                                    "\"id\":7",
                                    "\"id\":\"x\"",
                                    "\"object\":1",
                                    "\"time\":12",
                                    "\"index\":1.5",
                                    "null",
                                    "true",
                                    "[",
                                    "]",
                                    "{",
                                    "}",
                                    ",",
                                    ":",
                                    "\"",
                                    "\\u0000",
                                    "\\ud83d\\ude00",
                                    "9223372036854775807",
                                    "-9223372036854775808",
                                    "9223372036854775808",
                                    "1e5",
                                    "1.50",
                                    "-0",
                                    "1e400",
                                    " ",
                                    "\r",
                                    "\n",
                                    "\xef\xbb\xbf",
                                    "\xff",
                                    "\xc3\xa9",
                                    "{\"a\":1,\"a\":2}",
                                    "\"f\":\"enq\"",
                                    "0",
                                    "\\n",
                                    NULL};

static void keep_calm(history_event *event)
{
    event->line = event->column = 0;
}

// Where the scanner reads a line, the general reader reads the same.
static void compare_scanners(const char *bytes, size_t length)
{
    lp_pool *pool = lp_pool_new();
    history_source s = {.file = "in", .pool = pool, .line = 1};
    history_event fast, general;
    error e = {0};
    if (event_scan(&s, bytes, length, &fast)) {
        json j;
        json_init(&j, bytes, length);
        assert_int_equal(json_next(&j), JSON_OBJECT);
        if (!json_event_read(&s, &j, NATIVE, &general, &e))
            fail_msg("only the fast scanner reads %.*s: %s", (int)length, bytes, e.message);
        assert_int_equal(json_next(&j), JSON_END);
        json_fini(&j);
        assert_int_equal(fast.column, general.column);
        keep_calm(&fast), keep_calm(&general);
        assert_memory_equal(&fast, &general, sizeof fast);
    }
    lp_pool_free(pool);
}

static bool nothing_call(void *to, uint64_t op, const history_event *event, error *e)
{
    (void)to, (void)op, (void)event, (void)e;
    return true;
}
static bool nothing(void *to, uint64_t op, error *e)
{
    (void)to, (void)op, (void)e;
    return true;
}

// The same, in pieces of random sizes.
static void compare_pieces(rng *r, const text *t, bool fine, const error *whole)
{
    lp_pool *pool = lp_pool_new();
    history_sink sink = {NULL, nothing_call, nothing_call, nothing_call, nothing};
    const history_format *f = history_format_find("jsonl");
    reader *pieces = reader_new(f, "in", pool, &sink, READER_WHOLE);
    error e = {0};
    bool still = true;
    for (size_t at = 0; still && at < t->length;) {
        size_t n = rng_below(r, 60) + 1;
        n = n < t->length - at ? n : t->length - at;
        // An exact copy, so that the sanitizer sees reading past the piece.
        char *copy = malloc(n);
        memcpy(copy, t->bytes + at, n);
        still = reader_feed(pieces, copy, n, &e);
        free(copy);
        at += n;
    }
    still = still && reader_finish(pieces, &e);
    assert_int_equal(still, fine);
    assert_memory_equal(&e, whole, sizeof e);
    reader_free(pieces);
    lp_pool_free(pool);
}

static bool check(rng *r, const text *t)
{
    lp_pool *pool = lp_pool_new();
    lp_history *h = lp_history_new(pool);
    error e = {0};
    text expected = {0}, got = {0};
    text_add(&expected, "%s", "");
    text_add(&got, "%s", "");
    char *copy = malloc(t->length + 1);
    memcpy(copy, t->length ? t->bytes : "", t->length);
    copy = realloc(copy, t->length ? t->length : 1);
    bool valid = validate_jsonl(copy, t->length, &expected);
    bool fine = history_read(history_format_find("jsonl"), "in", copy, t->length, h, &e);
    free(copy);
    if (valid != fine)
        fail_msg("validator %d, reader %d (%s):\n%.*s", valid, fine, e.message, (int)t->length,
                 t->bytes);
    if (fine) {
        validator_print(h, &got);
        assert_string_equal(got.bytes, expected.bytes);
    } else {
        assert_int_equal(h->op_count, 0);
        assert_true(e.message[0] && e.line && e.column);
    }
    compare_pieces(r, t, fine, &e);
    text_fini(&expected);
    text_fini(&got);
    lp_history_free(h);
    lp_pool_free(pool);
    return fine;
}

static void random_text(rng *r, text *t)
{
    lp_pool *pool = lp_pool_new();
    lp_history *h = lp_history_new(pool);
    random_history(r, NULL, h);
    history_format_find("jsonl")->write(h, NULL, t);
    lp_history_free(h);
    lp_pool_free(pool);
}

static void damaged_input_is_judged_as_the_validator_does(void **state)
{
    (void)state;
    uint64_t cases = setting("LINCHPIN_CASES", 10000), good = 0;
    if (cases < 10000)
        cases = 10000; // the sanitizers too see at least so many
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 1));
    for (uint64_t i = 0; i < cases; i++) {
        text t = {0};
        random_text(&r, &t);
        for (uint64_t m = rng_below(&r, 4); m; m--)
            mutate(&r, &t, words);
        for (size_t at = 0; at < t.length;) {
            char *end = memchr(t.bytes + at, '\n', t.length - at);
            size_t n = end ? (size_t)(end - t.bytes) - at : t.length - at;
            compare_scanners(t.bytes + at, n);
            at += n + 1;
        }
        good += check(&r, &t);
        text_fini(&t);
    }
    printf("%llu of %llu inputs are well-formed\n", (unsigned long long)good,
           (unsigned long long)cases);
    assert_true(good > cases / 5 && good < cases * 4 / 5);
}

// The scanner must be worth testing: it reads what is usual.
static void the_scanner_reads_usual_lines(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "{\"process\":3,\"type\":\"invoke\",\"f\":\"enq\",\"value\":17}",
        "{\"process\": 3, \"type\": \"ok\", \"f\": \"enq\", \"value\": null}\r",
        " {\"index\":4,\"type\":\"fail\",\"f\":\"cas\",\"value\":[1, \"x\"],\"process\":0}",
    };
    for (size_t i = 0; i < 3; i++) {
        lp_pool *pool = lp_pool_new();
        history_source s = {.file = "in", .pool = pool, .line = 1};
        history_event event;
        assert_true(event_scan(&s, lines[i], strlen(lines[i]), &event));
        compare_scanners(lines[i], strlen(lines[i]));
        lp_pool_free(pool);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_scanner_reads_usual_lines),
        cmocka_unit_test(damaged_input_is_judged_as_the_validator_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
