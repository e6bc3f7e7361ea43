// SPDX-License-Identifier: MIT
// See view_closure.h. Two views are glued together when the later one of them is gone through; with two kept threads, the third
// view that has to be there may come after both, but then it is one of two that are glued when its own turn comes. So the order
// is free: by turns the first and the last view that was found. What is wrong near the start is soon found out, and so is
// what has no end.

#include "verify/views/view_closure.h"

#include "base/intern.h"
#include "base/memory.h"
#include "verify/views/view_glue.h"

#include <stdlib.h>
#include <string.h>

enum { LOOK_EVERY = 256 };

// A view that was gone through, with one of its kept threads as the last one.
typedef struct view_entry {
    uint32_t view;
    bool turned; // the other way round than it is stored
    bool seen;   // a step of the last thread can be seen by others
} view_entry;

// The views that agree in all but the last thread.
typedef struct view_joint {
    view_entry *entries;
    size_t count, capacity;
} view_joint;

struct view_closure {
    view_options o;
    view_form form;
    view_steps steps;
    intern *views, *common; // common: vectors without the last thread, one for each joint
    view_joint *joints;
    size_t joint_capacity;
    int32_t *mine[VIEW_MOST_KEPT],
        *other; // the view that is gone through, both ways, and one glued to it
    int32_t *glued, *made;
    const int32_t *before; // of the step that is taken,
    uint32_t thread;       // by this thread
    bool seen;
    uint32_t *pending; // views that were not gone through: from pending_first on
    size_t pending_first, pending_count, pending_capacity;
    uint64_t turns;
    uint64_t looks;
    uint32_t most_nodes;
};

view_closure *view_closure_new(const view_options *o)
{
    view_closure *c = memory_new(1, sizeof *c);
    c->o = *o;
    view_form_init(&c->form, o->system, o->fixed, o->kept);
    view_steps_init(&c->steps, &c->form, o->points, o->capacity);
    c->views = intern_new();
    c->common = intern_new();
    int32_t **buffers[] = {&c->mine[0], &c->mine[1], &c->other, &c->glued, &c->made};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        *buffers[i] = memory_new(c->form.width, sizeof(int32_t));
    return c;
}

void view_closure_free(view_closure *c)
{
    if (!c)
        return;
    for (uint32_t i = 0; i < intern_count(c->common); i++)
        free(c->joints[i].entries);
    free(c->joints);
    free(c->pending);
    int32_t *buffers[] = {c->mine[0], c->mine[1], c->other, c->glued, c->made};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        free(buffers[i]);
    intern_free(c->views);
    intern_free(c->common);
    view_steps_fini(&c->steps);
    view_form_fini(&c->form);
    free(c);
}

static size_t bytes(const view_closure *c)
{
    return c->form.width * sizeof(int32_t);
}

static void add(view_closure *c, const int32_t *vector)
{
    uint32_t kept[VIEW_MOST_KEPT] = {c->form.fixed, c->form.fixed + 1};
    bool fresh;
    view_form_put_least(&c->form, vector, kept, c->made);
    uint32_t view = intern_add_fresh(c->views, c->made, bytes(c), &fresh);
    if (!fresh)
        return;
    MEMORY_GROW(c->pending, c->pending_capacity, c->pending_count + 1);
    c->pending[c->pending_count++] = view;
}

// A step of a thread that is in the view.
static bool found_inside(void *context, int32_t *after)
{
    view_closure *c = context;
    c->seen = c->seen || view_step_is_seen(&c->steps, c->before, after, c->thread);
    add(c, after);
    return true;
}

static bool step_inside(view_closure *c, const int32_t *vector, uint32_t thread)
{
    c->before = vector;
    c->thread = thread;
    c->seen = false;
    return view_steps_each(&c->steps, vector, thread, found_inside, c);
}

// A step of the thread that is glued on: it is left out of what is added.
static bool found_outside(void *context, int32_t *after)
{
    view_closure *c = context;
    if (view_step_is_seen(&c->steps, c->glued, after, c->form.slots - 1))
        add(c, after);
    return true;
}

static bool step_outside(void *context, const int32_t *glued)
{
    view_closure *c = context;
    const view_form *f = &c->form;
    if (f->kept == 2) {
        uint32_t others[] = {f->fixed + 1, f->fixed + 2};
        view_form_put_least(&c->form, glued, others, c->made);
        if (intern_find(c->views, c->made, bytes(c)) == INTERN_NONE)
            return true;
    }
    return view_steps_each(&c->steps, glued, f->slots - 1, found_outside, c);
}

static bool looked(view_closure *c)
{
    if (c->o.most && intern_count(c->views) > c->o.most)
        return false;
    return c->looks++ % LOOK_EVERY != 0 || !c->o.limits || !limits_reached(c->o.limits);
}

