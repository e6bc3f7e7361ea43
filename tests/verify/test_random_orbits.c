// SPDX-License-Identifier: MIT
// Names that a model treats alike. Random automata and systems are explored without symmetry by the
// interpreter; a state is written down in words under every permutation that is claimed to change
// nothing (named_state.h). Then
//     the moves from a renamed state are the renamed moves: the claim is right;
//     two states have the same form if and only if one is the other renamed, and a form is one of
//     the renamed states, and its own form;
// and some models are compiled: the same verdict with and without, and as many states as there are
// classes.

#include "alike.h"
#include "base/memory.h"
#include "model/interpret/interpret.h"
#include "model/model.h"
#include "model/syntax/finite_type.h"
#include "named_state.h"
#include "setting.h"
#include "verify/canonical/orbit_form.h"
#include "verify/system/reduction.h"
#include "written.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// So many states are expanded, and so many met at all.
enum { EXPANDED = 120, MOST_STATES = 3000, MOST_MOVES = 20000, TABLE = 1 << 14 };

// Words, numbered in the order in which they come.
typedef struct dictionary {
    char *words[TABLE];
    uint32_t number[TABLE];
    uint32_t count;
} dictionary;

static uint32_t word_number(dictionary *d, text *word, bool add)
{
    uint32_t h = 2166136261u;
    const char *bytes = word->bytes ? word->bytes : "";
    for (const char *c = bytes; *c; c++)
        h = (h ^ (uint8_t)*c) * 16777619u;
    for (h ^= h >> 15;; h++) {
        char **at = &d->words[h % TABLE];
        if (*at && strcmp(*at, bytes) != 0)
            continue;
        uint32_t number = *at ? d->number[h % TABLE] : UINT32_MAX;
        if (!*at && add) {
            *at = memory_string(bytes);
            number = d->number[h % TABLE] = d->count++;
        }
        text_fini(word);
        return number;
    }
}

static void dictionary_fini(dictionary *d)
{
    for (uint32_t i = 0; i < TABLE; i++)
        free(d->words[i]);
}

typedef struct explored {
    const program *p;
    const orbit_plan *plan;
    bool sorted[MODEL_MAX_SHARED]; // channels without an order
    dictionary names;              // of states
    int32_t *cells;                // of each state
    uint32_t moves[MOST_MOVES][2], move_count;
    bool fails[MOST_STATES];
    uint32_t expanded; // states
    bool complete;     // those are all
} explored;

static uint32_t state_number(explored *x, const int32_t *cells, uint32_t permutation, bool add)
{
    enum_permutation e;
    text words = {0};
    if (x->plan)
        orbit_permutation(x->plan, permutation, &e);
    else
        enum_permutation_init(&e);
    named_state(x->p, x->sorted, cells, &e, &words);
    return word_number(&x->names, &words, add);
}

static int32_t *cells_of(explored *x, uint32_t number)
{
    return x->cells + (size_t)number * x->p->layout.cells;
}

static void enter(explored *x, const int32_t *cells, uint32_t from)
{
    uint32_t count = x->names.count, to = state_number(x, cells, 0, count < MOST_STATES);
    if (to == UINT32_MAX || x->move_count == MOST_MOVES) {
        x->complete = false;
        return;
    }
    if (to == count)
        memcpy(cells_of(x, to), cells, x->p->layout.cells * sizeof *cells);
    x->moves[x->move_count][0] = from;
    x->moves[x->move_count++][1] = to;
}

static void take(explored *x, uint32_t from, uint32_t action, const int32_t *args, int32_t *work)
{
    const layout *l = &x->p->layout;
    run r = {0};
    do {
        memcpy(work, cells_of(x, from), l->cells * sizeof *work);
        run_reset(&r);
        interpret_call(x->p, work, 0, action, args, &r);
        memset(work + l->threads, 0, l->own * sizeof *work);
        if (r.problem)
            x->fails[from] = true;
        else if (!r.blocked)
            enter(x, work, from);
    } while (run_next(&r));
}

static void expand(explored *x, uint32_t from, int32_t *work)
{
    for (uint32_t k = 0; k < x->p->routine_count; k++) {
        const method *f = x->p->object->methods[k];
        uint32_t ways = 1;
        for (uint32_t i = 0; i < f->param_count; i += type_width(variable_type(&f->locals[i])))
            ways *= type_card(variable_type(&f->locals[i]));
        for (uint32_t way = 0; way < ways; way++) {
            int32_t args[MODEL_MAX_ARGS] = {0};
            uint32_t rest = way;
            for (uint32_t i = 0; i < f->param_count;
                 i += type_width(variable_type(&f->locals[i]))) {
                type t = variable_type(&f->locals[i]);
                finite_cells(t, rest % type_card(t), args + i);
                rest /= type_card(t);
            }
            take(x, from, k, args, work);
        }
    }
}

