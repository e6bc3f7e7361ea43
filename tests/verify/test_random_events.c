// SPDX-License-Identifier: MIT
// Processes whose independent steps are taken at once (independent_events.h) against the same processes step by
// step, which other tests compare with an oracle (random_processes). Random processes with parameters, arrays,
// channels and all operators: the same traces, failures, divergences, deadlocks, ends, and states as far as
// an invariant looks at them. And a process for each condition, which fails without it.

#include "base/random.h"
#include "model/syntax/ast_process.h"
#include "setting.h"
#include "verify/compare/refinement_check.h"
#include "verify/front/front_ends.h"
#include "verify/system/reduction.h"
#include "written.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SIMPLE = 4, COMPOSED = 8, MOST_STATES = 300, ITEMS = 2, VIEWS = VIEW_STATES + 1 };

// One process, as much of it as is looked at.
typedef struct subject {
    instance v;
    transition_system s;
    move_labels seen;
    step_graph *graph;
} subject;

typedef struct sizes {
    uint64_t compared, full, reduced[VIEWS]; // states
} sizes;

static void subject_init(subject *s, const model *m, const char *name, process_view view,
                         visible_labels *labels, lp_pool *pool)
{
    error e = {0};
    s->v = m->instances[0];
    s->v.process = m->processes->list[process_find(m, name)];
    s->s = (transition_system){.m = m, .pool = pool, .front = &process_front};
    s->s.p =
        program_new(m, s->v.subject, &(program_options){.threads = 1, .nodes = 1, .items = ITEMS});
    assert_true(
        s->s.front->declare(&s->s, &s->v, &(system_options){.threads = 1, .view = view}, &e));
    move_labels_init(&s->seen, labels, &s->s, true);
    s->graph =
        step_graph_new(&(graph_options){.system = &s->s, .seen = &s->seen, .interpreted = true});
}

static void subject_fini(subject *s)
{
    step_graph_free(s->graph);
    move_labels_fini(&s->seen);
    program_free(s->s.p);
    s->s.front->release(s->s.context);
    free(s->s.offers);
}

// Makes all of the graph. False: it is too large, or fails.
static bool complete(subject *s)
{
    if (step_graph_start(s->graph) == GRAPH_FAILED)
        return false;
    for (uint32_t i = 0; i < step_graph_count(s->graph); i++) {
        uint32_t count;
        if (i == MOST_STATES || !step_graph_edges(s->graph, i, &count))
            return false;
    }
    return true;
}

static refinement_end check(subject *a, subject *b, refinement_kind kind)
{
    refinement_check c = {.kind = kind, .a = a->graph, .b = b ? b->graph : NULL};
    refinement_end end = refinement_run(&c);
    refinement_fini(&c);
    assert_int_not_equal(end, REFINEMENT_STOPPED);
    return end;
}

static bool has_label(step_graph *g, const uint32_t *states, uint32_t count, uint32_t label)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t edge_count;
        const graph_edge *edges = step_graph_edges(g, states[i], &edge_count);
        for (uint32_t k = 0; k < edge_count; k++)
            if (edges[k].label == label)
                return true;
    }
    return false;
}

// Every label of a set of the one is a label of the set of the other. Where they go on is added.
static bool follow(normal_form *n[2], step_graph *g[2], const uint32_t set[2], uint32_t one,
                   uint32_t (*list)[2], uint32_t *count)
{
    uint32_t states, others;
    const uint32_t *from = normal_form_states(n[one], set[one], &states);
    const uint32_t *beside = normal_form_states(n[!one], set[!one], &others);
    for (uint32_t i = 0; i < states; i++) {
        uint32_t edge_count;
        const graph_edge *edges = step_graph_edges(g[one], from[i], &edge_count);
        for (uint32_t k = 0; k < edge_count; k++) {
            uint32_t label = edges[k].label, next[2], at = 0;
            if (label == LABEL_UNSEEN)
                continue;
            if (!has_label(g[!one], beside, others, label))
                return false;
            next[0] = normal_form_after(n[0], set[0], label);
            next[1] = normal_form_after(n[1], set[1], label);
            while (at < *count && memcmp(list[at], next, sizeof next) != 0)
                at++;
            if (at == *count && *count < 4 * MOST_STATES)
                memcpy(list[(*count)++], next, sizeof next);
        }
    }
    return true;
}

