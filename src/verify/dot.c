// SPDX-License-Identifier: MIT
// Every stored state is expanded once more: its ways are the edges.

#include "verify/dot.h"

#include "base/memory.h"
#include "verify/describe.h"
#include "verify/worker.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct drawing {
    search *q;
    worker *w;
    text *out;
    int32_t *cells;
    uint32_t from, observed;
    bool wrong, unknown; // some edge leads there
} drawing;

static void add_quoted(text *out, const char *words)
{
    for (; *words; words++)
        text_add(out, *words == '"' || *words == '\\' ? "\\%c" : "%c", *words);
}

static void add_label(drawing *g, const mover *path)
{
    describer d;
    describer_init(&d, g->q->space, g->cells);
    for (uint32_t i = 0; i < path->path_count; i++) {
        text what = {0}, where = {0};
        describe_move(&d, &path->path[i], &what, &where);
        text_add(g->out, "%s%u: ", i ? "\\l" : "", path->path[i].thread);
        add_quoted(g->out, what.bytes ? what.bytes : "");
        text_fini(&what);
        text_fini(&where);
    }
    describer_fini(&d);
}

static bool visit(void *context, const mover *path, const int32_t *after)
{
    drawing *g = context;
    product where;
    bool fresh;
    uint32_t observed = path->run.problem ? 0 : worker_observe(g->w, g->observed, path);
    text_add(g->out, "  s%u -> ", g->from);
    if (path->run.problem || observed == OBSERVED_VIOLATION || observed == OBSERVED_STOP ||
        !worker_enter(g->w, after, observed, &where, &fresh) || fresh) {
        bool wrong = path->run.problem || !observed;
        text_add(g->out, "%s", wrong ? "wrong" : "unknown");
        g->wrong |= wrong;
        g->unknown |= !wrong;
    } else {
        text_add(g->out, "s%u", where.object);
    }
    text_add(g->out, " [label=\"");
    add_label(g, path);
    text_add(g->out, "\\l\"];\n");
    return true;
}

static void draw(drawing *g)
{
    search *q = g->q;
    uint32_t count = search_count(q);
    text_add(g->out, "digraph states {\n  node [shape=circle];\n  s0 [shape=doublecircle];\n");
    for (g->from = 0; g->from < count; g->from++) {
        text_add(g->out, "  s%u [label=\"%u\"];\n", g->from, g->from);
        g->observed = worker_get(g->w, g->from, g->cells);
        mover_expand(worker_mover(g->w), g->cells, visit, g);
    }
    if (g->wrong)
        text_add(g->out, "  wrong [shape=box, color=red];\n");
    if (g->unknown)
        text_add(g->out, "  unknown [label=\"not explored\", shape=box, style=dashed];\n");
    text_add(g->out, "}\n");
}

bool dot_write(search *q, const char *path, error *e)
{
    if (search_count(q) > DOT_MAX_STATES)
        return error_set(
            e, "%u states are too many for a graph: at most %d; make the instance smaller",
            search_count(q), DOT_MAX_STATES);
    text out = {0};
    drawing g = {.q = q, .w = search_worker(q), .out = &out};
    g.cells = memory_new(q->space->p->layout.cells, sizeof *g.cells);
    store_enter(g.w->view);
    draw(&g);
    store_leave(g.w->view);
    free(g.cells);
    FILE *file = fopen(path, "w");
    bool ok = file && fwrite(out.bytes, 1, out.length, file) == out.length;
    if (file && fclose(file) != 0)
        ok = false;
    text_fini(&out);
    return ok || error_set(e, "cannot write %s: %s", path, strerror(errno));
}
