// SPDX-License-Identifier: MIT
// Random systems whose components exchange messages, with and without those that are dead. The
// graph of all states is made here, by the interpreter, and says for every state what is claimed:
// a dead message stays dead along every step, its receipt changes no component, and what it sends is
// dead, too; the same local states are reached, the same steps fail and the same states are ends.

#include "base/intern.h"
#include "base/random.h"
#include "base/text.h"
#include "setting.h"
#include "uncompiled.h"
#include "verify/system/dead_messages.h"
#include "verify/system/local_graph.h"
#include "verify/system/reduction.h"
#include "written.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { KINDS = 3, MOST_STATES = 4000, ITEMS = 16 };

typedef struct shape {
    uint32_t kinds;
    bool many[KINDS]; // two instances
    bool channel[KINDS][KINDS];
    bool cycles; // answers may go round
} shape;

static const char *const names[KINDS] = {"a", "b", "c"};

static uint32_t below(rng *r, uint32_t n)
{
    return (uint32_t)rng_below(r, n);
}

static void write_message(rng *r, uint32_t which, text *out)
{
    if (which == 1)
        text_add(out, "y");
    else
        text_add(out, "%s(%u)", which ? "z" : "x", below(r, 2));
}

static void write_condition(rng *r, text *out)
{
    switch (below(r, 4)) {
    case 0:
        text_add(out, "if (s == %u) ", below(r, 3));
        break;
    case 1:
        text_add(out, "if (v == %u) ", below(r, 3));
        break;
    case 2:
        text_add(out, "if (s <= %u) ", below(r, 3));
        break;
    default:
        break;
    }
}

// To somebody there is a channel to.
static void write_send(rng *r, const shape *h, uint32_t from, uint32_t message, text *out)
{
    uint32_t to = below(r, h->kinds);
    if (!h->channel[from][to])
        return;
    write_condition(r, out);
    text_add(out, "send ");
    write_message(r, message, out);
    text_add(out, " to %s%s; ", names[to],
             h->many[to] && (h->cycles || below(r, 2)) ? (below(r, 2) ? "[0]" : "[1]") : "");
}

static void write_effect(rng *r, const char *w, text *out)
{
    switch (below(r, 8)) {
    case 0:
        text_add(out, "v = %s; ", w);
        break;
    case 1:
        text_add(out, "if (s == %u) v = %s; ", below(r, 3), w);
        break;
    case 2:
        text_add(out, "if (%s > v) v = %s; ", w, w);
        break;
    case 3:
        text_add(out, "if (s <= %u) v = (v + 1) %% 3; ", below(r, 2));
        break;
    case 4:
        text_add(out, "if (s == 0) s = 1; ");
        break;
    case 5:
        if (below(r, 4) == 0)
            text_add(out, "assert(s != %u || v != %u); ", below(r, 3), below(r, 3));
        break;
    default:
        break;
    }
}

// x is answered by y or z, and y by z, unless answers go round: then x by y, and y by x.
static void write_receipts(rng *r, const shape *h, uint32_t kind, uint32_t from, text *out)
{
    static const char *const heads[] = {"x(int 0..1 w)", "y", "z(int 0..1 w)"};
    for (uint32_t m = 0; m < 3; m++) {
        text_add(out, "  input receive %s from %s do { ", heads[m], names[from]);
        write_effect(r, m == 1 ? "1" : "w", out);
        if (h->cycles && m < 2)
            write_send(r, h, kind, 1 - m, out);
        else if (m < 2 && below(r, 3))
            write_send(r, h, kind, m == 0 ? 1 + below(r, 2) : 2, out);
        text_add(out, "}\n");
    }
}

