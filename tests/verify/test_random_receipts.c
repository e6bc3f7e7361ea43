// SPDX-License-Identifier: MIT
// Random systems of clients and servers, with and without messages that are received at once. The
// graphs of both are made here, by the interpreter, and their traces are compared: everything that is
// taken but receipts counts as seen, and so does every step that fails.

#include "base/intern.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "setting.h"
#include "uncompiled.h"
#include "verify/system/eager_receipts.h"
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

enum { MOST_STATES = 3000, MOST_SETS = 3000, MOST_CELLS = 4096, ITEMS = 16 };

#define PICK(r, list) list[rng_below(r, sizeof(list) / sizeof *(list))]

// What a client does with a reply that brings w: most of it may as well come earlier, some may not.
static const char *client_receipt(rng *r)
{
    static const char *const list[] = {
        "if (s == 1 && w > v) v = w; ",
        "if (s == 1 && w > v) v = w; ",
        "if (s == 1) f = true; ",
        "if (s == 2) g = true; ",
        "if (s <= 1) v = w; ",
        "if (s == 1) heard.add(x); ",
        "if (s == 2) heard.add(x); ",
        "if (s == 1) v = (v + 1) % 3; ",
        "f = true; ",
        "",
        "assert(s != 2 || !f); ",
        "if (s == 1) s = 2; ",
        "if (s == 1 && f) v = w; ",
        "if (s == 2 && !f) v = 2; ",
        "if (s == 1) send u(w) to r; ",
    };
    return PICK(r, list);
}

static void write_client(rng *r, text *out)
{
    static const char *const guards[] = {"f",  "g",    "v > 0", "heard.len() > 0",
                                         "!f", "true", "v != 1"};
    static const char *const ends[] = {"",
                                       "f = false; ",
                                       "v = 0; ",
                                       "heard = {}; ",
                                       "f = false; heard = {}; ",
                                       "assert(!f || v != 1); ",
                                       "assert(f || g); "};
    static const char *const sends[] = {"", "send q to r; ", "send u(1) to r; ",
                                        "send u(v > 0 ? 1 : 0) to r; ", "send u(f ? 1 : 0) to r; "};
    text_add(out, "automaton c(who i) {\n  int 0..3 s;\n  int 0..2 v;\n  bool f;\n  bool g;\n"
                  "  set<peer> heard;\n");
    if (rng_below(r, 8) == 0)
        text_add(out, "  init { %s}\n", PICK(r, sends));
    text_add(out, "  internal go() when s == 0 do { s = 1; %s%s}\n", sends[1 + rng_below(r, 4)],
             rng_below(r, 4) ? "" : PICK(r, sends));
    text_add(out, "  internal on() when s == 1 && %s do { s = 2; %s%s}\n", PICK(r, guards),
             PICK(r, ends), PICK(r, sends));
    text_add(out, "  output tell(i, int 0..2 n) when s == 2 && v == n && %s do { s = 3; %s}\n",
             PICK(r, guards), PICK(r, ends));
    if (rng_below(r, 5) == 0)
        text_add(out, "  input tick(peer x) do if (s == 1) f = true;\n");
    text_add(out, "  input receive a(int 0..1 w) from r[x] do { %s}\n", client_receipt(r));
    text_add(out, "  input receive k(int 0..1 w) from r[x] do { %s%s}\n}\n", client_receipt(r),
             rng_below(r, 6) ? "" : client_receipt(r));
}

