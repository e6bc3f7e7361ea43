// SPDX-License-Identifier: MIT
// Strings that share their bytes, against plain copies: the same numbers, lengths and bytes on
// random edits of random strings; and what they cost.

#include "base/intern.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/value/joined.h"
#include "setting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { MANY = 400, LONGEST = 2000 };

typedef struct copies {
    char *bytes[MANY];
    size_t length[MANY];
    uint32_t count;
} copies;

// A part of `from` is replaced by random bytes of few kinds, so that strings often meet again.
static size_t edit(rng *r, const char *from, size_t length, char *to, size_t *prefix,
                   size_t *suffix)
{
    size_t gone = rng_below(r, length < 12 ? length + 1 : 12);
    size_t at[] = {0, length - gone, rng_below(r, length - gone + 1)};
    *prefix = at[rng_below(r, 3)];
    *suffix = length - gone - *prefix;
    if (rng_below(r, 30) == 0) // much shorter
        *suffix = 0;
    size_t middle = rng_below(r, 20);
    if (*prefix + *suffix + middle > LONGEST)
        *prefix = *suffix = 0;
    memcpy(to, from, *prefix);
    for (size_t i = 0; i < middle; i++)
        to[*prefix + i] = "ab"[rng_below(r, 2)];
    memcpy(to + *prefix + middle, from + length - *suffix, *suffix);
    return *prefix + middle + *suffix;
}

static uint32_t number_in(const copies *c, const char *bytes, size_t length)
{
    uint32_t i = 0;
    while (i < c->count && (c->length[i] != length || memcmp(c->bytes[i], bytes, length) != 0))
        i++;
    return i;
}

static void look_at(intern *t, const copies *c, uint32_t i, rng *r)
{
    char bytes[LONGEST + 1];
    size_t length, from = rng_below(r, c->length[i] + 1);
    assert_int_equal(intern_length(t, i), c->length[i]);
    intern_copy(t, i, bytes);
    assert_memory_equal(bytes, c->bytes[i], c->length[i]);
    assert_true(intern_equals(t, i, from, c->bytes[i] + from));
    if (from < c->length[i]) {
        bytes[from + rng_below(r, c->length[i] - from)] ^= 1;
        assert_false(intern_equals(t, i, from, bytes + from));
    }
    if (rng_below(r, 8) == 0) {
        const char *whole = intern_whole(t, i, &length);
        assert_int_equal(length, c->length[i]);
        assert_memory_equal(whole, c->bytes[i], length);
        assert_int_equal(whole[length], 0);
        assert_int_equal((uintptr_t)whole % 16, 0);
        assert_false(intern_is_shared(t, i));
    }
}

static void compare(rng *r, uint64_t *shared)
{
    intern *t = intern_new();
    copies c = {0};
    char next[LONGEST + 1];
    size_t length = rng_below(r, 900), prefix, suffix;
    for (size_t i = 0; i < length; i++)
        next[i] = "ab"[rng_below(r, 2)];
    assert_int_equal(intern_add(t, next, length), 0);
    c.bytes[0] = memory_copy(next, length + 1);
    c.length[c.count++] = length;
    while (c.count < MANY) {
        // Mostly of the last: long chains.
        uint32_t base = rng_below(r, 4) ? c.count - 1 : (uint32_t)rng_below(r, c.count);
        length = edit(r, c.bytes[base], c.length[base], next, &prefix, &suffix);
        uint32_t expected = number_in(&c, next, length);
        assert_int_equal(rng_below(r, 8) ? intern_add_spliced(t, next, length, base, prefix, suffix)
                                         : intern_add(t, next, length),
                         expected);
        assert_int_equal(intern_find(t, next, length), expected);
        if (expected == c.count) {
            c.bytes[c.count] = memory_copy(next, length + 1);
            c.length[c.count++] = length;
            *shared += intern_is_shared(t, expected);
        }
        look_at(t, &c, (uint32_t)rng_below(r, c.count), r);
    }
    for (uint32_t i = 0; i < c.count; i++) {
        look_at(t, &c, i, r);
        free(c.bytes[i]);
    }
    intern_free(t);
}

static void shared_strings_are_what_copies_are(void **state)
{
    (void)state;
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 1));
    uint64_t cases = 5 + setting("LINCHPIN_CASES", 20000) / 200, shared = 0;
    for (uint64_t i = 0; i < cases; i++)
        compare(&r, &shared);
    assert_true(shared > cases * MANY / 4); // or the test would show little
}

static lp_value plain(lp_pool *pool, const char *bytes, const lp_value *items, size_t n, bool text)
{
    return text ? lp_string(pool, bytes, n) : lp_vector(pool, items, n);
}

// A value that was joined is the value of its content, whichever came first.
static void joined_values_are_plain_values(void **state)
{
    (void)state;
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 1));
    lp_pool *pool = lp_pool_new();
    enum { MOST = 600 };
    char bytes[MOST];
    lp_value items[MOST];
    for (uint64_t round = 0; round < setting("LINCHPIN_CASES", 20000) / 20; round++) {
        bool text = rng_below(&r, 2), early = rng_below(&r, 2);
        size_t n = 0, length = 1 + rng_below(&r, MOST - 20), before = 0;
        for (size_t i = 0; i < MOST; i++) {
            bytes[i] = "ab"[rng_below(&r, i < 300 ? 1 : 2)];
            items[i] = lp_int((int64_t)rng_below(&r, i < 300 ? 1 : 2));
        }
        lp_value all = early ? plain(pool, bytes, items, length, text) : LP_NIL;
        lp_value now = plain(pool, bytes, items, 0, text), half = now;
        while (n < length) {
            size_t more = text ? 1 + rng_below(&r, length - n) : 1;
            now = text ? joined_string(pool, now, lp_string(pool, bytes + n, more))
                       : joined_vector(pool, now, items[n]);
            n += more;
            if (rng_below(&r, 3) == 0) {
                half = now;
                before = n;
            }
        }
        all = early ? all : plain(pool, bytes, items, length, text);
        assert_true(lp_value_equal(all, now));
        assert_true(joined_begins_with(pool, all, half));
        assert_int_equal(joined_begins_with(pool, half, all), before == length);
        if (before < length) {
            bytes[0] ^= 1;
            items[0].bits ^= 1;
            assert_false(joined_begins_with(pool, plain(pool, bytes, items, length, text), half) &&
                         before);
        }
    }
    lp_pool_free(pool);
}

// 8,000 values of up to 400,000 bytes, each begun by the one before: copies take 1.6 GB.
static void growing_values_take_little(void **state)
{
    (void)state;
    enum { APPENDS = 8000, EACH = 50 };
    lp_pool *pool = lp_pool_new();
    lp_value more = lp_string(pool, "01234567890123456789012345678901234567890123456789", EACH);
    lp_value string = more, vector = lp_vector(pool, &more, 1);
    for (int i = 1; i < APPENDS; i++) {
        string = joined_string(pool, string, more);
        vector = joined_vector(pool, vector, lp_int(i));
    }
    assert_true(pool_bytes(pool) < 8 << 20);
    size_t length, count;
    assert_non_null(lp_string_bytes(pool, string, &length));
    assert_non_null(lp_items(pool, vector, &count));
    assert_int_equal(length, APPENDS * EACH);
    assert_int_equal(count, APPENDS);
    lp_pool_free(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shared_strings_are_what_copies_are),
        cmocka_unit_test(joined_values_are_plain_values),
        cmocka_unit_test(growing_values_take_little),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
