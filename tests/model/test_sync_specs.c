// SPDX-License-Identifier: MIT
// Every built-in spec of a synchronisation object, written down as a spec block: the
// judges say the same of both, on random histories that came from either. LINCHPIN_CASES
// and LINCHPIN_SEED as elsewhere.

#include "judge/evidence/verdict.h"
#include "judge/judge.h"
#include "judge/random_history.h"
#include "model/spec/spec_block.h"
#include "spec/spec_get.h"

#include "base/memory.h"
#include "history/history_format.h"
#include "setting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct twin {
    const char *builtin, *block;
} twins[] = {
    {"channel", "sync send(int x) with receive() -> int { return x; }"},
    {"filter-channel",
     "sync send(int x) with receive(int n) -> int { await(n != 0 && x % n == 0); return x; }"},
    {"men-and-women", "sync man(int m) -> int with woman(int w) -> int { return w, m; }"},
    {"exchanger", "sync exchange(int x) -> int with exchange(int y) -> int { return y, x; }"},
    {"timeout-channel", "sync send(int x) -> bool with receive() -> int? { return true, x; }\n"
                        "send(int x) -> bool { return false; }\n"
                        "receive() -> int? { return none; }"},
    {"timeout-exchanger",
     "sync exchange(int x) -> int? with exchange(int y) -> int? { return y, x; }\n"
     "sync exchange(int x) -> int? { return none; }"},
    {"counter-channel", "int n;\n"
                        "sync send(int x) -> int with receive() -> (int, int) {\n"
                        "  n = n + 1; return n, (x, n); }"},
    {"closeable-channel",
     "bool closed;\n"
     "sync send(int x) -> bool with receive() -> int? { await(!closed); return true, x; }\n"
     "send(int x) -> bool { await(closed); return false; }\n"
     "receive() -> int? { await(closed); return none; }\n"
     "close() { closed = true; }"},
    {"abc", "sync a(int x) -> (int, int) with b(int y) -> (int, int) with c(int z) -> (int, int)\n"
            "  { return (y, z), (x, z), (x, y); }"},
    {"two-families", "set<(int, int)> met;\n"
                     "sync left(int l) -> int with right(int r) -> int {\n"
                     "  await(!met.has((l, r))); met.add((l, r)); return r, l; }"},
    {"one-family", "set<(int, int)> met;\n"
                   "sync meet(int a) -> int with meet(int b) -> int {\n"
                   "  await(a != b && !met.has((a, b)));\n"
                   "  met.add((a, b)); met.add((b, a)); return b, a; }"},
    {"barrier:3", "sync 3 sync(int who) {}"},
    {"barrier:2", "sync sync(int one) with sync(int other) {}"}, // without a group
    {"combining-barrier:3", "sync 3 sync(int who, int x) -> int {\n"
                            "  int sum = 0; while (!x.empty()) sum = sum + x.pop(); return sum; }"},
    {"enrollable-barrier",
     "set<int> here;\n"
     "sync n = 1..8 sync(int who) {\n"
     "  await(n == here.len());\n"
     "  int last = -1;\n"
     "  while (!who.empty()) {\n"
     "    int one = who.pop_front(); await(one != last && here.has(one)); last = one; } }\n"
     "enrol(int who) { await(here.len() < 8 && !here.has(who)); here.add(who); }\n"
     "resign(int who) { await(here.has(who)); here.remove(who); }"},
    {"terminating-queue:2", "seq<int> q;\n"
                            "enq(int x) { q.push(x); }\n"
                            "deq() -> int? { await(!q.empty()); return q.pop_front(); }\n"
                            "sync 2 deq() -> int? { await(q.empty()); return none; }"},
};

static lp_outcome judged(const char *condition, lp_history *h, const lp_spec *spec)
{
    error e = {0};
    lp_verdict v;
    lp_verdict_init(&v);
    bool ok = judge_history(judge_find(condition, &e), h, spec, NULL, true, &v, &e);
    if (!ok)
        fail_msg("%s: %s", spec->name, e.message);
    lp_outcome outcome = v.outcome;
    lp_verdict_fini(&v);
    return outcome;
}

// Some histories have strings, which the blocks do not take.
static bool has_strings(const lp_history *h)
{
    for (uint32_t i = 0; i < h->op_count; i++) {
        size_t n;
        const lp_value *items = lp_items(h->pool, h->ops[i].arg, &n);
        for (size_t k = 0; h->ops[i].arg.kind == LP_KIND_VECTOR && k < n; k++)
            if (items[k].kind == LP_KIND_STRING)
                return true;
    }
    return false;
}