static void find_sorted(explored *x)
{
    for (uint32_t i = 0; i < x->p->object->method_count; i++) {
        const method *f = x->p->object->methods[i];
        if (f->over)
            x->sorted[f->on_its_way] = !f->over->fifo;
    }
}

static void explore(explored *x)
{
    const program *p = x->p;
    int32_t *work = memory_new(p->layout.cells, sizeof *work);
    x->cells = memory_new((size_t)MOST_STATES * p->layout.cells, sizeof *x->cells);
    for (uint32_t i = 0; i < p->model->shared_count; i++)
        for (uint32_t k = 0; k < variable_cells(p, &p->model->shared[i]); k++)
            if (p->model->shared[i].type.optional)
                work[p->layout.variable[i] + k] = CELL_NONE;
    x->complete = true;
    state_number(x, work, 0, true);
    memcpy(cells_of(x, 0), work, p->layout.cells * sizeof *work);
    for (; x->expanded < x->names.count && x->expanded < EXPANDED; x->expanded++)
        expand(x, x->expanded, work);
    x->complete &= x->expanded == x->names.count;
    free(work);
}

static int by_numbers(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    if (x[0] != y[0])
        return x[0] < y[0] ? -1 : 1;
    return x[1] < y[1] ? -1 : x[1] > y[1];
}

static bool has_move(const explored *x, uint32_t from, uint32_t to)
{
    const uint32_t key[2] = {from, to};
    return bsearch(key, x->moves, x->move_count, sizeof *x->moves, by_numbers) != NULL;
}

// Is a permutation one of the whole graph, as far as that has the renamed states?
static void check_moves(explored *x, uint64_t seed, const char *written)
{
    qsort(x->moves, x->move_count, sizeof *x->moves, by_numbers);
    uint32_t *to = memory_new(x->names.count, sizeof *to);
    for (uint32_t g = 0; g < x->plan->orders; g++) {
        for (uint32_t i = 0; i < x->names.count; i++)
            to[i] = state_number(x, cells_of(x, i), g, false);
        for (uint32_t i = 0; i < x->names.count; i++)
            if (i < x->expanded && to[i] < x->expanded && x->fails[i] != x->fails[to[i]])
                fail_msg("seed %d: a step fails in one state alone\n%s", (int)seed, written);
        for (uint32_t i = 0; i < x->move_count; i++) {
            uint32_t a = to[x->moves[i][0]], b = to[x->moves[i][1]];
            if (a < x->expanded && (b == UINT32_MAX || !has_move(x, a, b)))
                fail_msg("seed %d: a renamed state has other moves\n%s", (int)seed, written);
        }
    }
    free(to);
}

// The form of a state, made from what is known of another one.
static void check_near(explored *x, orbit_form *f, uint32_t from, uint32_t to, const int32_t *form)
{
    const uint32_t cells = x->p->layout.cells;
    cell_changes changed = {.list = memory_new(cells + 1, sizeof *changed.list)};
    int32_t *near = memory_new(cells, sizeof *near);
    cell_changes_find(&changed, cells_of(x, from), cells_of(x, to), cells);
    memcpy(near, cells_of(x, to), cells * sizeof *near);
    orbit_form_base(f, cells_of(x, from));
    orbit_form_make_near(f, &changed, near, 1);
    assert_memory_equal(near, form, cells * sizeof *near);
    free(near);
    free(changed.list);
}

