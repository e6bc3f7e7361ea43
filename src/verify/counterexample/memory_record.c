// SPDX-License-Identifier: MIT
// See memory_record.h. What a step changes is what tells the views of two states apart.

#include "verify/counterexample/memory_record.h"

#include "judge/evidence/step_evidence.h"

#include <stdlib.h>
#include <string.h>

void memory_record_start(memory_record *r, describer *d, const int32_t *cells, lp_verdict *v)
{
    memory_clear(v);
    *r = (memory_record){.boxes = {.v = v}};
    memory_view_take(&r->was, &r->boxes, d, cells);
    for (size_t i = 0; i < r->was.count; i++) {
        const viewed_cell *c = &r->was.cells[i];
        verdict_cell(v, &(lp_memory_cell){.box = c->box,
                                          .cell = (char *)(uintptr_t)viewed_name(&r->was, c),
                                          .value = (char *)(uintptr_t)viewed_value(&r->was, c),
                                          .to = c->to});
    }
}

// `is`: of the view `now`.
static void change(memory_record *r, const viewed_cell *was, const memory_view *now,
                   const viewed_cell *is)
{
    const char *name = was ? viewed_name(&r->was, was) : viewed_name(now, is);
    const char *before = was ? viewed_value(&r->was, was) : NULL;
    const char *after = is ? viewed_value(now, is) : NULL;
    if (before && after && strcmp(before, after) == 0)
        return;
    verdict_change(r->boxes.v, &(lp_cell_change){.box = was ? was->box : is->box,
                                                 .cell = (char *)(uintptr_t)name,
                                                 .before = (char *)(uintptr_t)before,
                                                 .after = (char *)(uintptr_t)after,
                                                 .to = is ? is->to : LP_NO_BOX});
}

// The cell of this name. Mostly it is the next one.
static const viewed_cell *called(const memory_view *view, const viewed_cell *from,
                                 const viewed_cell *next, const viewed_cell *to, const char *name)
{
    if (next < to && strcmp(viewed_name(view, next), name) == 0)
        return next;
    for (const viewed_cell *c = from; c < to; c++)
        if (strcmp(viewed_name(view, c), name) == 0)
            return c;
    return NULL;
}

static bool there(const memory_view *view, uint32_t box)
{
    return box < view->boxes && view->there[box];
}

// The cells of a box, in both views.
static void compare(memory_record *r, const viewed_cell *was, const viewed_cell *was_end,
                    const memory_view *now, const viewed_cell *is, const viewed_cell *is_end)
{
    const viewed_cell *next = is;
    for (const viewed_cell *c = was; c < was_end; c++) {
        const viewed_cell *same = called(now, is, next, is_end, viewed_name(&r->was, c));
        change(r, c, now, same);
        next = same ? same + 1 : next;
    }
    next = was;
    for (const viewed_cell *c = is; c < is_end; c++) {
        const viewed_cell *then = called(&r->was, was, next, was_end, viewed_name(now, c));
        if (!then)
            change(r, NULL, now, c);
        next = then ? then + 1 : next;
    }
}

static const viewed_cell *end_of(const memory_view *view, const viewed_cell *from, uint32_t box)
{
    const viewed_cell *end = view->cells + view->count;
    while (from < end && from->box == box)
        from++;
    return from;
}

// A box that is not there any more: it was freed, or nothing leads to it; then it is in the view of all that
// the step left behind.
static void tell_gone(memory_record *r, uint32_t box, const viewed_cell *was,
                      const viewed_cell *was_end)
{
    bool left = r->has_full && there(&r->full, box);
    const viewed_cell *from = r->full.cells, *end = from + r->full.count;
    while (left && from < end && from->box != box)
        from++;
    if (left)
        compare(r, was, was_end, &r->full, from, end_of(&r->full, from, box));
    verdict_change(
        r->boxes.v,
        &(lp_cell_change){.box = box, .freed = !left, .unreachable = left, .to = LP_NO_BOX});
}

static void compare_box(memory_record *r, uint32_t box, const viewed_cell *was,
                        const viewed_cell *was_end, const viewed_cell *is,
                        const viewed_cell *is_end)
{
    bool before = there(&r->was, box), now = there(&r->is, box);
    if (before == now) {
        compare(r, was, was_end, &r->is, is, is_end);
        return;
    }
    if (before)
        tell_gone(r, box, was, was_end);
    else
        verdict_change(r->boxes.v, &(lp_cell_change){.box = box, .made = true, .to = LP_NO_BOX});
    for (const viewed_cell *c = is; c < is_end; c++)
        change(r, NULL, &r->is, c);
}

void memory_record_full(memory_record *r, describer *d, const int32_t *cells)
{
    memory_view_take(&r->full, &r->boxes, d, cells);
    r->has_full = true;
}

void memory_record_step(memory_record *r, describer *d, const int32_t *cells)
{
    memory_view_take(&r->is, &r->boxes, d, cells);
    const lp_memory *m = r->boxes.v->memory;
    const viewed_cell *was = r->was.cells, *is = r->is.cells;
    for (uint32_t box = 0; m && box < m->box_count; box++) {
        const viewed_cell *was_end = end_of(&r->was, was, box), *is_end = end_of(&r->is, is, box);
        compare_box(r, box, was, was_end, is, is_end);
        was = was_end;
        is = is_end;
    }
    r->has_full = false;
    memory_view swap = r->was;
    r->was = r->is;
    r->is = swap;
}

void memory_record_fini(memory_record *r)
{
    box_list_fini(&r->boxes);
    memory_view_fini(&r->was);
    memory_view_fini(&r->is);
    memory_view_fini(&r->full);
}
