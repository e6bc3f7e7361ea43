// SPDX-License-Identifier: MIT
// Streams of several clients, fed in pieces at random, against sorting all of them; and percentiles against
// sorting, too.

#include "base/random.h"
#include "run/record/event_merge.h"
#include "run/record/latency.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum { CLIENTS = 5, EVENTS = 60 };

static void test_order(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 2000; seed++) {
        rng r;
        rng_init(&r, seed);
        size_t clients = 1 + (size_t)rng_below(&r, CLIENTS), added = 0, taken = 0, client;
        event_merge *m = event_merge_new(clients);
        uint64_t now[CLIENTS] = {0}, last = 0, next[CLIENTS] = {0};
        client_event it;
        for (int step = 0; step < EVENTS; step++) {
            size_t c = (size_t)rng_below(&r, clients);
            now[c] += rng_below(&r, 4);
            if (rng_below(&r, 3)) {
                it = (client_event){.time = now[c], .session = (uint32_t)next[c]++};
                event_merge_add(m, c, &it);
                added++;
            } else {
                event_merge_mark(m, c, now[c]);
            }
            uint64_t known = UINT64_MAX;
            for (size_t i = 0; i < clients; i++)
                known = now[i] < known ? now[i] : known;
            while (rng_below(&r, 4) && event_merge_take(m, &client, &it)) {
                assert_true(it.time >= last && it.time <= known);
                last = it.time;
                taken++;
            }
        }
        for (size_t i = 0; i < clients; i++)
            event_merge_end(m, i);
        while (event_merge_take(m, &client, &it)) {
            assert_true(it.time >= last);
            last = it.time;
            taken++;
        }
        assert_int_equal(taken, added);
        event_merge_free(m);
    }
}

// Of one client, in its order, and nothing while another might be earlier.
static void test_waits(void **state)
{
    (void)state;
    event_merge *m = event_merge_new(2);
    size_t client;
    client_event it = {.time = 10, .session = 1}, next = {.time = 10, .session = 2};
    event_merge_add(m, 0, &it);
    event_merge_add(m, 0, &next);
    assert_false(event_merge_take(m, &client, &it));
    event_merge_mark(m, 1, 9);
    assert_false(event_merge_take(m, &client, &it));
    event_merge_mark(m, 1, 10);
    assert_true(event_merge_take(m, &client, &it));
    assert_int_equal(it.session, 1);
    assert_true(event_merge_take(m, &client, &it));
    assert_int_equal(it.session, 2);
    assert_false(event_merge_take(m, &client, &it));
    event_merge_free(m);
}

static int by_size(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void test_latency(void **state)
{
    (void)state;
    rng r;
    rng_init(&r, 1);
    for (int round = 0; round < 300; round++) {
        static latency l;
        l = (latency){0};
        assert_int_equal(latency_of(&l, 500), 0);
        uint64_t all[200];
        size_t n = 1 + (size_t)rng_below(&r, 200);
        for (size_t i = 0; i < n; i++) {
            all[i] = rng_next(&r) >> rng_below(&r, 64);
            latency_add(&l, all[i]);
        }
        qsort(all, n, sizeof *all, by_size);
        for (unsigned in_1000 = 1; in_1000 <= 1000; in_1000 += 37) {
            uint64_t exact = all[(n * in_1000 + 999) / 1000 - 1], given = latency_of(&l, in_1000);
            assert_true(given >= exact && given - exact <= exact / 16);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_order), cmocka_unit_test(test_waits),
                                       cmocka_unit_test(test_latency)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
