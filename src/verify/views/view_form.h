// SPDX-License-Identifier: MIT
// A view of a state: the shared part, the fixed threads, one or two others, and the nodes that these reach. What is
// known of the history goes with it: the spec's state, and what each operation has come to (point_property.h).
//
// A vector is the cells of a system of fixed + kept + 1 threads, then a point_state, of as many threads. Threads
// 0 … fixed - 1 are the fixed ones; a view has `kept` others after them. The last place is for the thread
// that is glued on (view_glue.h); elsewhere it is idle and zero.
//
//     | shared | fixed … | kept: 1 or 2 | glued on | nodes | spec's state | what is open, by thread |
//
// Of a node it is known whether anybody but the thread that made it can ever have come to it: it is *published* when a
// shared variable, or a published node, leads to it, and stays so. What is not published, exactly one thread reaches: a thread
// gets a pointer only from what it reaches, so two threads reach a node only after a step that stored a pointer to it
// in something both reach, and that was shared or published. So two threads' nodes are the same only if both are published.

#ifndef VERIFY_VIEW_FORM_H
#define VERIFY_VIEW_FORM_H

#include "verify/canonical/heap_order.h"
#include "verify/property/point_property.h"

enum {
    VIEW_MOST_KEPT = 2,
    NODE_PUBLISHED = NODE_USED + 4, // in place of NODE_USED; free nodes stay what they are
};

typedef struct view_form {
    const transition_system *s;
    uint32_t fixed, kept;
    uint32_t slots; // all of them
    size_t width;   // of a vector, in cells
    layout order;   // the system's, in which what the common threads reach comes first
    heap heap;
    int32_t *chosen, *turned;
    heap_node *queue;
} view_form;

void view_form_init(view_form *f, const transition_system *s, uint32_t fixed, uint32_t kept);
void view_form_fini(view_form *f);

// The view in which thread slots[i] of `in` comes i-th after the fixed ones; others are left out. Nodes are numbered anew:
// first those of the shared part, the fixed threads and all but the last of the kept ones, so views that
// agree in these have the same numbers for them. `count` may be less than `kept`.
void view_form_put(view_form *f, const int32_t *in, const uint32_t *slots, uint32_t count,
                   int32_t *out);
// The same for a set of threads: of all their orders the one with the least vector.
void view_form_put_least(view_form *f, const int32_t *in, const uint32_t *slots, int32_t *out);
// Marks the nodes that are published after a step, before anything is left out.
void view_form_publish(view_form *f, int32_t *vector);
// Of the first state. What several threads have from the start, by the initial values of their variables, is published too,
// though nothing shared may lead to it any more.
void view_form_publish_start(view_form *f, int32_t *vector);

static inline const int32_t *view_node(const view_form *f, const int32_t *vector, uint32_t of,
                                       uint32_t node)
{
    const heap_layout *h = &f->s->p->layout.heaps[of];
    return vector + h->start + (size_t)(node - 1) * h->stride;
}
// Nodes of a struct in a vector that was put: numbers 1 to this one.
uint32_t view_nodes(const view_form *f, const int32_t *vector, uint32_t of);

void view_points_get(const view_form *f, const int32_t *vector, point_state *out);
void view_points_set(const view_form *f, const point_state *p, int32_t *vector);

#endif
