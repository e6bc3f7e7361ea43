// SPDX-License-Identifier: MIT
// Random systems of automata against the definition of composition: an action is taken by the
// component that has it as an output, and happens in all others that have it as an input. The
// oracle has the components as tables and knows nothing of the language. Thousands of cases
// compare all reachable states and their moves with the interpreter; some are compiled.

#include "base/random.h"
#include "base/text.h"
#include "model/interpret/interpret.h"
#include "model/model.h"
#include "setting.h"
#include "verify/system/reduction.h"
#include "written.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { KINDS = 3, NAMES = 3, ARGS = 2, VALUES = 3, INSTANCES = 2 * KINDS, MOST = 729 };

// What stands at a position of an action: a parameter, the automaton's own, or a number.
typedef enum position { FREE, INDEX, ZERO, ONE } position;
typedef enum part { ABSENT, INPUT, OUTPUT, INTERNAL } part;

typedef struct description {
    part part;
    position at[ARGS];
    uint32_t guard; // n must not be this; VALUES: no guard
    uint32_t add;   // to n, with the arguments that are parameters
} description;

typedef struct kind {
    bool indexed; // there are two of it
    uint32_t start;
    description of[NAMES];
    description hears[NAMES]; // of an output of its own kind: what the other instance does
} kind;

typedef struct table {
    uint32_t kinds;
    uint32_t arity[NAMES];
    kind kind[KINDS];
} table;

static uint32_t below(rng *r, uint32_t n)
{
    return (uint32_t)rng_below(r, n);
}

static position random_position(rng *r, const kind *k)
{
    uint32_t what = below(r, 5);
    return what == 0 ? ZERO : what == 1 ? ONE : what < 4 && k->indexed ? INDEX : FREE;
}

static void random_table(rng *r, table *t)
{
    *t = (table){.kinds = 1 + below(r, KINDS)};
    for (uint32_t i = 0; i < t->kinds; i++)
        t->kind[i] = (kind){.indexed = below(r, 2), .start = below(r, VALUES)};
    for (uint32_t n = 0; n < NAMES; n++) {
        t->arity[n] = below(r, ARGS + 1);
        uint32_t owner = below(r, t->kinds + 1); // none: the environment
        bool internal = below(r, 4) == 0;
        for (uint32_t i = 0; i < t->kinds; i++) {
            kind *k = &t->kind[i];
            description *d = &k->of[n];
            d->part = i == owner                     ? internal ? INTERNAL : OUTPUT
                      : internal && owner < t->kinds ? ABSENT
                      : below(r, 3)                  ? INPUT
                                                     : ABSENT;
            d->guard = below(r, VALUES + 1);
            d->add = below(r, VALUES);
            for (uint32_t a = 0; a < t->arity[n]; a++)
                d->at[a] = random_position(r, k);
            if (d->part != OUTPUT || !k->indexed)
                continue;
            if (!t->arity[n]) // who is it?
                d->part = ABSENT;
            else
                d->at[below(r, t->arity[n])] = INDEX;
            description *other = &k->hears[n];
            *other = (description){.part = d->part == OUTPUT && below(r, 2) ? INPUT : ABSENT};
            other->add = below(r, VALUES);
            for (uint32_t a = 0; a < t->arity[n]; a++)
                other->at[a] = random_position(r, k);
        }
    }
    t->kind[0].of[0].part = t->kind[0].of[0].part == ABSENT ? INTERNAL : t->kind[0].of[0].part;
    for (uint32_t i = 1; i < t->kinds && t->kind[0].of[0].part == INTERNAL; i++)
        t->kind[i].of[0].part = ABSENT;
}

static void write_action(const table *t, uint32_t n, const description *d, text *out)
{
    static const char *const words[] = {"", "input", "output", "internal"};
    text_add(out, "  %s a%u(", words[d->part], n);
    for (uint32_t a = 0; a < t->arity[n]; a++) {
        text_add(out, "%s", a ? ", " : "");
        if (d->at[a] == FREE)
            text_add(out, "int 0..1 x%u", a);
        else
            text_add(out, "%s", d->at[a] == INDEX ? "i" : d->at[a] == ZERO ? "0" : "1");
    }
    text_add(out, ")");
    if (d->part != INPUT && d->guard < VALUES)
        text_add(out, " when n != %u", d->guard);
    text_add(out, " do n = (n + %u", d->add);
    for (uint32_t a = 0; a < t->arity[n]; a++)
        if (d->at[a] == FREE)
            text_add(out, " + x%u", a);
    text_add(out, ") %% %d;\n", VALUES);
}

