// SPDX-License-Identifier: MIT
// The data of the report page, read back as a browser reads it.

#include "report/page/page.h"

#include "base/io/json.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/value/value_text.h"
#include "history/history_format.h"
#include "judge/evidence/verdict.h"
#include "report/page/page_template.h"
#include "report/page/whole_history.h"
#include "setting.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { WORDS = 7 };

typedef struct decoded {
    uint32_t *words;
    int64_t count, first, total;
    char **processes, **methods, **values, *cut;
} decoded;

static unsigned letter(char c)
{
    const char *all = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = strchr(all, c);
    return c == '=' ? 0 : (assert_non_null(at), (unsigned)(at - all));
}

static uint32_t *decode(const char *s, size_t length)
{
    assert_int_equal(length % 4, 0);
    unsigned char *bytes = memory_new(length + 4, 1);
    for (size_t i = 0; i < length; i += 4) {
        unsigned n =
            letter(s[i]) << 18 | letter(s[i + 1]) << 12 | letter(s[i + 2]) << 6 | letter(s[i + 3]);
        unsigned char *to = bytes + i / 4 * 3;
        to[0] = (unsigned char)(n >> 16);
        to[1] = (unsigned char)(n >> 8);
        to[2] = (unsigned char)n;
    }
    uint32_t *words = memory_new(length / 4 + 1, sizeof *words);
    for (size_t i = 0; i + 4 <= length / 4 * 3; i += 4)
        words[i / 4] = (uint32_t)bytes[i] | (uint32_t)bytes[i + 1] << 8 |
                       (uint32_t)bytes[i + 2] << 16 | (uint32_t)bytes[i + 3] << 24;
    free(bytes);
    return words;
}

static char **read_table(json *j)
{
    char **table = NULL;
    uint32_t count = 0;
    assert_int_equal(json_next(j), JSON_ARRAY);
    for (json_token t; (t = json_next(j)) != JSON_CLOSE;) {
        assert_int_equal(t, JSON_STRING);
        table = memory_resize(table, count + 2, sizeof *table);
        table[count++] = memory_string(j->string.bytes);
        table[count] = NULL;
    }
    return table;
}

static decoded read_whole(const text *t)
{
    decoded d = {0};
    json j;
    json_init(&j, t->bytes, t->length);
    assert_int_equal(json_next(&j), JSON_OBJECT);
    while (json_next(&j) == JSON_KEY) {
        char *key = memory_string(j.string.bytes);
        char ***table = strcmp(key, "processes") == 0 ? &d.processes
                        : strcmp(key, "methods") == 0 ? &d.methods
                        : strcmp(key, "values") == 0  ? &d.values
                                                      : NULL;
        if (table) {
            *table = read_table(&j);
        } else {
            json_token value = json_next(&j);
            if (strcmp(key, "ops") == 0)
                d.words = decode(j.string.bytes, j.string.length);
            else if (strcmp(key, "cut") == 0)
                d.cut = value == JSON_STRING ? memory_string(j.string.bytes) : NULL;
            else
                *(strcmp(key, "count") == 0   ? &d.count
                  : strcmp(key, "first") == 0 ? &d.first
                                              : &d.total) = j.integer;
        }
        free(key);
    }
    json_fini(&j);
    return d;
}

static void free_table(char **table)
{
    for (char **at = table; at && *at; at++)
        free(*at);
    free(table);
}

static void decoded_fini(decoded *d)
{
    free_table(d->processes);
    free_table(d->methods);
    free_table(d->values);
    free(d->words);
    free(d->cut);
}

// With values that are hard to write, pending operations, and several objects.
static lp_history *some_history(rng *r, lp_pool *pool, uint32_t count)
{
    static const char *const texts[] = {"a", "</script>", "<!--", "\"\\\n", "\xe2\x80\xae", "é"};
    lp_history *h = lp_history_new(pool);
    uint32_t open[4];
    memset(open, 0xff, sizeof open);
    while (h->op_count < count) {
        uint32_t p = (uint32_t)rng_below(r, 4);
        const char *s = texts[rng_below(r, 6)];
        lp_value value =
            rng_below(r, 2) ? lp_int((int64_t)rng_below(r, 9)) : lp_string(pool, s, strlen(s));
        if (open[p] == UINT32_MAX) {
            lp_value several[] = {value, lp_int(7)};
            lp_value arg = rng_below(r, 3) == 0   ? LP_NIL
                           : rng_below(r, 3) == 0 ? lp_vector(pool, several, 2)
                                                  : value;
            open[p] = lp_history_call(h, (int64_t)p - 1, lp_string(pool, "m<", 2), arg);
            h->ops[open[p]].line = h->event_count;
            if (rng_below(r, 2))
                h->ops[open[p]].object = value;
        } else if (rng_below(r, 9)) {
            lp_history_return(h, open[p], rng_below(r, 3) ? value : LP_UNIT);
            open[p] = UINT32_MAX;
        }
    }
    return h;
}