// Gives how many classes of states there are.
static uint32_t check_forms(explored *x, uint64_t seed, const char *written)
{
    const size_t size = x->p->layout.cells * sizeof *x->cells;
    orbit_form f;
    orbit_form_init(&f, x->plan);
    uint32_t count = x->expanded, classes = 0;
    int32_t *forms = memory_new(count, size), *again = memory_new(1, size);
    uint32_t *least = memory_new(count, sizeof *least);
    dictionary all = {.count = 0};
    for (uint32_t i = 0; i < count; i++) {
        int32_t *form = forms + (size_t)i * x->p->layout.cells;
        memcpy(form, cells_of(x, i), size);
        orbit_form_make(&f, form, 1);
        memcpy(again, form, size);
        orbit_form_make(&f, again, 1);
        if (memcmp(again, form, size) != 0)
            fail_msg("seed %d: a form is not its own form\n%s", (int)seed, written);
        for (uint32_t k = 0; k < 3; k++)
            check_near(x, &f, (i * (k + 1) + k) % count, i, form);
        uint32_t of_form = UINT32_MAX;
        least[i] = UINT32_MAX;
        for (uint32_t g = 0; g < x->plan->orders; g++) {
            enum_permutation e;
            text words = {0}, other = {0};
            orbit_permutation(x->plan, g, &e);
            named_state(x->p, x->sorted, cells_of(x, i), &e, &words);
            uint32_t n = word_number(&all, &words, true);
            least[i] = n < least[i] ? n : least[i];
            named_state(x->p, x->sorted, form, &e, &other);
            n = word_number(&all, &other, true);
            of_form = n < of_form ? n : of_form;
        }
        if (of_form != least[i])
            fail_msg("seed %d: a form is another state\n%s", (int)seed, written);
        bool fresh = true;
        for (uint32_t k = 0; k < i; k++) {
            bool same = memcmp(forms + (size_t)k * x->p->layout.cells, form, size) == 0;
            fresh &= least[k] != least[i];
            if (same != (least[k] == least[i]))
                fail_msg("seed %d: renamed states have different forms, or others the same\n%s",
                         (int)seed, written);
        }
        classes += fresh;
    }
    orbit_form_fini(&f);
    dictionary_fini(&all);
    free(forms);
    free(again);
    free(least);
    return classes;
}

static void test_interpreted(void **state)
{
    (void)state;
    uint64_t cases = setting("LINCHPIN_CASES", 300), first = setting("LINCHPIN_SEED", 1);
    uint64_t smaller = 0;
    for (uint64_t seed = first; seed < first + cases; seed++) {
        rng r;
        rng_init(&r, seed);
        char *written = alike_write(&r);
        model *m = written_model(written);
        const instance *v = &m->instances[0];
        program *p = program_new(v->in, v->subject, &(program_options){.threads = 1});
        enum_symmetry found;
        enum_symmetry_find(&found, p, v);
        orbit_plan *plan = orbit_plan_new(p, &found);
        explored *x = memory_new(1, sizeof *x);
        x->p = p;
        x->plan = plan;
        find_sorted(x);
        if (plan) {
            explore(x);
            smaller += check_forms(x, seed, written) < x->expanded;
            check_moves(x, seed, written);
        }
        dictionary_fini(&x->names);
        free(x->cells);
        free(x);
        orbit_plan_free(plan);
        program_free(p);
        model_free(m);
        free(written);
    }
    assert_true(smaller > cases / 4);
}

// How many classes the states have, and whether a step fails. 0: there are too many.
static uint32_t count_classes(const char *written, uint64_t seed, bool *fails)
{
    model *m = written_model(written);
    const instance *v = &m->instances[0];
    program *p = program_new(v->in, v->subject, &(program_options){.threads = 1});
    enum_symmetry found;
    enum_symmetry_find(&found, p, v);
    orbit_plan *plan = orbit_plan_new(p, &found);
    explored *x = memory_new(1, sizeof *x);
    x->p = p;
    x->plan = plan;
    find_sorted(x);
    explore(x);
    *fails = false;
    for (uint32_t i = 0; i < x->expanded; i++)
        *fails |= x->fails[i];
    uint32_t count = !x->complete ? 0 : plan ? check_forms(x, seed, written) : x->names.count;
    dictionary_fini(&x->names);
    free(x->cells);
    free(x);
    orbit_plan_free(plan);
    program_free(p);
    model_free(m);
    return count;
}

static void test_compiled(void **state)
{
    (void)state;
    uint64_t models = setting("LINCHPIN_MODELS", 8), seed = setting("LINCHPIN_SEED", 1);
    for (uint64_t done = 0; done < models; seed++) {
        rng r;
        rng_init(&r, seed);
        char *written = alike_write(&r);
        bool fails;
        uint32_t classes = count_classes(written, seed, &fails);
        if (classes > 3) {
            double plain, reduced;
            lp_outcome want = written_outcome(written, 0, &plain);
            lp_outcome is = written_outcome(written, REDUCE_COMPONENTS, &reduced);
            if (is != want || (fails && is == LP_HOLDS))
                fail_msg("seed %d: outcome %d, and %d without symmetry\n%s", (int)seed, (int)is,
                         (int)want, written);
            if (want == LP_HOLDS && (reduced != classes || reduced > plain))
                fail_msg("seed %d: %f states of %f, and %u classes\n%s", (int)seed, reduced, plain,
                         classes, written);
            done++;
        }
        free(written);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_interpreted),
                                       cmocka_unit_test(test_compiled)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