static char *write_table(const table *t)
{
    text out = {0};
    for (uint32_t i = 0; i < t->kinds; i++) {
        const kind *k = &t->kind[i];
        text_add(&out, "automaton k%u%s {\n  int 0..%d n = %u%s;\n", i,
                 k->indexed ? "(int 0..1 i)" : "", VALUES - 1, k->start % 2,
                 k->indexed ? " + i" : "");
        bool any = false;
        for (uint32_t n = 0; n < NAMES; n++)
            if (k->of[n].part != ABSENT) {
                write_action(t, n, &k->of[n], &out);
                if (k->hears[n].part == INPUT)
                    write_action(t, n, &k->hears[n], &out);
                any = true;
            }
        if (!any)
            text_add(&out, "  internal rest() when false do n = 0;\n");
        text_add(&out, "}\n");
    }
    text_add(&out, "system all =");
    for (uint32_t i = 0; i < t->kinds; i++)
        text_add(&out, "%s k%u%s", i ? " ||" : "", i, t->kind[i].indexed ? "[i in int 0..1]" : "");
    text_add(&out, ";\nverify all { }\n");
    return text_take(&out);
}

// The instances, kind by kind, are the digits of a state.
typedef struct instances {
    uint32_t count, kind[INSTANCES], index[INSTANCES];
} instances;

static instances instances_of(const table *t)
{
    instances s = {0};
    for (uint32_t i = 0; i < t->kinds; i++)
        for (uint32_t k = 0; k <= t->kind[i].indexed; k++) {
            s.kind[s.count] = i;
            s.index[s.count++] = k;
        }
    return s;
}

static uint32_t number_of(const instances *s, const uint32_t *n)
{
    uint32_t number = 0;
    for (uint32_t i = 0; i < s->count; i++)
        number = number * VALUES + n[i];
    return number;
}

static void digits_of(const instances *s, uint32_t number, uint32_t *n)
{
    for (uint32_t i = s->count; i-- > 0; number /= VALUES)
        n[i] = number % VALUES;
}

static bool has(const table *t, const instances *s, uint32_t which, uint32_t name,
                const description *d, const uint32_t *args)
{
    for (uint32_t a = 0; a < t->arity[name]; a++)
        if ((d->at[a] == INDEX && args[a] != s->index[which]) || (d->at[a] == ZERO && args[a]) ||
            (d->at[a] == ONE && !args[a]))
            return false;
    return d->part != ABSENT;
}

static const description *input_of(const table *t, uint32_t which, uint32_t name)
{
    const kind *k = &t->kind[which];
    return k->of[name].part == INPUT ? &k->of[name] : &k->hears[name];
}

static void effect(const table *t, uint32_t which, uint32_t name, const description *d,
                   const uint32_t *args, uint32_t *n)
{
    n[which] += d->add;
    for (uint32_t a = 0; a < t->arity[name]; a++)
        n[which] += d->at[a] == FREE ? args[a] : 0;
    n[which] %= VALUES;
}

typedef struct graph {
    bool seen[MOST];
    uint32_t states, moves;
    uint64_t edges; // a sum over all of them that no order changes
} graph;

static void visit(graph *g, uint32_t *queue, uint32_t state)
{
    if (g->seen[state])
        return;
    g->seen[state] = true;
    queue[g->states++] = state;
}

static void add_edge(graph *g, uint32_t *queue, uint32_t from, uint32_t to)
{
    g->moves++;
    g->edges += (from * UINT64_C(0x9e3779b97f4a7c15)) ^ ((to + 1) * UINT64_C(0xc2b2ae3d27d4eb4f));
    visit(g, queue, to);
}

static void take(const table *t, const instances *s, uint32_t state, uint32_t name,
                 const uint32_t *args, uint32_t owner, graph *g, uint32_t *queue)
{
    uint32_t n[INSTANCES];
    digits_of(s, state, n);
    bool owned = owner < s->count, anybody = owned;
    part is = owned ? t->kind[s->kind[owner]].of[name].part : INPUT;
    if (owned) {
        if (t->kind[s->kind[owner]].of[name].guard == n[owner])
            return;
        effect(t, owner, name, &t->kind[s->kind[owner]].of[name], args, n);
    }
    for (uint32_t i = 0; i < s->count && is != INTERNAL; i++) {
        const description *d = input_of(t, s->kind[i], name);
        if (i == owner || !has(t, s, i, name, d, args))
            continue;
        effect(t, i, name, d, args, n);
        anybody = true;
    }
    if (anybody)
        add_edge(g, queue, state, number_of(s, n));
}

static bool is_owned(const table *t, uint32_t name)
{
    bool owned = false;
    for (uint32_t i = 0; i < t->kinds; i++)
        owned |= t->kind[i].of[name].part == OUTPUT || t->kind[i].of[name].part == INTERNAL;
    return owned;
}

