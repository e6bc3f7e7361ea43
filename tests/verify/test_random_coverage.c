// SPDX-License-Identifier: MIT
// What is reached in random systems whose names are permuted and whose messages may be dead: all that
// is reached without reductions, and with the same verdict. It may be more: a dead message counts as
// received in each local state after the one that it was dropped in, though in the system as a whole
// the two may exclude each other. That is rare. Components hold names that are idle, that are given
// to them or that they compare; messages are sent by steps and at the start; receipts mostly change
// nothing, so that what they run is seen only if dead messages count.

#include "base/memory.h"
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

static uint32_t below(rng *r, uint32_t n)
{
    return (uint32_t)rng_below(r, n);
}

static const char *some_name(rng *r)
{
    return below(r, 2) ? "p1" : "p2";
}

static void write_send(rng *r, const char *name, text *out)
{
    if (below(r, 2))
        text_add(out, "send m to c; ");
    else
        text_add(out, "send n(%s) to c; ", name);
}

static void write_sender(rng *r, text *out)
{
    bool holds = below(r, 2);
    text_add(out, "automaton a {\n  bool x;\n");
    if (holds)
        text_add(out, "  P v = %s;\n", some_name(r));
    if (below(r, 3)) {
        text_add(out, "  init { ");
        write_send(r, some_name(r), out);
        text_add(out, "}\n");
    }
    text_add(out, "  internal go(P p) when !x%s do { x = true; ",
             holds && below(r, 2) ? " && p != v" : "");
    if (below(r, 2))
        write_send(r, "p", out);
    text_add(out, "}\n}\n");
}

static void write_branch(rng *r, bool indexed, bool named, text *out)
{
    static const char *const plain[] = {"y", "!y", "y && z", "z"};
    static const char *const of_w[] = {"w == q", "w == q && y"};
    static const char *const of_p[] = {"p == w", "p != w && y", "p == q", "y && p == i"};
    const char *condition = plain[below(r, 4)];
    if (named && below(r, 3))
        condition = of_p[below(r, indexed ? 4 : 3)];
    else if (below(r, 3) == 0)
        condition = of_w[below(r, 2)];
    static const char *const effects[] = {"", "", "", "", "z = true; ", "if (z) z = true; "};
    text_add(out, "if (%s) { %s} ", condition, effects[below(r, 6)]);
}

static void write_receiver(rng *r, bool indexed, text *out)
{
    text_add(out, "automaton c%s {\n  bool y;\n  bool z;\n  P w%s;\n  P q;\n",
             indexed ? "(P i)" : "", below(r, 2) ? " = p2" : "");
    text_add(out, "  internal on() when !y do y = true;\n");
    if (below(r, 3) == 0)
        text_add(out, "  internal turn(P p) when y && !z do { q = p; %s}\n",
                 below(r, 2) ? "z = true; " : "");
    for (uint32_t named = 0; named < 2; named++) {
        text_add(out, "  input receive %s from a do { ", named ? "n(P p)" : "m");
        write_branch(r, indexed, named, out);
        if (below(r, 2))
            write_branch(r, indexed, named, out);
        text_add(out, "}\n");
    }
    text_add(out, "}\n");
}

static char *write_system(rng *r)
{
    static const char *const channels[] = {"reliable", "reliable", "lossy", "duplicating",
                                           "lossy duplicating"};
    bool indexed = below(r, 3) == 0;
    text out = {0};
    text_add(&out, "enum P { p1, p2%s }\nmessage m, n(P p);\n", below(r, 3) ? "" : ", p3");
    write_sender(r, &out);
    write_receiver(r, indexed, &out);
    text_add(&out, "system s = a || c%s { channel a -> c %s; }\nverify s { %s}\n",
             indexed ? "[i in P]" : "", channels[below(r, 5)], below(r, 3) ? "" : "deadlockfree; ");
    return text_take(&out);
}

// Is something listed as not reached here, and not there? What is never reached there may be a branch
// here that goes one way: a line ends with how it is lacking.
static bool misses_more(const char *here, const char *there)
{
    char *lines = memory_string(here), *rest = lines;
    bool more = false;
    for (char *line; !more && (line = strsep(&rest, "\n"));) {
        if (strncmp(line, "random.lin:", strlen("random.lin:")) != 0 || strstr(there, line))
            continue;
        line[strlen(line) - 1] = '0' + LP_NEVER_REACHED;
        more = !strstr(there, line);
    }
    free(lines);
    return more;
}

static void test_coverage(void **state)
{
    (void)state;
    uint64_t models = setting("LINCHPIN_MODELS", 24), first = setting("LINCHPIN_SEED", 1);
    uint64_t held = 0, same = 0;
    for (uint64_t seed = first; seed < first + models; seed++) {
        rng r;
        rng_init(&r, seed);
        char *written = write_system(&r);
        text all = {0}, few = {0};
        lp_outcome without = written_coverage(written, 0, &all);
        lp_outcome with = written_coverage(written, REDUCE_ALL, &few);
        if (without != with)
            FAIL(written, "seed %d: %d without, %d with", (int)seed, (int)without, (int)with);
        if (without == LP_HOLDS && misses_more(few.bytes, all.bytes)) {
            fprintf(stderr, "without:\n%s\nwith:\n%s\n", all.bytes, few.bytes);
            FAIL(written, "seed %d: less is reached", (int)seed);
        }
        held += without == LP_HOLDS;
        same += without == LP_HOLDS && strcmp(all.bytes, few.bytes) == 0;
        text_fini(&all);
        text_fini(&few);
        free(written);
    }
    assert_true(held * 2 > models && same * 8 >= held * 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_coverage)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
