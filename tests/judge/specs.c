// SPDX-License-Identifier: MIT
// Specs for tests: see test_specs.h.

#include "judge/test_specs.h"

#include <string.h>

enum { MOST = 64 };

// The state's values without the i-th.
static size_t without(const lp_step *s, size_t i, lp_value *out)
{
    size_t n, k = 0;
    const lp_value *values = lp_step_values(s, &n);
    for (size_t j = 0; j < n; j++)
        if (j != i)
            out[k++] = values[j];
    return k;
}

// The state's values with one more, sorted, so that equal bags have equal bytes.
static size_t with(const lp_step *s, lp_value more, lp_value *out)
{
    size_t n, k = 0;
    const lp_value *values = lp_step_values(s, &n);
    while (k < n && lp_value_compare(s->pool, values[k], more) < 0) {
        out[k] = values[k];
        k++;
    }
    out[k] = more;
    for (; k < n; k++)
        out[k + 1] = values[k];
    return n + 1;
}

static void bag_step(lp_step *s)
{
    lp_value next[MOST];
    size_t n;
    const lp_value *values = lp_step_values(s, &n);
    if (s->calls[0].method == 0) {
        n = with(s, s->calls[0].arg, next);
        lp_step_emit_values(s, LP_UNIT, next, n);
        return;
    }
    if (n == 0)
        lp_step_emit_values(s, LP_NIL, NULL, 0);
    for (size_t i = 0; i < n; i++) {
        size_t left = without(s, i, next);
        lp_step_emit_values(s, values[i], next, left);
    }
}

const lp_spec test_spec_bag = {
    .name = "bag",
    .methods = {{"add", NULL, 1, NULL, true}, {"take", NULL, 0, NULL, false}},
    .data_independent = true,
    .initial = lp_initial_empty,
    .step = bag_step,
};

static void coin_initial(const lp_spec *self, lp_step *s)
{
    (void)self;
    for (int64_t side = 1; side <= 2; side++) {
        lp_value v = lp_int(side);
        s->emit(s, NULL, &v, sizeof v);
    }
}

// "flip" turns it over or not, and does not tell.
static void coin_step(lp_step *s)
{
    const lp_value *now = lp_step_values(s, NULL);
    lp_value other = lp_int(3 - now->bits);
    if (s->calls[0].method == 0) {
        lp_step_emit_values(s, *now, now, 1);
        return;
    }
    lp_step_emit_values(s, LP_UNIT, now, 1);
    lp_step_emit_values(s, LP_UNIT, &other, 1);
}

const lp_spec test_spec_coin = {
    .name = "coin",
    .methods = {{"look", NULL, 0, NULL, false}, {"flip", NULL, 0, NULL, true}},
    .initial = coin_initial,
    .step = coin_step,
};

// The state is who holds it. lock waits while it is held; trylock tells.
static void mutex_step(lp_step *s)
{
    size_t n;
    const lp_value *holder = lp_step_values(s, &n);
    lp_value me = lp_int(s->calls[0].process);
    if (s->calls[0].method == 2) {
        if (n)
            lp_step_emit_values(s, LP_FALSE, holder, n);
        else
            lp_step_emit_values(s, LP_TRUE, &me, 1);
    } else if (s->calls[0].method == 0 && n == 0) {
        lp_step_emit_values(s, LP_UNIT, &me, 1);
    } else if (s->calls[0].method == 1 && n && lp_value_equal(*holder, me)) {
        lp_step_emit_values(s, LP_UNIT, NULL, 0);
    }
}

const lp_spec test_spec_mutex = {
    .name = "mutex",
    .methods = {{"lock", NULL, 0, NULL, true},
                {"unlock", NULL, 0, NULL, true},
                {"trylock", NULL, 0, NULL, false}},
    .looks_at_process = true,
    .initial = lp_initial_empty,
    .step = mutex_step,
};

