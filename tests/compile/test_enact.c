// SPDX-License-Identifier: MIT
// The interpreter of components (model/enact) against the interpreter of steps: random automata, each in
// random states. Every action, with random arguments, must be enabled in both or in neither, and
// lead to the same state, or fail.

#include "base/memory.h"
#include "base/random.h"
#include "model/enact/enact.h"
#include "model/interpret/interpret.h"
#include "model/model.h"
#include "model/syntax/finite_type.h"
#include "random_automaton.h"
#include "setting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct both {
    char *written;
    model *checked, *parsed;
    struct token *tokens;
    program *p;
    component_system s;
    enact_part part;
} both;

static uint32_t variable_count(const both *b)
{
    return b->p->model->shared_count;
}

// The cells of a value there, from those here.
static void converted(type t, const int32_t *cells, int64_t *out)
{
    for (uint32_t i = 0; t.kind == TYPE_TUPLE && i < t.part_count; i++)
        converted(t.parts[i], cells + tuple_offset(t, i), out + enact_offset(t, i));
    if (t.kind == TYPE_TUPLE)
        return;
    out[0] = t.optional && cells[0] == CELL_NONE ? ENACT_NONE : cells[0];
    if (t.kind == TYPE_MASK && type_width(t) > 1)
        out[0] |= (int64_t)cells[1] << MASK_BITS;
}

// The same state there; with r, both are a random one.
static void each_item(const both *b, int32_t *cells, int64_t *state, rng *r)
{
    for (uint32_t i = 0; i < variable_count(b);) {
        const variable *v = &b->p->model->shared[i];
        type t = variable_type(v);
        uint32_t width = type_width(t);
        int64_t *there = enact_variable(&b->part, state, b->part.component->u->shared_from + i);
        for (uint32_t k = 0; k < (v->length ? v->length : 1); k++) {
            int32_t whole[MODEL_MAX_PARTS];
            if (r)
                random_value(r, t, whole);
            for (uint32_t n = 0; n < width; n++)
                if (r)
                    cells[b->p->layout.variable[i + n] + k] = whole[n];
                else
                    whole[n] = cells[b->p->layout.variable[i + n] + k];
            converted(t, whole, there + k * enact_width(t));
        }
        i += width;
    }
}

static void ranked(type t, uint32_t rank, int32_t *out)
{
    if (t.kind == TYPE_MASK)
        out[0] = (int32_t)rank;
    else
        finite_cells(t, rank, out);
}

static void random_arguments(const method *f, rng *r, int32_t *args, enact_value *there)
{
    for (uint32_t i = 0, k = 0; i < f->param_count; k++) {
        type t = variable_type(&f->locals[i]);
        uint32_t rank = (uint32_t)rng_below(r, type_card(t));
        ranked(t, rank, args + i);
        enact_at(t, rank, there[k].cells);
        i += type_width(t);
    }
}

// 0: not enabled, 1: a step, 2: it fails
static void compare(const both *b, rng *r, uint32_t action, const int32_t *from, uint64_t *outcomes)
{
    uint32_t cells = b->p->layout.cells;
    int32_t *to = memory_copy(from, cells * sizeof *to), args[2 * MODEL_MAX_ARGS] = {0};
    int64_t *state = memory_new(b->part.cells + 1, sizeof *state);
    int64_t *want = memory_new(b->part.cells + 1, sizeof *want);
    enact_outcome out = {0};
    enact_step step = {.action = b->part.component->u->methods[action]};
    random_arguments(b->p->object->methods[action], r, args, step.arguments);
    each_item(b, to, state, NULL);
    run made = {0};
    interpret_call(b->p, to, 0, action, args, &made);
    int wanted = made.problem ? 2 : !made.blocked;
    enact_take(&b->part, &step, state, &out);
    int got = out.problem ? 2 : out.enabled;
    each_item(b, to, want, NULL);
    if (wanted != got || (wanted == 1 && memcmp(want, state, b->part.cells * sizeof *want) != 0)) {
        for (uint32_t i = 0; i < b->part.cells; i++)
            fprintf(stderr, "%d: %lld, not %lld\n", (int)i, (long long)state[i],
                    (long long)want[i]);
        fputs(b->written, stderr);
        fail_msg("%s: %d, not %d: %s", step.action->name, got, wanted,
                 out.problem ? out.problem : "");
    }
    outcomes[wanted]++;
    enact_outcome_fini(&out);
    free(to);
    free(state);
    free(want);
}

