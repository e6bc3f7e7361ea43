// SPDX-License-Identifier: MIT
// The interpreter of components (model/enact) against the interpreter of steps: random automata, each in
// random states. Every action, with random arguments, must be enabled in both or in neither, and
// lead to the same state, or fail. The interpreter of steps goes through all names of an enum without end, the other one
// through those that are kept.

#include "base/memory.h"
#include "base/random.h"
#include "model/enact/enact.h"
#include "model/enact/enact_many.h"
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

// A name of the enum without end: the first two are of a supply of their own.
static int64_t identifier(int32_t name)
{
    return enact_id(name < 2 ? 0 : 1, 0, (uint64_t)name);
}

// The cells of a value there, from those here.
static void converted(const both *b, type t, const int32_t *cells, int64_t *out)
{
    for (uint32_t i = 0; t.kind == TYPE_TUPLE && i < t.part_count; i++)
        converted(b, t.parts[i], cells + tuple_offset(t, i), out + enact_offset(t, i));
    if (t.kind == TYPE_TUPLE)
        return;
    bool none = t.optional && cells[0] == CELL_NONE;
    out[0] = none ? ENACT_NONE : type_is_supply(b->s.m, t) ? identifier(cells[0]) : cells[0];
    if (t.kind == TYPE_MASK && type_width(t) > 1)
        out[0] |= (int64_t)cells[1] << MASK_BITS;
}

static void insert(const both *b, enact_many *many, type item, const int32_t *cells)
{
    int64_t made[ENACT_CELLS];
    converted(b, item, cells, made);
    enact_many_insert(many, many->count, made);
}

// A set without end, from the bits of what is verified.
static int64_t open_set(const both *b, type t, const int32_t *cells)
{
    enact_many *many = enact_many_new(enact_width(t.parts[0]));
    uint64_t bits = (uint32_t)cells[0];
    if (type_width(t) > 1)
        bits |= (uint64_t)(uint32_t)cells[1] << MASK_BITS;
    for (uint32_t rank = 0; rank < type_card(t.parts[0]); rank++) {
        int32_t item[MODEL_MAX_PARTS];
        if (!(bits >> rank & 1))
            continue;
        finite_cells(t.parts[0], rank, item);
        insert(b, many, t.parts[0], item);
    }
    return enact_many_cell(many);
}

static int64_t sequence(const both *b, type t, const int32_t *seq)
{
    enact_many *many = enact_many_new(1);
    for (int32_t i = 0; i < seq[0]; i++)
        insert(b, many, t.parts[0], seq + 1 + i);
    return enact_many_cell(many);
}

static void random_sequence(rng *r, type t, int32_t *seq)
{
    seq[0] = (int32_t)rng_below(r, 4);
    for (int32_t k = 0; k < seq[0]; k++)
        random_value(r, t.parts[0], seq + 1 + k);
}

// Of an array without end, the items are kept that are not 0.
static int64_t open_array(const int32_t *items, uint32_t length)
{
    enact_many *many = enact_many_new(2);
    for (uint32_t k = 0; k < length; k++) {
        const int64_t made[] = {identifier((int32_t)k), items[k]};
        if (items[k])
            enact_many_insert(many, many->count, made);
    }
    return enact_many_cell(many);
}

static void variable_there(const both *b, const variable *v, const int32_t *whole, int64_t *there)
{
    type t = variable_type(v);
    if (type_is_open_set(b->s.m, t))
        *there = open_set(b, t, whole);
    else
        converted(b, t, whole, there);
}

// The same state there; with r, both are a random one.
static int64_t *each_item(const both *b, int32_t *cells, rng *r)
{
    int64_t *state = enact_state_new(&b->part);
    const unit *u = b->part.component->u;
    for (uint32_t i = 0; i < variable_count(b);) {
        const variable *v = &b->s.m->shared[u->shared_from + i];
        type t = variable_type(v);
        uint32_t width = type_width(t);
        int32_t *first = &cells[b->p->layout.variable[i]];
        int64_t *there = enact_variable(&b->part, state, u->shared_from + i);
        if (t.kind == TYPE_SEQ && r)
            random_sequence(r, t, first);
        if (t.kind == TYPE_SEQ)
            *there = sequence(b, t, first);
        for (uint32_t k = 0; t.kind != TYPE_SEQ && k < (v->length ? v->length : 1); k++) {
            int32_t whole[MODEL_MAX_PARTS];
            if (r)
                random_value(r, t, whole);
            for (uint32_t n = 0; n < width; n++)
                if (r)
                    cells[b->p->layout.variable[i + n] + k] = whole[n];
                else
                    whole[n] = cells[b->p->layout.variable[i + n] + k];
            if (!v->length || !type_is_supply(b->s.m, v->index))
                variable_there(b, v, whole, there + k * enact_width(t));
        }
        if (v->length && type_is_supply(b->s.m, v->index))
            *there = open_array(first, v->length);
        i += width;
    }
    return state;
}

static char *shown(const both *b, int64_t *state)
{
    const unit *u = b->part.component->u;
    text out = {0};
    for (uint32_t i = u->shared_from; i < u->shared_to;) {
        text_add(&out, "%s = ", variable_name(&b->s.m->shared[i]));
        enact_print_variable(&b->part, state, i, &out);
        text_add(&out, "\n");
        i += type_width(variable_type(&b->s.m->shared[i]));
    }
    return text_take(&out);
}

