// SPDX-License-Identifier: MIT
// See chart_text.h. A message is drawn when it arrives, as an arrow from lane to lane with its
// contents; what a component does alone stands beside its lane. Lanes are as far apart as the
// labels between them need; if that is too wide, labels are shortened, and if that does not help
// there is no chart: the steps below tell the same.

#include "report/chart_text.h"

#include "base/memory.h"
#include "report/ink.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER = 5, LONGEST = 40, SHORTEST = 12, MOST_ROWS = 200 };

typedef struct chart_glyphs {
    const char *lane, *down, *line, *right, *left, *lost;
} chart_glyphs;

typedef struct drawing {
    const lp_chart *c;
    const report_style *style;
    const char **names;
    uint32_t lanes;
    bool outside;   // the first lane is the environment
    size_t *at;     // the column of each lane
    bool *down;     // each lane, so far
    char **labels;  // of each event
    size_t longest; // a label is cut off there
    const chart_glyphs *g;
    row row;
} drawing;

static uint32_t lane_of(const drawing *d, uint32_t component)
{
    return component == LP_NO_COMPONENT ? 0 : component + d->outside;
}

static bool is_arrow(const drawing *d, const lp_chart_event *e)
{
    return e->to != LP_NO_COMPONENT && lane_of(d, e->from) != lane_of(d, e->to);
}

