// SPDX-License-Identifier: MIT
// Processes over real sockets: connections that break, messages that are late, lost and repeated, and processes that
// crash and recover from their logs. Every message arrives once, and in order where the channel says so.

#include "loops.h"
#include "net/node/connection.h"
#include "streams.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { LENGTH = 4000 };

typedef struct world {
    loops loops;
    uint64_t breaks, crashes;
} world;

static void break_connection(world *w)
{
    node *n = &w->loops.nodes[rng_below(&w->loops.random, w->loops.count)];
    if (!n->connections)
        return;
    connection_close(n->connections, NULL);
    w->breaks++;
}

static void begin_sources(loops *l)
{
    ((source *)loops_state(l, kind_ordered))->limit = LENGTH;
    ((source *)loops_state(l, kind_unordered))->limit = LENGTH;
}

static void crash(world *w)
{
    unsigned which = (unsigned)rng_below(&w->loops.random, w->loops.count);
    loops_crash(&w->loops, which);
    loops_start(&w->loops, which);
    begin_sources(&w->loops);
    w->crashes++;
}

static void ask_for_faults(world *w)
{
    static const char *const lines[] = {
        "delay 0..5 *", "drop 200 sink", "duplicate 300 *", "reorder 300 sink", "cut sink",
        "heal",         "heal",          "delay 1..3 sink"};
    rng *r = &w->loops.random;
    loops_say(&w->loops, (unsigned)rng_below(r, w->loops.count),
              lines[rng_below(r, sizeof lines / sizeof *lines)]);
}

static int64_t run_case(uint64_t seed, bool paths, bool logged, bool faulty)
{
    world *w = calloc(1, sizeof *w);
    assert_non_null(w);
    w->loops = (loops){.system = &streams_system,
                       .count = 3,
                       .names = {{kind_ordered, 0}, {kind_unordered, 0}, {kind_sink, 0}},
                       .paths = paths,
                       .logged = logged,
                       .log_limit = seed % 2 ? 100 : 1 << 16};
    loops_begin(&w->loops, seed);
    begin_sources(&w->loops);
    rng *r = &w->loops.random;
    const sink *s;
    while (s = loops_state(&w->loops, kind_sink),
           s->ordered < LENGTH || s->unordered_count < LENGTH) {
        loops_turn(&w->loops);
        // Fewer and fewer: it comes to an end however long a connection takes.
        if (rng_below(r, 5 + w->breaks) == 0)
            break_connection(w);
        if (logged && rng_below(r, 5 + w->crashes * 3) == 0)
            crash(w);
        if (faulty && rng_below(r, 10) == 0)
            ask_for_faults(w);
    }
    assert_int_equal(s->wrong, 0);
    assert_int_equal(s->ordered, LENGTH);
    assert_int_equal(s->unordered_count, LENGTH);
    int64_t overtaken = s->overtaken;
    assert_true(w->breaks > 0 && (w->crashes > 0) == logged);
    loops_end(&w->loops);
    free(w);
    return overtaken;
}

static void test_connections_break(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 10; seed++)
        assert_int_equal(run_case(seed, seed % 2, false, false), 0);
}

static void test_faults(void **state)
{
    (void)state;
    int64_t overtaken = 0;
    for (uint64_t seed = 1; seed <= 10; seed++)
        overtaken += run_case(seed, seed % 2, false, true);
    assert_true(overtaken > 0); // else they were none
}

static void test_crashes(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++)
        run_case(seed, seed / 2 % 2, true, seed % 3 == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_connections_break),
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_crashes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
