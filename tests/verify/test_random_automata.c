// SPDX-License-Identifier: MIT
// Random automata against an oracle that knows nothing of the language: the same guards and
// effects as a table, and all states by enumeration. Thousands of cases compare every step with
// the interpreter; some, which are compiled, compare the verdict and the number of states.

#include "base/random.h"
#include "base/text.h"
#include "model/interpret/interpret.h"
#include "setting.h"
#include "verify/system/reduction.h"
#include "written.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { VARIABLES = 3, ACTIONS = 4, EFFECTS = 2, VALUES = 4, MOST = VALUES * VALUES * VALUES };
enum { PARAMETER = VARIABLES, CHOSEN, NUMBER }; // what a term is, besides a variable

typedef struct term {
    uint32_t what, number;
} term;

typedef struct condition {
    term a, b;
    uint32_t op; // of `signs`
} condition;

static const char *const signs[] = {"==", "!=", "<", ">="};

typedef struct effect {
    uint32_t to;
    term a, b;
} effect;

typedef struct action {
    uint32_t values, ways; // of the parameter, and of the choice
    bool guarded;
    condition guard;
    effect effects[EFFECTS];
    uint32_t effect_count;
} action;

typedef struct table {
    uint32_t high[VARIABLES]; // each goes from 0 to there
    action actions[ACTIONS];
    uint32_t action_count;
    condition asked;
} table;

static uint32_t below(rng *r, uint32_t n)
{
    return (uint32_t)rng_below(r, n);
}

// Only of variables where no action is around.
static term random_term(rng *r, bool in_action)
{
    static const uint32_t kinds[] = {0, 1, 2, NUMBER, PARAMETER, CHOSEN};
    return (term){kinds[below(r, in_action ? 6 : 4)], below(r, VALUES)};
}

static condition random_condition(rng *r, bool in_action)
{
    term a = {below(r, VARIABLES), 0};
    condition c = {.a = a, .b = random_term(r, in_action), .op = below(r, 4)};
    if (c.b.what == CHOSEN)
        c.b.what = NUMBER; // a guard comes before every choice
    return c;
}

static void random_table(rng *r, table *t)
{
    *t = (table){.action_count = 1 + below(r, ACTIONS), .asked = random_condition(r, false)};
    for (uint32_t i = 0; i < VARIABLES; i++)
        t->high[i] = 1 + below(r, VALUES - 1);
    for (uint32_t i = 0; i < t->action_count; i++) {
        action *a = &t->actions[i];
        *a = (action){.values = 1 + below(r, 3), .ways = 1 + below(r, 2)};
        a->guarded = below(r, 4) != 0;
        a->guard = random_condition(r, true);
        a->effect_count = 1 + below(r, EFFECTS);
        for (uint32_t k = 0; k < a->effect_count; k++)
            a->effects[k] =
                (effect){below(r, VARIABLES), random_term(r, true), random_term(r, true)};
    }
}

// As a model.

static void write_term(text *out, term t)
{
    if (t.what < VARIABLES)
        text_add(out, "v%u", t.what);
    else if (t.what == NUMBER)
        text_add(out, "%u", t.number);
    else
        text_add(out, t.what == PARAMETER ? "x" : "y");
}

static void write_condition(text *out, condition c)
{
    write_term(out, c.a);
    text_add(out, " %s ", signs[c.op]);
    write_term(out, c.b);
}

static void write_action(text *out, const table *t, uint32_t which)
{
    const action *a = &t->actions[which];
    text_add(out, "  action a%u(int 0..%u x)", which, a->values - 1);
    if (a->guarded) {
        text_add(out, " when ");
        write_condition(out, a->guard);
    }
    text_add(out, " do { choose y in 0..%u; ", a->ways - 1);
    for (uint32_t k = 0; k < a->effect_count; k++) {
        const effect *e = &a->effects[k];
        text_add(out, "v%u = (", e->to);
        write_term(out, e->a);
        text_add(out, " + ");
        write_term(out, e->b);
        text_add(out, ") %% %u; ", t->high[e->to] + 1);
    }
    text_add(out, "}\n");
}

typedef enum claimed { INVARIANT, DEADLOCKFREE, REACHABLE, CLAIMS } claimed;

static char *write_table(const table *t, claimed what)
{
    text out = {0};
    text_add(&out, "automaton made {\n");
    for (uint32_t i = 0; i < VARIABLES; i++)
        text_add(&out, "  int 0..%u v%u;\n", t->high[i], i);
    for (uint32_t i = 0; i < t->action_count; i++)
        write_action(&out, t, i);
    if (what == INVARIANT) {
        text_add(&out, "  invariant asked { ");
        write_condition(&out, t->asked);
        text_add(&out, " }\n");
    }
    text_add(&out, "}\nverify made { ");
    if (what == DEADLOCKFREE)
        text_add(&out, "deadlockfree; ");
    if (what == REACHABLE) {
        text_add(&out, "reachable ");
        write_condition(&out, t->asked);
        text_add(&out, "; ");
    }
    text_add(&out, "}\n");
    return text_take(&out);
}

// By definition.

static uint32_t value_of(term t, const uint32_t *v, uint32_t x, uint32_t y)
{
    return t.what < VARIABLES    ? v[t.what]
           : t.what == NUMBER    ? t.number
           : t.what == PARAMETER ? x
                                 : y;
}

static bool holds(condition c, const uint32_t *v, uint32_t x)
{
    uint32_t a = value_of(c.a, v, x, 0), b = value_of(c.b, v, x, 0);
    return c.op == 0 ? a == b : c.op == 1 ? a != b : c.op == 2 ? a < b : a >= b;
}

