// SPDX-License-Identifier: MIT
// All scenarios up to a size: none is missing, none comes twice, the smallest come
// first. The oracle lists every way to give every thread calls, and leaves out
// what is the same but for who is who.

#include "harness/scenarios/scenario_enumerate.h"

#include "base/intern.h"
#include "harness/scenarios/well_formed.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void *make(void)
{
    return NULL;
}

static lp_value nothing(void *object, const lp_value *args)
{
    (void)object;
    (void)args;
    return LP_UNIT;
}

static void initial(const lp_spec *self, lp_step *s)
{
    (void)self;
    s->emit(s, NULL, "", 0);
}

static void step(lp_step *s)
{
    lp_step_emit_values(s, LP_UNIT, NULL, 0);
}

static const lp_spec spec = {.name = "anything",
                             .methods = {{"put", NULL, 1, ""},
                                         {"take", NULL, 0, ""},
                                         {"look", NULL, 1, ""},
                                         {"lock", NULL, 0, ""},
                                         {"unlock", NULL, 0, ""},
                                         {"who", NULL, 1, ""},
                                         {"own", NULL, 0, ""}},
                             .initial = initial,
                             .step = step};

#define OBJECT(...)                                                                                \
    {                                                                                              \
        .name = "o", .create = make, .custom_spec = &spec, .methods = { __VA_ARGS__ }              \
    }
#define PUT                                                                                        \
    {                                                                                              \
        "put", nothing, .args = {LP_UNIQUE}, .flow = LP_IN                                         \
    }
#define TAKE                                                                                       \
    {                                                                                              \
        "take", nothing, .flow = LP_OUT                                                            \
    }

static const lp_object objects[] = {
    OBJECT(PUT, TAKE),
    OBJECT(PUT, TAKE, {"look", nothing, .args = {LP_INTS(3, 9)}}),
    OBJECT({"lock", nothing, .role = LP_ACQUIRE}, {"unlock", nothing, .role = LP_RELEASE}, TAKE),
    OBJECT({"who", nothing, .args = {LP_THREAD}}, TAKE),
    OBJECT({"own", nothing, .role = LP_OWNER}, TAKE),
    OBJECT({"own", nothing, .role = LP_PRODUCER}, PUT, {"take", nothing, .role = LP_CONSUMER}),
};

// One way among all, by brute force: for each place a letter, or nothing.
typedef struct oracle {
    const subject *subject;
    uint32_t threads, most[3]; // calls of each thread, in any order
    intern *found;
} oracle;

static void number_values(const subject *s, scenario *sc)
{
    int64_t unique = 1;
    for (uint32_t t = 0; t < sc->thread_count; t++)
        for (uint32_t i = 0; i < sc->threads[t].count; i++) {
            scenario_call *call = &sc->threads[t].calls[i];
            const lp_method *m = &s->object->methods[subject_method(s, call->method)];
            if (m->args[0].kind == LP_GEN_UNIQUE)
                call->args[0] = lp_int(unique++);
            if (m->args[0].kind == LP_GEN_THREAD)
                call->args[0] = lp_int(t);
        }
}

static char *printed(const subject *s, const scenario *sc)
{
    text t = {0};
    scenario_print(s->pool, sc, &t);
    return t.bytes;
}

// The least text of all that are the same but for who is who.
static char *least(const subject *s, const scenario *sc)
{
    char *best = NULL;
    scenario *other = malloc(sizeof *other);
    uint32_t n = sc->thread_count, factorial = n == 3 ? 6 : n;
    for (uint32_t k = 0; k < factorial; k++) {
        uint32_t order[3] = {k % n, (k % n + 1 + k / n) % n, 0};
        order[2] = 3 - order[0] - order[1];
        *other = *sc;
        for (uint32_t t = 0; t < n; t++)
            other->threads[t] = sc->threads[order[t]];
        number_values(s, other);
        bool thread_matters = false;
        for (uint32_t m = 0; m < s->method_count; m++)
            thread_matters |= s->object->methods[m].args[0].kind == LP_GEN_THREAD;
        if (!subject_keeps_roles(s, other) || (thread_matters && k))
            continue;
        char *its = printed(s, other);
        if (!best || strcmp(its, best) < 0) {
            free(best);
            best = its;
        } else {
            free(its);
        }
    }
    free(other);
    return best;
}

static void fill(oracle *o, scenario *sc, uint32_t thread)
{
    if (thread == o->threads) {
        scenario *packed = calloc(1, sizeof *packed);
        for (uint32_t t = 0; t < o->threads; t++)
            if (sc->threads[t].count)
                packed->threads[packed->thread_count++] = sc->threads[t];
        number_values(o->subject, packed);
        if (packed->thread_count && subject_keeps_roles(o->subject, packed)) {
            char *line = least(o->subject, packed);
            intern_add(o->found, line, strlen(line));
            free(line);
        }
        free(packed);
        return;
    }
    scenario_part *part = &sc->threads[thread];
    fill(o, sc, thread + 1);
    if (part->count == o->most[thread])
        return;
    for (uint32_t m = 0; m < o->subject->method_count; m++) {
        const lp_generator *g = &o->subject->object->methods[m].args[0];
        for (int64_t v = 0; v < (g->kind == LP_GEN_INTS ? 2 : 1); v++) {
            scenario_call *call = &part->calls[part->count++];
            *call = (scenario_call){.method = o->subject->names[m],
                                    .args = {lp_int(g->low + v)},
                                    .arg_count = g->kind != LP_GEN_NONE};
            fill(o, sc, thread);
            part->count--;
        }
    }
}