static size_t label_width(const drawing *d, uint32_t event)
{
    size_t width = utf8_width(d->labels[event]);
    return width < d->longest ? width : d->longest;
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

// Places lane after lane. Gives the width of all.
static size_t place_lanes(drawing *d)
{
    size_t end = 0;
    for (uint32_t i = 0; i < d->lanes; i++) {
        size_t name = utf8_width(d->names[i]);
        size_t at = NUMBER + name / 2;
        if (i > 0)
            at = d->at[i - 1] + (utf8_width(d->names[i - 1]) + 1) / 2 + name / 2 + 2;
        for (uint32_t k = 0; k < d->c->event_count; k++) {
            const lp_chart_event *e = &d->c->events[k];
            uint32_t from = lane_of(d, e->from), to = lane_of(d, e->to);
            if (e->kind == LP_CHART_PENDING)
                continue;
            if (is_arrow(d, e)) {
                uint32_t low = from < to ? from : to, high = from < to ? to : from;
                if (high == i)
                    at = larger(at, d->at[low] + label_width(d, k) + 5);
            } else if (i > 0 && from == i - 1) {
                at = larger(at, d->at[i - 1] + label_width(d, k) + 3);
            }
        }
        d->at[i] = at;
        end = larger(end, at + (name + 1) / 2 + 1);
    }
    for (uint32_t k = 0; k < d->c->event_count; k++) {
        const lp_chart_event *e = &d->c->events[k];
        if (e->kind != LP_CHART_PENDING && !is_arrow(d, e))
            end = larger(end, d->at[lane_of(d, e->from)] + label_width(d, k) + 2);
    }
    return end;
}

static void put_label(drawing *d, size_t column, uint32_t event, size_t room, ink i)
{
    const char *s = d->labels[event];
    size_t width = utf8_width(s);
    char *cut = memory_new(strlen(s) + 8, 1);
    size_t bytes = utf8_prefix(s, width > room ? room - 1 : width);
    memcpy(cut, s, bytes);
    if (width > room)
        memcpy(cut + bytes, d->style->ascii ? "~" : "…", d->style->ascii ? 1 : strlen("…"));
    row_put(&d->row, column, cut, i);
    free(cut);
}

static void draw_lanes(drawing *d)
{
    for (uint32_t i = 0; i < d->lanes; i++)
        row_put(&d->row, d->at[i], d->down[i] ? d->g->down : d->g->lane, INK_DIM);
}

static void draw_arrow(drawing *d, uint32_t event)
{
    const lp_chart_event *e = &d->c->events[event];
    size_t from = d->at[lane_of(d, e->from)], to = d->at[lane_of(d, e->to)];
    size_t low = from < to ? from : to, high = from < to ? to : from;
    bool lost = e->kind == LP_CHART_LOSS;
    for (size_t x = low + 1; x < high; x++)
        row_put(&d->row, x, d->g->line, INK_PLAIN);
    row_put(&d->row, from < to ? high - 1 : low + 1,
            lost        ? d->g->lost
            : from < to ? d->g->right
                        : d->g->left,
            lost ? INK_RED : INK_PLAIN);
    size_t room = high - low - 5, width = utf8_width(d->labels[event]); // an arrow may be longer
    width = width < room ? width : room;
    put_label(d, low + 3 + (room - width) / 2, event, room, INK_PLAIN);
}

static void draw_event(drawing *d, uint32_t event)
{
    const lp_chart_event *e = &d->c->events[event];
    uint32_t lane = lane_of(d, e->from);
    if (is_arrow(d, e)) {
        draw_arrow(d, event);
        return;
    }
    if (e->kind == LP_CHART_CRASH)
        row_put(&d->row, d->at[lane], d->g->lost, INK_RED);
    d->down[lane] = e->kind == LP_CHART_CRASH || (d->down[lane] && e->kind != LP_CHART_RECOVERY);
    put_label(d, d->at[lane] + 2, event, d->longest,
              e->kind == LP_CHART_CRASH ? INK_RED : INK_PLAIN);
}

static void draw_rows(drawing *d, text *out)
{
    uint32_t last = UINT32_MAX;
    for (uint32_t i = 0; i < d->lanes; i++)
        row_put(&d->row, d->at[i] - utf8_width(d->names[i]) / 2, d->names[i], INK_BOLD);
    row_flush(&d->row, d->style, out);
    for (uint32_t i = 0; i < d->c->event_count; i++) {
        const lp_chart_event *e = &d->c->events[i];
        if (e->kind == LP_CHART_PENDING)
            continue;
        char number[16];
        snprintf(number, sizeof number, "%4u", e->step + 1);
        if (e->step != last)
            row_put(&d->row, 0, number, INK_DIM);
        last = e->step;
        draw_lanes(d);
        draw_event(d, i);
        row_flush(&d->row, d->style, out);
    }
}

static void list_pending(const drawing *d, text *out)
{
    uint32_t listed = 0;
    for (uint32_t i = 0; i < d->c->event_count; i++) {
        const lp_chart_event *e = &d->c->events[i];
        if (e->kind != LP_CHART_PENDING)
            continue;
        text_add(out, "%s%s from %s to %s",
                 listed++ ? "\n     " : "Still on its way: ", d->labels[i],
                 d->names[lane_of(d, e->from)], d->names[lane_of(d, e->to)]);
    }
    text_add(out, "%s", listed ? "\n" : "");
}

static void drawing_init(drawing *d, const lp_chart *c, const report_style *style)
{
    static const chart_glyphs drawn = {"│", "┊", "─", "▶", "◀", "✗"};
    static const chart_glyphs typed = {"|", ":", "-", ">", "<", "X"};
    *d = (drawing){.c = c, .style = style, .g = style->ascii ? &typed : &drawn};
    for (uint32_t i = 0; i < c->event_count; i++)
        d->outside |= c->events[i].from == LP_NO_COMPONENT;
    d->lanes = c->component_count + d->outside;
    d->names = memory_new(d->lanes + 1, sizeof *d->names);
    d->at = memory_new(d->lanes + 1, sizeof *d->at);
    d->down = memory_new(d->lanes + 1, sizeof *d->down);
    d->labels = memory_new(c->event_count + 1, sizeof *d->labels);
    d->names[0] = "environment";
    for (uint32_t i = 0; i < c->component_count; i++)
        d->names[i + d->outside] = c->components[i];
    for (uint32_t i = 0; i < c->event_count; i++) {
        const lp_chart_event *e = &c->events[i];
        bool self = e->to == e->from && e->kind != LP_CHART_PENDING;
        text label = {0};
        text_add(&label, "%s%s%s", e->what, self ? " to itself" : "",
                 self && e->kind == LP_CHART_LOSS ? " is lost" : "");
        d->labels[i] = style_label(style, label.bytes);
        text_fini(&label);
    }
}

static void drawing_fini(drawing *d)
{
    for (uint32_t i = 0; i < d->c->event_count; i++)
        free(d->labels[i]);
    free(d->labels);
    free(d->names);
    free(d->at);
    free(d->down);
    row_fini(&d->row);
}

void report_chart(const lp_chart *c, const report_style *style, text *out)
{
    drawing d;
    drawing_init(&d, c, style);
    size_t most = (size_t)style_width(style);
    bool fits = false;
    for (d.longest = LONGEST; !fits && d.longest >= SHORTEST; d.longest -= 4)
        if ((fits = place_lanes(&d) <= most))
            break;
    if (fits && c->event_count <= MOST_ROWS) {
        text_add(out, "\n");
        draw_rows(&d, out);
        list_pending(&d, out);
    }
    drawing_fini(&d);
}