static void write_server(rng *r, text *out)
{
    static const char *const effects[] = {"", "", "v = 1; ", "if (b) v = 1; ", "b = true; "};
    static const char *const replies[] = {"send a(v) to c[i]; ",
                                          "send a(v) to c[i]; ",
                                          "send k(v) to c[i]; ",
                                          "send a(1) to c[i]; send k(0) to c[i]; ",
                                          "send a(1) to c[i]; ",
                                          "if (b) send k(0) to c[i]; else send a(v) to c[i]; ",
                                          ""};
    static const char *const ticks[] = {"", "send k(1) to c; ", "send a(1) to c; ",
                                        "send a(1) to c; send k(1) to c; "};
    static const char *const stores[] = {"if (w > v) v = w; ", "v = w; ", "b = true; ", ""};
    text_add(out, "automaton r(peer x) {\n  int 0..1 v;\n  bool b;\n");
    if (rng_below(r, 8) == 0)
        text_add(out, "  init { %s}\n", PICK(r, ticks));
    text_add(out, "  input receive q from c[i] do { %s%s}\n", PICK(r, effects), PICK(r, replies));
    text_add(out, "  input receive u(int 0..1 w) from c[i] do { %s%s}\n", PICK(r, stores),
             PICK(r, replies));
    // Seen, so that it matters whether what it sends has come before what is taken after it.
    if (rng_below(r, 3))
        text_add(out, "  output tick(x) when !b%s do { b = true; %s}\n",
                 rng_below(r, 3) ? "" : " && v == 1", PICK(r, ticks));
    text_add(out, "}\n");
}

static char *write_system(rng *r)
{
    static const char *const kinds[] = {"reliable", "reliable", "reliable", "reliable",
                                        "reliable", "fifo",     "lossy",    "bounded 2"};
    text out = {0};
    uint32_t servers = 1 + (uint32_t)rng_below(r, 2);
    text_add(&out, "enum who { i1%s }\nenum peer { r1%s }\n", rng_below(r, 3) ? "" : ", i2",
             servers > 1 ? ", r2" : "");
    text_add(&out, "message q, u(int 0..1 w), a(int 0..1 w), k(int 0..1 w);\n");
    write_client(r, &out);
    write_server(r, &out);
    text_add(&out, "system t = c[i in who] || r[x in peer] {\n  channel c -> r %s;\n",
             PICK(r, kinds));
    text_add(&out, "  channel r -> c %s;\n}\nverify t {}\n",
             rng_below(r, 8) ? "reliable" : PICK(r, kinds));
    return text_take(&out);
}

// A step that is seen: its offer, or how it failed, from 1 on; 0: a receipt.
typedef struct edge {
    uint32_t seen, to;
} edge;

typedef struct graph {
    const transition_system *s;
    const eager_receipts *eager; // NULL: none
    const char *written;
    uint32_t width;
    intern *states;
    edge **edges; // of each state
    uint32_t *counts;
    intern *failures; // how a step failed
    bool full;        // a channel had no room
} graph;

static void add_edge(graph *g, uint32_t from, uint32_t seen, uint32_t to)
{
    for (uint32_t i = 0; i < g->counts[from]; i++)
        if (g->edges[from][i].seen == seen && g->edges[from][i].to == to)
            return;
    g->edges[from] = memory_resize(g->edges[from], g->counts[from] + 1, sizeof **g->edges);
    g->edges[from][g->counts[from]++] = (edge){seen, to};
}

// One way to take what is offered, by the interpreter. False: it is blocked.
static bool interpret_way(const graph *g, const int32_t *cells, uint32_t which, run *r,
                          int32_t *work)
{
    const offer *o = &g->s->offers[which];
    move m = {.kind = o->kind, .offer = which, .method = o->method};
    memcpy(work, cells, g->width * sizeof *work);
    run_reset(r);
    system_interpret(g->s, work, &m, r);
    return !r->blocked;
}

// Receives what is received at once.
static void settle(graph *g, int32_t *cells)
{
    uint32_t which;
    while (g->eager && eager_receipts_find(g->eager, cells, &which)) {
        int32_t work[MOST_CELLS];
        run r = {0};
        bool goes = interpret_way(g, cells, which, &r, work);
        while (!goes && run_next(&r))
            goes = interpret_way(g, cells, which, &r, work);
        if (!goes)
            FAIL(g->written, "the receipt waits");
        if (r.problem)
            FAIL(g->written, "the receipt fails");
        memcpy(cells, work, g->width * sizeof *work);
    }
}