static void expand(const table *t, const instances *s, uint32_t state, graph *g, uint32_t *queue)
{
    for (uint32_t name = 0; name < NAMES; name++)
        for (uint32_t bits = 0; bits < 1u << t->arity[name]; bits++) {
            const uint32_t args[ARGS] = {bits & 1, bits >> 1};
            for (uint32_t i = 0; i < s->count; i++) {
                const description *d = &t->kind[s->kind[i]].of[name];
                if ((d->part == OUTPUT || d->part == INTERNAL) && has(t, s, i, name, d, args))
                    take(t, s, state, name, args, i, g, queue);
            }
            if (!is_owned(t, name))
                take(t, s, state, name, args, s->count, g, queue);
        }
}

static uint32_t start_of(const table *t, const instances *s)
{
    uint32_t n[INSTANCES];
    for (uint32_t i = 0; i < s->count; i++)
        n[i] = t->kind[s->kind[i]].start % 2 + s->index[i];
    return number_of(s, n);
}

static void enumerate(const table *t, const instances *s, graph *g)
{
    uint32_t queue[MOST];
    *g = (graph){0};
    visit(g, queue, start_of(t, s));
    for (uint32_t i = 0; i < g->states; i++)
        expand(t, s, queue[i], g, queue);
}

// The same graph, by the program of the flat automaton.
static void interpret_all(const table *t, const instances *s, const program *p, graph *g)
{
    uint32_t queue[MOST];
    int32_t *cells = calloc(p->layout.cells, sizeof *cells);
    assert_non_null(cells);
    *g = (graph){0};
    visit(g, queue, start_of(t, s));
    for (uint32_t i = 0; i < g->states; i++)
        for (uint32_t k = 0; k < p->routine_count; k++)
            for (uint32_t bits = 0; bits < 1u << p->object->methods[k]->param_count; bits++) {
                int32_t args[MODEL_MAX_ARGS];
                for (uint32_t a = 0; a < MODEL_MAX_ARGS; a++)
                    args[a] = (int32_t)(bits >> a & 1);
                uint32_t n[INSTANCES];
                digits_of(s, queue[i], n);
                memset(cells, 0, p->layout.cells * sizeof *cells);
                for (uint32_t x = 0; x < s->count; x++)
                    cells[p->layout.variable[s->kind[x]] + s->index[x]] = (int32_t)n[x];
                run r = {0};
                interpret_call(p, cells, 0, k, args, &r);
                assert_int_equal(r.problem, PROBLEM_NONE);
                if (r.blocked)
                    continue;
                for (uint32_t x = 0; x < s->count; x++)
                    n[x] = (uint32_t)cells[p->layout.variable[s->kind[x]] + s->index[x]];
                add_edge(g, queue, queue[i], number_of(s, n));
            }
    free(cells);
}

static void test_interpreted(void **state)
{
    (void)state;
    uint64_t cases = setting("LINCHPIN_CASES", 5000), first = setting("LINCHPIN_SEED", 1);
    uint64_t states = 0;
    for (uint64_t seed = first; seed < first + cases; seed++) {
        rng r;
        table t;
        error e = {0};
        rng_init(&r, seed);
        random_table(&r, &t);
        const instances s = instances_of(&t);
        char *written = write_table(&t);
        model *m = model_read("random.lin", written, strlen(written), &e);
        if (!m) {
            fail_msg("seed %d: %s\n%s", (int)seed, e.message, written);
            return;
        }
        const instance *v = &m->instances[0];
        program *p = program_new(v->in, v->subject, &(program_options){.threads = 1});
        graph want, got;
        enumerate(&t, &s, &want);
        interpret_all(&t, &s, p, &got);
        if (want.states != got.states || want.moves != got.moves || want.edges != got.edges)
            fail_msg("seed %d: %u states and %u moves, not %u and %u, or others\n%s", (int)seed,
                     got.states, got.moves, want.states, want.moves, written);
        states += want.states;
        program_free(p);
        model_free(m);
        free(written);
    }
    assert_true(states > 3 * cases);
}

static void test_compiled(void **state)
{
    (void)state;
    uint64_t models = setting("LINCHPIN_MODELS", 40), first = setting("LINCHPIN_SEED", 1);
    for (uint64_t seed = first; seed < first + models; seed++) {
        rng r;
        table t;
        graph want;
        double states = 0;
        rng_init(&r, seed);
        random_table(&r, &t);
        const instances s = instances_of(&t);
        enumerate(&t, &s, &want);
        char *written = write_table(&t);
        lp_outcome is = written_outcome(written, seed % 2 ? REDUCE_ALL : 0, &states);
        if (is != LP_HOLDS || states != want.states)
            fail_msg("seed %d: outcome %d, %f states, not %u\n%s", (int)seed, (int)is, states,
                     want.states, written);
        free(written);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_interpreted),
                                       cmocka_unit_test(test_compiled)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
