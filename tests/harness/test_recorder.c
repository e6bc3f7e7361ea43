// SPDX-License-Identifier: MIT
// Stamps become histories; histories that differ only in what does not matter
// have one key; a record that was written over is noticed.

#include "base/intern.h"
#include "base/random.h"
#include "harness/stress/recorder.h"
#include "history/history_format.h"
#include "setting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

typedef struct fixture {
    lp_pool *pool;
    scenario scenario;
    recorder recorder;
    unsigned char key[RECORDER_MAX_KEY], other[RECORDER_MAX_KEY];
    uint64_t round;
} fixture;

static const uint32_t number = 7, other_number = 8;

static fixture *prepare(const char *line)
{
    fixture *f = calloc(1, sizeof *f);
    error e = {0};
    f->pool = lp_pool_new();
    assert_true(scenario_parse(f->pool, line, &f->scenario, &e));
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

// "0( 1( 0) 1)": lane 0 calls, lane 1 calls, lane 0 returns, lane 1 returns.
static void play(fixture *f, uint32_t slot, const char *events, const int64_t *results)
{
    uint32_t next[RECORDER_MAX_LANES] = {0};
    recorder *r = &f->recorder;
    recorder_begin(r, slot, ++f->round, 0);
    for (; *events; events++) {
        uint32_t lane = (uint32_t)(*events - '0');
        if (*events < '0' || *events > '9')
            continue;
        record *rec = recorder_at(r, slot, lane, next[lane]);
        if (events[1] == '(')
            record_call(r->clock, rec);
        else {
            record_return(r->clock, rec, lp_int(*results++));
            next[lane]++;
        }
    }
}

static void becomes_a_history(void **state)
{
    (void)state;
    fixture *f = prepare("a(1) ; a(2) b | c(3,4) ; b");
    play(f, 0, "2( 2) 0( 1( 1) 0) 0( 0) 2(", (const int64_t[]){10, 30, 20, 21});
    assert_true(recorder_key(&f->recorder, 0, f->key, NULL) > 0);
    lp_history *h = recorder_history(&f->recorder, 0, f->pool);
    text line = {0};
    history_canonical(h, &line);
    assert_string_equal(line.bytes,
                        "[{\"process\":2,\"type\":\"invoke\",\"f\":\"a\",\"value\":1},"
                        "{\"process\":2,\"type\":\"ok\",\"f\":\"a\",\"value\":10},"
                        "{\"process\":0,\"type\":\"invoke\",\"f\":\"a\",\"value\":2},"
                        "{\"process\":1,\"type\":\"invoke\",\"f\":\"c\",\"value\":[3,4]},"
                        "{\"process\":0,\"type\":\"ok\",\"f\":\"a\",\"value\":20},"
                        "{\"process\":1,\"type\":\"ok\",\"f\":\"c\",\"value\":30},"
                        "{\"process\":0,\"type\":\"invoke\",\"f\":\"b\",\"value\":null},"
                        "{\"process\":0,\"type\":\"ok\",\"f\":\"b\",\"value\":21},"
                        "{\"process\":2,\"type\":\"invoke\",\"f\":\"b\",\"value\":null}]");
    text_fini(&line);
    lp_history_free(h);
    finish(f);
}

static bool same(fixture *f, const char *a, const int64_t *ra, const char *b, const int64_t *rb)
{
    play(f, 0, a, ra);
    play(f, 1, b, rb);
    size_t length = recorder_key(&f->recorder, 0, f->key, NULL);
    size_t other = recorder_key(&f->recorder, 1, f->other, NULL);
    assert_true(length && other);
    return length == other && !memcmp(f->key, f->other, length);
}

static void keys_tell_histories_apart(void **state)
{
    (void)state;
    fixture *f = prepare("a(1) | b");
    const int64_t r01[] = {0, 1}, r10[] = {1, 0};
    assert_true(same(f, "0( 1( 0) 1)", r01, "1( 0( 1) 0)", r10));  // calls and returns swap
    assert_false(same(f, "0( 1( 0) 1)", r01, "0( 1( 0) 1)", r10)); // other results
    assert_false(same(f, "0( 1( 0) 1)", r01, "0( 0) 1( 1)", r01)); // one after the other
    assert_false(same(f, "0( 0) 1( 1)", r01, "1( 1) 0( 0)", r10));
    assert_false(same(f, "0( 1( 0) 1)", r01, "0( 1( 0)", r01)); // one still open
    f->recorder.numbers = &other_number;
    play(f, 0, "0( 1( 0) 1)", r01);
    size_t length = recorder_key(&f->recorder, 0, f->key, NULL);
    f->recorder.numbers = &number;
    size_t other = recorder_key(&f->recorder, 0, f->other, NULL);
    assert_int_equal(length, other);
    assert_memory_not_equal(f->key, f->other, length); // of another scenario
    finish(f);
}

static void notices_stray_writes(void **state)
{
    (void)state;
    fixture *f = prepare("a(1) b | b");
    const int64_t results[] = {1, 2, 3};
    for (int what = 0; what <= 7; what++) {
        play(f, 0, "0( 1( 0) 1) 0( 0)", results);
        record *first = recorder_at(&f->recorder, 0, 0, 0);
        record *second = recorder_at(&f->recorder, 0, 0, 1);
        switch (what) {
        case 1:
            first->ret = 1u << 30; // later than now
            break;
        case 2:
            first->call = first->ret; // returned before it was called
            break;
        case 3:
            first->call = 0; // returned, never called
            break;
        case 4:
            first->ret = 0; // the next call came before this returned
            break;
        case 5:
            second->call = first->call; // two events at once
            break;
        case 6:
            first->result.kind = 77;
            break;
        case 7:
            recorder_at(&f->recorder, 0, 1, 0)->call = second->call;
            break;
        }
        assert_int_equal(recorder_key(&f->recorder, 0, f->key, NULL) > 0, what == 0);
    }
    finish(f);
}

static void outlives_a_crash(void **state)
{
    (void)state;
    fixture *f = prepare("a(1) | b");
    pid_t pid = fork();
    if (pid == 0) {
        play(f, 0, "0( 1( 0)", (const int64_t[]){5});
        _exit(1);
    }
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(recorder_key(&f->recorder, 0, f->key, NULL) > 0);
    lp_history *h = recorder_history(&f->recorder, 0, f->pool);
    assert_int_equal(h->op_count, 2);
    assert_false(lp_op_pending(&h->ops[0]));
    assert_int_equal(h->ops[0].result.bits, 5);
    assert_true(lp_op_pending(&h->ops[1]));
    lp_history_free(h);
    finish(f);
}

// Nothing is cleared: what an earlier run left must not be taken for this one's.
static void forgets_earlier_runs(void **state)
{
    (void)state;
    fixture *f = prepare("a(1) | b");
    play(f, 0, "0( 1( 0) 1)", (const int64_t[]){5, 6});
    for (int run = 0; run < 3; run++) {
        recorder_prepare(&f->recorder, &f->scenario, &number, 1);
        recorder_begin(&f->recorder, 0, 1, 0);
        record_call(f->recorder.clock, recorder_at(&f->recorder, 0, run % 2 ? 1 : 0, 0));
        assert_true(recorder_key(&f->recorder, 0, f->key, NULL) > 0);
        lp_history *h = recorder_history(&f->recorder, 0, f->pool);
        assert_int_equal(h->op_count, 1);
        assert_true(lp_op_pending(&h->ops[0]));
        lp_history_free(h);
    }
    finish(f);
}

// Numbers of rounds are bounded by the bits of a stamp. At the end they begin anew, and
// what has the same number from long ago must be gone.
static void rounds_are_numbered_without_end(void **state)
{
    (void)state;
    fixture *f = prepare("a(1) | b");
    play(f, 0, "0( 1( 0) 1)", (const int64_t[]){5, 6}); // with the lowest numbers
    f->recorder.base = (1ull << (64 - STAMP_COUNT_BITS)) - 4 * (uint64_t)RECORDER_MAX_ROUNDS;
    for (int run = 0; run < 6; run++) {
        recorder_prepare(&f->recorder, &f->scenario, &number, 1);
        for (uint64_t round = 1; round <= RECORDER_MAX_ROUNDS; round += RECORDER_MAX_ROUNDS - 1) {
            recorder_begin(&f->recorder, 0, round, 0);
            assert_true(recorder_key(&f->recorder, 0, f->key, NULL) > 0);
            lp_history *h = recorder_history(&f->recorder, 0, f->pool);
            assert_int_equal(h->op_count, 0);
            lp_history_free(h);
            record *rec = recorder_at(&f->recorder, 0, 0, 0);
            record_call(f->recorder.clock, rec);
            record_return(f->recorder.clock, rec, lp_int(run));
            assert_true(recorder_key(&f->recorder, 0, f->key, NULL) > 0);
            h = recorder_history(&f->recorder, 0, f->pool);
            assert_int_equal(h->op_count, 1);
            assert_int_equal(h->ops[0].result.bits, run);
            lp_history_free(h);
        }
    }
    finish(f);
}

// A random order of events, perhaps with some operations left open.
static void play_random(fixture *f, uint32_t slot, rng *random)
{
    recorder *r = &f->recorder;
    uint32_t next[3] = {0}, left = 12 - (uint32_t)rng_below(random, 4);
    bool open[3] = {false};
    recorder_begin(r, slot, ++f->round, 0);
    while (left) {
        uint32_t lane = (uint32_t)rng_below(random, 3);
        if (next[lane] == 2)
            continue;
        record *rec = recorder_at(r, slot, lane, next[lane]);
        if (open[lane]) {
            record_return(r->clock, rec, lp_int((int64_t)rng_below(random, 2)));
            next[lane]++;
        } else {
            record_call(r->clock, rec);
        }
        open[lane] = !open[lane];
        left--;
    }
}

static bool any_overlap(const lp_history *h)
{
    for (uint32_t a = 0; a < h->op_count; a++)
        for (uint32_t b = 0; b < a; b++)
            if (!lp_op_precedes(&h->ops[a], &h->ops[b]) && !lp_op_precedes(&h->ops[b], &h->ops[a]))
                return true;
    return false;
}

// Keys are equal exactly when histories are, by the slow way of telling.
static void keys_are_histories(void **state)
{
    (void)state;
    fixture *f = prepare("a b | a b | a b");
    rng random;
    rng_init(&random, 42);
    intern *keys = intern_new(), *lines = intern_new();
    text line = {0};
    uint64_t count = setting("LINCHPIN_CASES", 20000);
    for (uint64_t i = 0; i < count; i++) {
        bool overlapping;
        play_random(f, 0, &random);
        size_t length = recorder_key(&f->recorder, 0, f->key, &overlapping);
        assert_true(length > 0);
        lp_history *h = recorder_history(&f->recorder, 0, f->pool);
        text_clear(&line);
        history_canonical(h, &line);
        assert_int_equal(overlapping, any_overlap(h));
        assert_int_equal(intern_add(keys, f->key, length),
                         intern_add(lines, line.bytes, line.length));
        lp_history_free(h);
    }
    text_fini(&line);
    intern_free(keys);
    intern_free(lines);
    finish(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(becomes_a_history),
        cmocka_unit_test(keys_tell_histories_apart),
        cmocka_unit_test(notices_stray_writes),
        cmocka_unit_test(outlives_a_crash),
        cmocka_unit_test(keys_are_histories),
        cmocka_unit_test(forgets_earlier_runs),
        cmocka_unit_test(rounds_are_numbered_without_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