static void take(graph *g, uint32_t from, const int32_t *cells, uint32_t which)
{
    const offer *o = &g->s->offers[which];
    bool receipt = g->s->p->routines[o->method].method->over != NULL;
    uint32_t seen = receipt ? 0 : 1 + which;
    int32_t work[MOST_CELLS];
    run r = {0};
    do {
        if (!interpret_way(g, cells, which, &r, work))
            continue;
        g->full |= r.problem == PROBLEM_FULL;
        uint32_t failed[] = {(uint32_t)r.problem, r.where};
        if (r.problem) {
            add_edge(g, from, UINT32_MAX - intern_add(g->failures, failed, sizeof failed), from);
            continue;
        }
        settle(g, work);
        add_edge(g, from, seen, intern_add(g->states, work, g->width * sizeof *work));
    } while (run_next(&r));
}

// False: it has too many states.
static bool graph_make(graph *g)
{
    int32_t start[MOST_CELLS];
    run r;
    g->width = g->s->p->layout.cells;
    assert_true(g->width < MOST_CELLS);
    system_start(g->s, start, &r);
    assert_int_equal(r.problem, PROBLEM_NONE);
    g->states = intern_new();
    g->edges = memory_new(MOST_STATES, sizeof *g->edges);
    g->counts = memory_new(MOST_STATES, sizeof *g->counts);
    settle(g, start);
    intern_add(g->states, start, g->width * sizeof *start);
    for (uint32_t i = 0; i < intern_count(g->states); i++) {
        size_t length;
        int32_t cells[MOST_CELLS];
        if (intern_count(g->states) > MOST_STATES)
            return false;
        memcpy(cells, intern_get(g->states, i, &length), g->width * sizeof *cells);
        for (uint32_t k = 0; k < g->s->offer_count; k++)
            take(g, i, cells, k);
    }
    return intern_count(g->states) <= MOST_STATES;
}

static void graph_fini(graph *g)
{
    for (uint32_t i = 0; i < MOST_STATES; i++)
        free(g->edges[i]);
    free(g->edges);
    free(g->counts);
    intern_free(g->states);
}

// A set of states of each of two graphs, a byte each: where they may be after the same trace.
typedef struct pair {
    const graph *g[2];
    uint32_t size[2];
    uint8_t *in;
} pair;

static void close_set(const graph *g, uint8_t *in, uint32_t size)
{
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < size; i++)
            for (uint32_t k = 0; in[i] && k < g->counts[i]; k++)
                if (!g->edges[i][k].seen && !in[g->edges[i][k].to])
                    more = (in[g->edges[i][k].to] = true);
    }
}

static bool follow(const graph *g, const uint8_t *in, uint32_t size, uint32_t seen, uint8_t *out)
{
    bool any = false;
    memset(out, 0, size);
    for (uint32_t i = 0; i < size; i++)
        for (uint32_t k = 0; in[i] && k < g->counts[i]; k++)
            if (g->edges[i][k].seen == seen)
                any = (out[g->edges[i][k].to] = true);
    close_set(g, out, size);
    return any;
}

static void compare_after(const pair *p, intern *sets, const uint8_t *in, uint32_t seen)
{
    uint32_t total = p->size[0] + p->size[1];
    uint8_t *next = memory_new(total + 1, 1);
    bool one = follow(p->g[0], in, p->size[0], seen, next);
    bool other = follow(p->g[1], in + p->size[0], p->size[1], seen, next + p->size[0]);
    if (one != other)
        FAIL(p->g[0]->written, "only the graph %s the reduction has this step: %d (%s)",
             one ? "without" : "with", (int)seen,
             seen > UINT32_MAX / 2
                 ? "a failure"
                 : p->g[0]->s->p->routines[p->g[0]->s->offers[seen - 1].method].method->name);
    if (seen < UINT32_MAX / 2)
        intern_add(sets, next, total);
    free(next);
}

// False: there are too many sets.
static bool compare_traces(const graph *a, const graph *b)
{
    pair p = {.g = {a, b}, .size = {intern_count(a->states), intern_count(b->states)}};
    uint32_t total = p.size[0] + p.size[1];
    intern *sets = intern_new();
    uint8_t *in = memory_new(total + 1, 1);
    in[0] = in[p.size[0]] = 1;
    close_set(a, in, p.size[0]);
    close_set(b, in + p.size[0], p.size[1]);
    intern_add(sets, in, total);
    for (uint32_t i = 0; i < intern_count(sets) && intern_count(sets) < MOST_SETS; i++) {
        size_t length;
        memcpy(in, intern_get(sets, i, &length), total);
        for (uint32_t seen = 1; seen <= a->s->offer_count; seen++)
            compare_after(&p, sets, in, seen);
        for (uint32_t k = 0; k < intern_count(a->failures); k++)
            compare_after(&p, sets, in, UINT32_MAX - k);
    }
    bool all = intern_count(sets) < MOST_SETS;
    free(in);
    intern_free(sets);
    return all;
}

