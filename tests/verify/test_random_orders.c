// SPDX-License-Identifier: MIT
// Random objects of two methods, and specs that look at who calls. Here the objects are run
// in every order of their steps, and every quiescent history is tried against the spec in
// every order of its operations. `sequential` and `serializable` must say the same, with
// reductions and without.
//
// Compiling a model takes longer than everything else, so a file holds many: each method looks
// at its argument and does what belongs to that one, and a pair of claims gives the clients only
// one value to call with.

#include "base/io/limits.h"
#include "base/random.h"
#include "base/text.h"
#include "model/model.h"
#include "setting.h"
#include "verify/system/reduction.h"
#include "verify/verify.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    OF_A_FILE = 12, // models
    METHODS = 2,
    STEPS = 3,      // of a method, at most
    OPERATIONS = 3, // in all
    THREADS = 3     // at most
};

typedef enum step {
    READ_A,
    READ_B,
    WRITE_A,
    WRITE_B,
    NAME_A,
    NAME_B,
    ADD_NAME,
    SWAP_A,
    IF_NAMED,
    STEP_KINDS
} step;

// The same for the object and the spec, but for `swap`, which specs do not have.
static const char *const spelled[STEP_KINDS] = {
    "r = a; ",
    "r = b; ",
    "a = r; ",
    "b = r; ",
    "a = me; ",
    "b = 2 - me; ",
    "r = (r + me) % 3; ",
    "r = swap(a, r); ",
    "if (r == me) b = 1; ",
};
static const char *const swap_of_spec = "{ int was = a; a = r; r = was; } ";

typedef struct body {
    step steps[STEPS];
    uint32_t count;
    bool atomic;
} body;

typedef struct subject {
    body object[METHODS], spec[METHODS];
    uint32_t threads;
    bool second_only; // the first method is for the second thread
} subject;

typedef struct memory {
    int a, b;
} memory;

static void take_step(step kind, int me, memory *m, int *r)
{
    int was = m->a;
    switch (kind) {
    case READ_A:
        *r = m->a;
        break;
    case READ_B:
        *r = m->b;
        break;
    case WRITE_A:
        m->a = *r;
        break;
    case WRITE_B:
        m->b = *r;
        break;
    case NAME_A:
        m->a = me;
        break;
    case NAME_B:
        m->b = 2 - me;
        break;
    case ADD_NAME:
        *r = (*r + me) % 3;
        break;
    case SWAP_A:
        m->a = *r;
        *r = was;
        break;
    default:
        if (*r == me)
            m->b = 1;
    }
}

typedef struct done {
    uint32_t thread, method;
    int result;
} done;

typedef struct running {
    memory m;
    struct {
        bool open;
        uint32_t method, at;
        int r;
    } threads[THREADS];
    done done[OPERATIONS]; // in the order of their returns
    uint32_t done_count, calls;
} running;

// Is there an order of those that are left? `own`: each thread's is kept.
static bool explained(const subject *x, const running *h, memory m, uint32_t left, bool own)
{
    uint32_t blocked = 0; // threads with an earlier operation left
    for (uint32_t i = 0; i < h->done_count; i++) {
        const done *d = &h->done[i];
        if (!(left >> i & 1) || (own && (blocked >> d->thread & 1)))
            continue;
        blocked |= 1u << d->thread;
        memory after = m;
        int r = 0;
        for (uint32_t k = 0; k < x->spec[d->method].count; k++)
            take_step(x->spec[d->method].steps[k], (int)d->thread, &after, &r);
        if (r == d->result && explained(x, h, after, left & ~(1u << i), own))
            return true;
    }
    return !left;
}

static bool is_open(const running *h)
{
    for (uint32_t t = 0; t < THREADS; t++)
        if (h->threads[t].open)
            return true;
    return false;
}

static bool holds(const subject *x, const running *h, bool own);

static bool holds_after_call(const subject *x, running next, uint32_t t, bool own)
{
    next.calls++;
    next.threads[t].open = true;
    next.threads[t].at = 0;
    next.threads[t].r = 0;
    for (uint32_t m = 0; m < METHODS; m++) {
        next.threads[t].method = m;
        bool allowed = m > 0 || !x->second_only || t == 1;
        if (allowed && !holds(x, &next, own))
            return false;
    }
    return true;
}

static bool holds_after_step(const subject *x, running next, uint32_t t, bool own)
{
    const body *b = &x->object[next.threads[t].method];
    if (next.threads[t].at == b->count) {
        next.threads[t].open = false;
        next.done[next.done_count++] = (done){t, next.threads[t].method, next.threads[t].r};
    }
    while (next.threads[t].at < b->count) {
        take_step(b->steps[next.threads[t].at++], (int)t, &next.m, &next.threads[t].r);
        if (!b->atomic)
            break;
    }
    return holds(x, &next, own);
}

// In every way on from here.
static bool holds(const subject *x, const running *h, bool own)
{
    if (!is_open(h) && !explained(x, h, (memory){0}, (1u << h->done_count) - 1, own))
        return false;
    for (uint32_t t = 0; t < x->threads; t++) {
        if (h->threads[t].open ? !holds_after_step(x, *h, t, own)
                               : h->calls < OPERATIONS && !holds_after_call(x, *h, t, own))
            return false;
    }
    return true;
}

