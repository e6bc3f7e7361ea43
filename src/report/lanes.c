// SPDX-License-Identifier: MIT
// A history as lanes: one per process, one bar per operation, time from left
// to right.
//
//     process 0  ├ enq(1) ┤  ├ deq() → 2 ┤
//     process 1     ├──── enq(2) ────┤
//
// Only what precedes what matters, and that changes only where a call follows a
// return. So neighbouring calls share a column, and so do neighbouring returns:
// two bars overlap exactly when the operations were concurrent. Columns are set
// from left to right, each as far left as the labels allow, which is minimal.
// What is wider than the page goes on in a further block, broken where no
// operation is open if such a place is near.

#include "base/memory.h"
#include "history/history_format.h"
#include "judge/evidence/culprit_window.h"
#include "report/ink.h"
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

// More operations than this are not drawn: nobody reads them. The drawing says so.
enum { DRAWN_OPS = 200, LONGEST_LABEL = 36 };

typedef struct bar {
    uint32_t op;
    uint32_t from, to; // columns; `to` is the number of columns when pending
    uint32_t lane;
    char *label;
    size_t width;
    bool cut; // the label is not the whole one
} bar;

typedef struct lane {
    int64_t process;
    uint32_t free_from; // first column where nothing is drawn yet
    bool first;         // of its process
} lane;

typedef struct drawing {
    const lp_history *history;
    const report_style *style;
    const glyphs *glyphs;
    uint32_t culprit;
    bar *bars;
    lane *lanes;
    uint32_t lane_count;
    uint32_t columns;
    size_t gutter; // width of the process names
    size_t *at;    // where each column of the present block stands
} drawing;

