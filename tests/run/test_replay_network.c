// SPDX-License-Identifier: MIT
// Messages on their way while a run is replayed, against a list of all that was sent: a message is received once,
// after it was sent, and on a fifo channel in its turn.

#include "base/random.h"
#include "run/replay/replay_network.h"
#include "setting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MOST = 60, PROCESSES = 3, KEYS = 2 };

typedef struct listed {
    replay_message message;
    bool received;
} listed;

static listed all[MOST];
static uint32_t count;

static bool same_channel(const replay_message *a, const replay_message *b)
{
    return a->link.from == b->link.from && a->link.to == b->link.to && a->key == b->key &&
           a->fifo == b->fifo;
}

// May it be received now?
static bool in_turn(uint32_t which)
{
    for (uint32_t i = 0; all[which].message.fifo && i < which; i++)
        if (!all[i].received && same_channel(&all[i].message, &all[which].message))
            return false;
    return true;
}

static void send(replay_network *n, rng *r, uint64_t *last)
{
    replay_message m = {.key = (int64_t)rng_below(r, KEYS), .fifo = rng_below(r, 2)};
    m.link.from = rng_below(r, PROCESSES);
    m.link.to = rng_below(r, PROCESSES);
    // Some numbers are those of messages that got lost.
    m.link.number = last[m.link.from * PROCESSES + m.link.to] += 1 + rng_below(r, 2);
    m.sender = (replay_who){.part = m.fifo, .who = (int64_t)m.link.from};
    m.receiver = (replay_who){.part = m.fifo, .who = (int64_t)m.link.to};
    assert_false(replay_network_was_sent(n, m.link));
    assert_true(replay_network_send(n, &m));
    assert_false(replay_network_send(n, &m));
    assert_true(replay_network_was_sent(n, m.link));
    all[count++] = (listed){m, false};
}

static void receive(replay_network *n, uint32_t which)
{
    replay_link link = all[which].message.link;
    const replay_message *m = replay_network_find(n, link);
    assert_true(!m == all[which].received);
    if (!m)
        return;
    assert_int_equal(m->key, all[which].message.key);
    bool may = in_turn(which);
    assert_true(replay_network_receive(n, link) == may);
    all[which].received = may;
    assert_true(!replay_network_find(n, link) == may);
}

static void test_random(void **unused)
{
    (void)unused;
    uint64_t cases = setting("LINCHPIN_CASES", 500);
    for (uint64_t seed = 1; seed <= cases; seed++) {
        rng r;
        replay_network n;
        uint64_t last[PROCESSES * PROCESSES] = {0};
        rng_init(&r, seed);
        replay_network_init(&n);
        count = 0;
        while (count < MOST)
            if (!count || rng_below(&r, 3) == 0)
                send(&n, &r, last);
            else
                receive(&n, (uint32_t)rng_below(&r, count));
        replay_network_fini(&n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