static body random_body(rng *r)
{
    body b = {.count = (uint32_t)rng_below(r, STEPS) + 1, .atomic = rng_below(r, 2) == 0};
    for (uint32_t i = 0; i < b.count; i++)
        b.steps[i] = (step)rng_below(r, STEP_KINDS);
    return b;
}

// Mostly each operation of the spec is the object's, in one step.
static subject random_subject(rng *r, uint32_t threads, bool second_only)
{
    subject x = {.threads = threads, .second_only = second_only};
    for (int i = 0; i < METHODS; i++) {
        x.object[i] = x.spec[i] = random_body(r);
        if (rng_below(r, 4) == 0)
            x.spec[i].steps[rng_below(r, x.spec[i].count)] = (step)rng_below(r, STEP_KINDS);
    }
    return x;
}

static void spell(const body *b, bool spec, int number, text *out)
{
    text_add(out, "    if (v == %d) { %s", number, !spec && b->atomic ? "atomic { " : "");
    for (uint32_t i = 0; i < b->count; i++)
        text_add(out, "%s", spec && b->steps[i] == SWAP_A ? swap_of_spec : spelled[b->steps[i]]);
    text_add(out, "%s}\n", !spec && b->atomic ? "} " : "");
}

static void spell_methods(const subject *x, bool spec, text *out)
{
    for (int m = 0; m < METHODS; m++) {
        text_add(out, "  %c(int v) -> int %s{ int r = 0;\n", 'f' + m,
                 !spec && m == 0 && x->second_only ? "@only(1) " : "");
        for (int i = 0; i < OF_A_FILE; i++)
            spell(spec ? &x[i].spec[m] : &x[i].object[m], spec, i, out);
        text_add(out, "    return r;\n  }\n");
    }
}

// Claims 2 i and 2 i + 1 are `sequential` and `serializable`, both of model i.
static char *spell_file(const subject *x)
{
    text out = {0};
    text_add(&out, "shared int a; shared int b;\nobject o {\n");
    spell_methods(x, false, &out);
    text_add(&out, "}\nspec s {\n  int a; int b;\n");
    spell_methods(x, true, &out);
    text_add(&out, "}\n");
    for (int i = 0; i < OF_A_FILE; i++)
        for (int k = 0; k < 2; k++)
            text_add(&out, "verify o %s s { threads %u; int %d..%d; operations %d; }\n",
                     k ? "serializable" : "sequential", x->threads, i, i, OPERATIONS);
    return out.bytes;
}

static lp_outcome judged(const model *m, uint32_t which, uint32_t reductions, const char *written)
{
    error e = {0};
    limits l = {0};
    limits_start(&l);
    lp_pool *pool = lp_pool_new();
    lp_verdict v;
    lp_verdict_init(&v);
    verify_options o = {.limits = &l, .reductions = reductions, .jobs = 2};
    if (!verify_instance(&m->instances[which], &o, pool, &v, &e))
        fail_msg("claim %u: %s\n%s", which, e.message, written);
    lp_outcome outcome = v.outcome;
    assert_true(outcome != LP_VIOLATED || (v.rechecked && v.history && v.trace_count));
    lp_verdict_fini(&v);
    lp_pool_free(pool);
    return outcome;
}

static void compare(const subject *x, uint64_t seed, uint64_t *held)
{
    char *written = spell_file(x);
    error e = {0};
    model *m = model_read("random.lin", written, strlen(written), &e);
    if (!m) {
        fail_msg("%s\n%s", e.message, written);
        return;
    }
    static const uint32_t sets[] = {0, REDUCE_ALL};
    for (uint32_t i = 0; i < 2 * OF_A_FILE; i++) {
        bool want = holds(&x[i / 2], &(running){0}, i % 2 == 0);
        for (size_t k = 0; k < 2; k++)
            if ((judged(m, i, sets[k], written) == LP_HOLDS) != want)
                fail_msg("seed %d, claim %u, reductions %u: it holds: %d\n%s", (int)seed, i,
                         sets[k], want, written);
        held[i % 2] += want;
    }
    model_free(m);
    free(written);
}

static void test_orders(void **state)
{
    (void)state;
    uint64_t files = setting("LINCHPIN_MODELS", 15), first = setting("LINCHPIN_SEED", 1);
    uint64_t held[2] = {0}, models = files * OF_A_FILE;
    for (uint64_t seed = first; seed < first + files; seed++) {
        rng r;
        rng_init(&r, seed);
        subject x[OF_A_FILE];
        uint32_t threads = 2 + (seed % 3 == 0);
        bool second_only = rng_below(&r, 4) == 0;
        for (int i = 0; i < OF_A_FILE; i++)
            x[i] = random_subject(&r, threads, second_only);
        compare(x, seed, held);
    }
    print_message("of %d: sequential %d, serializable %d\n", (int)models, (int)held[0],
                  (int)held[1]);
    assert_true(models / 10 < held[0] && held[0] < held[1] && held[1] < models * 9 / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_orders)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