static int by_number(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

static char *process_name(int64_t process)
{
    return text_format("process %lld", (long long)process);
}

// "deq() → 5". That an operation is pending is seen from its bar.
static char *whole_label(const drawing *d, const lp_op *op)
{
    const lp_pool *pool = d->history->pool;
    text t = {0};
    if (lp_op_pending(op)) // its bar is open
        op_print_call(pool, op, &t);
    else
        op_print(pool, op, &t);
    char *label = style_label(d->style, t.bytes);
    text_fini(&t);
    return label;
}

static void make_label(drawing *d, bar *b)
{
    const lp_op *op = &d->history->ops[b->op];
    char *whole = whole_label(d, op);
    b->width = utf8_width(whole);
    if (b->width > LONGEST_LABEL) {
        size_t room = LONGEST_LABEL - utf8_width(d->glyphs->more);
        b->label = text_format("%.*s%s", (int)utf8_prefix(whole, room), whole, d->glyphs->more);
        b->width = utf8_width(b->label);
        b->cut = true;
        free(whole);
    } else {
        b->label = whole;
    }
}

static void make_columns(drawing *d)
{
    const lp_history *h = d->history;
    uint32_t column = 0;
    for (uint32_t e = 0; e < h->event_count; e++) {
        if (e > 0 && h->events[e].is_return != h->events[e - 1].is_return)
            column++;
        bar *b = &d->bars[h->events[e].op];
        if (h->events[e].is_return)
            b->to = column;
        else
            b->from = column;
    }
    d->columns = h->event_count ? column + 1 : 0;
    for (uint32_t i = 0; i < h->op_count; i++) {
        if (lp_op_pending(&h->ops[i]))
            d->bars[i].to = d->columns;
    }
}

// The lanes of one process: one, or more where its operations overlap, as those
// with ids may.
static void add_lanes(drawing *d, int64_t process)
{
    const lp_history *h = d->history;
    uint32_t first = d->lane_count;
    for (uint32_t i = 0; i < h->op_count; i++) {
        bar *b = &d->bars[i];
        if (h->ops[i].process != process)
            continue;
        uint32_t l = first;
        while (l < d->lane_count && d->lanes[l].free_from > b->from)
            l++;
        if (l == d->lane_count)
            d->lanes[d->lane_count++] = (lane){.process = process, .first = l == first};
        d->lanes[l].free_from = b->to + 1;
        b->lane = l;
    }
    char *name = process_name(process);
    if (strlen(name) + 2 > d->gutter)
        d->gutter = strlen(name) + 2;
    free(name);
}

static void make_lanes(drawing *d)
{
    uint32_t count = d->history->op_count;
    int64_t *processes = memory_new(count, sizeof *processes);
    for (uint32_t i = 0; i < count; i++)
        processes[i] = d->history->ops[i].process;
    qsort(processes, count, sizeof *processes, by_number);
    d->lanes = memory_new(count, sizeof *d->lanes);
    for (uint32_t i = 0; i < count; i++) {
        if (i == 0 || processes[i] != processes[i - 1])
            add_lanes(d, processes[i]);
    }
    free(processes);
}

// What a bar needs from its left edge to its right: "├ label ┤".
static size_t room(const bar *b)
{
    return b->width + 3;
}

static size_t left_edge(const drawing *d, const bar *b, uint32_t first)
{
    return b->from < first ? 0 : d->at[b->from];
}

// Places columns from `first` on and returns the one after the last that fits;
// *end: where bars that go on beyond it are cut.
static uint32_t place_block(drawing *d, uint32_t first, size_t *end)
{
    size_t page = (size_t)style_width(d->style) - d->gutter;
    uint32_t quiet_after = 0;
    size_t quiet_end = 0;
    for (uint32_t c = first; c < d->columns; c++) {
        size_t at = c == first ? 0 : d->at[c - 1] + 2;
        bool carried = false, open = false;
        for (uint32_t i = 0; i < d->history->op_count; i++) {
            const bar *b = &d->bars[i];
            if (b->from < c && b->to >= c)
                carried = true;
            if (b->to == c && left_edge(d, b, first) + room(b) > at)
                at = left_edge(d, b, first) + room(b);
        }
        if (c == first && carried && at < 2)
            at = 2;
        d->at[c] = at;
        size_t edge = at;
        for (uint32_t i = 0; i < d->history->op_count; i++) {
            const bar *b = &d->bars[i];
            if (b->from > c || b->to <= c)
                continue;
            open = true;
            size_t need = left_edge(d, b, first) + room(b);
            edge = need > edge ? need : edge;
        }
        if (open && edge < at + 2)
            edge = at + 2;
        if (edge + 1 > page && c > first) {
            if (quiet_after > 0 && quiet_end * 2 > page) {
                *end = quiet_end;
                return quiet_after;
            }
            return c;
        }
        *end = edge;
        if (!open) {
            quiet_after = c + 1;
            quiet_end = edge;
        }
    }
    return d->columns;
}

static void draw_bar(const drawing *d, row *r, const bar *b, uint32_t first, uint32_t after,
                     size_t end)
{
    const glyphs *g = d->glyphs;
    bool bad = b->op == d->culprit;
    bool begins = b->from >= first;
    bool ends = b->to < after;
    bool never = b->to == d->columns && after == d->columns;
    ink colour = bad ? INK_RED : INK_PLAIN;
    const char *line = bad ? g->bad_bar : g->bar;
    size_t left = left_edge(d, b, first) + d->gutter;
    size_t right = (ends ? d->at[b->to] : end) + d->gutter;

    for (size_t x = left; x <= right; x++)
        row_put(r, x, line, bad ? INK_RED : INK_DIM);
    row_put(r, left, !begins ? g->cut : bad ? g->bad_open : g->open, colour);
    row_put(r, right, never ? g->pending : !ends ? g->cut : bad ? g->bad_close : g->close, colour);
    size_t spare = right - left - room(b);
    size_t start = left + 1 + spare / 2;
    row_put(r, start, " ", INK_PLAIN);
    row_put(r, start + 1, b->label, bad ? INK_RED : INK_BOLD);
    row_put(r, start + 1 + b->width, " ", INK_PLAIN);
}

// Under the culprit's lane, in the block where the culprit ends.
static void draw_mark(const drawing *d, row *r, const bar *b, uint32_t first, size_t end)
{
    const char *why =
        b->to == d->columns ? "no order explains this call" : "no order explains this result";
    char *note = text_format("%s %s", d->glyphs->mark, why);
    size_t left = left_edge(d, b, first) + d->gutter;
    size_t right = (b->to < d->columns ? d->at[b->to] : end) + d->gutter;
    size_t start = left + 2 + (right - left - room(b)) / 2;
    size_t page = (size_t)style_width(d->style);
    if (start + utf8_width(note) > page) {
        // No room to the right of the mark: the words go to its left.
        free(note);
        note = text_format("%s %s", why, d->glyphs->mark);
        size_t tip = start + b->width;
        start = tip > utf8_width(note) ? tip - utf8_width(note) : 0;
    }
    row_put(r, start, note, INK_RED);
    free(note);
}

static void draw_block(const drawing *d, uint32_t first, uint32_t after, size_t end, text *out)
{
    row r = {0};
    for (uint32_t l = 0; l < d->lane_count; l++) {
        const bar *marked = NULL;
        bool empty = true;
        if (d->lanes[l].first) {
            char *name = process_name(d->lanes[l].process);
            row_put(&r, 0, name, INK_PLAIN);
            free(name);
        }
        for (uint32_t i = 0; i < d->history->op_count; i++) {
            const bar *b = &d->bars[i];
            if (b->lane != l || b->from >= after || b->to < first)
                continue;
            empty = false;
            draw_bar(d, &r, b, first, after, end);
            if (b->op == d->culprit && (b->to < after || after == d->columns))
                marked = b;
        }
        if (empty) {
            r.count = 0;
            continue;
        }
        row_flush(&r, d->style, out);
        if (marked) {
            draw_mark(d, &r, marked, first, end);
            row_flush(&r, d->style, out);
        }
    }
    row_fini(&r);
}

static void list_cut_labels(const drawing *d, text *out)
{
    bool any = false;
    for (uint32_t i = 0; i < d->history->op_count; i++) {
        if (!d->bars[i].cut)
            continue;
        if (!any)
            text_add(out, "\nIn full:\n");
        any = true;
        char *whole = whole_label(d, &d->history->ops[i]);
        text_add(out, "  process %lld: %s\n", (long long)d->history->ops[i].process, whole);
        free(whole);
    }
}

static void draw(const lp_history *h, uint32_t culprit, const report_style *style, text *out)
{
    drawing d = {.history = h, .style = style, .glyphs = style_glyphs(style), .culprit = culprit};
    d.bars = memory_new(h->op_count, sizeof *d.bars);
    for (uint32_t i = 0; i < h->op_count; i++) {
        d.bars[i].op = i;
        make_label(&d, &d.bars[i]);
    }
    make_columns(&d);
    make_lanes(&d);
    d.at = memory_new(d.columns, sizeof *d.at);

    text_add(out, "%*s", (int)d.gutter, "");
    ink_add(style, out, INK_DIM, "%s", d.glyphs->time);
    text_add(out, "\n");
    for (uint32_t first = 0; first < d.columns;) {
        size_t end = 0;
        uint32_t after = place_block(&d, first, &end);
        if (first > 0)
            text_add(out, "\n");
        draw_block(&d, first, after, end, out);
        first = after;
    }
    list_cut_labels(&d, out);

    for (uint32_t i = 0; i < h->op_count; i++)
        free(d.bars[i].label);
    free(d.bars);
    free(d.lanes);
    free(d.at);
}

static uint32_t count_before(const bool *keep, uint32_t end)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < end; i++)
        n += keep[i];
    return n;
}

void report_history(const lp_history *h, uint32_t culprit, const report_style *style, text *out)
{
    if (h->op_count == 0) {
        text_add(out, "(no operations)\n");
        return;
    }
    bool *keep = memory_new(h->op_count, sizeof *keep);
    bool window = history_window(h, culprit, keep);
    for (uint32_t i = DRAWN_OPS; !window && i < h->op_count; i++)
        keep[i] = false;
    uint32_t drawn = count_before(keep, h->op_count);
    if (window)
        text_add(out, "(%u of %u operations are drawn: those around the wrong one)\n", drawn,
                 h->op_count);
    else if (drawn < h->op_count)
        text_add(out, "(operations 1 to %u of %u are drawn)\n", drawn, h->op_count);
    lp_history *part = lp_history_select(h, keep);
    draw(part, culprit == LP_NO_EVENT ? culprit : count_before(keep, culprit), style, out);
    lp_history_free(part);
    free(keep);
}