static bool pair(view_closure *c, const int32_t *victim, const int32_t *mover,
                 const uint32_t *common)
{
    view_pair p = {.victim = victim, .mover = mover, .common = common};
    if (!looked(c))
        return false;
    glue_end end = view_glue(&c->form, &p, c->glued, step_outside, c);
    if (end == GLUE_NODES) {
        c->steps.wrong = VIEWS_PROBLEM;
        c->steps.run = (run){.problem = PROBLEM_NODES};
    }
    return end == GLUE_DONE;
}

static uint32_t joint_of(view_closure *c, const int32_t *vector)
{
    uint32_t kept[VIEW_MOST_KEPT] = {c->form.fixed, c->form.fixed + 1};
    bool fresh;
    view_form_put(&c->form, vector, kept, c->form.kept - 1, c->made);
    uint32_t joint = intern_add_fresh(c->common, c->made, bytes(c), &fresh);
    if (fresh)
        MEMORY_GROW_ZERO(c->joints, c->joint_capacity, (size_t)joint + 1);
    return joint;
}

// The view of an entry, with the last thread last.
static const int32_t *entry_vector(view_closure *c, const view_entry *e)
{
    const int32_t *stored = intern_get(c->views, e->view, NULL);
    if (!e->turned)
        return stored;
    uint32_t turned[] = {c->form.fixed + 1, c->form.fixed};
    view_form_put(&c->form, stored, turned, 2, c->other);
    return c->other;
}

// Glues it to all that were gone through before, and to itself.
static bool pair_with_all(view_closure *c, const int32_t *vector, const view_entry *mine)
{
    const layout *l = &c->o.system->p->layout;
    uint32_t which = joint_of(c, vector), common[MODEL_MAX_RECORDS];
    view_joint *j = &c->joints[which];
    MEMORY_GROW(j->entries, j->capacity, j->count + 1);
    j->entries[j->count++] = *mine;
    const int32_t *shared = intern_get(c->common, which, NULL);
    for (uint32_t of = 0; of < l->heap_count; of++)
        common[of] = view_nodes(&c->form, shared, of);
    for (size_t i = 0; i < j->count; i++) {
        const view_entry *e = &j->entries[i];
        if (!e->seen && !mine->seen)
            continue;
        const int32_t *other = entry_vector(c, e);
        if ((e->seen && !pair(c, vector, other, common)) ||
            (mine->seen && i + 1 < j->count && !pair(c, other, vector, common)))
            return false;
    }
    return true;
}

static void note_nodes(view_closure *c, const int32_t *vector)
{
    for (uint32_t of = 0; of < c->o.system->p->layout.heap_count; of++) {
        uint32_t nodes = view_nodes(&c->form, vector, of);
        c->most_nodes = nodes > c->most_nodes ? nodes : c->most_nodes;
    }
}

static bool go_through(view_closure *c, uint32_t view)
{
    const view_form *f = &c->form;
    const int32_t *stored = intern_get(c->views, view, NULL);
    note_nodes(c, stored);
    for (uint32_t t = 0; t < f->fixed; t++)
        if (!step_inside(c, stored, t))
            return false;
    for (uint32_t way = 0; way < f->kept; way++) {
        uint32_t slots[VIEW_MOST_KEPT] = {f->fixed + way, f->fixed + 1 - way};
        view_form_put(&c->form, stored, slots, f->kept, c->mine[way]);
        if (way == 1 && memcmp(c->mine[0], c->mine[1], bytes(c)) == 0)
            continue;
        if (!step_inside(c, c->mine[way], f->slots - 2))
            return false;
        view_entry e = {.view = view, .turned = way == 1, .seen = c->seen};
        if (!pair_with_all(c, c->mine[way], &e))
            return false;
    }
    return true;
}

views_end view_closure_run(view_closure *c)
{
    bool ok = view_steps_start(&c->steps, c->glued);
    if (ok)
        add(c, c->glued);
    while (ok && c->pending_first < c->pending_count) {
        bool first = c->turns++ % 2 == 0;
        ok =
            looked(c) && go_through(c, c->pending[first ? c->pending_first++ : --c->pending_count]);
        if (c->o.limits && limits_progress_due(c->o.limits))
            limits_progress(c->o.limits, "%u views, %zu of them not gone through",
                            intern_count(c->views), c->pending_count - c->pending_first);
    }
    return ok ? VIEWS_CLOSED : c->steps.wrong != VIEWS_RIGHT ? VIEWS_BROKEN : VIEWS_LIMIT;
}

const view_steps *view_closure_wrong(const view_closure *c)
{
    return &c->steps;
}

uint32_t view_closure_count(const view_closure *c)
{
    return intern_count(c->views);
}

uint64_t view_closure_steps(const view_closure *c)
{
    return c->steps.taken;
}

const int32_t *view_closure_get(const view_closure *c, uint32_t view)
{
    return intern_get(c->views, view, NULL);
}

const view_form *view_closure_form(const view_closure *c)
{
    return &c->form;
}

uint32_t view_closure_most_nodes(const view_closure *c)
{
    return c->most_nodes;
}