static void write_kind(rng *r, const shape *h, uint32_t kind, text *out)
{
    const char *own = h->many[kind] ? "i" : "";
    text_add(out, "automaton %s%s {\n  int 0..2 s;\n  int 0..2 v;\n", names[kind],
             h->many[kind] ? "(int 0..1 i)" : "");
    if (below(r, 4) == 0) { // on its way at the start
        text_add(out, "  init { ");
        write_send(r, h, kind, h->cycles ? 0 : below(r, 3), out);
        text_add(out, "}\n");
    }
    text_add(out, "  internal go() when s == 0 do { s = 1; ");
    for (uint32_t i = below(r, 3); i-- > 0;)
        write_send(r, h, kind, h->cycles ? 0 : below(r, 3), out);
    text_add(out, "}\n  internal on() when s == 1%s do { s = 2; ", below(r, 2) ? " && v > 0" : "");
    if (below(r, 2))
        write_send(r, h, kind, h->cycles ? 1 : below(r, 3), out);
    text_add(out, "}\n");
    if (below(r, 3) == 0)
        text_add(out, "  output tell_%s(%s%sint 0..1 k) when s == 2 && v == k do v = 2;\n",
                 names[kind], own, *own ? ", " : "");
    for (uint32_t i = 0; i < h->kinds; i++)
        if (i != kind && below(r, 4) == 0) // perhaps nobody's output
            text_add(out, "  input tell_%s(%sint 0..1 k) do { if (s == %u) v = k; }\n", names[i],
                     h->many[i] ? "int 0..1 j, " : "", below(r, 3));
    for (uint32_t i = 0; i < h->kinds; i++)
        if (h->channel[i][kind])
            write_receipts(r, h, kind, i, out);
    text_add(out, "}\n");
}

static void write_channel(rng *r, uint32_t from, uint32_t to, text *out)
{
    static const char *const kinds[] = {"reliable", "reliable",    "reliable",
                                        "lossy",    "duplicating", "lossy duplicating",
                                        "fifo",     "bounded 2"};
    text_add(out, "  channel %s -> %s %s;\n", names[from], names[to],
             kinds[below(r, sizeof kinds / sizeof *kinds)]);
}

// About a channel: always, in some local states of one of its ends, or of steps.
static void write_claim(rng *r, const shape *h, text *out)
{
    const char *a = h->many[0] ? "a[0]" : "a", *b = h->many[1] ? "b[1]" : "b";
    text_add(out, "  let sent = %s.to_b%s.%s;\n", a, h->many[1] ? "[1]" : "",
             below(r, 2) ? "len()" : "has(y) ? 1 : 0");
    switch (below(r, 6)) {
    case 0:
        text_add(out, "  invariant few { sent < 2 }\n");
        break;
    case 1:
        text_add(out, "  invariant few { %s.%s == %u ? sent < %u : true }\n", below(r, 3) ? b : a,
                 below(r, 2) ? "s" : "v", below(r, 3), 1 + below(r, 2));
        break;
    case 2:
        text_add(out, "  never decreases %s.s == %u ? 0 : sent;\n", b, below(r, 3));
        break;
    case 3:
        text_add(out, "  step invariant rise { %s.%s == %u ? sent' >= sent : true }\n", b,
                 below(r, 2) ? "s'" : "v", below(r, 3));
        break;
    case 4: // not of a step that changes nothing, perhaps
        text_add(out, "  step invariant act { %s.s' %s %s.s || %s.v' != %s.v || sent' > sent }\n",
                 a, below(r, 2) ? ">=" : ">", a, b, b);
        break;
    default: // as long as nobody looks at a channel
        text_add(out, "  step invariant one { %s.s' - %s.s <= 1 }\n", a, a);
        break;
    }
}

