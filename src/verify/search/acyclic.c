// SPDX-License-Identifier: MIT
// See acyclic.h. Depth-first search with a stack of its own: an edge to a state that is still on
// the stack closes a cycle. Where states were merged by symmetry, a cycle of classes is one of
// states, too: the permutation that it ends with has a finite order.

#include "verify/search/acyclic.h"

#include "base/memory.h"
#include "verify/search/state_edges.h"

#include <stdlib.h>

typedef enum color { UNSEEN, OPEN, CLOSED } color;

typedef struct frame {
    uint32_t state;
    size_t first; // of its successors that are still to be visited
} frame;

typedef struct walk {
    edges g;
    uint8_t *colors; // of each state
    uint32_t *next;  // successors of all that are open
    size_t next_count, next_capacity;
    frame *frames;
    size_t count, capacity;
    bool cycle;
} walk;

static bool add_successor(void *context, const edge *e)
{
    walk *w = context;
    w->cycle |= w->colors[e->to] == OPEN;
    if (w->colors[e->to] == UNSEEN) {
        MEMORY_GROW(w->next, w->next_capacity, w->next_count + 1);
        w->next[w->next_count++] = e->to;
    }
    return !w->cycle;
}

// False: a cycle was found, or the edges end.
static bool open(walk *w, uint32_t state)
{
    MEMORY_GROW(w->frames, w->capacity, w->count + 1);
    w->frames[w->count++] = (frame){state, w->next_count};
    w->colors[state] = OPEN;
    return edges_each(&w->g, state, add_successor, w) && !w->cycle;
}

static bool walk_all(walk *w)
{
    bool ok = open(w, 0);
    while (ok && w->count) {
        frame *top = &w->frames[w->count - 1];
        if (w->next_count == top->first) {
            w->colors[top->state] = CLOSED;
            w->count--;
            continue;
        }
        uint32_t state = w->next[--w->next_count];
        ok = w->colors[state] == CLOSED || open(w, state);
    }
    return ok;
}

run_lengths search_run_lengths(search *q)
{
    walk w = {.colors = memory_new(search_count(q), sizeof *w.colors)};
    edges_begin(&w.g, q);
    bool ok = walk_all(&w);
    edges_end(&w.g);
    free(w.colors);
    free(w.next);
    free(w.frames);
    return ok ? RUNS_END : w.cycle ? RUNS_ENDLESS : w.g.broken ? RUNS_FAULT : RUNS_UNDECIDED;
}
