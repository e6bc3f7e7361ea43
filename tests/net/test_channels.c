// SPDX-License-Identifier: MIT
// What a component sees of its channels and of its crashes is what the model says, and no more: losses where they are
// lossy, duplicates where they are duplicating, itself where a message goes to each; and clocks that do not go back.

#include "loops.h"
#include "net/node/recovery.h"
#include "net/node/sending.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

enum { LENGTH = 500, PEERS = 3 };

// Each sends numbers to all, itself too, and counts what it gets.
typedef struct gossip {
    int64_t sent, limit;
    int64_t got[PEERS][LENGTH + 1];
    int64_t all;
} gossip;

static void begin(void *state, lp_component me)
{
    (void)me;
    ((gossip *)state)->limit = LENGTH;
}

static bool receive(void *state, lp_turn *turn, lp_component from, const void *message)
{
    gossip *self = state;
    (void)turn;
    self->got[from.number][*(const int64_t *)message]++;
    self->all++;
    return true;
}

static bool act(void *state, lp_turn *turn)
{
    gossip *self = state;
    if (self->sent == self->limit)
        return false;
    lp_put_int(lp_message(turn, 0), ++self->sent);
    lp_send(turn, lp_server(0, LP_EACH));
    return true;
}

static void save(const void *state, lp_bytes *to)
{
    const gossip *self = state;
    lp_put_int(to, self->sent);
    lp_put_int(to, self->all);
    for (size_t i = 0; i < PEERS; i++)
        for (size_t n = 0; n <= LENGTH; n++)
            lp_put_int(to, self->got[i][n]);
}

static void load(void *state, lp_bytes *from)
{
    gossip *self = state;
    self->sent = lp_get_int(from, 0, LENGTH);
    self->all = lp_get_int(from, 0, INT64_MAX);
    for (size_t i = 0; i < PEERS; i++)
        for (size_t n = 0; n <= LENGTH; n++)
            self->got[i][n] = lp_get_int(from, 0, INT64_MAX);
}

static bool decode(void *message, unsigned number, lp_bytes *from)
{
    (void)number;
    *(int64_t *)message = lp_get_int(from, 1, LENGTH);
    return lp_get_end(from);
}

static void show(lp_text *t, const void *message)
{
    lp_show_int(t, *(const int64_t *)message);
}

static const char *const instances[] = {"a", "b", "c"}, *const messages[] = {"word"};
static lp_component_kind kind = {.name = "gossip",
                                 .size = sizeof(gossip),
                                 .begin = begin,
                                 .receive = receive,
                                 .act = act,
                                 .timed = true,
                                 .instances = instances,
                                 .instance_count = PEERS,
                                 .save = save,
                                 .load = load};
static const lp_component_kind *const kinds[] = {&kind};
static lp_channel channel = {0, 0, 0};
static const lp_system gossips = {.name = "gossips",
                                  .version = 7,
                                  .kinds = kinds,
                                  .kind_count = 1,
                                  .channels = &channel,
                                  .channel_count = 1,
                                  .messages = messages,
                                  .message_count = 1,
                                  .message_size = sizeof(int64_t),
                                  .decode = decode,
                                  .show = show};

static loops *start(unsigned properties, lp_crashes crashes, bool logged)
{
    loops *l = calloc(1, sizeof *l);
    assert_non_null(l);
    channel.properties = properties;
    kind.crashes = crashes;
    *l = (loops){.system = &gossips,
                 .count = PEERS,
                 .names = {{0, 0}, {0, 1}, {0, 2}},
                 .transport = LOOPS_UNIX,
                 .logged = logged,
                 .log_limit = 1 << 20};
    loops_begin(l, 1);
    return l;
}

static bool all_quiet(loops *l)
{
    for (unsigned i = 0; i < PEERS; i++) {
        const gossip *g = loops_state(l, i);
        if (g->sent < g->limit)
            return false;
        for (uint64_t slot = 0; slot <= l->nodes[i].peers.mask; slot++) {
            const peer *p = l->nodes[i].peers.slots[slot].peer;
            if (p && p->link.acknowledged < p->link.last)
                return false;
        }
    }
    return true;
}

// How often messages came: never, once, more than once.
typedef struct tally {
    int64_t never, once, more, own_not_once;
} tally;

static tally count(loops *l)
{
    tally t = {0};
    for (unsigned i = 0; i < PEERS; i++) {
        const gossip *g = loops_state(l, i);
        for (unsigned from = 0; from < PEERS; from++)
            for (int n = 1; n <= LENGTH; n++) {
                int64_t times = g->got[from][n];
                if (from == i)
                    t.own_not_once += times != 1;
                else
                    *(times == 0 ? &t.never : times == 1 ? &t.once : &t.more) += 1;
            }
    }
    return t;
}