static bool same_traces(subject *a, subject *b)
{
    step_graph *g[2] = {a->graph, b->graph};
    normal_form *n[2] = {normal_form_new(a->graph), normal_form_new(b->graph)};
    uint32_t(*list)[2] = calloc(4 * MOST_STATES, sizeof *list), count = 1;
    bool same = true;
    list[0][0] = normal_form_start(n[0]);
    list[0][1] = normal_form_start(n[1]);
    for (uint32_t i = 0; i < count && same; i++) {
        const uint32_t set[2] = {list[i][0], list[i][1]};
        same = follow(n, g, set, 0, list, &count) && follow(n, g, set, 1, list, &count);
    }
    free(list);
    normal_form_free(n[0]);
    normal_form_free(n[1]);
    return same;
}

// A state in words, with what the variables hold; or what an invariant sees of it.
static char *state_text(const subject *s, uint32_t state, bool claimed)
{
    text out = {0};
    const int32_t *cells = step_graph_cells(s->graph, state);
    const layout *l = &s->s.p->layout;
    for (uint32_t i = 0; i < s->s.m->shared_count; i++) {
        bool term = i == s->s.m->processes->term;
        bool looked = strcmp(s->s.m->shared[i].name, "y") == 0;
        uint32_t count = variable_cells(s->s.p, &s->s.m->shared[i]);
        for (uint32_t k = 0; k < count && !term && (looked || !claimed); k++)
            text_add(&out, "%d ", cells[l->variable[i] + k]);
    }
    if (!claimed)
        s->s.front->show(&s->s, cells, &out);
    return out.bytes;
}

// Is there such a state of the other? `ends`: of those that nothing leads on from.
static bool has_state(subject *of, const char *like, bool ends, bool claimed)
{
    bool found = false;
    for (uint32_t i = 0; i < step_graph_count(of->graph) && !found; i++) {
        uint32_t count;
        step_graph_edges(of->graph, i, &count);
        if (ends && count)
            continue;
        char *words = state_text(of, i, claimed);
        found = strcmp(words, like) == 0;
        free(words);
    }
    return found;
}

static bool has_states_of(subject *one, subject *other, bool ends, bool claimed)
{
    for (uint32_t i = 0; i < step_graph_count(one->graph); i++) {
        uint32_t count;
        step_graph_edges(one->graph, i, &count);
        if (ends && count)
            continue;
        char *words = state_text(one, i, claimed);
        bool there = has_state(other, words, ends, claimed);
        free(words);
        if (!there)
            return false;
    }
    return true;
}

// What differs between the whole graph and the reduced one; NULL: nothing.
static const char *difference(subject *full, subject *reduced, process_view view)
{
    if (!has_states_of(full, reduced, true, false) || !has_states_of(reduced, full, true, false))
        return "ends";
    if (!has_states_of(full, reduced, false, true))
        return "what an invariant looks at";
    if (view == VIEW_STATES)
        return NULL;
    if (!same_traces(full, reduced))
        return "traces";
    if (check(full, NULL, CHECK_DIVERGENCE_FREE) != check(reduced, NULL, CHECK_DIVERGENCE_FREE))
        return "divergence";
    if (check(full, reduced, CHECK_FAILURES) || check(reduced, full, CHECK_FAILURES))
        return "failures";
    if (check(full, reduced, CHECK_DIVERGENCES) || check(reduced, full, CHECK_DIVERGENCES))
        return "divergences";
    bool one = check(full, full, CHECK_DETERMINISTIC) == REFINEMENT_HOLDS;
    bool other = check(reduced, reduced, CHECK_DETERMINISTIC) == REFINEMENT_HOLDS;
    return one == other ? NULL : "deterministic";
}

