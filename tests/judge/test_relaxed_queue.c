// SPDX-License-Identifier: MIT
// The quick way to an order for a relaxed queue: what it finds is one, by enumeration and
// by the check of witnesses; it finds nearly all; and long histories are decided.

#include "base/memory.h"
#include "judge/random_history.h"
#include "judge/relaxed/minimal_relaxation.h"
#include "judge/relaxed/relaxed_queue.h"
#include "judge/relaxed/relaxed_spec.h"
#include "judge/search/oracle.h"
#include "setting.h"
#include "spec/registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ENQ, DEQ, MOST_CLIENTS = 8 };

// Clients of a queue that removes any value that it may. Values are distinct.
typedef struct world {
    lp_pool *pool;
    lp_history *history;
    uint32_t *methods;
    uint32_t k;
    struct {
        int64_t value;
        uint32_t skipped;
    } * inside;
    uint32_t inside_count, started;
    struct client {
        enum { IDLE, CALLED, DONE } phase;
        uint32_t op;
        lp_value result;
    } clients[MOST_CLIENTS];
} world;

static void call(world *w, rng *r, uint32_t who)
{
    static const char *const names[] = {"enq", "deq"};
    uint32_t method = (uint32_t)rng_below(r, 2);
    lp_value name = lp_string(w->pool, names[method], strlen(names[method]));
    lp_value arg = method == ENQ ? lp_int(w->started + 1) : LP_NIL;
    uint32_t op = lp_history_call(w->history, who, name, arg);
    w->methods[op] = method;
    w->started++;
    w->clients[who] = (struct client){.phase = CALLED, .op = op};
}

static uint32_t choose(const world *w, rng *r)
{
    uint32_t near = 1;
    while (near < w->inside_count && near <= w->k && w->inside[near - 1].skipped < w->k)
        near++;
    return (uint32_t)rng_below(r, near);
}

static void take_effect(world *w, rng *r, struct client *c)
{
    c->phase = DONE;
    c->result = LP_UNIT;
    if (w->methods[c->op] == ENQ) {
        w->inside[w->inside_count].skipped = 0;
        w->inside[w->inside_count++].value = lp_to_int(w->history->ops[c->op].arg);
        return;
    }
    c->result = LP_NIL;
    if (!w->inside_count)
        return;
    uint32_t at = choose(w, r);
    c->result = lp_int(w->inside[at].value);
    for (uint32_t i = 0; i < at; i++)
        w->inside[i].skipped++;
    memmove(w->inside + at, w->inside + at + 1, (--w->inside_count - at) * sizeof *w->inside);
}

// `open_end`: what is under way at the end stays so.
static world run(rng *r, uint32_t clients, uint32_t ops, uint32_t k, bool open_end)
{
    world w = {.pool = lp_pool_new(), .k = k};
    w.history = lp_history_new(w.pool);
    w.methods = memory_new(ops, sizeof *w.methods);
    w.inside = memory_new(ops, sizeof *w.inside);
    for (uint32_t busy = 0; w.started < ops || (busy && !open_end);) {
        uint32_t who = (uint32_t)rng_below(r, clients);
        struct client *c = &w.clients[who];
        if (c->phase == CALLED) {
            take_effect(&w, r, c);
        } else if (c->phase == DONE) {
            lp_history_return(w.history, c->op, c->result);
            c->phase = IDLE;
            busy--;
        } else if (w.started < ops) {
            call(&w, r, who);
            busy++;
        }
    }
    return w;
}

static void drop(world *w)
{
    lp_history_free(w->history);
    free(w->methods);
    free(w->inside);
    lp_pool_free(w->pool);
}

