// SPDX-License-Identifier: MIT
// Random verdicts with what their steps do to memory and what they have to be drawn, through JSON
// and back: member by member what was written. What is damaged is refused.

#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "judge/evidence/plot_evidence.h"
#include "judge/evidence/step_evidence.h"
#include "judge/evidence/verdict.h"
#include "setting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *some_text(rng *r)
{
    static const char *const texts[] = {"",
                                        "null",
                                        "node2.next",
                                        "</script><!--",
                                        "\"quoted\" \\ \n\t\x01",
                                        "über → 漢字 \xe2\x80\xae",
                                        "[1 2 3]",
                                        "a"};
    return texts[rng_below(r, sizeof texts / sizeof *texts)];
}

static const char *text_or_none(rng *r)
{
    return rng_below(r, 3) ? some_text(r) : NULL;
}

static char *copied(const char *t)
{
    return memory_string(t);
}

static uint32_t some_box(rng *r, const lp_verdict *v)
{
    return (uint32_t)rng_below(r, v->memory->box_count);
}

static uint32_t box_or_none(rng *r, const lp_verdict *v)
{
    return rng_below(r, 2) ? some_box(r, v) : LP_NO_BOX;
}

static void add_change(rng *r, lp_verdict *v)
{
    lp_cell_change c = {.box = some_box(r, v), .to = LP_NO_BOX};
    switch (rng_below(r, 4)) {
    case 0:
        c.made = true;
        break;
    case 1:
        c.freed = true;
        break;
    default:
        c.cell = copied(some_text(r));
        c.before = copied(text_or_none(r));
        c.after = copied(c.before ? text_or_none(r) : some_text(r));
        c.to = c.after ? box_or_none(r, v) : LP_NO_BOX;
    }
    verdict_change(v, &c);
    free(c.cell);
    free(c.before);
    free(c.after);
}

static void add_access(rng *r, lp_verdict *v)
{
    lp_step_access a = {.kind = (lp_access_kind)rng_below(r, ACCESS_KINDS),
                        .order = (lp_memory_order)rng_below(r, MEMORY_ORDERS),
                        .failed = rng_below(r, 2) != 0,
                        .cell = copied(text_or_none(r)),
                        .before = copied(text_or_none(r)),
                        .after = copied(text_or_none(r))};
    verdict_access(v, &a);
    free(a.cell);
    free(a.before);
    free(a.after);
}

static void add_memory(rng *r, lp_verdict *v)
{
    for (uint64_t n = 1 + rng_below(r, 5); n > 0; n--)
        verdict_box(v, some_text(r), (lp_box_kind)rng_below(r, BOX_KINDS), text_or_none(r));
    for (uint64_t n = rng_below(r, 6); n > 0; n--) {
        lp_memory_cell c = {.box = some_box(r, v),
                            .cell = copied(some_text(r)),
                            .value = copied(some_text(r)),
                            .to = box_or_none(r, v)};
        verdict_cell(v, &c);
        free(c.cell);
        free(c.value);
    }
}

static void add_plots(rng *r, lp_verdict *v)
{
    for (uint64_t n = rng_below(r, 3); n > 0; n--) {
        size_t count = rng_below(r, 2 * LP_SERIES_MOST);
        lp_series_point *points = memory_new(count + 1, sizeof *points);
        for (size_t i = 0; i < count; i++)
            points[i] = (lp_series_point){(double)i, (double)rng_below(r, 1000) / 8};
        verdict_series(v, some_text(r), some_text(r), some_text(r), points, count);
        free(points);
    }
    if (rng_below(r, 2))
        return;
    uint32_t states = 1 + (uint32_t)rng_below(r, 5);
    for (uint32_t i = 0; i < states; i++)
        verdict_graph_state(v, some_text(r), i == 0 || rng_below(r, 3) == 0);
    for (uint64_t n = rng_below(r, 8); n > 0; n--)
        verdict_graph_edge(v, (uint32_t)rng_below(r, states), (uint32_t)rng_below(r, states),
                           some_text(r));
    for (uint64_t n = rng_below(r, 4); n > 0; n--)
        verdict_graph_path(v, (uint32_t)rng_below(r, states));
}