// Both begin in the same state.
static void compare_first(const both *b)
{
    int32_t *cells = memory_new(b->p->layout.cells, sizeof *cells);
    int64_t *state = memory_new(b->part.cells + 1, sizeof *state);
    int64_t *want = memory_new(b->part.cells + 1, sizeof *want);
    enact_outcome out = {0};
    run made = {0};
    interpret_init(b->p, cells, &made);
    enact_begin(&b->part, 0, state, &out);
    each_item(b, cells, want, NULL);
    if (!out.problem != !made.problem ||
        (!out.problem && memcmp(want, state, b->part.cells * sizeof *want) != 0)) {
        fputs(b->written, stderr);
        fail_msg("they do not begin alike: %s", out.problem ? out.problem : "");
    }
    enact_outcome_fini(&out);
    free(cells);
    free(state);
    free(want);
}

static bool both_read(both *b)
{
    error e = {0};
    size_t length = strlen(b->written);
    b->checked = model_read("made.lin", b->written, length, &e);
    if (!b->checked)
        return false;
    b->p = program_new(b->checked->views[0], b->checked->views[0]->units[0],
                       &(program_options){.threads = 1, .nodes = 1, .clear = true});
    b->parsed = model_read_tokens("made.lin", b->written, length, &b->tokens, &e);
    assert_non_null(b->parsed);
    if (!component_lone(b->parsed, "made", &b->s, &e))
        fail_msg("%s", e.message);
    if (!enact_known(&b->s, &b->s.parts[0], &e))
        return false;
    enact_part_init(&b->part, &b->s, &b->s.parts[0]);
    return true;
}

static void both_fini(both *b)
{
    if (b->p)
        program_free(b->p);
    model_free(b->checked);
    model_free(b->parsed);
    free(b->tokens);
    free(b->written);
    free(b);
}

static void test_random(void **unused)
{
    (void)unused;
    uint64_t models = setting("LINCHPIN_MODELS", 300), first = setting("LINCHPIN_SEED", 1);
    uint64_t states = setting("LINCHPIN_STATES", 60), outcomes[3] = {0}, refused = 0;
    for (uint64_t seed = first; seed < first + models; seed++) {
        both *b = memory_new(1, sizeof *b);
        b->written = random_closed_automaton(seed);
        bool good = both_read(b);
        refused += !good;
        rng r;
        rng_init(&r, seed);
        if (good)
            compare_first(b);
        for (uint64_t i = 0; good && i < states; i++) {
            int32_t *cells = memory_new(b->p->layout.cells, sizeof *cells);
            int64_t *state = memory_new(b->part.cells + 1, sizeof *state);
            each_item(b, cells, state, &r);
            for (uint32_t k = 0; k < b->p->object->method_count; k++)
                for (uint32_t n = 0; n < 4; n++)
                    compare(b, &r, k, cells, outcomes);
            free(cells);
            free(state);
        }
        both_fini(b);
    }
    printf("%d steps, %d that are not enabled, %d that fail\n", (int)outcomes[1], (int)outcomes[0],
           (int)outcomes[2]);
    assert_true(3 * refused < models);
    assert_true(outcomes[0] > 100 && outcomes[1] > 100 && outcomes[2] > 100);
}

static void show_and_read(const component_system *s, type t, uint32_t rank)
{
    int64_t value[ENACT_CELLS], back[ENACT_CELLS];
    text shown = {0};
    enact_at(t, rank, value);
    assert_true(enact_fits(s, t, value));
    assert_int_equal(enact_rank(t, value), rank);
    enact_print(s, t, value, &shown);
    const char *at = shown.bytes;
    if (!enact_parse(s, t, &at, back) || *at || enact_compare(s, t, value, back) != 0)
        fail_msg("%s is read as something else", shown.bytes);
    text_fini(&shown);
}

// What is shown is read again as the same value.
static void test_text(void **unused)
{
    (void)unused;
    uint64_t models = setting("LINCHPIN_MODELS", 300);
    for (uint64_t seed = 1; seed <= models; seed++) {
        both *b = memory_new(1, sizeof *b);
        b->written = random_closed_automaton(seed);
        bool good = both_read(b);
        for (uint32_t i = 0; good && i < variable_count(b);) {
            type t = variable_type(&b->s.m->shared[b->part.component->u->shared_from + i]);
            for (uint32_t rank = 0; rank < type_card(t) && rank < 500; rank++)
                show_and_read(&b->s, t, rank);
            i += type_width(t);
        }
        both_fini(b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random), cmocka_unit_test(test_text)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