static void assert_same(const both *b, int64_t *state, int64_t *want, const char *when)
{
    char *is = shown(b, state), *wanted = shown(b, want);
    if (strcmp(is, wanted) != 0)
        fail_msg("%s: it is\n%sand not\n%s%s", when, is, wanted, b->written);
    free(is);
    free(wanted);
}

static void ranked(type t, uint32_t rank, int32_t *out)
{
    if (t.kind == TYPE_MASK)
        out[0] = (int32_t)rank;
    else
        finite_cells(t, rank, out);
}

static void random_arguments(const both *b, const method *f, const method *own, rng *r,
                             int32_t *args, enact_value *there)
{
    for (uint32_t i = 0, k = 0; i < f->param_count; k++) {
        type t = variable_type(&f->locals[i]);
        ranked(t, (uint32_t)rng_below(r, type_card(t)), args + i);
        converted(b, variable_type(&own->locals[i]), args + i, there[k].cells);
        i += type_width(t);
    }
}

// 0: not enabled, 1: a step, 2: it fails
static void compare(const both *b, rng *r, uint32_t action, const int32_t *from, uint64_t *outcomes)
{
    uint32_t cells = b->p->layout.cells;
    int32_t *to = memory_copy(from, cells * sizeof *to), args[2 * MODEL_MAX_ARGS] = {0};
    enact_outcome out = {0};
    enact_step step = {.action = b->part.component->u->methods[action]};
    random_arguments(b, b->p->object->methods[action], step.action, r, args, step.arguments);
    int64_t *before = each_item(b, to, NULL), *state = enact_state_copy(&b->part, before);
    run made = {0};
    interpret_call(b->p, to, 0, action, args, &made);
    int wanted = made.problem ? 2 : !made.blocked;
    enact_take(&b->part, &step, state, &out);
    int got = out.problem ? 2 : out.enabled;
    int64_t *want = each_item(b, to, NULL);
    if (wanted != got)
        fail_msg("%s: %d, not %d: %s\n%s", step.action->name, got, wanted,
                 out.problem ? out.problem : "", b->written);
    if (wanted == 1)
        assert_same(b, state, want, step.action->name);
    if (wanted == 0) // and what it was copied from is as it was
        assert_same(b, before, want, step.action->name);
    outcomes[wanted]++;
    enact_outcome_fini(&out);
    free(to);
    enact_state_free(&b->part, before);
    enact_state_free(&b->part, state);
    enact_state_free(&b->part, want);
}

// Both begin in the same state.
static void compare_first(const both *b)
{
    int32_t *cells = memory_new(b->p->layout.cells, sizeof *cells);
    int64_t *state = enact_state_new(&b->part);
    enact_outcome out = {0};
    run made = {0};
    interpret_init(b->p, cells, &made);
    enact_begin(&b->part, 0, state, &out);
    if (!out.problem != !made.problem)
        fail_msg("they do not begin alike: %s\n%s", out.problem ? out.problem : "", b->written);
    int64_t *want = each_item(b, cells, NULL);
    if (!out.problem)
        assert_same(b, state, want, "first");
    enact_outcome_fini(&out);
    free(cells);
    enact_state_free(&b->part, state);
    enact_state_free(&b->part, want);
}

static bool both_read(both *b)
{
    error e = {0};
    size_t length = strlen(b->written);
    b->checked = model_read("made.lin", b->written, length, &e);
    if (!b->checked)
        return false;
    b->p = program_new(b->checked->views[0], b->checked->views[0]->units[0],
                       &(program_options){.threads = 1, .nodes = 1, .items = 64, .clear = true});
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

static void compare_models(char *(*made)(uint64_t), uint64_t models)
{
    uint64_t first = setting("LINCHPIN_SEED", 1), states = setting("LINCHPIN_STATES", 60);
    uint64_t outcomes[3] = {0}, refused = 0;
    for (uint64_t seed = first; seed < first + models; seed++) {
        both *b = memory_new(1, sizeof *b);
        b->written = made(seed);
        bool good = both_read(b);
        refused += !good;
        rng r;
        rng_init(&r, seed);
        if (good)
            compare_first(b);
        for (uint64_t i = 0; good && i < states; i++) {
            int32_t *cells = memory_new(b->p->layout.cells, sizeof *cells);
            enact_state_free(&b->part, each_item(b, cells, &r));
            for (uint32_t k = 0; k < b->p->object->method_count; k++)
                for (uint32_t n = 0; n < 4; n++)
                    compare(b, &r, k, cells, outcomes);
            free(cells);
        }
        both_fini(b);
    }
    printf("%d steps, %d that are not enabled, %d that fail\n", (int)outcomes[1], (int)outcomes[0],
           (int)outcomes[2]);
    assert_true(3 * refused < models);
    assert_true(outcomes[0] > 100 && outcomes[1] > 100 && outcomes[2] > 100);
}

static void test_closed(void **unused)
{
    (void)unused;
    compare_models(random_closed_automaton, setting("LINCHPIN_MODELS", 300));
}

static void test_without_end(void **unused)
{
    (void)unused;
    compare_models(random_automaton, setting("LINCHPIN_MODELS", 300));
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_closed),
                                       cmocka_unit_test(test_without_end),
                                       cmocka_unit_test(test_text)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