// With a history of one operation: two events.
static void random_verdict(rng *r, lp_pool *pool, lp_verdict *v)
{
    lp_verdict_init(v);
    verdict_violate(v, LP_VIOLATION_INVARIANT, "%s", some_text(r));
    v->history = lp_history_new(pool);
    lp_history_return(v->history, lp_history_call(v->history, 1, lp_string(pool, "f", 1), LP_NIL),
                      lp_int(3));
    for (uint64_t n = rng_below(r, 3); n > 0; n--)
        verdict_limit(v, "%s", some_text(r));
    for (uint64_t n = rng_below(r, 3); n > 0; n--)
        verdict_assume(v, some_text(r));
    bool memory = rng_below(r, 3) != 0;
    if (memory)
        add_memory(r, v);
    uint32_t events = 0;
    for (uint64_t n = 1 + rng_below(r, 5); n > 0; n--) {
        verdict_trace(v, (int64_t)rng_below(r, 3), rng_below(r, 2) != 0, "a.c:1", some_text(r));
        if (rng_below(r, 2))
            verdict_trace_frame(v, "a.c:1", text_or_none(r));
        if (events < 2)
            events += (uint32_t)rng_below(r, 2);
        if (rng_below(r, 3))
            verdict_events(v, events);
        if (rng_below(r, 2))
            add_access(r, v);
        for (uint64_t c = memory ? rng_below(r, 4) : 0; c > 0; c--)
            add_change(r, v);
    }
    add_plots(r, v);
}

static void same_text(const char *a, const char *b)
{
    assert_true((a == NULL) == (b == NULL));
    if (a)
        assert_string_equal(a, b);
}

static void same_texts(char *const *a, uint32_t a_count, char *const *b, uint32_t b_count)
{
    assert_int_equal(a_count, b_count);
    for (uint32_t i = 0; i < a_count; i++)
        same_text(a[i], b[i]);
}

static void same_step(const lp_trace_step *a, const lp_trace_step *b)
{
    assert_int_equal(a->events, b->events);
    same_text(a->what, b->what);
    assert_int_equal(a->frame_count, b->frame_count);
    assert_true((a->access == NULL) == (b->access == NULL));
    if (a->access) {
        assert_int_equal(a->access->kind, b->access->kind);
        assert_int_equal(a->access->order, b->access->order);
        assert_int_equal(a->access->failed, b->access->failed);
        same_text(a->access->cell, b->access->cell);
        same_text(a->access->before, b->access->before);
        same_text(a->access->after, b->access->after);
    }
    assert_int_equal(a->change_count, b->change_count);
    for (uint32_t i = 0; i < a->change_count; i++) {
        const lp_cell_change *c = &a->changes[i], *d = &b->changes[i];
        assert_int_equal(c->box, d->box);
        assert_int_equal(c->made, d->made);
        assert_int_equal(c->freed, d->freed);
        assert_int_equal(c->to, d->to);
        same_text(c->cell, d->cell);
        same_text(c->before, d->before);
        same_text(c->after, d->after);
    }
}

static void same_memory(const lp_memory *a, const lp_memory *b)
{
    assert_true((a == NULL) == (b == NULL));
    if (!a)
        return;
    assert_int_equal(a->box_count, b->box_count);
    assert_int_equal(a->cell_count, b->cell_count);
    for (uint32_t i = 0; i < a->box_count; i++) {
        same_text(a->boxes[i].name, b->boxes[i].name);
        same_text(a->boxes[i].type, b->boxes[i].type);
        assert_int_equal(a->boxes[i].kind, b->boxes[i].kind);
    }
    for (uint32_t i = 0; i < a->cell_count; i++) {
        assert_int_equal(a->cells[i].box, b->cells[i].box);
        assert_int_equal(a->cells[i].to, b->cells[i].to);
        same_text(a->cells[i].cell, b->cells[i].cell);
        same_text(a->cells[i].value, b->cells[i].value);
    }
}

static void same_numbers(const uint32_t *a, uint32_t a_count, const uint32_t *b, uint32_t b_count)
{
    assert_int_equal(a_count, b_count);
    for (uint32_t i = 0; i < a_count; i++)
        assert_int_equal(a[i], b[i]);
}

