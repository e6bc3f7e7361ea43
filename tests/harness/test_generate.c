// SPDX-License-Identifier: MIT
// Objects as they are declared, and scenarios made up for them: roles are kept,
// the same seed gives the same scenario, arguments are as described.

#include "harness/scenarios/scenario_generate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TRIES = 500 };

static void *make(void)
{
    return NULL;
}

static lp_value nothing(void *object, const lp_value *args)
{
    (void)object;
    return args[0];
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
                             .methods = {{"a", "alias", 1, ""},
                                         {"b", NULL, 0, ""},
                                         {"lock", NULL, 0, ""},
                                         {"unlock", NULL, 0, ""},
                                         {"two", NULL, 2, ""}},
                             .initial = initial,
                             .step = step};

typedef struct fixture {
    lp_pool *pool;
    subject subject;
    scenario scenario;
    text line;
} fixture;

static fixture *prepare(const lp_object *o)
{
    fixture *f = calloc(1, sizeof *f);
    error e = {0};
    f->pool = lp_pool_new();
    assert_true(subject_init(&f->subject, o, f->pool, &e));
    return f;
}

static void finish(fixture *f)
{
    text_fini(&f->line);
    lp_pool_free(f->pool);
    free(f);
}

static const char *print(fixture *f)
{
    text_clear(&f->line);
    scenario_print(f->pool, &f->scenario, &f->line);
    return f->line.bytes;
}

static void generate(fixture *f, const char *shape, rng *r)
{
    scenario_shape parsed;
    error e = {0};
    assert_true(scenario_shape_parse(shape, &parsed, &e));
    assert_true(generate_scenario(&f->subject, &parsed, r, &f->scenario, &e));
    assert_true(subject_check(&f->subject, &f->scenario, &e));
    assert_true(subject_keeps_roles(&f->subject, &f->scenario));
}

static bool calls(const fixture *f, const scenario_part *part, const char *method)
{
    lp_value name = lp_string(f->pool, method, strlen(method));
    for (uint32_t i = 0; i < part->count; i++)
        if (lp_value_equal(part->calls[i].method, name))
            return true;
    return false;
}

static void same_seed_same_scenario(void **state)
{
    (void)state;
    lp_object o = {.name = "o",
                   .create = make,
                   .custom_spec = &spec,
                   .methods = {{"a", nothing, .args = {LP_INTS(-2, 2)}}, {"b", nothing}}};
    fixture *f = prepare(&o);
    rng one, two;
    rng_init(&one, 42);
    rng_init(&two, 42);
    uint32_t changes = 0;
    char last[256] = "";
    for (int i = 0; i < 20; i++) {
        generate(f, "1+2x3+2", &one);
        assert_int_equal(f->scenario.before.count, 1);
        assert_int_equal(f->scenario.thread_count, 2);
        assert_int_equal(f->scenario.threads[1].count, 3);
        assert_int_equal(f->scenario.after.count, 2);
        char first[256];
        snprintf(first, sizeof first, "%s", print(f));
        generate(f, "1+2x3+2", &two);
        assert_string_equal(first, print(f));
        changes += strcmp(first, last) != 0;
        strcpy(last, first);
    }
    assert_true(changes > 10);
    finish(f);
}

static void arguments_as_described(void **state)
{
    (void)state;
    lp_object o = {.name = "o",
                   .create = make,
                   .custom_spec = &spec,
                   .methods = {{"a", nothing, .args = {LP_UNIQUE}},
                               {"two", nothing, .args = {LP_INTS(3, 5), LP_THREAD}}}};
    fixture *f = prepare(&o);
    rng r;
    rng_init(&r, 1);
    bool seen[6] = {false};
    for (int i = 0; i < TRIES; i++) {
        generate(f, "2x2x2", &r);
        bool used[8] = {false};
        for (uint32_t t = 0; t < 3; t++)
            for (uint32_t k = 0; k < 2; k++) {
                const scenario_call *c = &f->scenario.threads[t].calls[k];
                if (c->arg_count == 2) {
                    assert_in_range(c->args[0].bits, 3, 5);
                    seen[c->args[0].bits] = true;
                    assert_true(lp_value_equal(c->args[1], lp_int(t)));
                } else {
                    assert_in_range(c->args[0].bits, 1, 6);
                    assert_false(used[c->args[0].bits]);
                    used[c->args[0].bits] = true;
                }
            }
    }
    assert_true(seen[3] && seen[4] && seen[5]);
    finish(f);
}