static void compare(const char *written, const model *m, const char *name, lp_pool *pool, sizes *n)
{
    visible_labels *labels = visible_labels_new();
    subject all[VIEWS];
    for (uint32_t v = 0; v < VIEWS; v++)
        subject_init(&all[v], m, name, (process_view)v, labels, pool);
    if (complete(&all[VIEW_ALL])) {
        n->compared++;
        n->full += step_graph_count(all[VIEW_ALL].graph);
        for (uint32_t v = VIEW_EVENTS; v < VIEWS; v++) {
            if (!complete(&all[v]))
                FAIL(written, "%s fails, or is too large, where less of it is looked at", name);
            const char *wrong = difference(&all[VIEW_ALL], &all[v], (process_view)v);
            if (wrong)
                FAIL(written, "%s, view %u: %s differ", name, v, wrong);
            n->reduced[v] += step_graph_count(all[v].graph);
        }
    }
    for (uint32_t v = 0; v < VIEWS; v++)
        subject_fini(&all[v]);
    visible_labels_free(labels);
}

static const char *any(rng *r, const char *const *list, uint32_t count)
{
    return list[rng_below(r, count)];
}

#define ANY(r, list) any(r, list, sizeof(list) / sizeof *(list))

static const char *const effects[] = {"",
                                      "",
                                      "",
                                      "{ x = 1 - x; }",
                                      "{ y = x; }",
                                      "{ y = 1 - y; }",
                                      "{ f[i] = 1 - f[i]; }",
                                      "{ f[n] = 0; }",
                                      "{ f[1 - i] = x; }",
                                      "{ f[x] = i; }",
                                      "{ f[i] = f[n]; }",
                                      "{ x = f[n]; }"};
static const char *const conditions[] = {"x == 0",        "f[i] == 0", "f[n] == i",
                                         "y == x",        "n == 0",    "i == n",
                                         "f[1 - i] == 1", "x == i",    "f[y] == 0"};
static const char *const values[] = {"n", "1 - n", "i", "x", "f[i]", "(n + 1) % 2", "0"};

static void write_call(rng *r, text *out)
{
    const char *mine = rng_below(r, 4) ? "i" : "1 - i", *value = ANY(r, values);
    text_add(out, "R%u(%s, %s)", (uint32_t)rng_below(r, SIMPLE), mine, value);
}

static void write_simple(rng *r, text *out, uint32_t depth);

static void write_prefix(rng *r, text *out, uint32_t depth)
{
    static const char *const events[] = {"a", "b", "d.i", "d.n", "e.x"};
    const char *event = ANY(r, events), *effect = ANY(r, effects);
    switch (rng_below(r, 12)) {
    case 0:
        text_add(out, "s!n -> ");
        break;
    case 1:
        text_add(out, "s?v%u -> tau { f[v%u] = 1; } -> ", depth, depth);
        break;
    case 2:
        text_add(out, "q!i -> ");
        break;
    case 3:
        text_add(out, "q?v%u -> tau { x = v%u; } -> ", depth, depth);
        break;
    case 4:
    case 5:
    case 6:
    case 7:
        text_add(out, "tau %s -> ", effect);
        break;
    default:
        text_add(out, "%s %s -> ", event, effect);
        break;
    }
    write_simple(r, out, depth - 1);
}

static void write_pair(rng *r, text *out, uint32_t depth, const char *before, const char *between,
                       const char *after)
{
    text_add(out, "%s", before);
    write_simple(r, out, depth - 1);
    text_add(out, "%s", between);
    write_simple(r, out, depth - 1);
    text_add(out, "%s", after);
}

