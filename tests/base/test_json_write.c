// SPDX-License-Identifier: MIT
// The JSON writer: commas, brackets, numbers; misuse is an assertion.

#include "base/io/json_write.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static void commas_and_brackets(void **state)
{
    (void)state;
    text t = {0};
    json_writer w;
    json_write_init(&w, &t);
    json_open(&w, '{');
    json_member_text(&w, "a", "x\"\n");
    json_member_some(&w, "left out", NULL);
    json_key(&w, "b");
    json_open(&w, '[');
    json_integer(&w, INT64_MIN);
    json_unsigned(&w, UINT64_MAX);
    json_open(&w, '[');
    json_close(&w);
    json_open(&w, '{');
    json_close(&w);
    json_bool(&w, true);
    json_text(&w, NULL);
    json_string(&w, "é\0", 3);
    json_close(&w);
    json_member_bool(&w, "c", false);
    json_close(&w);
    json_write_fini(&w);
    assert_string_equal(t.bytes, "{\"a\":\"x\\\"\\n\",\"b\":[-9223372036854775808,"
                                 "18446744073709551615,[],{},true,null,\"é\\u0000\"],"
                                 "\"c\":false}");
    text_fini(&t);
}

static void numbers(void **state)
{
    (void)state;
    static const struct {
        double x;
        const char *text;
    } all[] = {
        {3, "3"},        {-2, "-2"},         {0.25, "0.25"},       {1e15, "1000000000000000"},
        {1e16, "1e+16"}, {INFINITY, "null"}, {(double)NAN, "null"}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        text t = {0};
        json_writer w;
        json_write_init(&w, &t);
        json_number(&w, all[i].x);
        json_write_fini(&w);
        assert_string_equal(t.bytes, all[i].text);
        text_fini(&t);
    }
}

static void value_without_key(json_writer *w)
{
    json_open(w, '{');
    json_integer(w, 1);
}

static void key_in_array(json_writer *w)
{
    json_open(w, '[');
    json_key(w, "a");
}

static void close_after_key(json_writer *w)
{
    json_open(w, '{');
    json_key(w, "a");
    json_close(w);
}

static void left_open(json_writer *w)
{
    json_open(w, '[');
}

static void two_documents(json_writer *w)
{
    json_null(w);
    json_null(w);
}

static void misuse_is_an_assertion(void **state)
{
    (void)state;
#ifdef NDEBUG
    skip();
#endif
    static void (*const all[])(json_writer *) = {value_without_key, key_in_array, close_after_key,
                                                 left_open, two_documents};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        pid_t child = fork();
        if (child == 0) {
            text t = {0};
            json_writer w;
            close(STDERR_FILENO);
            json_write_init(&w, &t);
            all[i](&w);
            json_write_fini(&w);
            _exit(0);
        }
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commas_and_brackets),
        cmocka_unit_test(numbers),
        cmocka_unit_test(misuse_is_an_assertion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