static void owners_producers_consumers(void **state)
{
    (void)state;
    lp_object owner = {.name = "deque",
                       .create = make,
                       .custom_spec = &spec,
                       .methods = {{"b", nothing, .role = LP_OWNER}, {"lock", nothing}}};
    lp_object spsc = {
        .name = "spsc",
        .create = make,
        .custom_spec = &spec,
        .methods = {{"lock", nothing, .role = LP_PRODUCER}, {"b", nothing, .role = LP_CONSUMER}}};
    fixture *f = prepare(&owner);
    rng r;
    rng_init(&r, 2);
    bool seen = false;
    for (int i = 0; i < TRIES; i++) {
        generate(f, "3x3x3", &r);
        seen = seen || calls(f, &f->scenario.threads[0], "b");
        assert_false(calls(f, &f->scenario.threads[1], "b"));
        assert_false(calls(f, &f->scenario.threads[2], "b"));
    }
    assert_true(seen);
    finish(f);

    f = prepare(&spsc);
    for (int i = 0; i < TRIES; i++) {
        generate(f, "3x3x3", &r); // the thread in the middle may call nothing
        assert_int_equal(f->scenario.thread_count, 2);
        assert_false(calls(f, &f->scenario.threads[0], "lock"));
        assert_false(calls(f, &f->scenario.threads[1], "b"));
    }
    finish(f);
}

// With as many calls each as are needed at least, every scenario has some.
static void least_calls(void **state)
{
    (void)state;
    lp_object lock = {.name = "o",
                      .create = make,
                      .custom_spec = &spec,
                      .methods = {{"lock", nothing, .role = LP_ACQUIRE},
                                  {"unlock", nothing, .role = LP_RELEASE}}};
    fixture *f = prepare(&lock);
    assert_int_equal(generate_least_calls(&f->subject), 2);
    scenario_shape shape = {.thread_count = 3, .threads = {2, 2, 2}};
    rng r;
    error e = {0};
    rng_init(&r, 1);
    for (int i = 0; i < TRIES; i++) {
        assert_true(generate_scenario(&f->subject, &shape, &r, &f->scenario, &e));
        assert_int_equal(f->scenario.thread_count, 3);
    }
    shape.threads[0] = shape.threads[1] = shape.threads[2] = 1;
    assert_false(generate_scenario(&f->subject, &shape, &r, &f->scenario, &e));
    finish(f);
    lock.methods[2] = (lp_method){"b", nothing};
    f = prepare(&lock);
    assert_int_equal(generate_least_calls(&f->subject), 1);
    finish(f);
}

static void locks_are_released(void **state)
{
    (void)state;
    lp_object o = {.name = "mutex",
                   .create = make,
                   .custom_spec = &spec,
                   .methods = {{"lock", nothing, .role = LP_ACQUIRE},
                               {"unlock", nothing, .role = LP_RELEASE},
                               {"b", nothing}}};
    fixture *f = prepare(&o);
    rng r;
    rng_init(&r, 3);
    bool seen = false;
    for (int i = 0; i < TRIES; i++) {
        generate(f, "2+5x3+1", &r); // generate() checks the brackets
        seen = seen || calls(f, &f->scenario.threads[0], "unlock");
    }
    assert_true(seen);
    error e = {0};
    assert_true(scenario_parse(f->pool, "lock lock unlock", &f->scenario, &e));
    assert_false(subject_keeps_roles(&f->subject, &f->scenario));
    assert_true(scenario_parse(f->pool, "lock | unlock", &f->scenario, &e));
    assert_false(subject_keeps_roles(&f->subject, &f->scenario));
    assert_true(scenario_parse(f->pool, "lock b unlock | b", &f->scenario, &e));
    assert_true(subject_keeps_roles(&f->subject, &f->scenario));
    finish(f);
}