static char *write_system(rng *r, const char *claims)
{
    shape h = {.kinds = 2 + below(r, 2), .cycles = below(r, 5) == 0};
    text out = {0};
    for (uint32_t i = 0; i < h.kinds; i++) {
        h.many[i] = below(r, 3) == 0;
        for (uint32_t k = 0; k < h.kinds; k++)
            h.channel[i][k] = i == k ? below(r, 4) == 0 : below(r, 4) > 0;
    }
    h.channel[0][1] = true;
    text_add(&out, "message x(int 0..1 w), y, z(int 0..1 w);\n");
    for (uint32_t i = 0; i < h.kinds; i++)
        write_kind(r, &h, i, &out);
    text_add(&out, "system t = ");
    for (uint32_t i = 0; i < h.kinds; i++)
        text_add(&out, "%s%s%s", i ? " || " : "", names[i], h.many[i] ? "[i in int 0..1]" : "");
    text_add(&out, " {\n");
    for (uint32_t i = 0; i < h.kinds; i++)
        for (uint32_t k = 0; k < h.kinds; k++)
            if (h.channel[i][k])
                write_channel(r, i, k, &out);
    if (claims && below(r, 2))
        text_add(&out, "  invariant u { !(a%s.s == %u && b%s.v == %u) }\n", h.many[0] ? "[0]" : "",
                 below(r, 3), h.many[1] ? "[1]" : "", below(r, 3));
    if (claims && below(r, 2))
        write_claim(r, &h, &out);
    text_add(&out, "}\nverify t { %s}\n", claims ? claims : "");
    return text_take(&out);
}

// A graph of states.
typedef struct graph {
    const transition_system *s;
    dead_filter *filter; // NULL: all messages stay
    uint32_t width;
    intern *states, *parts, *ends, *problems; // parts, ends: without channels
    uint64_t dropped;
    const char *written;
} graph;

static bool is_channel(const variable *v)
{
    return v->type.kind == TYPE_SEQ && v->type.parts[0].kind == TYPE_MESSAGE;
}

static void add_part(const graph *g, intern *to, const int32_t *cells)
{
    const program *p = g->s->p;
    int32_t own[4096];
    assert_true(g->width < 4096);
    memcpy(own, cells, g->width * sizeof *own);
    for (uint32_t i = 0; i < p->model->shared_count; i++)
        if (is_channel(&p->model->shared[i]))
            memset(own + p->layout.variable[i], 0,
                   variable_cells(p, &p->model->shared[i]) * sizeof *own);
    intern_add(to, own, g->width * sizeof *own);
}

static uint32_t count_of(const int32_t *items, int32_t rank)
{
    uint32_t count = 0;
    for (int32_t i = 1; i <= items[0]; i++)
        count += items[i] == rank;
    return count;
}

typedef struct step {
    const int32_t *before, *after; // all of it,
    const int32_t *kept, *left;    // and without what is dead; `left` NULL: the step fails
    const method *taken;
} step;

static void check_channel(const graph *g, const step *t, uint32_t cell)
{
    const int32_t *before = t->before + cell, *after = t->after + cell;
    for (int32_t i = 1; i <= before[0]; i++) {
        int32_t rank = before[i];
        if (count_of(t->kept + cell, rank))
            continue; // not dead
        if (t->left && count_of(t->left + cell, rank))
            FAIL(g->written, "message %d lives again after %s", rank, t->taken->name);
        bool received = t->taken->over && count_of(after, rank) < count_of(before, rank);
        if (received && (!t->left || memcmp(t->kept, t->left, g->width * sizeof *t->kept) != 0))
            FAIL(g->written, "message %d is not dead: %s", rank, t->taken->name);
    }
}

// What is claimed of one step of the unreduced system.
static void check_step(const graph *g, const step *t)
{
    const program *p = g->s->p;
    for (uint32_t i = 0; i < p->model->shared_count; i++) {
        const variable *v = &p->model->shared[i];
        for (uint32_t k = 0; is_channel(v) && k < (v->length ? v->length : 1); k++)
            check_channel(g, t, p->layout.variable[i] + k * variable_unit(p, v));
    }
}

