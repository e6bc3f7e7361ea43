// SPDX-License-Identifier: MIT
// Registers judged while they are used: what is forgotten early (although writes stay open for ever)
// changes no verdict, which is that of the whole history; a violation is noticed soon; and memory
// does not grow.

#include "base/memory.h"
#include "base/random.h"
#include "judge/fast/fast.h"
#include "judge/monitor/stream_judge.h"
#include "setting.h"
#include "spec/registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { USERS = 6, STALE = 64 };

typedef struct user {
    bool open, writes, effective;
    int64_t value; // -1: nil
    uint32_t op;
} user;

// A register that is used, in one place, and by a judge beside it.
typedef struct use {
    rng random;
    lp_pool *pool;
    stream *judge;
    lp_history *whole; // NULL: not kept
    user users[USERS];
    int64_t now, written[STALE]; // its value; the last ones
    int64_t next;
    uint64_t ops, number[USERS];
    bool going;
} use;

static void use_init(use *u, uint64_t seed, bool whole)
{
    *u = (use){.now = -1, .going = true};
    rng_init(&u->random, seed);
    u->pool = lp_pool_new();
    u->judge = stream_new(spec_find("register", NULL), u->pool, NULL);
    u->whole = whole ? lp_history_new(u->pool) : NULL;
}

static void use_fini(use *u)
{
    lp_history_free(u->whole);
    stream_free(u->judge);
    lp_pool_free(u->pool);
}

static lp_value value(int64_t v)
{
    return v < 0 ? LP_NIL : lp_int(v);
}

static void call(use *u, size_t i)
{
    user *it = &u->users[i];
    *it = (user){.open = true, .writes = rng_below(&u->random, 2)};
    it->value = it->writes ? u->next++ : -1;
    u->number[i] = u->ops++;
    stream_event e = {.process = (int64_t)i,
                      .method = it->writes ? lp_string(u->pool, "write", 5)
                                           : lp_string(u->pool, "read", 4),
                      .arg = value(it->value)};
    error why = {0};
    if (u->whole)
        it->op = lp_history_call(u->whole, (int64_t)i, e.method, e.arg);
    u->going = stream_call(u->judge, u->number[i], &e, &why);
}

static void take_effect(use *u, user *it)
{
    it->effective = true;
    if (it->writes)
        u->written[it->value % STALE] = u->now = it->value;
    else
        it->value = u->now;
}

static void give_back(use *u, size_t i)
{
    user *it = &u->users[i];
    error why = {0};
    lp_value result = it->writes ? LP_UNIT : value(it->value);
    it->open = false;
    if (u->whole)
        lp_history_return(u->whole, it->op, result);
    u->going = stream_return(u->judge, u->number[i], result, 0, &why);
}

// Some operation of an atomic register takes its next step.
static void step(use *u, uint64_t stays_open, uint64_t wrong)
{
    size_t i = (size_t)rng_below(&u->random, USERS);
    user *it = &u->users[i];
    if (!it->open) {
        call(u, i);
    } else if (!it->effective) {
        take_effect(u, it);
        if (!it->writes && wrong && rng_below(&u->random, wrong) == 0)
            it->value = u->written[rng_below(&u->random, STALE)]; // 0 before it was written, too
    } else if (stays_open && rng_below(&u->random, stays_open) == 0) {
        it->open = false;
        u->going = stream_abandon(u->judge, u->number[i]);
    } else {
        give_back(u, i);
    }
}

static lp_outcome judge_whole(const use *u)
{
    const lp_spec *spec = spec_find("register", NULL);
    uint32_t *methods = memory_new(u->whole->op_count, sizeof *methods);
    for (uint32_t i = 0; i < u->whole->op_count; i++)
        methods[i] = spec_method(spec, u->whole->ops[i].arg.kind == LP_KIND_NIL ? "read" : "write");
    judge_task task = {.history = u->whole, .methods = methods, .spec = spec};
    lp_outcome outcome = fast_find(spec)->run(&task);
    free(methods);
    return outcome;
}

static void what_is_forgotten_changes_nothing(void **state)
{
    (void)state;
    uint64_t cases = setting("LINCHPIN_CASES", 20000) / 10, holds = 0, violated = 0;
    for (uint64_t seed = 1; seed <= cases; seed++) {
        use u;
        use_init(&u, seed, true);
        uint64_t wrong = rng_below(&u.random, 2) * 30, stays = rng_below(&u.random, 2) * 8;
        for (int i = 0; i < 150 && u.going; i++) {
            step(&u, stays, wrong);
            if (u.going && rng_below(&u.random, 3) == 0)
                u.going = stream_idle(u.judge);
            if (!u.going)
                assert_int_equal(judge_whole(&u), LP_VIOLATED);
        }
        lp_verdict v;
        lp_verdict_init(&v);
        stream_finish(u.judge, &v);
        assert_int_equal(v.outcome, judge_whole(&u));
        (v.outcome == LP_HOLDS ? &holds : &violated)[0]++;
        lp_verdict_fini(&v);
        use_fini(&u);
    }
    assert_true(holds > cases / 10 && violated > cases / 10);
}

// Within so many events of the first prefix of the history that is wrong.
static void a_violation_is_noticed_soon(void **state)
{
    (void)state;
    enum { SOON = 128 };
    uint64_t found = 0;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        use u;
        use_init(&u, seed, true);
        for (int i = 0; i < 1000; i++)
            step(&u, 0, 0);
        for (int i = 0, after = 0; i < 2000 && u.going; i++) {
            step(&u, 0, 50);
            after += after || judge_whole(&u) == LP_VIOLATED;
            assert_true(after <= SOON);
            found += !u.going;
        }
        use_fini(&u);
    }
    assert_true(found > 90);
}

static void memory_does_not_grow(void **state)
{
    (void)state;
    use u;
    use_init(&u, 1, false);
    for (size_t i = 0; i < 2; i++) { // a write and a read that never return
        do {
            u.users[i].open = false;
            call(&u, i);
        } while (u.users[i].writes != (i == 0));
        assert_true(stream_abandon(u.judge, u.number[i]));
        u.users[i].open = false;
    }
    uint64_t before = 0, steps = setting("LINCHPIN_CASES", 20000) * 30;
    for (uint64_t i = 0; i < steps; i++) {
        step(&u, 0, 0);
        assert_true(u.going);
        if (i == steps / 2)
            before = memory_resident_peak();
    }
#ifndef SETTING_KEEPS_FREED // which keeps what was freed for a while
    assert_true(memory_resident_peak() - before < 1 << 20);
#endif
    (void)before;
    use_fini(&u);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_forgotten_changes_nothing),
        cmocka_unit_test(a_violation_is_noticed_soon),
        cmocka_unit_test(memory_does_not_grow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