static void one_to_start_with(void **state)
{
    (void)state;
    lp_object o = {.name = "o",
                   .create = make,
                   .custom_spec = &spec,
                   .methods = {{"a", nothing, .args = {LP_INTS(1, 4)}}, {"b", nothing}}};
    fixture *f = prepare(&o);
    error e = {0};
    scenario_shape shape;
    assert_true(scenario_shape_parse("2x2", &shape, &e));
    assert_true(generate_default(&f->subject, &shape, &f->scenario, &e));
    assert_string_equal(print(f), "a(1) b | a(2) b");
    assert_true(scenario_shape_parse("1x1x1", &shape, &e));
    assert_true(generate_default(&f->subject, &shape, &f->scenario, &e));
    assert_string_equal(print(f), "a(1) | b | a(2)");
    assert_true(scenario_shape_parse("1+1x2+1", &shape, &e));
    assert_true(generate_default(&f->subject, &shape, &f->scenario, &e));
    assert_string_equal(print(f), "a(1) ; a(2) | a(3) b ; b");
    finish(f);
}

static void what_cannot_be_made(void **state)
{
    (void)state;
    lp_object o = {.name = "o", .create = make, .custom_spec = &spec, .methods = {{"a", nothing}}};
    fixture *f = prepare(&o);
    error e = {0};
    scenario_shape shape;
    assert_true(scenario_shape_parse("2x2", &shape, &e));
    assert_false(generate_default(&f->subject, &shape, &f->scenario, &e));
    assert_non_null(strstr(e.message, "'a'"));
    assert_true(scenario_parse(f->pool, "a(1)", &f->scenario, &e));
    assert_true(subject_check(&f->subject, &f->scenario, &e));
    finish(f);
}

static void registered_in_order(void **state)
{
    (void)state;
    static lp_object one = {.name = "one"}, two = {.name = "two"};
    error e = {0};
    assert_null(object_find(NULL, &e));
    assert_non_null(strstr(e.message, "LP_OBJECT"));
    lp_object_register(&one);
    lp_object_register(&one); // twice is once
    assert_ptr_equal(object_find(NULL, &e), &one);
    lp_object_register(&two);
    assert_ptr_equal(object_first(), &one);
    assert_ptr_equal(one.next, &two);
    assert_null(object_find(NULL, &e));
    assert_ptr_equal(object_find("two", &e), &two);
    assert_null(object_find("twi", &e));
    assert_non_null(strstr(e.message, "Did you mean 'two'?"));
}

static void initial_calls_come_first(void **state)
{
    (void)state;
    lp_object o = {.name = "o",
                   .create = make,
                   .custom_spec = &spec,
                   .methods = {{"a", nothing, .args = {LP_INTS(1, 1)}}, {"b", nothing}},
                   .initial = "b a(7)"};
    fixture *f = prepare(&o);
    error e = {0};
    rng r;
    rng_init(&r, 1);
    scenario_shape shape = {.before = 1, .threads = {1}, .thread_count = 1};
    for (int i = 0; i < TRIES; i++) {
        assert_true(generate_scenario(&f->subject, &shape, &r, &f->scenario, &e));
        text_clear(&f->line);
        scenario_print(f->pool, &f->scenario, &f->line);
        assert_int_equal(f->scenario.before.count, 3);
        assert_memory_equal(f->line.bytes, "b a(7) ", 7);
    }
    finish(f);
    static const char *const bad[] = {"b | b", "b ; b", "c", "a", "("};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lp_pool *pool = lp_pool_new();
        subject s;
        o.initial = bad[i];
        assert_false(subject_init(&s, &o, pool, &e));
        assert_non_null(strstr(e.message, ".initial of object 'o'"));
        lp_pool_free(pool);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_seed_same_scenario),
        cmocka_unit_test(arguments_as_described),
        cmocka_unit_test(owners_producers_consumers),
        cmocka_unit_test(locks_are_released),
        cmocka_unit_test(least_calls),
        cmocka_unit_test(one_to_start_with),
        cmocka_unit_test(what_cannot_be_made),
        cmocka_unit_test(registered_in_order),
        cmocka_unit_test(initial_calls_come_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
