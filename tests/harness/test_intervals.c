// SPDX-License-Identifier: MIT
// The recorded interval of an operation contains the real one, on real threads.

#include "harness/stress/recorder.h"
#include "setting.h"

#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { PASSES = 64 };

typedef struct fixture {
    lp_pool *pool;
    scenario scenario;
    recorder recorder;
    unsigned char key[RECORDER_MAX_KEY];
    uint64_t round;
} fixture;

// Two threads with so many calls each.
static fixture *prepare(void)
{
    static const uint32_t number = 0;
    fixture *f = calloc(1, sizeof *f);
    error e = {0};
    f->pool = lp_pool_new();
    lp_value method = lp_string(f->pool, "a", 1);
    f->scenario.thread_count = 2;
    for (uint32_t lane = 0; lane < 2; lane++) {
        scenario_part *part = &f->scenario.threads[lane];
        while (part->count < PASSES)
            part->calls[part->count++].method = method;
    }
    assert_true(recorder_init(&f->recorder, &e));
    recorder_prepare(&f->recorder, &f->scenario, &number, 1);
    recorder_begin(&f->recorder, 0, ++f->round, 0);
    return f;
}

static void finish(fixture *f)
{
    recorder_fini(&f->recorder);
    lp_pool_free(f->pool);
    free(f);
}

// Two threads hand a token to and fro. Whoever gets it was called before the
// giver returned: a record that says otherwise would be a false alarm.
typedef struct player {
    fixture *fixture;
    uint32_t lane;
    _Atomic uint32_t *token;
} player;

static void *pass(void *context)
{
    player *p = context;
    recorder *r = &p->fixture->recorder;
    for (uint32_t i = 0; i < PASSES; i++) {
        record *rec = recorder_at(r, 0, p->lane, i);
        record_call(r->clock, rec);
        while (atomic_load_explicit(p->token, memory_order_relaxed) % 2 != p->lane)
            sched_yield();
        uint32_t turn = atomic_fetch_add_explicit(p->token, 1, memory_order_relaxed);
        record_return(r->clock, rec, lp_int(turn));
    }
    return NULL;
}

static void intervals_contain_the_truth(void **state)
{
    (void)state;
    fixture *f = prepare();
    _Atomic uint32_t token = 0;
    player players[2] = {{f, 0, &token}, {f, 1, &token}};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, pass, &players[i]), 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert_true(recorder_key(&f->recorder, 0, f->key, NULL) > 0);
    lp_history *h = recorder_history(&f->recorder, 0, f->pool);
    assert_int_equal(h->op_count, 2 * PASSES);
    for (uint32_t a = 0; a < h->op_count; a++)
        for (uint32_t b = 0; b < h->op_count; b++)
            if (lp_op_precedes(&h->ops[a], &h->ops[b]))
                assert_true(h->ops[a].result.bits < h->ops[b].result.bits);
    lp_history_free(h);
    finish(f);
}

// Each operation says how far its thread has come, and looks how far the other has, by plain
// accesses that compiler and processor may delay. Whatever came before by the record must
// be seen.
typedef struct shown {
    _Alignas(128) _Atomic uint32_t count;
} shown;

typedef struct teller {
    fixture *fixture;
    uint32_t lane;
    shown *both;
    _Atomic uint32_t *ready;
} teller;

static void *tell(void *context)
{
    teller *t = context;
    recorder *r = &t->fixture->recorder;
    atomic_fetch_add(t->ready, 1);
    while (atomic_load(t->ready) % 2)
        sched_yield();
    for (uint32_t i = 0; i < PASSES; i++) {
        record *rec = recorder_at(r, 0, t->lane, i);
        record_call(r->clock, rec);
        atomic_store_explicit(&t->both[t->lane].count, i + 1, memory_order_relaxed);
        uint32_t other = atomic_load_explicit(&t->both[!t->lane].count, memory_order_relaxed);
        record_return(r->clock, rec, lp_int(other));
    }
    return NULL;
}

static void what_came_before_is_seen(void **state)
{
    (void)state;
    fixture *f = prepare();
    uint64_t rounds = setting("LINCHPIN_CASES", 20000) / 20;
    for (uint64_t round = 1; round <= rounds; round++) {
        shown both[2] = {0};
        _Atomic uint32_t ready = 0;
        teller tellers[2] = {{f, 0, both, &ready}, {f, 1, both, &ready}};
        pthread_t other;
        recorder_begin(&f->recorder, 0, ++f->round, 0);
        assert_int_equal(pthread_create(&other, NULL, tell, &tellers[1]), 0);
        tell(&tellers[0]);
        pthread_join(other, NULL);
        assert_true(recorder_key(&f->recorder, 0, f->key, NULL) > 0);
        for (uint32_t lane = 0; lane < 2; lane++)
            for (uint32_t i = 0, before = 0; i < PASSES; i++) {
                const record *rec = recorder_at(&f->recorder, 0, lane, i);
                while (before < PASSES &&
                       recorder_at(&f->recorder, 0, !lane, before)->ret <= rec->call)
                    before++;
                assert_true((uint64_t)rec->result.bits >= before);
            }
    }
    finish(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_contain_the_truth),
        cmocka_unit_test(what_came_before_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
