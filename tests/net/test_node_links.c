// SPDX-License-Identifier: MIT
// Processes over real sockets, in one: connections that break, messages that are late, lost and repeated, and processes that
// crash and recover from their logs. Every message arrives once, and in order where the channel says so.

#include "net/node/connection.h"
#include "net/node/node.h"
#include "net/node/peers.h"
#include "net/node/recovery.h"
#include "net/node/steps.h"
#include "setting.h"
#include "streams.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

enum { NODES = 3, LENGTH = 4000 };

typedef struct world {
    char root[64];
    node nodes[NODES]; // by kind
    char address[NODES][128];
    bool paths, logged;
    rng random;
    uint64_t breaks, crashes;
} world;

// Nobody has anything to complain of: a connection that breaks is nobody's fault.
static void complain(const char *sentence)
{
    fail_msg("%s", sentence);
}

static void start(world *w, uint32_t kind)
{
    node *n = &w->nodes[kind];
    error e = {0};
    text where = {0};
    char directory[128], listen[128] = "127.0.0.1:0";
    assert_true(node_init(n, &streams_system, (process_name){kind, 0}, rng_next(&w->random), &e));
    n->complain = complain;
    snprintf(directory, sizeof directory, "%s/%u", w->root, kind);
    mkdir(directory, 0777);
    if (w->logged && !recovery_open(n, directory, &e))
        fail_msg("%s", e.message);
    if (w->paths)
        snprintf(listen, sizeof listen, "unix:%s/%u.socket", w->root, kind);
    if (!node_listen(n, listen, &where, &e))
        fail_msg("%s", e.message);
    snprintf(w->address[kind], sizeof w->address[kind], "%s", where.bytes);
    text_fini(&where);
    component *c = steps_component(n, 0);
    if (kind != kind_sink)
        ((source *)(void *)c->state)->limit = LENGTH;
}

// All others hear where it listens.
static void introduce(world *w, uint32_t kind)
{
    for (uint32_t other = 0; other < NODES; other++)
        if (other != kind) {
            peer_set_address(peer_get(&w->nodes[other], (process_name){kind, 0}), w->address[kind]);
            peer_set_address(peer_get(&w->nodes[kind], (process_name){other, 0}),
                             w->address[other]);
        }
}

static void turn_all(world *w)
{
    for (int i = 0; i < NODES; i++) {
        for (connection *c = w->nodes[i].connections; c; c = c->next)
            if (!c->closing && c->established) {
                int small = 1; // as little as the system allows: writes are cut short
                uv_send_buffer_size(&c->uv.handle, &small);
            }
        uv_run(&w->nodes[i].loop, UV_RUN_NOWAIT);
        if (w->nodes[i].failure[0])
            fail_msg("%s", w->nodes[i].failure);
    }
}

static void break_connection(world *w)
{
    node *n = &w->nodes[rng_below(&w->random, NODES)];
    if (!n->connections)
        return;
    connection_close(n->connections, NULL);
    w->breaks++;
}

static void crash(world *w)
{
    uint32_t kind = (uint32_t)rng_below(&w->random, NODES);
    node_fini(&w->nodes[kind]);
    start(w, kind);
    introduce(w, kind);
    w->crashes++;
}

static void ask_for_faults(world *w)
{
    static const char *const lines[] = {
        "delay 0..5 *", "drop 200 sink", "duplicate 300 *", "reorder 300 sink", "cut sink",
        "heal",         "heal",          "delay 1..3 sink"};
    node *n = &w->nodes[rng_below(&w->random, NODES)];
    error e = {0};
    assert_true(fault_rules_add(&n->rules, n->system,
                                lines[rng_below(&w->random, sizeof lines / sizeof *lines)], &e));
    peers_apply_faults(n);
}

static const sink *sink_of(world *w)
{
    return (const void *)steps_component(&w->nodes[kind_sink], 0)->state;
}

static void remove_root(const char *root)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", root);
    assert_int_equal(system(command), 0);
}

static int64_t run_case(uint64_t seed, bool paths, bool logged, bool faulty)
{
    world *w = calloc(1, sizeof *w);
    assert_non_null(w);
    *w = (world){.root = "/tmp/linchpin-links-XXXXXX", .paths = paths, .logged = logged};
    rng_init(&w->random, seed);
    assert_non_null(mkdtemp(w->root));
    for (uint32_t k = 0; k < NODES; k++)
        start(w, k);
    for (uint32_t k = 0; k < NODES; k++)
        introduce(w, k);
    const sink *s;
    while (s = sink_of(w), s->ordered < LENGTH || s->unordered_count < LENGTH) {
        turn_all(w);
        // Fewer and fewer: it comes to an end however long a connection takes.
        if (rng_below(&w->random, 5 + w->breaks) == 0)
            break_connection(w);
        if (logged && rng_below(&w->random, 5 + w->crashes * 3) == 0)
            crash(w);
        if (faulty && rng_below(&w->random, 10) == 0)
            ask_for_faults(w);
    }
    assert_int_equal(s->wrong, 0);
    assert_int_equal(s->ordered, LENGTH);
    assert_int_equal(s->unordered_count, LENGTH);
    int64_t overtaken = s->overtaken;
    assert_true(w->breaks > 0 && (w->crashes > 0) == logged);
    for (int i = 0; i < NODES; i++)
        node_fini(&w->nodes[i]);
    remove_root(w->root);
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
        run_case(seed, seed % 2, true, seed % 3 == 0);
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_connections_break),
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_crashes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