static void what_it_finds_is_right(void **state)
{
    (void)state;
    uint64_t cases = setting("LINCHPIN_CASES", 20000), found = 0, held = 0, violated = 0;
    const lp_spec *queue = spec_find("queue", NULL);
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 1));
    for (uint64_t n = 0; n < cases; n++) {
        world w = run(&r, 1 + (uint32_t)rng_below(&r, 4), 4 + (uint32_t)rng_below(&r, 7),
                      (uint32_t)rng_below(&r, 5), rng_below(&r, 4) == 0);
        uint64_t which = rng_below(&r, 3);
        uint32_t k = (uint32_t)rng_below(&r, 3);
        relaxed_spec *relaxed =
            relaxed_spec_new(queue, (relaxation){.distance = which == 1 ? RELAXED_ANY : k,
                                                 .lateness = which == 2 ? RELAXED_ANY : k});
        judge_task task = {.history = w.history,
                           .methods = w.methods,
                           .spec = relaxed_spec_of(relaxed),
                           .want_witness = true};
        lp_outcome truth = oracle_enumerate(&task, lp_op_precedes, 0);
        lp_verdict v;
        lp_verdict_init(&v);
        if (relaxed_queue_explains(&task, &v)) {
            assert_int_equal(truth, LP_HOLDS);
            assert_true(oracle_check_witness(&task, lp_op_precedes, v.witness, v.witness_count));
            found++;
        }
        held += truth == LP_HOLDS;
        violated += truth == LP_VIOLATED;
        lp_verdict_fini(&v);
        relaxed_spec_free(relaxed);
        drop(&w);
    }
    printf("%llu hold, of which %llu are explained; %llu are violated\n", (unsigned long long)held,
           (unsigned long long)found, (unsigned long long)violated);
    assert_true(violated > cases / 20);
    assert_true(found > held / 10 * 9);
}

// Ten thousand operations of eight clients; as long as the queue is, no search would
// find the way.
static void long_histories_are_decided(void **state)
{
    (void)state;
    error e = {0};
    const lp_spec *queue = spec_find("queue", NULL);
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 1) + 1);
    for (uint32_t k = 1; k <= 8; k *= 2) {
        world w = run(&r, 8, 10000, k, false);
        char *name = text_format("quasi:%u", k);
        const judge *j = judge_find(name, &e);
        lp_verdict v;
        lp_verdict_init(&v);
        assert_true(judge_history(j, w.history, queue, NULL, true, &v, &e));
        assert_int_equal(v.outcome, LP_HOLDS);
        assert_true(v.rechecked);
        lp_verdict_fini(&v);
        lp_verdict_init(&v);
        assert_true(judge_minimal_relaxation("quasi", w.history, queue, NULL, true, &v, &e));
        assert_int_equal(v.outcome, LP_HOLDS);
        assert_true(v.rechecked);
        double least = verdict_figure_get(&v, LP_FIGURE_QUASI_FACTOR, -1);
        printf("relaxed by %u: the least factor is %.0f\n", k, least);
        assert_true(least >= 1 && least <= k);
        lp_verdict_fini(&v);
        judge_release(j);
        free(name);
        drop(&w);
    }
}

// A limit may come at any time: when a factor has been refuted and a larger one not been tried,
// or while a counterexample is being made small, so that what is confirmed is long.
static void limits_are_kept(void **state)
{
    (void)state;
    const lp_spec *queue = spec_find("queue", NULL);
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 1) + 2);
    world w = run(&r, 8, 10000, 8, false);
    for (int tries = 1; tries <= 8; tries++) {
        error e = {0};
        limits l = {.timeout = 0.02 * tries};
        lp_verdict v;
        lp_verdict_init(&v);
        limits_start(&l);
        assert_true(judge_minimal_relaxation("quasi", w.history, queue, &l, false, &v, &e));
        assert_true(v.outcome == LP_HOLDS || v.outcome == LP_UNKNOWN); // 8 is enough
        lp_verdict_fini(&v);
    }
    drop(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_it_finds_is_right),
        cmocka_unit_test(long_histories_are_decided),
        cmocka_unit_test(limits_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
