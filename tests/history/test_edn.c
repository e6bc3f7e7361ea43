// SPDX-License-Identifier: MIT
// EDN values: every kind is read, kept apart, and written again.

#include "base/value/value_text.h"
#include "history/text/edn_read.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static bool read(lp_pool *pool, const char *input, lp_value *v, error *e)
{
    edn d;
    edn_init(&d, pool, input, strlen(input));
    bool fine = edn_value(&d, v);
    if (fine && edn_more(&d))
        edn_problem(&d, "more than one value");
    fine = !d.problem || edn_fail(&d, "in", e);
    edn_fini(&d);
    return fine;
}

static void becomes(const char *input, const char *as_json, const char *as_edn)
{
    lp_pool *pool = lp_pool_new();
    lp_value v;
    error e = {0};
    if (!read(pool, input, &v, &e))
        fail_msg("%s: %s", input, e.message);
    text t = {0};
    value_write_json(pool, v, &t);
    assert_string_equal(t.bytes, as_json);
    text_clear(&t);
    edn_write(pool, v, &t);
    assert_string_equal(t.bytes, as_edn);
    lp_value again;
    assert_true(read(pool, t.bytes, &again, &e));
    assert_true(lp_value_equal(v, again));
    text_fini(&t);
    lp_pool_free(pool);
}

static void refused(const char *input, uint64_t line, uint64_t column, const char *message)
{
    lp_pool *pool = lp_pool_new();
    lp_value v;
    error e = {0};
    if (read(pool, input, &v, &e))
        fail_msg("accepted: %s", input);
    if (!strstr(e.message, message) || e.line != line || e.column != column)
        fail_msg("%s: %d:%d: %s", input, (int)e.line, (int)e.column, e.message);
    lp_pool_free(pool);
}

static void all_kinds_are_read(void **state)
{
    (void)state;
    becomes("nil", "null", "nil");
    becomes(" true ", "true", "true");
    becomes("+5", "5", "5");
    becomes("-5N", "-5", "-5");
    becomes("-9223372036854775808", "-9223372036854775808", "-9223372036854775808");
    becomes("1.5M", "1.5", "1.5");
    becomes("2.0", "2", "2");
    becomes("1e300", "1e+300", "1e+300");
    becomes("22/7", "\"'22/7\"", "22/7");
    becomes(":a.b/c", "\":a.b/c\"", ":a.b/c");
    becomes("sym->x", "\"'sym->x\"", "sym->x");
    becomes("##NaN", "\"'##NaN\"", "##NaN");
    becomes("\\a", "\"\\\\a\"", "\\a");
    becomes("\\newline", "\"\\\\newline\"", "\\newline");
    becomes("\\u000a", "\"\\\\newline\"", "\\newline");
    becomes("\\u0041", "\"\\\\A\"", "\\A");
    becomes("\\o101", "\"\\\\A\"", "\\A");
    becomes("\\)", "\"\\\\)\"", "\\)");
    becomes("\"a\\n\\u00e9\\101\"",
            "\"a\\n\xc3\xa9"
            "A\"",
            "\"a\\n\xc3\xa9"
            "A\"");
    becomes("[1, 2 ;c\n (3 #_4 5) #_ #_ 6 7]", "[1,2,[3,5]]", "[1 2 [3 5]]");
    becomes("{:b 1, \"a\" [] nil {}}", "{\"null\":{},\":b\":1,\"a\":[]}",
            "{nil {}, :b 1, \"a\" []}");
    becomes("#{3 1 2}", "[\"#{}\",[1,2,3]]", "#{1 2 3}");
    becomes("#{}", "[\"#{}\",[]]", "#{}");
    becomes("#inst \"2020\"", "[\"#inst\",\"2020\"]", "#inst \"2020\"");
    becomes("#object[x 0]", "[\"#object\",[\"'x\",0]]", "#object [x 0]");
}

static void kinds_are_kept_apart(void **state)
{
    (void)state;
    becomes("\":a\"", "\"\\\":a\"", "\":a\"");
    becomes("\"\\\":a\"", "\"\\\"\\\":a\"", "\"\\\":a\"");
    becomes("\"'a\"", "\"\\\"'a\"", "\"'a\"");
    becomes("\"'nil\"", "\"'nil\"", "\"'nil\"");
    becomes("\"\\\\a\"", "\"\\\"\\\\a\"", "\"\\\\a\"");
    becomes("\": a\"", "\": a\"", "\": a\"");
    becomes("[#inst 1 [\"#inst\" 1]]", "[[\"#inst\",1],[\"#inst\",1]]", "[#inst 1 [\"#inst\" 1]]");
}

static void bad_input_is_refused_where_it_is(void **state)
{
    (void)state;
    refused("", 1, 1, "a value is expected");
    refused("[1\n 2", 2, 3, "the input ends in the middle");
    refused("]", 1, 1, "not an EDN value");
    refused("[1}", 1, 3, "not an EDN value");
    refused("{:a}", 1, 5, "has no value");
    refused("{:a 1 :a 2}", 1, 12, "a key appears twice");
    refused("#{1 1}", 1, 7, "an item appears twice");
    refused("9223372036854775808", 1, 1, "does not fit into 64 bits");
    refused("1e999", 1, 1, "too large");
    refused("007", 1, 1, "must not begin with 0");
    refused("1x", 1, 1, "not a number");
    refused("\"abc", 1, 5, "not closed");
    refused("\"a\\q\"", 1, 4, "unknown escape");
    refused("\"\\ud800\"", 1, 8, "surrogate");
    refused("\"\xff\"", 1, 2, "not valid UTF-8");
    refused("\xff", 1, 1, "not an EDN value");
    refused("\\", 1, 2, "a character expected");
    refused("\\abc", 1, 1, "not a character");
    refused("::a", 1, 1, "not an EDN value");
    refused("#", 1, 2, "a tag or a set expected");
    refused("#_", 1, 3, "a value is expected");
    refused("'a", 1, 1, "not an EDN value");
}

static void deep_nesting_is_refused(void **state)
{
    (void)state;
    static const char *const openers[] = {"[", "{", "(", "#{", "#a ", "#_", "#_#_[", "{:a "};
    for (size_t i = 0; i < sizeof openers / sizeof *openers; i++) {
        text t = {0};
        for (int n = 0; n < 100000; n++)
            text_add(&t, "%s", openers[i]);
        lp_pool *pool = lp_pool_new();
        lp_value v;
        error e = {0};
        assert_false(read(pool, t.bytes, &v, &e));
        assert_string_equal(e.message, "nested too deeply");
        lp_pool_free(pool);
        text_fini(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_kinds_are_read),
        cmocka_unit_test(kinds_are_kept_apart),
        cmocka_unit_test(bad_input_is_refused_where_it_is),
        cmocka_unit_test(deep_nesting_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
