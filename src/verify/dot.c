// SPDX-License-Identifier: MIT
// See dot.h. The search is over: every way leads to a state that is stored.

#include "verify/dot.h"

#include "base/memory.h"
#include "verify/counterexample/move_description.h"
#include "verify/counterexample/problem_text.h"
#include "verify/search/search_worker.h"

#include <stdlib.h>

typedef struct drawing {
    search *q;
    worker *w;
    describer d;
    text *out;
    uint32_t from;
    const int32_t *cells; // of that state
    uint32_t problems;
} drawing;

static void add_quoted(text *out, const char *words)
{
    for (; *words; words++)
        text_add(out, *words == '"' || *words == '\\' ? "\\%c" : "%c", *words);
}

static void add_label(drawing *g, const successors *path)
{
    for (uint32_t i = 0; i < path->path_count; i++) {
        text what = {0}, where = {0};
        describe_move(&g->d, &path->path[i], g->cells, &what, &where);
        text_add(g->out, "%s", i ? "\\n" : "");
        if (g->q->system->front->component)
            text_add(g->out, "%u: ", path->path[i].thread);
        add_quoted(g->out, what.bytes ? what.bytes : "");
        text_fini(&what);
        text_fini(&where);
    }
}

static bool edge(void *context, const successors *path, const int32_t *after)
{
    drawing *g = context;
    if (path->run.problem) {
        uint32_t number = ++g->problems;
        text_add(g->out, "  p%u [shape=octagon, label=\"%s\"];\n  s%u -> p%u [label=\"", number,
                 problem_text((problem)path->run.problem), g->from, number);
    } else {
        uint32_t to;
        bool fresh;
        worker_enter(g->w, after, g->q->property.start, &to, &fresh);
        text_add(g->out, "  s%u -> s%u [label=\"", g->from, to);
    }
    add_label(g, path);
    text_add(g->out, "\"];\n");
    return true;
}

static void draw_state(drawing *g, int32_t *cells)
{
    text shared = {0};
    worker_get(g->w, g->from, cells);
    g->cells = cells;
    describer_fini(&g->d);
    describer_init(&g->d, g->q->system, cells);
    describe_shared(&g->d, cells, &shared);
    text_add(g->out, "  s%u [label=\"%u\\n", g->from, g->from);
    add_quoted(g->out, shared.bytes ? shared.bytes : "");
    text_add(g->out, "\"%s];\n", g->from ? "" : ", penwidth=2");
    text_fini(&shared);
    successors_expand(worker_successors(g->w), cells, edge, g);
}

bool dot_write(search *q, text *out, error *e)
{
    uint32_t count = search_count(q);
    if (count > DOT_MOST_STATES || q->end == SEARCH_LIMIT)
        return error_set(e, "there are more than %d states: too many to draw", DOT_MOST_STATES);
    if (count == 0)
        return source_error(&q->system->m->source, e, q->run.where, NULL, "%s",
                            problem_text((problem)q->run.problem));
    drawing g = {.q = q, .w = search_worker(q), .out = out};
    int32_t *cells = memory_new(q->system->p->layout.cells, sizeof *cells);
    describer_init(&g.d, q->system, cells);
    text_add(out, "digraph \"%s\" {\n  node [shape=box];\n", q->system->p->object->name);
    store_enter(g.w->view);
    for (g.from = 0; g.from < count; g.from++)
        draw_state(&g, cells);
    store_leave(g.w->view);
    text_add(out, "}\n");
    describer_fini(&g.d);
    free(cells);
    return true;
}