// What is left of a state, found out from the state before and by itself.
static const int32_t *filtered(const graph *g, const int32_t *from, const int32_t *after)
{
    int32_t near[4096];
    uint32_t list[4096 + 1];
    cell_changes changed = {.list = list};
    cell_changes_find(&changed, from, after, g->width);
    dead_filter_base(g->filter, from);
    memcpy(near, dead_filter_apply_near(g->filter, after, &changed), g->width * sizeof *near);
    const int32_t *left = dead_filter_apply(g->filter, after);
    if (memcmp(near, left, g->width * sizeof *near) != 0)
        fail_msg("seen from the state before, other messages are dead\n%s", g->written);
    return left;
}

static void take(graph *g, const int32_t *from, int32_t *work, uint32_t which, dead_filter *oracle,
                 bool *moved)
{
    const offer *o = &g->s->offers[which];
    run r = {0};
    do {
        move m = {.kind = o->kind, .offer = which, .method = o->method};
        memcpy(work, from, g->width * sizeof *work);
        run_reset(&r);
        system_interpret(g->s, work, &m, &r);
        if (r.blocked)
            continue;
        *moved = true;
        step t = {.before = from, .after = work, .taken = g->s->p->routines[o->method].method};
        int32_t kept[4096], left[4096];
        if (oracle) {
            memcpy(kept, dead_filter_apply(oracle, from), g->width * sizeof *kept);
            t.kept = kept;
            if (!r.problem) {
                memcpy(left, dead_filter_apply(oracle, work), g->width * sizeof *left);
                t.left = left;
                g->dropped += memcmp(left, work, g->width * sizeof *left) != 0;
            }
            if (r.problem != PROBLEM_FULL)
                check_step(g, &t);
        }
        uint32_t failed[] = {(uint32_t)r.problem, r.where};
        if (r.problem)
            intern_add(g->problems, failed, sizeof failed);
        else
            intern_add(g->states, g->filter ? filtered(g, from, work) : work,
                       g->width * sizeof *work);
    } while (run_next(&r));
}

static void graph_make(graph *g, dead_filter *oracle)
{
    int32_t start[4096], work[4096];
    run r;
    g->width = g->s->p->layout.cells;
    assert_true(g->width < 4096);
    system_start(g->s, start, &r);
    assert_int_equal(r.problem, PROBLEM_NONE);
    g->states = intern_new();
    g->parts = intern_new();
    g->ends = intern_new();
    g->problems = intern_new();
    intern_add(g->states, g->filter ? dead_filter_apply(g->filter, start) : start,
               g->width * sizeof *start);
    for (uint32_t i = 0; i < intern_count(g->states) && i < MOST_STATES; i++) {
        size_t length;
        const int32_t *cells = intern_get(g->states, i, &length);
        bool moved = false;
        add_part(g, g->parts, cells);
        for (uint32_t k = 0; k < g->s->offer_count; k++)
            take(g, cells, work, k, oracle, &moved);
        if (!moved)
            add_part(g, g->ends, cells);
    }
}

static void graph_fini(graph *g)
{
    intern_free(g->states);
    intern_free(g->parts);
    intern_free(g->ends);
    intern_free(g->problems);
}

static void compare_sets(const intern *a, const intern *b, const char *what, const char *written)
{
    for (uint32_t i = 0; i < intern_count(a); i++) {
        size_t length;
        const void *item = intern_get(a, i, &length);
        if (intern_find(b, item, length) == INTERN_NONE)
            FAIL(written, "%s: not the same", what);
    }
    if (intern_count(a) != intern_count(b))
        FAIL(written, "%s: %u and %u", what, intern_count(a), intern_count(b));
}

static bool has_problem(const graph *g, problem what)
{
    for (uint32_t i = 0; i < intern_count(g->problems); i++) {
        size_t length;
        const uint32_t *failed = intern_get(g->problems, i, &length);
        if (failed[0] == (uint32_t)what)
            return true;
    }
    return false;
}

typedef struct tally {
    uint64_t compared, reduced, dropped, saved, refined;
} tally;