typedef struct tally {
    uint64_t eager, compared, saved;
} tally;

static uint32_t compare_graphs(const transition_system *s, const eager_receipts *eager,
                               const char *written, tally *sum)
{
    intern *failures = intern_new();
    graph all = {.s = s, .written = written, .failures = failures};
    graph few = {.s = s, .written = written, .failures = failures, .eager = eager};
    bool made = graph_make(&all) && !all.full;
    if (made) {
        assert_true(graph_make(&few));
        sum->compared += compare_traces(&all, &few);
        sum->saved += intern_count(few.states) < intern_count(all.states);
        graph_fini(&few);
    }
    uint32_t states = made ? intern_count(all.states) : 0;
    graph_fini(&all);
    intern_free(failures);
    return states;
}

// Nothing is compiled: that would take far longer than all the rest. Gives how many states there are
// without the reduction, 0: too many.
static uint32_t compare_written(const char *written, tally *sum)
{
    uncompiled u;
    uncompiled_init(&u, written, ITEMS);
    local_graphs *g = local_graphs_new(&u.s, u.v, &u.o, NULL, 0);
    eager_receipts *eager = g ? eager_receipts_new(g) : NULL;
    sum->eager += eager != NULL;
    uint32_t states = eager ? compare_graphs(&u.s, eager, written, sum) : 0;
    eager_receipts_free(eager);
    local_graphs_free(g);
    uncompiled_fini(&u);
    return states;
}

static void test_traces(void **state)
{
    (void)state;
    uint64_t models = setting("LINCHPIN_MODELS", 3000), first = setting("LINCHPIN_SEED", 1);
    tally sum = {0};
    for (uint64_t seed = first; seed < first + models; seed++) {
        rng r;
        rng_init(&r, seed);
        char *written = write_system(&r);
        compare_written(written, &sum);
        free(written);
    }
    print_message("%d models: %d with an eager channel, %d compared, %d with fewer states\n",
                  (int)models, (int)sum.eager, (int)sum.compared, (int)sum.saved);
    assert_true(sum.compared * 10 > models && sum.saved * 20 > models);
}