static uint32_t calls_of(const scenario *sc)
{
    uint32_t n = 0;
    for (uint32_t t = 0; t < sc->thread_count; t++)
        n += sc->threads[t].count;
    return n;
}

static void compare(const lp_object *object, const char *shape_text, uint32_t threads,
                    const uint32_t *most)
{
    error e = {0};
    lp_pool *pool = lp_pool_new();
    subject s;
    assert_true(subject_init(&s, object, pool, &e));
    oracle o = {.subject = &s, .threads = threads, .found = intern_new()};
    scenario *sc = calloc(1, sizeof *sc);
    for (uint32_t turned = 0; turned < threads; turned++) {
        for (uint32_t t = 0; t < threads; t++)
            o.most[t] = most[(t + turned) % threads];
        fill(&o, sc, 0);
    }

    scenario_shape shape;
    assert_true(scenario_shape_parse(shape_text, &shape, &e));
    enumeration *all = enumeration_new(&s, &shape, &(enumeration_options){.values = 2}, &e);
    assert_non_null(all);
    intern *listed = intern_new();
    uint32_t before = 0;
    for (uint32_t i = 0; i < enumeration_count(all); i++) {
        assert_true(enumeration_get(all, i, sc, &e));
        assert_true(subject_check(&s, sc, &e));
        assert_true(subject_keeps_roles(&s, sc));
        assert_true(calls_of(sc) >= before);
        before = calls_of(sc);
        char *line = least(&s, sc);
        bool fresh;
        intern_add_fresh(listed, line, strlen(line), &fresh);
        if (!fresh)
            fail_msg("%s comes twice", line);
        if (intern_find(o.found, line, strlen(line)) == INTERN_NONE)
            fail_msg("%s is not among those of size %s", line, shape_text);
        free(line);
    }
    assert_int_equal(intern_count(listed), intern_count(o.found));
    enumeration_free(all);
    intern_free(listed);
    intern_free(o.found);
    free(sc);
    lp_pool_free(pool);
}

static void test_all(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof objects / sizeof *objects; i++) {
        compare(&objects[i], "2x2", 2, (uint32_t[]){2, 2});
        compare(&objects[i], "1x3", 2, (uint32_t[]){3, 1});
        compare(&objects[i], "2x1x1", 3, (uint32_t[]){2, 1, 1});
    }
}

// Every order in which the calls could come; those that take wait for something.
static bool some_order_sticks(const subject *s, const scenario *sc, uint32_t *next, int inside)
{
    bool moves = false, done = true, sticks = false;
    for (uint32_t t = 0; t < sc->thread_count; t++) {
        if (next[t] == sc->threads[t].count)
            continue;
        done = false;
        uint32_t m = subject_method(s, sc->threads[t].calls[next[t]].method);
        lp_flow flow = s->object->methods[m].flow;
        if (flow == LP_OUT && !inside)
            continue;
        moves = true;
        next[t]++;
        sticks =
            sticks || some_order_sticks(s, sc, next, inside + (flow == LP_IN) - (flow == LP_OUT));
        next[t]--;
    }
    return sticks || (!moves && !done) || (done && inside);
}

static void test_well_formed(void **state)
{
    (void)state;
    error e = {0};
    lp_pool *pool = lp_pool_new();
    subject s;
    assert_true(subject_init(&s, &objects[1], pool, &e));
    scenario_shape shape;
    assert_true(scenario_shape_parse("3x3", &shape, &e));
    uint32_t fine = 0;
    scenario *sc = calloc(1, sizeof *sc);
    for (int only = 0; only < 2; only++) {
        enumeration *all = enumeration_new(&s, &shape, &(enumeration_options){1, only == 1}, &e);
        assert_non_null(all);
        for (uint32_t i = 0; i < enumeration_count(all); i++) {
            assert_true(enumeration_get(all, i, sc, &e));
            uint32_t next[SCENARIO_MAX_THREADS] = {0};
            bool is = !some_order_sticks(&s, sc, next, 0);
            assert_int_equal(scenario_well_formed(&s, sc), is);
            assert_true(is || !only);
            fine += is && !only;
        }
        if (only)
            assert_int_equal(enumeration_count(all), fine);
        enumeration_free(all);
    }
    assert_true(fine > 10);
    free(sc);
    lp_pool_free(pool);
}

