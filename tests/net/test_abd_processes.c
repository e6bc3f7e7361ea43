// SPDX-License-Identifier: MIT
// ABD as processes: what clients see is linearizable, whatever happens to the replicas and to the network between.

#include "base/random.h"
#include "cluster.h"
#include "setting.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void test_plain(void **state)
{
    (void)state;
    for (unsigned transport = 0; transport < TRANSPORTS; transport++) {
        cluster c = {0};
        cluster_start(&c, 2, transport);
        cluster_workload(&c, "sessions=4 operations=1000 keys=2");
        cluster_until_done(&c);
        assert_true(c.returns == 2000);
        cluster_judge(&c);
        cluster_end(&c);
    }
}

static void kill_and_stop(unsigned transport)
{
    cluster c = {0};
    cluster_start(&c, 2, transport);
    cluster_workload(&c, "sessions=4 operations=2000 keys=2");
    for (unsigned round = 0; round < 6; round++) {
        unsigned killed = round % REPLICAS, stopped = (round + 1) % REPLICAS;
        cluster_until(&c, 100 + round * 500);
        program_kill(&c.replicas[killed], SIGKILL);
        cluster_until(&c, 200 + round * 500); // the others go on
        cluster_start_replica(&c, killed);
        cluster_until(&c, 300 + round * 500);
        kill(c.replicas[stopped].pid, SIGSTOP);
        cluster_until(&c, 500 + round * 500);
        kill(c.replicas[stopped].pid, SIGCONT);
    }
    cluster_until_done(&c);
    cluster_judge(&c);
    cluster_end(&c);
}

static void test_killed_and_stopped(void **state)
{
    (void)state;
    kill_and_stop(OVER_TCP_PORTS);
    kill_and_stop(OVER_UDP_PORTS);
}

// What was written is there when all replicas were killed, each at its own moment.
static void test_all_killed(void **state)
{
    (void)state;
    cluster c = {0};
    cluster_start(&c, 2, OVER_UNIX_SOCKETS);
    cluster_workload(&c, "sessions=4 operations=1000 keys=3");
    for (uint64_t returns = 200; returns < 1800; returns += 200) {
        cluster_until(&c, returns);
        for (unsigned i = 0; i < REPLICAS; i++)
            program_kill(&c.replicas[i], SIGKILL);
        for (unsigned i = 0; i < REPLICAS; i++)
            cluster_start_replica(&c, i);
    }
    cluster_until_done(&c);
    assert_true(c.returns == 2000);
    cluster_judge(&c);
    cluster_end(&c);
}

// What a client had begun when it was killed may take effect, or not.
static void test_clients_killed(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 4; round++) {
        cluster c = {0};
        cluster_start(&c, 6, round % 2);
        cluster_workload(&c, "sessions=8 keys=1"); // without end: none is done before it is killed
        for (unsigned i = 0; i < 5; i++) {
            cluster_until(&c, 1 + i * 200);
            cluster_kill_client(&c, i);
        }
        program_say(&c.clients[5], "drain");
        cluster_until_done(&c);
        cluster_judge(&c);
        cluster_end(&c);
    }
}

static void test_two_of_three(void **state)
{
    (void)state;
    cluster c = {0};
    cluster_start(&c, 2, OVER_UNIX_SOCKETS);
    cluster_workload(&c, "sessions=4 operations=500 keys=1");
    cluster_until(&c, 200);
    program_kill(&c.replicas[0], SIGKILL);
    program_kill(&c.replicas[2], SIGKILL);
    // Nothing returns now but what was nearly done; with one of them back, all goes on.
    cluster_start_replica(&c, 2);
    cluster_until_done(&c);
    assert_true(c.returns == 1000);
    cluster_judge(&c);
    cluster_end(&c);
}

static void ask_for_fault(cluster *c, rng *r)
{
    static const char *const lines[] = {"delay 0..3 *",  "drop 50 *",       "duplicate 100 *",
                                        "reorder 200 *", "cut replica[p2]", "heal",
                                        "heal",          "skew 1000"};
    cluster_say_to_all(c, lines[rng_below(r, sizeof lines / sizeof *lines)]);
}

static void test_random_faults(void **state)
{
    (void)state;
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 1));
    for (unsigned round = 0; round < TRANSPORTS; round++) {
        cluster c = {0};
        cluster_start(&c, 2, round);
        cluster_workload(&c, "sessions=4 operations=400 keys=1");
        for (uint64_t returns = 40; returns < 800; returns += 40) {
            cluster_until(&c, returns);
            unsigned which = (unsigned)rng_below(&r, REPLICAS);
            switch (rng_below(&r, 4)) {
            case 0:
                program_kill(&c.replicas[which], SIGKILL);
                cluster_start_replica(&c, which);
                break;
            case 1:
                cluster_say_to_all(&c, "heal"); // of three, two can talk to each other
                kill(c.replicas[which].pid, SIGSTOP);
                cluster_until(&c, returns + 20);
                kill(c.replicas[which].pid, SIGCONT);
                break;
            default:
                ask_for_fault(&c, &r);
            }
        }
        cluster_say_to_all(&c, "heal");
        cluster_until_done(&c);
        cluster_judge(&c);
        cluster_end(&c);
    }
}

// A workload can be paced, drained, and followed by another.
static void test_workloads(void **state)
{
    (void)state;
    cluster c = {0};
    cluster_start(&c, 1, OVER_UNIX_SOCKETS);
    cluster_workload(&c, "sessions=3 rate=2000 keys=3 reads=900");
    cluster_until(&c, 100);
    program_say(&c.clients[0], "drain");
    cluster_until_done(&c);
    uint64_t before = c.returns;
    program_say(&c.clients[0], "workload sessions=2 operations=50 reads=0 first=100000000");
    c.done_count = 0;
    cluster_until_done(&c);
    assert_true(c.returns == before + 50);
    cluster_judge(&c);
    cluster_end(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain),        cmocka_unit_test(test_killed_and_stopped),
        cmocka_unit_test(test_all_killed),   cmocka_unit_test(test_clients_killed),
        cmocka_unit_test(test_two_of_three), cmocka_unit_test(test_random_faults),
        cmocka_unit_test(test_workloads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
