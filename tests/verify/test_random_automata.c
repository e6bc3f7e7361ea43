// SPDX-License-Identifier: MIT
// Random automata against an oracle that knows nothing of the language (automaton_tables.h).
// Thousands of cases compare every step with the interpreter; some, which are compiled, compare the
// verdict and the number of states.

#include "automaton_tables.h"
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

// Every step from every state, reachable or not.
static bool same_steps(const automaton_table *t, const program *p)
{
    int32_t *cells = calloc(p->layout.cells, sizeof *cells);
    bool same = true;
    for (uint32_t s = 0; same && s < MOST; s++) {
        uint32_t v[VARIABLES], to[VARIABLES];
        table_numbered(s, v);
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
                    uint32_t want = table_after(t, s, &t->actions[i], x, y++);
                    same &= !r.problem && r.blocked == (want == MOST) &&
                            (r.blocked || table_number(to) == want);
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
        automaton_table t;
        error e = {0};
        rng_init(&r, seed);
        table_random(&r, &t);
        char *written = table_write(&t, (claimed)(seed % CLAIMS));
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
        automaton_table t;
        found f;
        double states = 0;
        claimed what = (claimed)(seed % CLAIMS);
        rng_init(&r, seed);
        table_random(&r, &t);
        table_enumerate(&t, &f);
        char *written = table_write(&t, what);
        bool right = what == INVARIANT ? f.always : what == REACHABLE ? f.ever : !f.deadlock;
        lp_outcome is =
            written_outcome(written, seed % 2 ? REDUCE_ALL & ~REDUCE_STEPS : 0, &states);
        if (is != (right ? LP_HOLDS : LP_VIOLATED))
            fail_msg("seed %d: outcome %d\n%s", (int)seed, (int)is, written);
        // What is not reachable is known after a complete search.
        if ((right || what == REACHABLE) && states != f.count)
            fail_msg("seed %d: %f states, not %u\n%s", (int)seed, states, f.count, written);
        if (written_outcome(written, REDUCE_ALL, &states) != is || states > f.count)
            fail_msg("seed %d: %f states with all reductions\n%s", (int)seed, states, written);
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
