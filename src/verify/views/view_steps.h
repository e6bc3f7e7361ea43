// SPDX-License-Identifier: MIT
// The steps of one thread in a vector (view_form.h), with what they make of the spec's state and of the operations that
// are open. A step that would put more into the spec's container than the capacity is not taken: the capacity counts
// what is inside, by the points of operations that are marked @insert and @remove.

#ifndef VERIFY_VIEW_STEPS_H
#define VERIFY_VIEW_STEPS_H

#include "verify/views/view_form.h"

typedef enum views_wrong {
    VIEWS_RIGHT,
    VIEWS_PROBLEM, // a step fails: `run` says how
    VIEWS_RESULT,  // an operation takes effect, or returns, against the spec
    VIEWS_TROUBLE, // the spec is none that points are for
} views_wrong;

typedef struct view_steps {
    view_form *form;
    points *points; // NULL: nothing is compared with a spec
    bool has_capacity;
    uint32_t capacity;
    int32_t *after;
    uint64_t taken; // steps
    // What was wrong with the last one:
    views_wrong wrong;
    run run;
    move move;
} view_steps;

void view_steps_init(view_steps *x, view_form *form, points *p, const uint32_t *capacity);
void view_steps_fini(view_steps *x);
// The vector before any call. False: it is wrong.
bool view_steps_start(view_steps *x, int32_t *out);
// Calls `found` with the vector after each step of this thread; it may be changed. False: a step is wrong, or `found` says so.
bool view_steps_each(view_steps *x, const int32_t *vector, uint32_t thread,
                     bool (*found)(void *context, int32_t *after), void *context);
// Does the step of this thread change anything that another thread might see? What only the thread itself
// reaches, and nodes that are not published, do not count.
bool view_step_is_seen(const view_steps *x, const int32_t *before, const int32_t *after,
                       uint32_t thread);

#endif