static void test_main_thread(void **state)
{
    (void)state;
    error e = {0};
    lp_pool *pool = lp_pool_new();
    subject s;
    assert_true(subject_init(&s, &objects[0], pool, &e));
    scenario_shape shape;
    assert_true(scenario_shape_parse("1+1x1+1", &shape, &e));
    enumeration *all = enumeration_new(&s, &shape, &(enumeration_options){1, false}, &e);
    // Before and after: none, put or take. Threads: none, 2 of one, 3 of two.
    assert_int_equal(enumeration_count(all), 3 * 3 * (1 + 2 + 3) - 1);
    scenario *sc = calloc(1, sizeof *sc);
    assert_true(enumeration_get(all, enumeration_count(all) - 1, sc, &e));
    char *line = printed(&s, sc);
    assert_string_equal(line, "take ; take | take ; take");
    free(line);
    enumeration_free(all);
    free(sc);
    lp_pool_free(pool);
}

static void note(enumeration *all, const subject *s, intern *seen)
{
    error e = {0};
    scenario *sc = calloc(1, sizeof *sc);
    for (uint32_t i = 0; i < enumeration_count(all); i++) {
        assert_true(enumeration_get(all, i, sc, &e));
        char *line = printed(s, sc);
        bool fresh;
        intern_add_fresh(seen, line, strlen(line), &fresh);
        if (!fresh)
            fail_msg("%s comes twice", line);
        free(line);
    }
    free(sc);
    enumeration_free(all);
}

// One size after the other has each scenario once, and those of the largest are all there.
static void test_smaller(void **state)
{
    (void)state;
    static const char *const sizes[] = {"1x1", "2x1", "1+1x1", "1x1x1", "1+2x2x1"};
    enum { COUNT = sizeof sizes / sizeof *sizes };
    for (size_t o = 0; o < sizeof objects / sizeof *objects; o++) {
        error e = {0};
        lp_pool *pool = lp_pool_new();
        subject s;
        assert_true(subject_init(&s, &objects[o], pool, &e));
        scenario_shape shapes[COUNT];
        intern *seen = intern_new(), *whole = intern_new();
        for (uint32_t i = 0; i < COUNT; i++) {
            assert_true(scenario_shape_parse(sizes[i], &shapes[i], &e));
            const enumeration_options rest = {
                .values = 1, .smaller = shapes, .smaller_count = i, .may_be_none = true};
            enumeration *all = enumeration_new(&s, &shapes[i], &rest, &e);
            assert_non_null(all);
            note(all, &s, seen);
        }
        enumeration *all =
            enumeration_new(&s, &shapes[COUNT - 1], &(enumeration_options){.values = 1}, &e);
        assert_non_null(all);
        note(all, &s, whole);
        assert_int_equal(intern_count(seen), intern_count(whole));
        for (uint32_t i = 0; i < intern_count(whole); i++) {
            size_t length;
            const char *line = intern_get(whole, i, &length);
            assert_int_not_equal(intern_find(seen, line, length), INTERN_NONE);
        }
        intern_free(seen);
        intern_free(whole);
        lp_pool_free(pool);
    }
}

static void test_limits(void **state)
{
    (void)state;
    error e = {0};
    lp_pool *pool = lp_pool_new();
    subject s;
    assert_true(subject_init(&s, &objects[0], pool, &e));
    scenario_shape shape;
    assert_true(scenario_shape_parse("2+3x3x3", &shape, &e));
    static const volatile sig_atomic_t interrupted = 1;
    limits l = {.interrupted = &interrupted};
    limits_start(&l);
    const enumeration_options how = {.values = 1, .limits = &l};
    assert_null(enumeration_new(&s, &shape, &how, &e));
    assert_string_equal(e.message, "interrupted");
    lp_pool_free(pool);
}

static void test_errors(void **state)
{
    (void)state;
    error e = {0};
    lp_pool *pool = lp_pool_new();
    subject s;
    scenario_shape shape;
    const lp_object undescribed = OBJECT({"put", nothing});
    assert_true(scenario_shape_parse("2x2", &shape, &e));
    assert_true(subject_init(&s, &undescribed, pool, &e));
    assert_null(enumeration_new(&s, &shape, &(enumeration_options){2, false}, &e));
    assert_non_null(strstr(e.message, "describe them"));
    assert_true(subject_init(&s, &objects[3], pool, &e));
    assert_null(enumeration_new(&s, &shape, &(enumeration_options){2, true}, &e));
    assert_non_null(strstr(e.message, "LP_IN"));
    assert_true(scenario_shape_parse("9x9x9", &shape, &e));
    assert_null(enumeration_new(&s, &shape, &(enumeration_options){2, false}, &e));
    assert_non_null(strstr(e.message, "too many"));
    lp_pool_free(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all),         cmocka_unit_test(test_well_formed),
        cmocka_unit_test(test_main_thread), cmocka_unit_test(test_smaller),
        cmocka_unit_test(test_limits),      cmocka_unit_test(test_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
