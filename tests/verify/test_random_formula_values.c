// SPDX-License-Identifier: MIT
// Variables of formulas in conditions: random formulas about random objects, automata, systems and processes hold if
// and only if they hold with each value written in the place of the variable.

#include "base/random.h"
#include "base/text.h"
#include "setting.h"
#include "written.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(list) (sizeof(list) / sizeof *(list))
#define ANY(r, list) (list)[rng_below(r, COUNT(list))]

// E is a step and C a condition in which the variable stands, D another one, in which it may.
static const char *const shapes[] = {
    "[] (E -> <> C)",  "[] (E -> X C)",      "[] (C -> <> E)",   "(<> C) -> <> E",
    "(!E) U (C || D)", "[] (E -> (C -> D))", "[] <> (C || E)",   "([] C) || <> E",
    "[] (E -> D U C)", "<> [] (C -> !E)",    "[] (E && D -> C)", "(<> E) -> <> (C && !D)",
};

// The kinds of variables of a model, each with its values, its steps and its conditions; $ is the variable.
typedef struct sort {
    const char *values[4];                // likewise
    const char *steps[5], *conditions[7]; // each ends with NULL
} sort;

typedef struct subject {
    const char *verify;      // "verify o"
    const char *settings[3]; // that the scheduler may have
    const sort *sorts;
    size_t sort_count;
    void (*write)(rng *r, text *out);
} subject;

static const char *pick(rng *r, const char *const *list)
{
    uint64_t count = 0;
    while (list[count])
        count++;
    return list[rng_below(r, count)];
}

static const char *const object_steps[] = {
    "b[me] = true; ", "b[me] = false; ", "a[me] = v; ", "x = v; ",    "y = a[me]; ",
    "x = me; ",       "on = w; ",        "k = e; ",     "c[e] = w; ",
};

static void write_object(rng *r, text *out)
{
    text_add(out,
             "enum K { k1, k2 }\nshared bool[2] b;\nshared int[2] a;\nshared int x;\n"
             "shared int y;\nshared bool on;\nshared K k = k1;\nshared bool[K] c;\nobject o {\n"
             "  f(int v) { bool w = v == 1; K e = v == 0 ? k1 : k2; ");
    for (uint64_t i = 1 + rng_below(r, 2); i > 0; i--)
        text_add(out, "%s", ANY(r, object_steps));
    text_add(out, "}\n  h(K e) { int v = 1; bool w = true; ");
    text_add(out, "%s}\n  g(bool w) { int v = 0; K e = k2; %s}\n}\n", ANY(r, object_steps),
             ANY(r, object_steps));
}

static const sort of_objects[] = {
    {{"0", "1"},
     {"f.call($)", "f.return($)", "h.call($)", "g.return($)"},
     {"b[$]", "a[$] == 1", "x == $", "y < $ + 1", "a[$] < x", "forall i in 0..1 : i == $ || b[i]"}},
    {{"0", "1"}, {"f.call(_, $)", "f.call(0, $)"}, {"x == $", "a[0] == $", "b[$]", "y > $"}},
    {{"k1", "k2"}, {"h.call(_, $)"}, {"k == $", "c[$]", "c[$] != on", "k != $ || on"}},
    {{"true", "false"}, {"g.call(_, $)", "g.call(1, $)"}, {"on == $", "b[0] != $", "on || $"}},
};

static const char *const guards[] = {"true", "n < 2", "!s[p]", "k != p", "on", "f[i] < 2"};
static const char *const effects[] = {"s[p] = !s[p]; ",    "k = p; ",    "n = i; ", "on = !on; ",
                                      "f[i] = 2 - f[i]; ", "f[i] = 1; ", "on = w; "};

static void write_automaton(rng *r, text *out)
{
    static const char *const heads[] = {"go(K p, int 0..2 i)", "set(K p, int 0..2 i)"};
    text_add(out, "enum K { k1, k2, k3 }\nautomaton o {\n  bool[K] s;\n  K k = k1;\n"
                  "  int 0..2 n;\n  int 0..2[3] f;\n  bool on;\n");
    for (size_t i = 0; i < COUNT(heads); i++)
        text_add(out, "  action %s when %s do { bool w = i == 1; %s%s}\n", heads[i], ANY(r, guards),
                 ANY(r, effects), ANY(r, effects));
    text_add(out, "  action flip(bool w) when %s do on = w;\n}\n",
             rng_below(r, 2) ? "on != w" : "n == 0");
}

static const sort of_automata[] = {
    {{"k1", "k2", "k3"}, {"go($, _)", "set($, 1)"}, {"s[$]", "k == $", "s[$] || on", "k != $"}},
    {{"0", "1", "2"}, {"go(_, $)", "set(k1, $)"}, {"n == $", "f[$] > 0", "f[$] == $", "n < $"}},
    {{"true", "false"}, {"flip($)"}, {"on == $", "$ || n > 0", "(on && $) || s[k2]"}},
};

static void write_system(rng *r, text *out)
{
    static const char *const acts[] = {"has = !has; ", "n = 1 - n; ", "has = n == 1; ", "n = 1; "};
    static const char *const when[] = {"true", "!has", "n == 0", "has || n == 1"};
    text_add(out,
             "enum N { n1, n2 }\nautomaton client(N p) {\n  bool has;\n  int 0..1 n;\n"
             "  output take(p) when %s do { %s}\n  internal retry() when %s do { %s}\n}\n",
             ANY(r, when), ANY(r, acts), ANY(r, when), ANY(r, acts));
    text_add(out,
             "automaton other {\n  int 0..2 seen;\n  input take(N x) do if (seen < 2) seen += 1;"
             "\n}\nsystem s = client[p in N] || other { }\n");
}