static tally run(unsigned properties)
{
    loops *l = start(properties, LP_RECOVERS, false);
    for (unsigned i = 0; i < PEERS; i++) {
        loops_say(l, i, "drop 100 *");
        loops_say(l, i, "duplicate 200 *");
        loops_say(l, i, "delay 0..2 *");
    }
    do
        loops_turn(l);
    while (!all_quiet(l));
    tally t = count(l);
    loops_end(l);
    free(l);
    assert_int_equal(t.own_not_once, 0);
    return t;
}

static void test_properties(void **state)
{
    (void)state;
    tally reliable = run(0), fifo = run(LP_FIFO), lossy = run(LP_LOSSY),
          duplicating = run(LP_DUPLICATING), both = run(LP_LOSSY | LP_DUPLICATING);
    assert_true(!reliable.never && !reliable.more);
    assert_true(!fifo.never && !fifo.more);
    assert_true(lossy.never && lossy.once && !lossy.more);
    assert_true(!duplicating.never && duplicating.once && duplicating.more);
    assert_true(both.never && both.once && both.more);
}

// A server that forgets begins anew, but what it had received is not sent to it again.
static void test_forgets(void **state)
{
    (void)state;
    loops *l = start(0, LP_FORGETS, true);
    do
        loops_turn(l);
    while (!all_quiet(l));
    assert_int_equal(((gossip *)loops_state(l, 0))->all, PEERS * LENGTH);
    loops_crash(l, 0);
    loops_start(l, 0);
    gossip *g = loops_state(l, 0);
    assert_true(g->sent == 0 && g->all == 0);
    g->limit = 10;
    do
        loops_turn(l);
    while (!all_quiet(l));
    assert_int_equal(g->all, 10); // from itself
    for (int n = 1; n <= LENGTH; n++)
        assert_int_equal(((gossip *)loops_state(l, 1))->got[0][n], n <= 10 ? 2 : 1);
    loops_end(l);
    free(l);
}

static void test_stays_down(void **state)
{
    (void)state;
    loops *l = start(0, LP_STAYS_DOWN, true);
    char directory[128];
    error e = {0};
    loops_turn(l);
    loops_crash(l, 1);
    snprintf(directory, sizeof directory, "%s/1", l->root);
    assert_true(node_init(&l->nodes[1], l->system, l->names[1], 1, &e));
    assert_false(recovery_open(&l->nodes[1], directory, &e));
    assert_non_null(strstr(e.message, "stays down"));
    node_fini(&l->nodes[1]);
    loops_end(l);
    free(l);
}

// What is sent was there when whoever keeps a record was asked.
typedef struct record_keeper {
    node *node;
    uint64_t seen[PEERS], asked;
} record_keeper;

static void keep_record(void *data)
{
    record_keeper *k = data;
    for (uint64_t slot = 0; slot <= k->node->peers.mask; slot++) {
        const peer *p = k->node->peers.slots[slot].peer;
        if (!p)
            continue;
        assert_true(p->link.sent <= k->seen[p->name.number]);
        k->asked += p->link.last > k->seen[p->name.number];
        k->seen[p->name.number] = p->link.last;
    }
}

static void test_before_sending(void **state)
{
    (void)state;
    loops *l = start(0, LP_RECOVERS, false);
    record_keeper k = {.node = &l->nodes[1]};
    l->nodes[1].before_sending = keep_record;
    l->nodes[1].before_sending_data = &k;
    gossip *g = loops_state(l, 1);
    g->limit = 0;
    while (l->nodes[1].figures.connections < PEERS - 1)
        loops_turn(l);
    g->limit = LENGTH; // from now on it could be sent at once
    do
        loops_turn(l);
    while (!all_quiet(l));
    assert_true(k.asked >= PEERS - 1);
    loops_end(l);
    free(l);
}

static void test_clock(void **state)
{
    (void)state;
    loops *l = start(0, LP_RECOVERS, false);
    lp_turn turn = {&l->nodes[0], NULL};
    int64_t before = lp_clock(&turn), now;
    for (int i = 0; i < 1000; i++, before = now)
        assert_true((now = lp_clock(&turn)) >= before);
    l->nodes[0].skew = 3600000000;
    now = lp_clock(&turn);
    assert_true(now >= before + 3600000000);
    l->nodes[0].skew = -3600000000;
    assert_true(lp_clock(&turn) == now);
    loops_end(l);
    free(l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_properties), cmocka_unit_test(test_forgets),
        cmocka_unit_test(test_stays_down), cmocka_unit_test(test_before_sending),
        cmocka_unit_test(test_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
