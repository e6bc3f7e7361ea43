// SPDX-License-Identifier: MIT
// See chart_text.h. A message is drawn when it arrives, as an arrow from lane to lane with its
// contents; what a component does alone stands beside its lane, and what the specification of a
// simulation does to match it at the end of the same row. Lanes are as far apart as the labels
// between them need. If that is too wide, labels are shortened, then names (r1 for read_client[r1]);
// then the first steps are left out, so that those who take part in them only need no lane. The
// steps below tell all.

#include "report/chart_text.h"

#include "base/memory.h"
#include "report/ink.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER = 5, LONGEST = 40, SHORT = 16, SHORTEST = 8, MATCHED = 26, MOST_ROWS = 200 };

typedef struct chart_glyphs {
    const char *lane, *down, *line, *right, *left, *lost;
} chart_glyphs;

typedef struct drawing {
    const lp_chart *c;
    const report_style *style;
    char **names;
    uint32_t lanes;
    bool *shown;         // each lane: somebody has something to do there
    uint32_t first;      // event that is drawn
    bool outside;        // the first lane is the environment
    size_t *at;          // the column of each lane
    bool *down;          // each lane, so far
    char **labels;       // of each event
    size_t longest;      // a label is cut off there
    const char *matched; // what is left to be drawn of what the specification does; NULL: nothing
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

static size_t matched_width(const drawing *d, uint32_t event)
{
    size_t width = utf8_width(d->labels[event]);
    return width < MATCHED ? width : MATCHED;
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static bool is_drawn(const drawing *d, uint32_t event)
{
    return event >= d->first && d->c->events[event].kind != LP_CHART_PENDING;
}

// Where lane i has to be, as far right as what is drawn before it needs; `last`: the lane before.
static size_t place_lane(const drawing *d, uint32_t i, int64_t last)
{
    size_t name = utf8_width(d->names[i]), at = NUMBER + name / 2;
    if (last >= 0)
        at = d->at[last] + (utf8_width(d->names[last]) + 1) / 2 + name / 2 + 2;
    for (uint32_t k = 0; k < d->c->event_count; k++) {
        const lp_chart_event *e = &d->c->events[k];
        uint32_t from = lane_of(d, e->from), to = lane_of(d, e->to);
        if (!is_drawn(d, k) || e->kind == LP_CHART_MATCH)
            continue;
        if (is_arrow(d, e)) {
            uint32_t low = from < to ? from : to, high = from < to ? to : from;
            if (high == i)
                at = larger(at, d->at[low] + label_width(d, k) + 5);
        } else if (from == last) {
            at = larger(at, d->at[last] + label_width(d, k) + 3);
        }
    }
    return at;
}

// Places lane after lane. Gives the width of all.
static size_t place_lanes(drawing *d)
{
    size_t end = 0;
    int64_t last = -1;
    memset(d->shown, 0, d->lanes * sizeof *d->shown);
    for (uint32_t k = 0; k < d->c->event_count; k++) {
        const lp_chart_event *e = &d->c->events[k];
        if (!is_drawn(d, k))
            continue;
        d->shown[lane_of(d, e->from)] = true;
        if (e->to != LP_NO_COMPONENT)
            d->shown[lane_of(d, e->to)] = true;
    }
    for (uint32_t i = 0; i < d->lanes; i++) {
        if (!d->shown[i])
            continue;
        d->at[i] = place_lane(d, i, last);
        end = larger(end, d->at[i] + (utf8_width(d->names[i]) + 1) / 2 + 1);
        last = i;
    }
    for (uint32_t k = 0; k < d->c->event_count; k++) {
        const lp_chart_event *e = &d->c->events[k];
        size_t width = e->kind == LP_CHART_MATCH ? matched_width(d, k) : label_width(d, k);
        if (is_drawn(d, k) && !is_arrow(d, e))
            end = larger(end, d->at[lane_of(d, e->from)] + width + 2);
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
        if (d->shown[i])
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

static void note_down(drawing *d, const lp_chart_event *e)
{
    if (e->kind == LP_CHART_CRASH || e->kind == LP_CHART_RECOVERY)
        d->down[lane_of(d, e->from)] = e->kind == LP_CHART_CRASH;
}

// As much of what is left as there is room for, up to the end of the page; broken at commas.
static void draw_matched(drawing *d, uint32_t lane)
{
    size_t at = d->at[lane] + 2, room = (size_t)style_width(d->style) - at, bytes = 0;
    for (const char *p = d->matched; p; p = strstr(p, ", ") ? strstr(p, ", ") + 2 : NULL) {
        const char *comma = strstr(p, ", ");
        size_t upto = comma ? (size_t)(comma - d->matched) + 1 : strlen(d->matched);
        char *piece = memory_string_n(d->matched, upto);
        bool last = bytes && utf8_width(piece) > room;
        free(piece);
        if (last)
            break;
        bytes = upto;
    }
    char *piece = memory_string_n(d->matched, bytes);
    piece[utf8_prefix(piece, room)] = '\0';
    row_put(&d->row, at, piece, INK_DIM);
    free(piece);
    d->matched += bytes;
    d->matched += *d->matched == ' ';
}

static void draw_event(drawing *d, uint32_t event)
{
    const lp_chart_event *e = &d->c->events[event];
    uint32_t lane = lane_of(d, e->from);
    if (is_arrow(d, e)) {
        draw_arrow(d, event);
        return;
    }
    if (e->kind == LP_CHART_MATCH) {
        d->matched = d->labels[event];
        draw_matched(d, lane);
        return;
    }
    if (e->kind == LP_CHART_CRASH)
        row_put(&d->row, d->at[lane], d->g->lost, INK_RED);
    note_down(d, e);
    put_label(d, d->at[lane] + 2, event, d->longest,
              e->kind == LP_CHART_CRASH ? INK_RED : INK_PLAIN);
}

// Is it about the same step as the one before it, at the end of its row?
static bool same_row(const drawing *d, uint32_t event)
{
    const lp_chart_event *e = &d->c->events[event];
    return e->kind == LP_CHART_MATCH && event > d->first && d->c->events[event - 1].step == e->step;
}

static void draw_rows(drawing *d, text *out)
{
    uint32_t last = UINT32_MAX;
    for (uint32_t i = 0; i < d->first; i++)
        note_down(d, &d->c->events[i]);
    for (uint32_t i = 0; i < d->lanes; i++)
        if (d->shown[i])
            row_put(&d->row, d->at[i] - utf8_width(d->names[i]) / 2, d->names[i], INK_BOLD);
    row_flush(&d->row, d->style, out);
    for (uint32_t i = d->first; i < d->c->event_count; i++) {
        const lp_chart_event *e = &d->c->events[i];
        if (e->kind == LP_CHART_PENDING)
            continue;
        char number[16];
        snprintf(number, sizeof number, "%4u", e->step + 1);
        if (e->step != last)
            row_put(&d->row, 0, number, INK_DIM);
        last = e->step;
        if (!same_row(d, i))
            draw_lanes(d);
        draw_event(d, i);
        if (i + 1 < d->c->event_count && same_row(d, i + 1))
            continue;
        row_flush(&d->row, d->style, out);
        while (d->matched && *d->matched) {
            draw_lanes(d);
            draw_matched(d, lane_of(d, e->from));
            row_flush(&d->row, d->style, out);
        }
        d->matched = NULL;
    }
}

static const char *name_of(const drawing *d, uint32_t component)
{
    return component == LP_NO_COMPONENT ? d->names[0] : d->c->components[component];
}

static void list_pending(const drawing *d, text *out)
{
    uint32_t listed = 0;
    for (uint32_t i = 0; i < d->c->event_count; i++) {
        const lp_chart_event *e = &d->c->events[i];
        if (e->kind != LP_CHART_PENDING)
            continue;
        text_add(out, "%s%s from %s to %s",
                 listed++ ? "\n     " : "Still on its way: ", d->labels[i], name_of(d, e->from),
                 name_of(d, e->to));
    }
    text_add(out, "%s", listed ? "\n" : "");
}

static void drawing_init(drawing *d, const lp_chart *c, const report_style *style)
{
    static const chart_glyphs drawn = {"│", "┊", "─", "▶", "◀", "✗"};
    static const chart_glyphs typed = {"|", ":", "-", ">", "<", "X"};
    *d = (drawing){.c = c, .style = style, .g = style->ascii ? &typed : &drawn};
    bool hears = false; // somebody hears of what happens outside; else it is time that passes
    for (uint32_t i = 0; i < c->event_count; i++) {
        d->outside |= c->events[i].from == LP_NO_COMPONENT;
        hears |= c->events[i].from == LP_NO_COMPONENT && c->events[i].to != LP_NO_COMPONENT;
    }
    d->lanes = c->component_count + d->outside;
    d->names = memory_new(d->lanes + 1, sizeof *d->names);
    d->at = memory_new(d->lanes + 1, sizeof *d->at);
    d->down = memory_new(d->lanes + 1, sizeof *d->down);
    d->shown = memory_new(d->lanes + 1, sizeof *d->shown);
    d->labels = memory_new(c->event_count + 1, sizeof *d->labels);
    for (uint32_t i = 0; i < d->lanes; i++)
        d->names[i] = memory_string(i >= d->outside ? c->components[i - d->outside]
                                    : hears         ? "environment"
                                                    : "time");
    for (uint32_t i = 0; i < c->event_count; i++) {
        const lp_chart_event *e = &c->events[i];
        bool self = e->to == e->from && e->to != LP_NO_COMPONENT && e->kind != LP_CHART_PENDING;
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
    for (uint32_t i = 0; i < d->lanes; i++)
        free(d->names[i]);
    free(d->labels);
    free(d->shown);
    free(d->names);
    free(d->at);
    free(d->down);
    row_fini(&d->row);
}

// read_client[r1] becomes r1, unless another is called so.
static void shorten_names(drawing *d)
{
    for (uint32_t i = d->outside; i < d->lanes; i++) {
        const char *inside = strchr(d->names[i], '[');
        if (!inside)
            continue;
        char *name = memory_string_n(inside + 1, strlen(inside) - 2);
        bool taken = false;
        for (uint32_t k = 0; k < d->lanes; k++) {
            const char *other = strchr(d->names[k], '[');
            other = other ? other + 1 : d->names[k];
            taken |= k != i && strncmp(other, name, strlen(name)) == 0 &&
                     strcspn(other, "]") == strlen(name);
        }
        if (!taken) {
            free(d->names[i]);
            d->names[i] = name;
        } else {
            free(name);
        }
    }
}

static bool fits(drawing *d, size_t shortest)
{
    size_t most = (size_t)style_width(d->style);
    for (d->longest = LONGEST; d->longest >= shortest; d->longest -= 4)
        if (place_lanes(d) <= most)
            return true;
    return false;
}

// The next event that begins a step.
static uint32_t next_step(const drawing *d)
{
    uint32_t i = d->first, step = d->c->events[i].step;
    while (i < d->c->event_count && d->c->events[i].step == step)
        i++;
    return i;
}

// False: not even the last step fits.
static bool find_room(drawing *d)
{
    if (fits(d, SHORT))
        return true;
    shorten_names(d);
    while (!fits(d, SHORTEST)) {
        d->first = next_step(d);
        if (d->first == d->c->event_count || d->c->events[d->first].kind == LP_CHART_PENDING)
            return false;
    }
    return true;
}

void report_chart(const lp_chart *c, const report_style *style, text *out)
{
    drawing d;
    drawing_init(&d, c, style);
    if (c->event_count && c->event_count <= MOST_ROWS && find_room(&d)) {
        text_add(out, "\n");
        if (d.first)
            text_add(out, "From step %u on; all of them are below.\n", c->events[d.first].step + 1);
        draw_rows(&d, out);
        list_pending(&d, out);
    }
    drawing_fini(&d);
}