static void expect_operation(const lp_history *h, const lp_op *op, const decoded *d,
                             const uint32_t *words)
{
    text want = {0}, got = {0};
    op_print(h->pool, op, &want);
    bool returned = words[5] != UINT32_MAX;
    text_add(&got, "%s(%s)", d->methods[words[1]],
             words[2] == UINT32_MAX ? "" : d->values[words[2]]);
    if (words[3] != UINT32_MAX)
        text_add(&got, " → %s", d->values[words[3]]);
    else if (!returned)
        text_add(&got, " …");
    assert_string_equal(got.bytes, want.bytes);
    assert_int_equal(strtoll(d->processes[words[0]], NULL, 10), op->process);
    assert_int_equal(words[4], op->call);
    assert_int_equal(words[5], op->ret);
    assert_int_equal(words[6], op->line);
    text_fini(&want);
    text_fini(&got);
}

static void whole_histories_come_back(void **state)
{
    (void)state;
    uint64_t cases = setting("LINCHPIN_CASES", 2000);
    bool was_cut = false, was_not = false;
    for (uint64_t i = 0; i < cases; i++) {
        rng r;
        rng_init(&r, i);
        lp_pool *pool = lp_pool_new();
        uint32_t count = 1 + (uint32_t)rng_below(&r, 30), most = 1 + (uint32_t)rng_below(&r, 40);
        lp_history *h = some_history(&r, pool, count);
        uint32_t at = (uint32_t)rng_below(&r, count);
        uint32_t line = rng_below(&r, 3) ? h->ops[at].line : 0;
        text t = {0};
        json_writer w;
        json_write_init(&w, &t);
        whole_history_write(&w, h, line, most);
        json_write_fini(&w);
        decoded d = read_whole(&t);
        assert_int_equal(d.total, count);
        assert_int_equal(d.count, count < most ? count : most);
        assert_int_equal(d.cut != NULL, d.count < d.total);
        assert_true(d.first + d.count <= d.total);
        if (line) // what cannot be explained is among them
            assert_true(at >= d.first && at < d.first + d.count);
        else
            assert_int_equal(d.first + d.count, d.total);
        for (int64_t k = 0; k < d.count; k++)
            expect_operation(h, &h->ops[d.first + k], &d, d.words + k * WORDS);
        was_cut |= d.cut != NULL;
        was_not |= d.cut == NULL;
        decoded_fini(&d);
        text_fini(&t);
        lp_history_free(h);
        lp_pool_free(pool);
    }
    assert_true(was_cut && was_not);
}

static void to_text(void *context, const char *bytes, size_t length)
{
    text_add_bytes(context, bytes, length);
}

// Nothing in the data ends its element or begins another, and it is the verdict.
static void data_cannot_leave_its_element(void **state)
{
    (void)state;
    rng r;
    rng_init(&r, 3);
    lp_pool *pool = lp_pool_new();
    lp_verdict v;
    lp_verdict_init(&v);
    v.outcome = LP_VIOLATED;
    v.violation = LP_VIOLATION_CONDITION;
    verdict_copy(&v.reason, "</script><script>alert(1)</script> & <!--");
    v.history = some_history(&r, pool, 20);
    v.whole = some_history(&r, pool, 30);
    text json_text = {0}, out = {0};
    verdict_write_json(&v, &json_text);
    page_entry entry = {.verdict = &v, .places = (const char *const[]){NULL}};
    page_begin("linchpin check '<b>'", &out);
    page_add(&entry, &out);
    text_add(&out, ",");
    page_add(&entry, &out);
    page_end(to_text, &out);
    const char *marker = strstr(page_template, "@DATA@");
    assert_non_null(marker);
    size_t before = (size_t)(marker - page_template);
    size_t after = page_template_length - before - strlen("@DATA@");
    assert_true(out.length > before + after);
    assert_memory_equal(out.bytes, page_template, before);
    assert_memory_equal(out.bytes + out.length - after, marker + strlen("@DATA@"), after);
    char *data = memory_string_n(out.bytes + before, out.length - before - after);
    assert_null(strpbrk(data, "<>&"));
    json j;
    json_init(&j, data, strlen(data));
    assert_int_equal(json_next(&j), JSON_OBJECT);
    int found = 0;
    while (json_next(&j) == JSON_KEY) {
        bool entries = strcmp(j.string.bytes, "entries") == 0;
        json_token first = json_next(&j);
        for (int i = 0; entries && i < 2; i++) {
            assert_int_equal(json_next(&j), JSON_OBJECT); // an entry, which begins with its verdict
            assert_int_equal(json_next(&j), JSON_KEY);
            assert_string_equal(j.string.bytes, "verdict");
            assert_int_equal(json_next(&j), JSON_OBJECT);
            const char *begin = j.at - 1;
            assert_true(json_skip(&j, JSON_OBJECT));
            lp_verdict again;
            error e = {0};
            text twice = {0};
            assert_true(verdict_read_json(begin, (size_t)(j.at - begin), pool, &again, &e));
            verdict_write_json(&again, &twice);
            assert_string_equal(twice.bytes, json_text.bytes);
            text_fini(&twice);
            lp_verdict_fini(&again);
            found++;
            while (json_next(&j) == JSON_KEY)
                assert_true(json_skip(&j, json_next(&j)));
        }
        if (entries)
            assert_int_equal(json_next(&j), JSON_CLOSE);
        else
            assert_true(json_skip(&j, first));
    }
    assert_int_equal(json_next(&j), JSON_END);
    assert_int_equal(found, 2);
    json_fini(&j);
    free(data);
    text_fini(&out);
    text_fini(&json_text);
    lp_verdict_fini(&v);
    lp_pool_free(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_histories_come_back),
        cmocka_unit_test(data_cannot_leave_its_element),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