static const sort of_systems[] = {
    {{"n1", "n2"},
     {"take($)", "client[$].retry()"},
     {"client[$].has", "client[$].n == 1", "other.seen == 2 || client[$].has",
      "exists y in N : y != $ && client[y].has"}},
};

static void write_process(rng *r, text *out)
{
    static const char *const does[] = {"b[i] = true;", "b[i] = false;", "x = i;", "a[i] = x;",
                                       "k = k2;"};
    static const char *const ends[] = {"P(i)", "Skip", "Stop", "d.i -> P(i)"};
    text_add(out,
             "enum K { k1, k2 }\nshared bool[3] b;\nshared int 0..2[3] a;\nshared int 0..2 x;\n"
             "shared K k = k1;\nprocess P(i) = e.i{ %s } -> f.i{ %s } -> %s;\n"
             "process Q() = g.k2{ k = k1; } -> g.k1{ %s } -> Q();\n"
             "process All() = (||| i in 0..2 @ P(i)) ||| Q();\n",
             ANY(r, does), ANY(r, does), ANY(r, ends), rng_below(r, 2) ? "k = k2;" : "x = 1;");
}

static const sort of_processes[] = {
    {{"0", "1", "2"}, {"e.$", "f.$"}, {"b[$]", "x == $", "a[$] == x", "b[$] || x > $", "a[$] < $"}},
    {{"k1", "k2"}, {"g.$"}, {"k == $", "k != $ || b[0]"}},
};

static void put(const char *from, const char *value, text *out)
{
    for (const char *c = from; *c; c++)
        if (*c == '$')
            text_add(out, "%s", value);
        else
            text_add(out, "%c", *c);
}

// The formula with $ for the variable.
static char *random_formula(rng *r, const sort *of)
{
    const char *shape = ANY(r, shapes), *step = pick(r, of->steps);
    const char *first = pick(r, of->conditions), *second = pick(r, of->conditions);
    text out = {0};
    for (const char *c = shape; *c; c++)
        if (*c == 'E')
            text_add(&out, "%s", step);
        else if (*c == 'C' || *c == 'D')
            text_add(&out, "(%s)", *c == 'C' ? first : second);
        else
            text_add(&out, "%c", *c);
    return text_take(&out);
}

static lp_outcome outcome_with(const char *head, const char *verify, const char *formula,
                               const char *value, const char *settings)
{
    text out = {0};
    text_add(&out, "%s%s |= ", head, verify);
    put(formula, value, &out);
    text_add(&out, " { %s}\n", settings);
    lp_outcome is = written_outcome(out.bytes, 0, NULL);
    text_fini(&out);
    return is;
}

static void compare(rng *r, const subject *s, uint64_t seed, uint64_t *outcomes)
{
    text made = {0};
    const sort *of = &s->sorts[rng_below(r, s->sort_count)];
    s->write(r, &made);
    char *formula = random_formula(r, of);
    const char *settings = pick(r, s->settings);
    lp_outcome is = outcome_with(made.bytes, s->verify, formula, "v", settings), want = LP_HOLDS;
    for (size_t i = 0; i < COUNT(of->values) && of->values[i] && want == LP_HOLDS; i++)
        want = outcome_with(made.bytes, s->verify, formula, of->values[i], settings);
    if (is != want)
        FAIL(made.bytes, "seed %d: %s { %s}: %d, not %d", (int)seed, formula, settings, (int)is,
             (int)want);
    outcomes[is]++;
    free(formula);
    text_fini(&made);
}

static void compare_all(const subject *s)
{
    uint64_t models = setting("LINCHPIN_MODELS", 30), first = setting("LINCHPIN_SEED", 1);
    uint64_t outcomes[4] = {0};
    for (uint64_t seed = first; seed < first + models; seed++) {
        rng r;
        rng_init(&r, seed);
        compare(&r, s, seed, outcomes);
    }
    print_message("%s: %d hold, %d do not\n", s->verify, (int)outcomes[LP_HOLDS],
                  (int)outcomes[LP_VIOLATED]);
    assert_true(outcomes[LP_HOLDS] > models / 20 && outcomes[LP_VIOLATED] > models / 20);
}

#define SUBJECT(name, sorts, write, ...)                                                           \
    {                                                                                              \
        name, {__VA_ARGS__}, sorts, COUNT(sorts), write                                            \
    }

static void test_objects(void **state)
{
    (void)state;
    compare_all(&(subject)SUBJECT("verify o", of_objects, write_object,
                                  "threads 2; int 0..1; operations 3; ",
                                  "threads 2; int 0..1; operations 2; fair weak; "));
}

static void test_automata(void **state)
{
    (void)state;
    compare_all(
        &(subject)SUBJECT("verify o", of_automata, write_automaton, "", "fair strong actions; "));
}

static void test_systems(void **state)
{
    (void)state;
    compare_all(&(subject)SUBJECT("verify s", of_systems, write_system, "", "fair weak; "));
}

static void test_processes(void **state)
{
    (void)state;
    compare_all(
        &(subject)SUBJECT("verify All", of_processes, write_process, "", "fair strong events; "));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_objects), cmocka_unit_test(test_automata),
        cmocka_unit_test(test_systems), cmocka_unit_test(test_processes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