// One for each condition of eager_receipts.h: what would be lost if the channel to the client were
// eager. In the first ones nothing would be.
static void test_conditions(void **state)
{
    (void)state;
    static const struct {
        bool eager;
        const char *to_server, *on, *client, *server;
    } cases[] = {
        {true, "reliable", "s == 1 && f do s = 2;",
         "input receive a from r do if (s == 1) v = 1; input receive k from r do f = true;",
         "input receive q from c do send a to c; input receive u(int 0..1 w) from c do send k to "
         "c;"},
        {true, "reliable", "s == 1 && f do s = 2;", "input receive k from r do f = true;",
         "output tick() when !b do { b = true; send k to c; }"},
        // 0: the receipt sends something.
        {false, "fifo", "s == 1 && f do s = 2;",
         "input receive k from r do { f = true; send u(1) to r; }",
         "output tick() when !b do { b = true; send k to c; } input receive u(int 0..1 w) from c "
         "do {}"},
        // 1: what comes first matters; what is sent depends on it.
        {false, "reliable", "s == 1 do s = 2;", "input receive k from r do if (s == 2) v = 1;",
         "output tick() when !b do { b = true; send k to c; }"},
        {false, "reliable", "s == 1 do { s = 2; send u(f ? 1 : 0) to r; }",
         "input receive k from r do f = true;",
         "bool got; output tick() when !b do { b = true; send k to c; } "
         "input receive u(int 0..1 w) from c do if (w == 0) got = true; "
         "output tock() when got do got = false;"},
        {false, "reliable", "s == 1 do { s = 2; send u(f ? 1 : 0) to r; }",
         "input receive a from r do {} input receive k from r do f = true; "
         "output told() when s == 2 && f do s = 3;",
         "bool got; output tick() when !b do b = true; "
         "input receive q from c do if (b) send a to c; else send k to c; "
         "input receive u(int 0..1 w) from c do if (w == 0) got = true; "
         "output tock() when got do got = false;"},
        // 2: what would have failed does not, or is not enabled any more.
        {false, "reliable", "s == 1 do { assert(f); s = 2; }",
         "input receive k from r do f = true;",
         "output tick() when !b do { b = true; send k to c; }"},
        {false, "reliable", "s == 1 && !f do s = 2;", "input receive k from r do f = true;",
         "output tick() when !b do { b = true; send k to c; }"},
        // 3: what is not received comes together with what is, or stands before it.
        {false, "reliable", "s == 1 && f do s = 2;",
         "input receive a from r do if (s == 1) v = 1; input receive k from r do f = true;",
         "input receive q from c do { send a to c; send k to c; }"},
        {false, "fifo", "s == 1 && f do s = 2;",
         "input receive a from r do if (s == 1) v = 1; input receive k from r do f = true;",
         "input receive q from c do send a to c; input receive u(int 0..1 w) from c do send k to "
         "c;"},
        {false, "reliable", "s == 1 do s = 2;",
         "input receive a from r do if (s == 1) v = 1; input receive k from r do f = true;",
         "input receive q from c do { b = true; send a to c; } output tick() when b do b = false;"},
        // What is on its way at the start is answered before the client has gone.
        {false, "reliable", "s == 1 && f do s = 2;",
         "init { send q to r; } input receive a from r do if (s == 1) { f = f || v == 1; v = 1; }",
         "input receive q from c do send a to c;"},
        {true, "reliable", "s == 1 && f do s = 2;",
         "input receive a from r do if (s == 1) { f = f || v == 1; v = 1; }",
         "input receive q from c do send a to c;"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tally sum = {0};
        text t = {0};
        text_add(&t,
                 "message q, u(int 0..1 w), a, k;\nautomaton c {\n  int 0..3 s;\n  int 0..1 v;\n"
                 "  bool f;\n  internal go() when s == 0 do { s = 1; ");
        if (strstr(cases[i].server, "receive q"))
            text_add(&t, "send q to r; ");
        if (strstr(cases[i].server, "send a to c; input receive u"))
            text_add(&t, "send u(1) to r; ");
        text_add(&t, "}\n  internal on() when %s\n", cases[i].on);
        text_add(&t, "  output tell(int 0..1 n) when s == 2 && v == n do s = 3;\n  %s\n}\n",
                 cases[i].client);
        text_add(&t, "automaton r {\n  bool b;\n  %s\n}\n", cases[i].server);
        text_add(&t, "system t = c || r {\n  channel r -> c reliable;\n  channel c -> r %s;\n}\n",
                 cases[i].to_server);
        text_add(&t, "verify t {}\n");
        compare_written(t.bytes, &sum);
        if ((sum.eager != 0) != cases[i].eager)
            FAIL(t.bytes, "case %d: %s", (int)i, sum.eager ? "eager" : "not eager");
        text_fini(&t);
    }
}

// As a user has it: verdicts, evidence that was run again, coverage.
static void test_verdicts(void **state)
{
    (void)state;
    uint64_t models = setting("LINCHPIN_MODELS", 20) / (setting("LINCHPIN_MODELS", 0) ? 20 : 1);
    uint64_t first = setting("LINCHPIN_SEED", 1) + 1000000;
    tally sum = {0};
    for (uint64_t seed = first; seed < first + models; seed++) {
        rng r;
        rng_init(&r, seed);
        char *written = write_system(&r);
        if (!compare_written(written, &sum)) {
            free(written);
            continue;
        }
        text all = {0}, few = {0};
        lp_outcome without = written_coverage(written, 0, &all);
        lp_outcome with = written_coverage(written, REDUCE_ALL, &few);
        if (without != with)
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_traces),
                                       cmocka_unit_test(test_conditions),
                                       cmocka_unit_test(test_verdicts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