static uint32_t number_of(const uint32_t *v)
{
    return v[0] + VALUES * v[1] + VALUES * VALUES * v[2];
}

static void numbered(uint32_t n, uint32_t *v)
{
    v[0] = n % VALUES;
    v[1] = n / VALUES % VALUES;
    v[2] = n / VALUES / VALUES;
}

// MOST: the guard does not hold.
static uint32_t after(const table *t, uint32_t state, const action *a, uint32_t x, uint32_t y)
{
    uint32_t v[VARIABLES];
    numbered(state, v);
    if (a->guarded && !holds(a->guard, v, x))
        return MOST;
    for (uint32_t k = 0; k < a->effect_count; k++) {
        const effect *e = &a->effects[k];
        v[e->to] = (value_of(e->a, v, x, y) + value_of(e->b, v, x, y)) % (t->high[e->to] + 1);
    }
    return number_of(v);
}

typedef struct found {
    bool seen[MOST];
    uint32_t count;
    bool deadlock, always, ever; // of the condition that is asked for
} found;

static void enumerate(const table *t, found *f)
{
    uint32_t queue[MOST], done = 0, v[VARIABLES];
    *f = (found){.count = 1, .always = true};
    f->seen[0] = true;
    for (queue[0] = 0; done < f->count; done++) {
        bool stuck = true;
        numbered(queue[done], v);
        f->always &= holds(t->asked, v, 0);
        f->ever |= holds(t->asked, v, 0);
        for (uint32_t i = 0; i < t->action_count; i++)
            for (uint32_t n = 0; n < t->actions[i].values * t->actions[i].ways; n++) {
                const action *a = &t->actions[i];
                uint32_t to = after(t, queue[done], a, n / a->ways, n % a->ways);
                stuck &= to == MOST;
                if (to == MOST || f->seen[to])
                    continue;
                f->seen[to] = true;
                queue[f->count++] = to;
            }
        f->deadlock |= stuck;
    }
}

// Every step from every state, reachable or not.
static bool same_steps(const table *t, const program *p)
{
    int32_t *cells = calloc(p->layout.cells, sizeof *cells);
    bool same = true;
    for (uint32_t s = 0; same && s < MOST; s++) {
        uint32_t v[VARIABLES], to[VARIABLES];
        numbered(s, v);
        if (v[0] > t->high[0] || v[1] > t->high[1] || v[2] > t->high[2])
            continue;
        for (uint32_t i = 0; same && i < t->action_count; i++)
            for (uint32_t x = 0; same && x < t->actions[i].values; x++) {
                run r = {0};
                uint32_t y = 0;
                do {
                    memset(cells, 0, p->layout.cells * sizeof *cells);
                    for (uint32_t k = 0; k < VARIABLES; k++)
                        cells[p->layout.variable[k]] = (int32_t)v[k];
                    run_reset(&r);
                    interpret_call(p, cells, 0, i, (int32_t[]){(int32_t)x}, &r);
                    for (uint32_t k = 0; k < VARIABLES; k++)
                        to[k] = (uint32_t)cells[p->layout.variable[k]];
                    uint32_t want = after(t, s, &t->actions[i], x, y++);
                    same &= !r.problem && r.blocked == (want == MOST) &&
                            (r.blocked || number_of(to) == want);
                } while (same && run_next(&r));
                same &= r.blocked || y == t->actions[i].ways;
            }
    }
    free(cells);
    return same;
}

static void test_steps(void **state)
{
    (void)state;
    uint64_t cases = setting("LINCHPIN_CASES", 5000), first = setting("LINCHPIN_SEED", 1);
    for (uint64_t seed = first; seed < first + cases; seed++) {
        rng r;
        table t;
        error e = {0};
        rng_init(&r, seed);
        random_table(&r, &t);
        char *written = write_table(&t, (claimed)(seed % CLAIMS));
        model *m = model_read("random.lin", written, strlen(written), &e);
        if (!m) {
            fail_msg("seed %d: %s\n%s", (int)seed, e.message, written);
            return;
        }
        program *p = program_new(m->views[0], m->views[0]->units[0],
                                 &(program_options){.threads = 1, .clear = true});
        if (!same_steps(&t, p))
            fail_msg("seed %d: another step\n%s", (int)seed, written);
        program_free(p);
        model_free(m);
        free(written);
    }
}

static void test_verdicts(void **state)
{
    (void)state;
    uint64_t models = setting("LINCHPIN_MODELS", 60), first = setting("LINCHPIN_SEED", 1);
    uint64_t outcomes[4] = {0};
    for (uint64_t seed = first; seed < first + models; seed++) {
        rng r;
        table t;
        found f;
        double states = 0;
        claimed what = (claimed)(seed % CLAIMS);
        rng_init(&r, seed);
        random_table(&r, &t);
        enumerate(&t, &f);
        char *written = write_table(&t, what);
        bool right = what == INVARIANT ? f.always : what == REACHABLE ? f.ever : !f.deadlock;
        lp_outcome is = written_outcome(written, seed % 2 ? REDUCE_ALL : 0, &states);
        if (is != (right ? LP_HOLDS : LP_VIOLATED))
            fail_msg("seed %d: outcome %d\n%s", (int)seed, (int)is, written);
        // What is not reachable is known after a complete search.
        if ((right || what == REACHABLE) && states != f.count)
            fail_msg("seed %d: %f states, not %u\n%s", (int)seed, states, f.count, written);
        outcomes[is]++;
        free(written);
    }
    assert_true(outcomes[LP_HOLDS] > 5 && outcomes[LP_VIOLATED] > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_steps),
                                       cmocka_unit_test(test_verdicts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
