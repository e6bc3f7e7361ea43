// SPDX-License-Identifier: MIT
// The JSON tokenizer: what it accepts, what it refuses and where.

#include "base/io/json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// The tokens of an input as one letter each; '!' and line:column for an error.
static char *tokens(const char *input, size_t length)
{
    text out = {0};
    json j;
    json_init(&j, input, length);
    for (;;) {
        json_token t = json_next(&j);
        text_add(&out, "%c", ".ntfirsk[{]!"[t]);
        if (t == JSON_INTEGER)
            text_add(&out, "%lld", (long long)j.integer);
        if (t == JSON_ERROR)
            text_add(&out, "%llu:%llu", (unsigned long long)j.token_line,
                     (unsigned long long)j.token_column);
        if (t == JSON_ERROR || t == JSON_END)
            break;
    }
    json_fini(&j);
    return text_take(&out);
}

static void expect(const char *input, const char *wanted)
{
    char *got = tokens(input, strlen(input));
    assert_string_equal(got, wanted);
    free(got);
}

static void accepts_json(void **state)
{
    (void)state;
    expect("", ".");
    expect(" null true false ", "ntf.");
    expect("{\"a\":[1,-2,{}],\"b\":\"x\"}", "{k[i1i-2{]]ks].");
    expect("9223372036854775807 -9223372036854775808",
           "i9223372036854775807i-9223372036854775808.");
    expect("1.5 2e3 -0", "rri0.");
    expect("{}\n[]\n", "{][].");
}

static void refuses_what_is_not_json(void **state)
{
    (void)state;
    expect("{\"a\":1,}", "{ki1!1:8");
    expect("[1 2]", "[i1!1:4");
    expect("[1", "[i1!1:3");
    expect("{\"a\" 1}", "{!1:6");
    expect("9223372036854775808", "!1:1");
    expect("-9223372036854775809", "!1:1");
    expect("01", "!1:1");
    expect("nul", "!1:1");
    expect("{\n\"a\":\n  ?}", "{k!3:3");
    expect("]", "!1:1");
    expect("\"abc", "!1:5");
    expect("\"a\nb\"", "!1:3");
    expect("\"\\x\"", "!1:3");
    expect("\"\\ud800\"", "!1:8");
    expect("\"a\xff\"", "!1:3");
    expect("\"\xc3\"", "!1:2");
    expect("\"\xed\xa0\x80\"", "!1:2"); // half a surrogate pair
    expect("[1e308,1e309]", "[r!1:8");
}

static void strings_are_unescaped(void **state)
{
    (void)state;
    const char input[] = "\"a\\n\\u00e9\\ud83d\\ude00\\u0000b\"";
    json j;
    json_init(&j, input, sizeof input - 1);
    assert_int_equal(json_next(&j), JSON_STRING);
    const char wanted[] = "a\n\xc3\xa9\xf0\x9f\x98\x80\0b";
    assert_int_equal(j.string.length, sizeof wanted - 1);
    assert_memory_equal(j.string.bytes, wanted, sizeof wanted - 1);
    json_fini(&j);
}

static void deep_nesting_is_refused(void **state)
{
    (void)state;
    char deep[1000];
    memset(deep, '[', sizeof deep);
    char *got = tokens(deep, sizeof deep);
    assert_non_null(strchr(got, '!'));
    assert_int_equal(strlen(got), JSON_MAX_DEPTH + strlen("!1:65"));
    free(got);
}

static void text_writes_json_that_reads_back(void **state)
{
    (void)state;
    const char bytes[] = "quote \" back \\ tab \t nul \0 bad \xff e \xc3\xa9";
    text t = {0};
    text_add_json(&t, bytes, sizeof bytes - 1);
    json j;
    json_init(&j, t.bytes, t.length);
    assert_int_equal(json_next(&j), JSON_STRING);
    const char wanted[] = "quote \" back \\ tab \t nul \0 bad \xef\xbf\xbd e \xc3\xa9";
    assert_int_equal(j.string.length, sizeof wanted - 1);
    assert_memory_equal(j.string.bytes, wanted, sizeof wanted - 1);
    assert_int_equal(json_next(&j), JSON_END);
    json_fini(&j);
    text_fini(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accepts_json),
        cmocka_unit_test(refuses_what_is_not_json),
        cmocka_unit_test(strings_are_unescaped),
        cmocka_unit_test(deep_nesting_is_refused),
        cmocka_unit_test(text_writes_json_that_reads_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