static void write_simple(rng *r, text *out, uint32_t depth)
{
    static const char *const signs[] = {") [] (", ") [+] (", ") <> (", "); (", ") interrupt ("};
    const char *condition = ANY(r, conditions), *sign = ANY(r, signs);
    if (depth == 0) {
        uint64_t end = rng_below(r, 8);
        text_add(out, "%s", end == 0 ? "Stop" : end < 3 ? "Skip" : "c -> ");
        if (end >= 3)
            write_call(r, out);
        return;
    }
    switch (rng_below(r, 10)) {
    case 0:
    case 1:
        text_add(out, "if (%s", condition);
        write_pair(r, out, depth, ") { ", " } else { ", " }");
        break;
    case 2:
        text_add(out, "[%s", condition);
        text_add(out, "] (");
        write_simple(r, out, depth - 1);
        text_add(out, ")");
        break;
    case 3:
    case 4:
        write_pair(r, out, depth, "(", sign, ")");
        break;
    case 5:
        if (rng_below(r, 3) == 0) {
            text_add(out, "atomic { ");
            write_simple(r, out, depth - 1);
            text_add(out, " }");
            break;
        }
        // fall through
    default:
        write_prefix(r, out, depth);
        break;
    }
}

static void write_composed(rng *r, text *out, uint32_t depth)
{
    static const char *const signs[] = {") ||| (", ") ||| (",       ") ||| (", ") || (", ") || (",
                                        "); (",    ") interrupt (", ") [] (",  ") [+] ("};
    static const char *const sets[] = {"a",    "b, c", "c",          "a, b, c, d",
                                       "d, e", "s, q", "a, c, s, q", "d.0, c"};
    const char *sign = ANY(r, signs), *set = ANY(r, sets);
    if (depth == 0) {
        text_add(out, "R%u(%u, %u)", (uint32_t)rng_below(r, SIMPLE), (uint32_t)rng_below(r, 2),
                 (uint32_t)rng_below(r, 2));
        return;
    }
    text_add(out, "(");
    write_composed(r, out, depth - 1);
    switch (rng_below(r, 8)) {
    case 0:
    case 1:
        text_add(out, ") \\ {%s}", set);
        break;
    case 2:
        text_add(out, ") %s", rng_below(r, 2) ? "[[a <- b]]" : "[[a <- b, a <- c]]");
        break;
    default:
        text_add(out, "%s", sign);
        write_composed(r, out, depth - 1);
        text_add(out, ")");
        break;
    }
}

static void write_model(rng *r, text *out)
{
    text_add(out, "shared int 0..1 x;\nshared int 0..1 y;\nshared int 0..1[2] f;\n"
                  "channel s 0;\nchannel q 1;\ninvariant looks { y < 2 }\n"
                  "process Known() = a -> b -> c -> d.0 -> e.0 -> s!0 -> q!0 -> Skip;\n");
    for (uint32_t i = 0; i < SIMPLE; i++) {
        text_add(out, "process R%u(i, n) = (", i);
        write_simple(r, out, 1 + (uint32_t)rng_below(r, 3));
        text_add(out, ");\n");
    }
    for (uint32_t i = 0; i < COMPOSED; i++) {
        bool hides = rng_below(r, 2);
        text_add(out, "process C%u() = ((", i);
        write_composed(r, out, 1 + (uint32_t)rng_below(r, 3));
        text_add(out, ") ||| R%u(0, 1))%s;\n", (uint32_t)rng_below(r, SIMPLE),
                 hides ? " \\ {a, c, d}" : "");
    }
    text_add(out, "verify C0 { }\n");
}

