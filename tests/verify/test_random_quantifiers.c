// SPDX-License-Identifier: MIT
// forall and exists in what is said of the states of objects and processes, against what they stand for: the
// test writes each condition a second time, with the items one by one. In no state do both differ, which an
// invariant says; and as something that is reachable, or that holds at the end or in all runs, both have the same
// verdict, with and without reductions.

#include "base/random.h"
#include "base/text.h"
#include "setting.h"
#include "verify/system/reduction.h"
#include "written.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(list) (sizeof(list) / sizeof *(list))
#define ANY(r, list) (list)[rng_below(r, COUNT(list))]

enum { DEPTH = 2, PAIRS = 6, ITEMS = 3 };

// $ is the item that is bound last, @ the one before it, or the same.
static const char *const of_ints[] = {
    "b[$]",          "a[$] == @", "a[@] < $",     "a[$] + a[@] > 1", "x == $",
    "n == a[$] + @", "q.has($)",  "b[$] != b[@]", "$ < 1 || b[@]",   "y == (x == $ ? a[@] : n)",
    "q.len() > $",
};
static const char *const of_names[] = {"c[$]", "f == $", "c[$] != c[@]", "c[$] && f != @",
                                       "$ != @ || c[$]"};
static const char *const of_objects[] = {"g == $", "top.val == a[$]", "g < a[@]"};
static const char *const names[] = {"k1", "k2", "k3"};

// Over ints, or over the names of an enum.
typedef struct writer {
    rng r;
    bool over_names, object;
} writer;

static void write_body(const char *body, const char *last, const char *before, text *out)
{
    for (const char *c = body; *c; c++)
        if (*c == '$' || *c == '@')
            text_add(out, "%s", *c == '$' ? last : before);
        else
            text_add(out, "%c", *c);
}

// The same condition twice: with quantifiers, and item by item.
typedef struct condition {
    bool all[DEPTH];
    uint32_t depth;
    uint32_t from, to; // of ints
    const char *body;
    bool negated;
} condition;

static condition random_condition(writer *w)
{
    condition c = {.depth = 1 + (uint32_t)rng_below(&w->r, DEPTH),
                   .negated = rng_below(&w->r, 4) == 0};
    for (uint32_t i = 0; i < DEPTH; i++)
        c.all[i] = rng_below(&w->r, 2);
    c.from = (uint32_t)rng_below(&w->r, 2);
    c.to = c.from + (uint32_t)rng_below(&w->r, ITEMS - c.from);
    c.body = w->over_names                           ? ANY(&w->r, of_names)
             : w->object && rng_below(&w->r, 4) == 0 ? ANY(&w->r, of_objects)
                                                     : ANY(&w->r, of_ints);
    return c;
}

static void write_quantified(const writer *w, const condition *c, text *out)
{
    static const char *const bound[] = {"i", "j"};
    text_add(out, "%s(", c->negated ? "!" : "");
    for (uint32_t i = 0; i < c->depth; i++)
        if (w->over_names)
            text_add(out, "%s %s in K : ", c->all[i] ? "forall" : "exists", bound[i]);
        else
            text_add(out, "%s %s in %u..%u : ", c->all[i] ? "forall" : "exists", bound[i], c->from,
                     c->to);
    write_body(c->body, bound[c->depth - 1], bound[0], out);
    text_add(out, ")");
}

static void write_items(const writer *w, const condition *c, uint32_t depth, const char *first,
                        text *out)
{
    uint32_t from = w->over_names ? 0 : c->from, to = w->over_names ? ITEMS - 1 : c->to;
    if (depth == 0)
        text_add(out, "%s", c->negated ? "!" : "");
    text_add(out, "(");
    for (uint32_t k = from; k <= to; k++) {
        char number[12];
        snprintf(number, sizeof number, "%u", k);
        const char *item = w->over_names ? names[k] : number;
        text_add(out, "%s", k == from ? "" : c->all[depth] ? " && " : " || ");
        if (depth + 1 < c->depth)
            write_items(w, c, depth + 1, item, out);
        else {
            text_add(out, "(");
            write_body(c->body, item, depth ? first : item, out);
            text_add(out, ")");
        }
    }
    text_add(out, ")");
}

static const char *const steps[] = {
    "a[me] = v; ",         "b[me] = true; b[me] = false; ",
    "b[v] = !b[v]; ",      "x = v; ",
    "n = n + 1; ",         "y = a[v]; ",
    "c[k1] = true; ",      "f = k2; ",
    "c[f] = !c[f]; ",      "top.val = v; ",
    "ghost { g = v; } ",   "if (q.len() < 2) q.push(v); ",
    "top = new node{1}; ",
};

static void write_object(writer *w, text *out)
{
    text_add(out, "enum K { k1, k2, k3 }\nstruct node { int val; }\nshared int[3] a;\n"
                  "shared bool[3] b;\nshared bool[K] c;\nshared K f = k1;\nshared int x;\n"
                  "shared int y;\nshared int n;\nshared seq<int> q;\nghost int g;\n"
                  "shared node* top = new node{0};\nobject o {\n");
    for (int i = 0; i < 2; i++) {
        text_add(out, "  m%d(int v) { ", i);
        for (uint64_t k = 1 + rng_below(&w->r, 3); k > 0; k--)
            text_add(out, "%s", ANY(&w->r, steps));
        text_add(out, "}\n");
    }
    text_add(out, "}\n");
}

