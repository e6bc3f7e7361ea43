// SPDX-License-Identifier: MIT
// Processes over real sockets: connections that break, messages that are late, lost and repeated, and processes that
// crash and recover from their logs. Every message arrives once, and in order where the channel says so.

#include "loops.h"
#include "net/node/datagrams.h"
#include "net/node/peers.h"
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

static int64_t run_case(uint64_t seed, unsigned transport, bool logged, bool faulty)
{
    world *w = calloc(1, sizeof *w);
    assert_non_null(w);
    w->loops = (loops){.system = &streams_system,
                       .count = 3,
                       .names = {{kind_ordered, 0}, {kind_unordered, 0}, {kind_sink, 0}},
                       .transport = transport,
                       .bad = transport == LOOPS_UDP ? 30 : 0,
                       .logged = logged,
                       .log_limit = seed % 2 ? 100 : 1 << 16};
    loops_begin(&w->loops, seed);
    begin_sources(&w->loops);
    rng *r = &w->loops.random;
    // Over datagrams, nobody is told that a connection has ended: it takes a while.
    uint64_t rarely = transport == LOOPS_UDP ? 1000 : 1;
    const sink *s;
    while (s = loops_state(&w->loops, kind_sink),
           s->ordered < LENGTH || s->unordered_count < LENGTH) {
        loops_turn(&w->loops);
        // Fewer and fewer: it comes to an end however long a connection takes.
        if (rng_below(r, 5 + w->breaks * rarely) == 0)
            break_connection(w);
        if (logged && rng_below(r, 5 + w->crashes * 3 * rarely) == 0)
            crash(w);
        if (faulty && rng_below(r, 10) == 0)
            ask_for_faults(w);
    }
    assert_int_equal(s->wrong, 0);
    assert_int_equal(s->ordered, LENGTH);
    assert_int_equal(s->unordered_count, LENGTH);
    int64_t overtaken = s->overtaken;
    const relay *bad = &w->loops.relays[kind_ordered];
    assert_true(transport != LOOPS_UDP ||
                (bad->lost && bad->repeated && bad->overtaken && bad->damaged && bad->replayed));
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

// Datagrams get lost, come twice, overtake each other, are damaged, and come again from somebody else.
static void test_bad_network(void **state)
{
    (void)state;
    int64_t overtaken = 0;
    for (uint64_t seed = 1; seed <= 3; seed++)
        overtaken += run_case(seed, LOOPS_UDP, false, seed == 3);
    assert_true(overtaken > 0);
    for (uint64_t seed = 1; seed <= 3; seed++)
        run_case(seed, LOOPS_UDP, true, seed == 1);
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

static void test_too_long_for_a_datagram(void **state)
{
    (void)state;
    loops *l = calloc(1, sizeof *l);
    assert_non_null(l);
    *l = (loops){.system = &streams_system,
                 .count = 3,
                 .names = {{kind_ordered, 0}, {kind_unordered, 0}, {kind_sink, 0}},
                 .transport = LOOPS_UDP};
    loops_begin(l, 1);
    ((source *)loops_state(l, kind_ordered))->limit = 1;
    ((source *)loops_state(l, kind_unordered))->limit = 1;
    while (((const sink *)loops_state(l, kind_sink))->ordered < 1)
        loops_turn(l);
    node *n = &l->nodes[kind_ordered];
    peer *p = peer_find(n, l->names[kind_sink]);
    lp_bytes head = {0}, none = {0};
    while (head.length < DATAGRAM_LONGEST)
        bytes_put_word(&head, 0);
    link_send(&p->link, 0, &head, &none);
    peer_touch(p);
    uv_run(&n->loop, UV_RUN_NOWAIT);
    assert_non_null(strstr(n->failure, "does not fit into a datagram"));
    bytes_fini(&head);
    loops_end(l);
    free(l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_connections_break),
        cmocka_unit_test(test_bad_network),
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_crashes),
        cmocka_unit_test(test_too_long_for_a_datagram),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