static void take_at_once_what_commutes(void **state)
{
    (void)state;
    rng r;
    sizes n = {0};
    uint64_t cases = setting("LINCHPIN_CASES", 300);
    rng_init(&r, setting("LINCHPIN_SEED", 1));
    while (n.compared < cases) {
        text written = {0};
        write_model(&r, &written);
        model *m = written_model(written.bytes);
        lp_pool *pool = lp_pool_new();
        for (uint32_t i = 0; i < COMPOSED; i++) {
            char name[8];
            snprintf(name, sizeof name, "C%u", i);
            compare(written.bytes, m, name, pool, &n);
        }
        lp_pool_free(pool);
        model_free(m);
        text_fini(&written);
    }
    print_message("%llu processes: %llu states; %llu where events are looked at, %llu where only "
                  "states are\n",
                  (unsigned long long)n.compared, (unsigned long long)n.full,
                  (unsigned long long)n.reduced[VIEW_EVENTS],
                  (unsigned long long)n.reduced[VIEW_STATES]);
    // It is worth something.
    assert_true(n.reduced[VIEW_EVENTS] < n.full);
    assert_true(n.reduced[VIEW_STATES] < n.reduced[VIEW_EVENTS]);
}

// A process that differs from itself if the condition is left out, after one event: what is taken at once goes with a
// step before it.
static const struct {
    const char *condition, *process;
} cases[] = {
    {"1, a general choice", "((tau -> a -> Stop) [+] (b -> Stop)) ||| c -> Stop"},
    {"1, a choice", "((tau { x = 1; } -> a -> Stop) [] (b -> e.x -> Stop)) ||| c -> Stop"},
    {"1, an interrupt", "((tau { x = 1; } -> Stop) interrupt (b -> e.x -> Stop)) ||| c -> Stop"},
    {"1, a choice that ends it", "((tau { x = 1; } -> a -> Stop) [] (b -> Stop)) ||| c -> Stop"},
    {"1, an interrupt that ends it",
     "((tau { x = 1; } -> Stop) interrupt (b -> Stop)) ||| c -> Stop"},
    {"1, two ways", "((a -> Stop) <> (b -> Stop)) ||| c -> Stop"},
    {"1, a receipt", "((tau -> Stop) [+] (s?v -> b -> Stop)) ||| c -> s!0 -> Stop"},
    {"1, an end", "(((tau -> Stop) [+] Skip) ||| (c -> Skip)); b -> Stop"},
    {"1, a choice around",
     "(((tau { x = 1; } -> a -> Stop) ||| d.0 -> Stop) [] (b -> e.x -> Stop))"},
    {"1, an interrupt around",
     "(((tau { x = 1; } -> a -> Stop) ||| d.0 -> Stop) interrupt (b -> e.x -> Stop))"},
    {"1, a general choice around", "(((tau -> a -> Stop) ||| d.0 -> Stop) [+] (b -> Stop))"},
    {"2, a condition", "(if (x == 0) { a -> Stop } else { b -> Stop }) ||| c { x = 1; } -> Stop"},
    {"2, two that write", "(tau { x = 1; } -> Stop) ||| c { x = 0; } -> Stop"},
    {"2, what others read", "(tau { x = 1; } -> Stop) ||| c -> e.x -> Stop"},
    {"2, what is not possible yet",
     "(([x == 1] b -> Stop) [+] (tau -> Stop)) ||| c { x = 1; } -> Stop"},
    {"2, behind a guard",
     "([f[0] == 0] (if (x == 0) { a -> Stop } else { b -> Stop })) ||| c { x = 1; } -> Stop"},
    {"2, an argument", "(tau -> Give(x)) ||| c { x = 1; } -> Stop"},
    {"2, an argument after a semicolon", "(Skip; Give(x)) ||| c { x = 1; } -> Stop"},
    {"2, what is assigned", "(tau { f[0] = x; } -> Give(f[0])) ||| c { x = 1; } -> Stop"},
    {"2, in a call", "(if (x == 0) { a -> Stop } else { b -> Stop }) ||| c -> Sets(0)"},
    {"2, after a semicolon",
     "(if (x == 0) { a -> Stop } else { b -> Stop }) ||| ((c -> Skip); tau { x = 1; } -> Stop)"},
    {"2, after a semicolon of what comes later",
     "(if (x == 0) { a -> Stop } else { b -> Stop }) ||| c -> ((d.0 -> Skip); tau { x = 1; } -> "
     "Stop)"},
    {"2, an item by an index of the state", "(if (f[1] == 0) { a -> Stop } else { b -> Stop }) ||| "
                                            "c -> ([] k in 0..1 - x @ tau { f[k] = 1; } -> Stop)"},
    {"2, some item",
     "(if (f[1] == 0) { a -> Stop } else { b -> Stop }) ||| c { f[1 - x] = 1; } -> Stop"},
    {"2, an item by a received index",
     "(if (f[1] == 0) { a -> Stop } else { b -> Stop }) ||| q!1 -> q?v -> c { f[v] = 1; } -> Stop"},
    {"2, an item that is counted to",
     "(if (f[1] == 0) { a -> Stop } else { b -> Stop }) ||| Counts(0)"},
    {"2, a channel",
     "(((q!0 -> tau -> Stop) \\ {q}) ||| (q!0 -> q!0 -> Stop)) ||| (c -> q?v -> a -> q?w -> Stop)"},
    {"2, farther around", "((if (x == 0) { a -> Stop } else { b -> Stop }) ||| d.0 -> Stop) ||| "
                          "c { x = 1; } -> Stop"},
    {"3, together", "((a -> b -> Stop) || Repeats()) \\ {a}"},
    {"3, two names", "(((a -> Stop) [[a <- b, a <- c]]) \\ {b}) ||| d.0 -> Stop"},
    {"3, two names, one of them hidden",
     "(((a -> Stop) [[a <- a, a <- c]]) \\ {a}) ||| d.0 -> Stop"},
    {"4", "(a -> Stop) ||| (b -> Stop)"},
    {"5", "(tau { y = 1; } -> tau { y = 0; } -> Stop) ||| a -> Stop"},
    {"5, alone", "tau { y = 1; } -> tau { y = 0; } -> a -> Stop"},
    {"5, two ways", "(tau { x = choose(0..1); } -> e.x -> Stop) ||| a -> Stop"},
    {"6, begins", "(atomic { c { x = 1; } -> d.0 { x = 0; } -> Stop }) ||| "
                  "(atomic { tau -> if (x == 1) { a -> Stop } else { b -> Stop } })"},
    {"6, ||", "((atomic { a -> d.0 -> Skip }) || (tau -> d.0 -> Skip)) ||| b -> Skip"},
    {"6, a channel", "(atomic { a -> s!0 -> Skip }) ||| (tau -> s?v -> Skip) ||| (b -> Skip)"},
    {"the end of a path", "Turns() ||| a -> Stop"},
};

static void need_each_condition(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sizes n = {0};
        text written = {0};
        text_add(&written,
                 "shared int 0..1 x;\nshared int 0..1 y;\nshared int 0..1[2] f;\n"
                 "channel s 0;\nchannel q 1;\ninvariant looks { y < 2 }\n"
                 "process Give(n) = d.n -> Stop;\n"
                 "process Sets(n) = tau { x = 1 - n; } -> Sets(n);\n"
                 "process Counts(n) = if (n < 40) { c.n -> Counts(n + 1) } else { c.0 { f[n - 39] "
                 "= 1; } "
                 "-> Stop };\n"
                 "process Repeats() = a -> Repeats() [] c -> Stop;\n"
                 "process Turns() = tau -> Turns();\n"
                 "// Condition %s.\nprocess C0() = d.1 -> (%s);\nverify C0 { }\n",
                 cases[i].condition, cases[i].process);
        model *m = written_model(written.bytes);
        lp_pool *pool = lp_pool_new();
        compare(written.bytes, m, "C0", pool, &n);
        assert_int_equal(n.compared, 1);
        lp_pool_free(pool);
        model_free(m);
        text_fini(&written);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(need_each_condition),
                                       cmocka_unit_test(take_at_once_what_commutes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