static const char *const events[] = {
    "d{ a[1] = 2; } -> ",
    "d{ b[0] = true; } -> ",
    "d.1{ x = 1; a[x] = 1; } -> ",
    "e{ n = n + 1; } -> ",
    "d{ c[k1] = true; f = k3; } -> ",
    "e{ c[f] = true; } -> ",
    "q!1 -> ",
    "q?2 -> ",
    "[exists i in 0..2 : b[i] || a[i] == n] e{ b[2] = !b[2]; } -> ",
    "q!2 -> ",
    "d{ y = a[1]; b[1] = !b[1]; } -> ",
};

static void write_process(writer *w, text *out)
{
    text_add(out, "enum K { k1, k2, k3 }\nshared int[3] a;\nshared bool[3] b;\nshared bool[K] c;\n"
                  "shared K f = k1;\nshared int x;\nshared int y;\nshared int n;\nchannel q 2;\n");
    for (int i = 0; i < 3; i++) {
        text_add(out, "process P%d() = ", i);
        for (uint64_t k = 1 + rng_below(&w->r, 3); k > 0; k--)
            text_add(out, "%s", ANY(&w->r, events));
        text_add(out, "%s;\n", rng_below(&w->r, 3) ? "Skip" : "Stop");
    }
    text_add(out, "process All() = P0() ||| P1() ||| P2();\n");
}

static condition any_condition(writer *w)
{
    w->over_names = rng_below(&w->r, 3) == 0;
    return random_condition(w);
}

// Both are the same in every state.
static void check_same(writer *w, const char *head, const char *verify, uint64_t seed)
{
    text out = {0};
    text_add(&out, "%s", head);
    for (int i = 0; i < PAIRS; i++) {
        condition c = any_condition(w);
        text_add(&out, "invariant same%d { ", i);
        write_quantified(w, &c, &out);
        text_add(&out, " == ");
        write_items(w, &c, 0, NULL, &out);
        text_add(&out, " }\n");
    }
    text_add(&out, "%s }\n", verify);
    for (int all = 0; all < 2; all++)
        if (written_outcome(out.bytes, all ? REDUCE_ALL : 0, NULL) != LP_HOLDS)
            FAIL(out.bytes, "seed %d: not the same", (int)seed);
    text_fini(&out);
}

// What is claimed of either has the same verdict.
static void check_claim(writer *w, const char *head, const char *verify, uint64_t seed,
                        uint64_t *outcomes)
{
    const char *claims[] = {"reachable ", "|= [] ", "|= <> ", "ends "};
    const char *word = claims[rng_below(&w->r, w->object ? 3 : 4)];
    condition c = any_condition(w);
    text said[2] = {{0}, {0}};
    bool formula = word[0] == '|';
    const char *settings = strchr(verify, '{') + 1;
    for (int i = 0; i < 2; i++) {
        text_add(&said[i], "%s%.*s%s", head, (int)(settings - verify) - 1, verify,
                 formula ? word : "");
        if (!formula)
            text_add(&said[i], "{%s%s", settings, word);
        if (i)
            write_items(w, &c, 0, NULL, &said[i]);
        else
            write_quantified(w, &c, &said[i]);
        text_add(&said[i], formula ? " {%s }\n" : "; }\n", settings);
    }
    lp_outcome want = written_outcome(said[1].bytes, 0, NULL);
    for (int all = 0; all < 2; all++)
        if (written_outcome(said[0].bytes, all ? REDUCE_ALL : 0, NULL) != want)
            FAIL(said[0].bytes, "seed %d: it is not %d, as item by item", (int)seed, (int)want);
    outcomes[want]++;
    text_fini(&said[0]);
    text_fini(&said[1]);
}

static void compare_all(bool object)
{
    uint64_t models = setting("LINCHPIN_MODELS", 40), first = setting("LINCHPIN_SEED", 1);
    uint64_t outcomes[4] = {0};
    for (uint64_t seed = first; seed < first + models; seed++) {
        writer w = {.object = object};
        text made = {0};
        const char *verify =
            object ? "verify o { threads 2; int 0..2; operations 2;" : "verify All {";
        rng_init(&w.r, seed);
        object ? write_object(&w, &made) : write_process(&w, &made);
        check_same(&w, made.bytes, verify, seed);
        check_claim(&w, made.bytes, verify, seed, outcomes);
        text_fini(&made);
    }
    print_message("%d hold, %d do not\n", (int)outcomes[LP_HOLDS], (int)outcomes[LP_VIOLATED]);
    assert_true(outcomes[LP_HOLDS] > models / 10 && outcomes[LP_VIOLATED] > models / 10);
}

static void test_objects(void **state)
{
    (void)state;
    compare_all(true);
}

static void test_processes(void **state)
{
    (void)state;
    compare_all(false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_objects),
                                       cmocka_unit_test(test_processes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