static void same_plots(const lp_verdict *a, const lp_verdict *b)
{
    assert_int_equal(a->series_count, b->series_count);
    for (uint32_t i = 0; i < a->series_count; i++) {
        const lp_series *s = &a->series[i], *t = &b->series[i];
        same_text(s->name, t->name);
        same_text(s->x, t->x);
        same_text(s->y, t->y);
        assert_int_equal(s->point_count, t->point_count);
        for (uint32_t k = 0; k < s->point_count; k++)
            assert_true(s->points[k].x == t->points[k].x && s->points[k].y == t->points[k].y);
    }
    const lp_graph *g = a->graph, *h = b->graph;
    assert_true((g == NULL) == (h == NULL));
    if (!g)
        return;
    same_texts(g->states, g->state_count, h->states, h->state_count);
    same_numbers(g->initial, g->initial_count, h->initial, h->initial_count);
    same_numbers(g->path, g->path_count, h->path, h->path_count);
    assert_int_equal(g->edge_count, h->edge_count);
    for (uint32_t i = 0; i < g->edge_count; i++) {
        assert_int_equal(g->edges[i].from, h->edges[i].from);
        assert_int_equal(g->edges[i].to, h->edges[i].to);
        same_text(g->edges[i].what, h->edges[i].what);
    }
}

static void verdicts_come_back(void **state)
{
    (void)state;
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 41));
    uint64_t cases = setting("LINCHPIN_CASES", 2000);
    for (uint64_t n = 0; n < cases; n++) {
        lp_pool *pool = lp_pool_new();
        lp_verdict v, back;
        error e;
        text first = {0}, second = {0};
        random_verdict(&r, pool, &v);
        verdict_write_json(&v, &first);
        if (!verdict_read_json(first.bytes, first.length, pool, &back, &e))
            fail_msg("%s: %s", e.message, first.bytes);
        same_texts(v.limits, v.limit_count, back.limits, back.limit_count);
        same_texts(v.assumptions, v.assumption_count, back.assumptions, back.assumption_count);
        assert_int_equal(v.trace_count, back.trace_count);
        for (uint32_t i = 0; i < v.trace_count; i++)
            same_step(&v.trace[i], &back.trace[i]);
        same_memory(v.memory, back.memory);
        same_plots(&v, &back);
        verdict_write_json(&back, &second);
        assert_string_equal(first.bytes, second.bytes);
        lp_verdict_fini(&back);
        for (size_t cut = n < 20 ? 0 : first.length; cut < first.length; cut++)
            assert_false(verdict_read_json(first.bytes, cut, pool, &back, &e));
        memory_clear(&v);
        assert_null(v.memory);
        assert_true(!v.trace[0].access && !v.trace[0].changes);
        text_fini(&first);
        text_fini(&second);
        lp_verdict_fini(&v);
        lp_pool_free(pool);
    }
}