// `maker` is `written` once more: a string that it is asked about makes it fail.
static void compare(const struct twin *t, const lp_spec *builtin, const lp_spec *written,
                    const lp_spec *maker, uint64_t cases, uint64_t seed)
{
    static const char *const conditions[] = {"synchronised", "progressible", "two-step"};
    static const random_shape shape = {
        .processes = 5, .ops = 8, .values = 3, .pending_percent = 15, .change_percent = 25};
    uint64_t seen[3][2] = {{0}};
    rng r;
    rng_init(&r, seed);
    for (uint64_t n = 0; n < cases; n++) {
        lp_pool *pool = lp_pool_new();
        uint32_t *methods;
        lp_history *h = random_history(&r, pool, n % 2 ? builtin : maker, &shape, &methods);
        for (uint32_t c = 0; c < 3 && !has_strings(h); c++) {
            lp_outcome one = judged(conditions[c], h, builtin);
            lp_outcome other = judged(conditions[c], h, written);
            text line = {0};
            history_canonical(h, &line);
            if (one != other)
                fail_msg("%s %s: %s, but %s as a block: %s", conditions[c], t->builtin,
                         outcome_name(one), outcome_name(other), line.bytes);
            text_fini(&line);
            seen[c][one == LP_HOLDS]++;
        }
        free(methods);
        lp_history_free(h);
        lp_pool_free(pool);
    }
    for (uint32_t c = 0; c < 3; c++) {
        assert_true(seen[c][0] > cases / 100);
        assert_true(seen[c][1] > cases / 100);
    }
}

static void test_twins(void **state)
{
    (void)state;
    uint64_t cases = setting("LINCHPIN_CASES", 600), seed = setting("LINCHPIN_SEED", 1);
    for (size_t i = 0; i < sizeof twins / sizeof *twins; i++) {
        error e = {0};
        char *whole = text_format("spec twin {\n%s\n}\n", twins[i].block);
        model *m = model_read("twin.lin", whole, strlen(whole), &e);
        if (!m)
            fail_msg("%s: %u:%u: %s", twins[i].builtin, (unsigned)e.line, (unsigned)e.column,
                     e.message);
        spec_block *b = spec_block_new(m, m->units[0]), *maker = spec_block_new(m, m->units[0]);
        const lp_spec *builtin = spec_get(twins[i].builtin, NULL, &e);
        assert_non_null(builtin);
        assert_true(spec_check(spec_block_spec(b), &e));
        compare(&twins[i], builtin, spec_block_spec(b), spec_block_spec(maker), cases, seed);
        assert_false(spec_block_failed(b, &e));
        spec_release(builtin);
        spec_block_free(b);
        spec_block_free(maker);
        model_free(m);
        free(whole);
    }
}

// The test can fail: the judges tell a block from one with another guard.
static void test_guard_matters(void **state)
{
    (void)state;
    static const char both[] = "spec any { sync send(int x) with receive() -> int { return x; } }\n"
                               "spec even { sync send(int x) with receive() -> int\n"
                               "  { await(x % 2 == 0); return x; } }\n";
    error e = {0};
    model *m = model_read("two.lin", both, strlen(both), &e);
    assert_non_null(m);
    lp_pool *pool = lp_pool_new();
    lp_history *h = lp_history_new(pool);
    uint32_t send = lp_history_call(h, 0, lp_string(pool, "send", 4), lp_int(3));
    uint32_t receive = lp_history_call(h, 1, lp_string(pool, "receive", 7), LP_NIL);
    for (int returned = 0; returned < 2; returned++) {
        for (uint32_t i = 0; i < 2; i++) {
            spec_block *b = spec_block_new(m, m->units[i]);
            lp_outcome waits = judged("progressible", h, spec_block_spec(b));
            lp_outcome right = judged("synchronised", h, spec_block_spec(b));
            assert_int_equal(right, returned && i == 1 ? LP_VIOLATED : LP_HOLDS);
            assert_int_equal(waits, returned == (int)i ? LP_VIOLATED : LP_HOLDS);
            spec_block_free(b);
        }
        if (!returned) {
            lp_history_return(h, send, LP_UNIT);
            lp_history_return(h, receive, lp_int(3));
        }
    }
    lp_history_free(h);
    lp_pool_free(pool);
    model_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_twins),
        cmocka_unit_test(test_guard_matters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