// One register per key. The judge splits by key, so a state knows one key only;
// unsplit, it is a list of key, value, key, value …, sorted by key.
static void map_step(lp_step *s)
{
    size_t n, i = 0;
    const lp_value *pairs = lp_step_values(s, &n);
    lp_value key = s->calls[0].method == 0 ? s->calls[0].arg : lp_step_arg(s, 0, 0);
    while (i < n && lp_value_compare(s->pool, pairs[i], key) < 0)
        i += 2;
    bool found = i < n && lp_value_equal(pairs[i], key);
    if (s->calls[0].method == 0) {
        lp_step_emit_values(s, found ? pairs[i + 1] : LP_NIL, pairs, n);
        return;
    }
    lp_value next[MOST];
    if (i)
        memcpy(next, pairs, i * sizeof *next);
    next[i] = key;
    next[i + 1] = lp_step_arg(s, 0, 1);
    size_t rest = i + (found ? 2 : 0);
    if (n > rest)
        memcpy(next + i + 2, pairs + rest, (n - rest) * sizeof *next);
    lp_step_emit_values(s, LP_UNIT, next, n + (found ? 0 : 2));
}

static lp_value map_split(const lp_spec *self, const lp_pool *pool, uint32_t method, lp_value arg)
{
    (void)self;
    size_t n;
    return method == 0 ? arg : lp_items(pool, arg, &n)[0];
}

const lp_spec test_spec_map = {
    .name = "map",
    .methods = {{"get", NULL, 1, NULL, false}, {"put", NULL, 2, NULL, true}},
    .initial = lp_initial_empty,
    .step = map_step,
    .split = map_split,
};

// "draw" returns any integer that was not drawn before: too many to list. Asked
// without a result, it can only say which of a few small ones there are, which
// is enough to explain a draw that nobody saw return.
static void oracle_step(lp_step *s)
{
    size_t n;
    const lp_value *drawn = lp_step_values(s, &n);
    for (int64_t candidate = 1; candidate <= (s->want ? 1 : MOST); candidate++) {
        lp_value v = s->want ? s->want[0] : lp_int(-candidate);
        bool fresh = v.kind == LP_KIND_INT;
        for (size_t i = 0; i < n; i++)
            fresh &= !lp_value_equal(drawn[i], v);
        if (!fresh)
            continue;
        lp_value next[MOST];
        n = with(s, v, next);
        lp_step_emit_values(s, v, next, n);
        return;
    }
}

const lp_spec test_spec_oracle = {
    .name = "draws",
    .methods = {{"draw", NULL, 0, NULL, false}},
    .needs_result = true,
    .initial = lp_initial_empty,
    .step = oracle_step,
};

// Two a's meet a b and learn what they brought; an a and a c swap; d is alone
// and counts the meetings so far.
static const lp_sync rendezvous_syncs[] = {
    {"aab", 3, {0, 0, 1}},
    {"ac", 2, {0, 2}},
    {"d", 1, {3}},
};

static void rendezvous_initial(const lp_spec *self, lp_step *s)
{
    (void)self;
    lp_value zero = lp_int(0);
    s->emit(s, NULL, &zero, sizeof zero);
}

static void rendezvous_step(lp_step *s)
{
    int64_t met = lp_step_values(s, NULL)[0].bits;
    lp_value next = lp_int(met + 1);
    const lp_call *c = s->calls;
    if (s->sync == 0) {
        lp_value results[] = {c[1].arg, c[0].arg, lp_int(c[0].arg.bits + c[1].arg.bits)};
        s->emit(s, results, &next, sizeof next);
    } else if (s->sync == 1) {
        lp_value results[] = {c[1].arg, c[0].arg};
        s->emit(s, results, &next, sizeof next);
    } else {
        lp_value now = lp_int(met);
        s->emit(s, &now, &now, sizeof now);
    }
}

const lp_spec test_spec_rendezvous = {
    .name = "rendezvous",
    .methods = {{"a", NULL, 1, NULL, false},
                {"b", NULL, 0, NULL, false},
                {"c", NULL, 1, NULL, false},
                {"d", NULL, 0, NULL, false}},
    .initial = rendezvous_initial,
    .step = rendezvous_step,
    .syncs = rendezvous_syncs,
    .sync_count = 3,
};

const lp_spec *const test_specs[] = {&test_spec_bag,
                                     &test_spec_coin,
                                     &test_spec_mutex,
                                     &test_spec_map,
                                     &test_spec_oracle,
                                     &test_spec_rendezvous,
                                     NULL};