static void compare_graphs(const transition_system *s, dead_messages *d, const char *written,
                           tally *sum)
{
    dead_filter *one = dead_filter_new(d), *other = dead_filter_new(d);
    graph all = {.s = s, .written = written}, few = {.s = s, .filter = one, .written = written};
    graph_make(&all, other);
    if (intern_count(all.states) < MOST_STATES && !has_problem(&all, PROBLEM_FULL)) {
        graph_make(&few, NULL);
        compare_sets(all.parts, few.parts, "local states", written);
        compare_sets(all.ends, few.ends, "ends", written);
        compare_sets(all.problems, few.problems, "problems", written);
        sum->compared++;
        sum->dropped += all.dropped > 0;
        sum->saved += intern_count(few.states) < intern_count(all.states);
        graph_fini(&few);
    }
    graph_fini(&all);
    dead_filter_free(one);
    dead_filter_free(other);
}

// Nothing is compiled: that would take far longer than all the rest.
static void compare_written(const char *written, tally *sum)
{
    uncompiled u;
    uncompiled_init(&u, written, ITEMS);
    local_graphs *g = local_graphs_new(&u.s, u.v, &u.o, NULL, 0);
    local_graphs *refined = g ? local_graphs_refined(g, u.v, &u.o, NULL) : NULL;
    dead_messages *d = g ? dead_messages_new(refined ? refined : g) : NULL;
    sum->refined += refined != NULL;
    if (d) {
        sum->reduced++;
        compare_graphs(&u.s, d, written, sum);
    }
    dead_messages_free(d);
    local_graphs_free(refined);
    local_graphs_free(g);
    uncompiled_fini(&u);
}

static void test_graphs(void **state)
{
    (void)state;
    uint64_t models = setting("LINCHPIN_MODELS", 1500), first = setting("LINCHPIN_SEED", 1);
    tally sum = {0};
    for (uint64_t seed = first; seed < first + models; seed++) {
        rng r;
        rng_init(&r, seed);
        char *written = write_system(&r, NULL);
        compare_written(written, &sum);
        free(written);
    }
    print_message("%d models: %d with a dead message somewhere, %d compared, %d with one dropped, "
                  "%d with fewer states, %d with messages that are accounted for\n",
                  (int)models, (int)sum.reduced, (int)sum.compared, (int)sum.dropped,
                  (int)sum.saved, (int)sum.refined);
    assert_true(sum.compared * 4 > models && sum.saved * 8 > models);
}

// As a user has it: verdicts, evidence that was run again, coverage.
static void test_verdicts(void **state)
{
    (void)state;
    uint64_t models = setting("LINCHPIN_MODELS", 16) / (setting("LINCHPIN_MODELS", 0) ? 20 : 1);
    uint64_t first = setting("LINCHPIN_SEED", 1) + 1000000;
    static const char *const claims[] = {"", "deadlockfree; "};
    for (uint64_t seed = first; seed < first + models; seed++) {
        rng r;
        rng_init(&r, seed);
        char *written = write_system(&r, claims[seed % 2]);
        text all = {0}, few = {0};
        lp_outcome without = written_coverage(written, REDUCE_ALL & ~REDUCE_MESSAGES, &all);
        lp_outcome with = written_coverage(written, REDUCE_ALL, &few);
        if (without != with && without != LP_ERROR)
            FAIL(written, "seed %d: %d without, %d with", (int)seed, (int)without, (int)with);
        if (without == LP_HOLDS && strcmp(all.bytes ? all.bytes : "", few.bytes ? few.bytes : "")) {
            fprintf(stderr, "without:\n%s\nwith:\n%s\n", all.bytes, few.bytes);
            FAIL(written, "seed %d: not the same is reached", (int)seed);
        }
        text_fini(&all);
        text_fini(&few);
        free(written);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_graphs),
                                       cmocka_unit_test(test_verdicts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
