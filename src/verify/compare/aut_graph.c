// SPDX-License-Identifier: MIT
// See aut_graph.h.

#include "verify/compare/aut_graph.h"

#include "base/io/output.h"
#include "base/memory.h"
#include "verify/compare/aut_lines.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LOOK_EVERY = 1 << 14 };

// Transitions in the order of the file.
typedef struct reading {
    uint32_t *from;
    graph_edge *edges;
    size_t count, from_capacity, edge_capacity;
} reading;

static bool read_lines(reading *r, aut_lines *lines, visible_labels *labels, limits *l)
{
    aut_transition t;
    aut_more more;
    while ((more = aut_lines_next(lines, &t)) == AUT_LINE) {
        if (r->count % LOOK_EVERY == 0 && l && limits_reached(l))
            return error_set(lines->e, "%s while %s was read", limits_reason(l), lines->file);
        MEMORY_GROW(r->from, r->from_capacity, r->count + 1);
        MEMORY_GROW(r->edges, r->edge_capacity, r->count + 1);
        uint32_t label = t.length ? intern_add(labels, t.label, t.length) : LABEL_UNSEEN;
        r->from[r->count] = t.from;
        r->edges[r->count++] = (graph_edge){label, t.to};
    }
    return more == AUT_END;
}

// By the states that they leave, sorted, none twice. `first` has room for one more than states.
static graph_edge *arrange(const reading *r, uint32_t states, size_t *first)
{
    graph_edge *sorted = memory_resize(NULL, r->count + 1, sizeof *sorted);
    size_t kept = 0;
    for (size_t i = 0; i < r->count; i++)
        first[r->from[i] + 1]++;
    for (uint32_t s = 0; s < states; s++)
        first[s + 1] += first[s];
    for (size_t i = 0; i < r->count; i++)
        sorted[first[r->from[i]]++] = r->edges[i];
    // Each has moved to where the next one begins.
    for (uint32_t s = states; s > 0; s--)
        first[s] = first[s - 1];
    first[0] = 0;
    for (uint32_t s = 0; s < states; s++) {
        size_t from = first[s], to = first[s + 1];
        first[s] = kept;
        kept += graph_edges_sort(sorted + from, to - from, sorted + kept);
    }
    first[states] = kept;
    return sorted;
}

step_graph *aut_read(const char *file, const text *bytes, visible_labels *labels, limits *l,
                     error *e)
{
    reading r = {0};
    aut_lines lines;
    step_graph *g = NULL;
    if (aut_lines_begin(&lines, file, bytes->bytes, bytes->length, e) &&
        read_lines(&r, &lines, labels, l)) {
        size_t *first = memory_new((size_t)lines.states + 2, sizeof *first);
        g = step_graph_of_edges(lines.start, lines.states, first, arrange(&r, lines.states, first));
        free(first);
    }
    free(r.from);
    free(r.edges);
    return g;
}

// Meets all states. False: a step failed, or a limit was reached.
static bool explore(step_graph *g, uint64_t *transitions)
{
    uint32_t count;
    *transitions = 0;
    if (step_graph_start(g) == GRAPH_FAILED)
        return false;
    for (uint32_t i = 0; i < step_graph_count(g); i++) {
        if (!step_graph_edges(g, i, &count))
            return false;
        *transitions += count;
    }
    return true;
}

static void put_number(text *out, uint32_t number)
{
    char digits[16];
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    text_add_bytes(out, digits + at, sizeof digits - at);
}

// Quotes have no place within quotes.
static void put_label(text *out, const visible_labels *labels, uint32_t label)
{
    if (label == LABEL_UNSEEN) {
        text_add_bytes(out, "tau", 3);
        return;
    }
    text_add_bytes(out, "\"", 1);
    for (const char *c = visible_label_text(labels, label); *c; c++)
        text_add_bytes(out, *c == '"' || *c == '\n' ? "'" : c, 1);
    text_add_bytes(out, "\"", 1);
}

bool aut_write(step_graph *g, const visible_labels *labels, const char *path, limits *l, error *e)
{
    enum { PIECE = 1 << 16 };
    uint64_t transitions;
    uint32_t count;
    text piece = {0};
    output o;
    if (!explore(g, &transitions))
        return false;
    if (!output_open(&o, path, e))
        return false;
    text_add(&piece, "des (%u,%" PRIu64 ",%u)\n", step_graph_start(g), transitions,
             step_graph_count(g));
    bool stopped = false;
    for (uint32_t i = 0; i < step_graph_count(g) && !stopped; i++) {
        const graph_edge *edges = step_graph_edges(g, i, &count);
        for (uint32_t k = 0; k < count; k++) {
            text_add_bytes(&piece, "(", 1);
            put_number(&piece, i);
            text_add_bytes(&piece, ",", 1);
            put_label(&piece, labels, edges[k].label);
            text_add_bytes(&piece, ",", 1);
            put_number(&piece, edges[k].to);
            text_add_bytes(&piece, ")\n", 2);
        }
        if (piece.length > PIECE) {
            output_put(&o, piece.bytes, piece.length);
            text_clear(&piece);
            stopped = l && limits_reached(l);
        }
    }
    output_put(&o, piece.bytes, piece.length);
    text_fini(&piece);
    bool ok = output_close(&o, !stopped, e);
    return stopped ? error_set(e, "%s while %s was written", limits_reason(l), path) : ok;
}
