// SPDX-License-Identifier: MIT
// Random histories and random damage: see mutate.h.

#include "mutate.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static lp_value word(rng *r, lp_pool *pool)
{
    static const char *const words[] = {"",    "a",   ":k",   "'sym",     "\\c",  "\":k",
                                        "\"a", "x y", "\n\t", "\x01",     "nil",  "true",
                                        "17",  "{}",  "#{}",  "\xc3\xa9", "\\",   "'",
                                        ":",   "\"",  "'1/2", "##NaN",    "'nil", "\\newline"};
    const char *w = words[rng_below(r, sizeof words / sizeof *words)];
    return lp_string(pool, w, strlen(w));
}

static lp_value any_value(rng *r, lp_pool *pool, int depth)
{
    lp_value items[6];
    size_t n = rng_below(r, 4);
    switch (rng_below(r, depth ? 9 : 6)) {
    case 0:
        return LP_NIL;
    case 1:
        return lp_bool(rng_below(r, 2));
    case 2:
        return lp_int((int64_t)rng_next(r));
    case 3:
        return lp_real((double)(int64_t)rng_next(r) / 1024 * (rng_below(r, 2) ? 1 : 1e200));
    case 4:
        return word(r, pool);
    case 5:
        return lp_int((int64_t)rng_below(r, 10));
    case 6:
        for (size_t i = 0; i < 2 * n; i += 2) {
            items[i] = word(r, pool);
            items[i + 1] = any_value(r, pool, depth - 1);
        }
        return lp_map(pool, items, n);
    default:
        for (size_t i = 0; i < n; i++)
            items[i] = any_value(r, pool, depth - 1);
        return lp_vector(pool, items, n);
    }
}

typedef struct call {
    const char *method;
    lp_value arg, result;
} call;

static lp_value pair(lp_pool *pool, lp_value a, lp_value b)
{
    lp_value items[2] = {a, b};
    return lp_vector(pool, items, 2);
}

static call kv_call(rng *r, lp_pool *pool)
{
    lp_value key = word(r, pool), value = word(r, pool);
    switch (rng_below(r, 3)) {
    case 0:
        return (call){"get", key, value};
    case 1:
        return (call){"put", pair(pool, key, value), LP_NIL};
    default:
        return (call){"append", pair(pool, key, value), LP_NIL};
    }
}

static call register_call(rng *r, lp_pool *pool)
{
    lp_value v = any_value(r, pool, 1);
    switch (rng_below(r, 3)) {
    case 0:
        return (call){"read", LP_NIL, v};
    case 1:
        return (call){"write", v, LP_NIL};
    default:
        return (call){"cas", pair(pool, v, lp_int(3)), lp_bool(rng_below(r, 2))};
    }
}

static call any_call(rng *r, lp_pool *pool, bool odd_names)
{
    static const char *const methods[] = {"enq", "deq",  "read", "compare-and-swap",
                                          "f",   ":k",   "a b",  "'x",
                                          "\\c", "nil",  "",     "1/2",
                                          "\"q", "\":k", "::",   ": a"};
    const char *method = methods[rng_below(r, odd_names ? 16 : 5)];
    return (call){method, any_value(r, pool, 3), any_value(r, pool, 3)};
}

void random_history(rng *r, const char *format, lp_history *h)
{
    lp_pool *pool = h->pool;
    uint32_t open[5];
    lp_value result[5];
    bool busy[5] = {0}, stuck[5] = {0};
    bool kv = format && strcmp(format, "kv") == 0, etcd = format && strcmp(format, "etcd") == 0;
    bool overtaken = !format || (!kv && strcmp(format, "calls") != 0);
    for (uint64_t i = 0, n = rng_below(r, 20) + 1; i < n; i++) {
        size_t p = rng_below(r, 5);
        if (busy[p] && rng_below(r, 10) > 0) {
            lp_history_return(h, open[p], result[p]);
            busy[p] = false;
        } else if (!stuck[p] && (!busy[p] || overtaken)) {
            call c = kv     ? kv_call(r, pool)
                     : etcd ? register_call(r, pool)
                            : any_call(r, pool, overtaken);
            lp_value method = lp_string(pool, c.method, strlen(c.method));
            open[p] = lp_history_call(h, (int64_t)p * 1000000007, method, c.arg);
            result[p] = c.result;
            busy[p] = true;
        }
    }
}

static void splice(text *t, size_t at, size_t drop, const char *bytes, size_t length)
{
    text out = {0};
    text_add_bytes(&out, t->length ? t->bytes : "", at);
    text_add_bytes(&out, bytes, length);
    text_add_bytes(&out, t->bytes + at + drop, t->length - at - drop);
    text_fini(t);
    *t = out;
}

// The line that `at` is in: its first byte, and its length with its end.
static size_t line_around(const text *t, size_t at, size_t *length)
{
    size_t from = at, to = at;
    while (from > 0 && t->bytes[from - 1] != '\n')
        from--;
    while (to < t->length && t->bytes[to] != '\n')
        to++;
    *length = to - from + (to < t->length);
    return from;
}

void mutate(rng *r, text *t, const char *const *others)
{
    if (t->length == 0)
        return;
    size_t at = rng_below(r, t->length), length, from = line_around(t, at, &length), count = 0;
    char byte = (char)rng_below(r, rng_below(r, 2) ? 256 : 128);
    while (others[count])
        count++;
    const char *other = others[rng_below(r, count)];
    switch (rng_below(r, 9)) {
    case 0:
        t->bytes[at] = byte;
        break;
    case 1:
        splice(t, at, 0, &byte, 1);
        break;
    case 2:
        splice(t, at, 1, "", 0);
        break;
    case 3: // half of them where a word may begin
        if (rng_below(r, 2)) {
            const char *place = strpbrk(t->bytes + at, "{,[ \t(");
            at = place ? (size_t)(place - t->bytes) + 1 : at;
        }
        splice(t, at, 0, other, strlen(other));
        break;
    case 4:
        splice(t, from, length, "", 0);
        break;
    case 5: { // a line once more, somewhere
        char *copy = memory_string_n(t->bytes + from, length);
        size_t ignored, to = line_around(t, rng_below(r, t->length), &ignored);
        splice(t, to, 0, copy, length);
        free(copy);
        break;
    }
    case 6: { // a digit for a digit keeps most of the text well-formed
        size_t i = at;
        while (i < t->length && (t->bytes[i] < '0' || t->bytes[i] > '9'))
            i++;
        if (i < t->length)
            t->bytes[i] = (char)('0' + rng_below(r, 10));
        break;
    }
    case 7: { // a word for another of the same line
        size_t n = rng_below(r, 8), left = t->length - at;
        splice(t, at, n < left ? n : left, other, strlen(other));
        break;
    }
    default:
        if (rng_below(r, 4) == 0) {
            t->length = at;
            t->bytes[at] = 0;
        }
    }
}