static void what_is_damaged_is_refused(void **state)
{
    (void)state;
#define STEP(members) "{\"trace\":[{\"thread\":0,\"switch\":false,\"what\":\"x\"," members "}]}"
#define MEMORY "\"memory\":{\"boxes\":[{\"name\":\"b\",\"kind\":\"node\"}],\"cells\":["
    static const struct {
        bool fine;
        const char *json;
    } cases[] = {
        {true, "{}"},
        {true, STEP("\"access\":{\"kind\":\"read\"}")},
        {false, STEP("\"access\":{\"kind\":\"look\"}")},
        {false, STEP("\"access\":{\"cell\":\"x\"}")},
        {false, STEP("\"access\":[]")},
        {false, STEP("\"access\":{\"kind\":\"cas\",\"failed\":false}")},
        {false, STEP("\"access\":{\"kind\":\"cas\",\"order\":\"strict\"}")},
        {false, STEP("\"events\":1")},
        {false, STEP("\"events\":-1")},
        {false, STEP("\"changes\":{}")},
        {false, STEP("\"changes\":[{\"box\":0,\"made\":true}]")}, // no such box
        {true, "{" MEMORY "]}}"},
        {true, "{" MEMORY "{\"box\":0,\"cell\":\"c\",\"value\":\"1\",\"to\":0}]}}"},
        {false, "{" MEMORY "{\"box\":1,\"cell\":\"c\",\"value\":\"1\"}]}}"},
        {false, "{" MEMORY "{\"box\":0,\"cell\":\"c\",\"value\":\"1\",\"to\":1}]}}"},
        {false, "{" MEMORY "{\"box\":0,\"cell\":\"c\"}]}}"},
        {false, "{\"memory\":{\"boxes\":[{\"name\":\"b\"}],\"cells\":[]}}"},
        {false, "{\"memory\":{\"boxes\":[{\"kind\":\"node\"}],\"cells\":[]}}"},
        {false, "{\"memory\":{\"boxes\":[{\"name\":\"b\",\"kind\":\"crate\"}],\"cells\":[]}}"},
        {true, "{" MEMORY "]},\"trace\":[{\"what\":\"x\",\"changes\":[{\"box\":0,\"made\":true},"
               "{\"box\":0,\"cell\":\"c\",\"new\":\"1\"}]}]}"},
        {false, "{" MEMORY "]},\"trace\":[{\"what\":\"x\",\"changes\":[{\"box\":0}]}]}"},
        {false, "{" MEMORY "]},\"trace\":[{\"what\":\"x\",\"changes\":[{\"box\":0,\"cell\":\"c\","
                "\"freed\":true}]}]}"},
        {true, "{\"series\":[{\"name\":\"n\",\"x\":\"x\",\"y\":\"y\",\"points\":[[1,2.5]]}]}"},
        {false, "{\"series\":[{\"name\":\"n\",\"x\":\"x\",\"points\":[]}]}"},
        {false, "{\"series\":[{\"name\":\"n\",\"x\":\"x\",\"y\":\"y\",\"points\":[[1]]}]}"},
        {false, "{\"series\":[{\"name\":\"n\",\"x\":\"x\",\"y\":\"y\",\"points\":[[1,2,3]]}]}"},
        {true, "{\"graph\":{\"states\":[{\"text\":\"a\"}],\"edges\":[],\"initial\":[0]}}"},
        {false, "{\"graph\":{\"states\":[{\"text\":\"a\"}],\"edges\":[],\"initial\":[1]}}"},
        {false, "{\"graph\":{\"states\":[{\"text\":\"a\"}],\"edges\":[],\"path\":[1]}}"},
        {false, "{\"graph\":{\"states\":[{}],\"edges\":[]}}"},
        {false, "{\"graph\":{\"states\":[{\"text\":\"a\"}],\"edges\":[{\"from\":0,\"to\":1,"
                "\"what\":\"w\"}]}}"},
        {false, "{\"graph\":{\"nodes\":[{\"text\":\"a\"}]}}"},
        {false, "{\"limits\":[1]}"},
        {false, "{\"assumptions\":\"none\"}"},
    };
    lp_pool *pool = lp_pool_new();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lp_verdict v;
        error e;
        text whole = {0}; // each with the verdict, without which none is one
        text_add(&whole, "{\"verdict\":\"holds\"%s%s", cases[i].json[1] == '}' ? "" : ",",
                 cases[i].json + 1);
        bool fine = verdict_read_json(whole.bytes, whole.length, pool, &v, &e);
        text_fini(&whole);
        if (fine != cases[i].fine)
            fail_msg("%s: %s", fine ? "accepted" : "refused", cases[i].json);
        if (fine)
            lp_verdict_fini(&v);
    }
    lp_verdict none;
    error e;
    assert_false(verdict_read_json("{}", 2, pool, &none, &e));
    assert_non_null(strstr(e.message, "\"verdict\" is missing"));
    lp_pool_free(pool);
}

static void a_long_series_keeps_its_ends(void **state)
{
    (void)state;
    enum { MANY = 100003 };
    lp_series_point *points = memory_new(MANY, sizeof *points);
    for (uint32_t i = 0; i < MANY; i++)
        points[i] = (lp_series_point){i, 2.0 * i};
    for (uint32_t count = 0; count <= MANY; count += count < 450 ? 1 : MANY - 450) {
        lp_verdict v;
        lp_verdict_init(&v);
        verdict_series(&v, "n", "x", "y", points, count);
        const lp_series *s = &v.series[0];
        assert_int_equal(s->point_count, count < LP_SERIES_MOST ? count : LP_SERIES_MOST);
        for (uint32_t i = 0; i < s->point_count; i++) {
            assert_true(s->points[i].y == 2 * s->points[i].x);
            assert_true(i == 0 || s->points[i].x > s->points[i - 1].x);
        }
        if (count) {
            assert_true(s->points[0].x == 0);
            assert_true(s->points[s->point_count - 1].x == count - 1);
        }
        lp_verdict_fini(&v);
    }
    free(points);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdicts_come_back),
        cmocka_unit_test(what_is_damaged_is_refused),
        cmocka_unit_test(a_long_series_keeps_its_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
