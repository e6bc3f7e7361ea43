// SPDX-License-Identifier: MIT
// See ink.h.

#include "report/ink.h"

#include "base/memory.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const glyphs utf8 = {
    .open = "├",
    .close = "┤",
    .bar = "─",
    .bad_open = "┣",
    .bad_close = "┫",
    .bad_bar = "━",
    .cut = "┄",
    .pending = "▶",
    .mark = "▲",
    .holds = "✓",
    .violated = "✗",
    .unknown = "?",
    .dot = "·",
    .rule = "─",
    .gap = "┄",
    .column = "│",
    .together = "↔",
    .time = "time ──▶",
    .more = "…",
};

static const glyphs ascii = {
    .open = "|",
    .close = "|",
    .bar = "-",
    .bad_open = "#",
    .bad_close = "#",
    .bad_bar = "=",
    .cut = "~",
    .pending = ">",
    .mark = "^",
    .holds = "+",
    .violated = "x",
    .unknown = "?",
    .dot = "-",
    .rule = "-",
    .gap = ".",
    .column = "|",
    .together = "<->",
    .time = "time -->",
    .more = "...",
};

const glyphs *style_glyphs(const report_style *style)
{
    return style->ascii ? &ascii : &utf8;
}

int style_width(const report_style *style)
{
    if (style->width <= 0)
        return 100;
    return style->width < 40 ? 40 : style->width;
}

static const char *escape(ink i)
{
    switch (i) {
    case INK_BOLD:
        return "\033[1m";
    case INK_DIM:
        return "\033[2m";
    case INK_RED:
        return "\033[1;31m";
    case INK_GREEN:
        return "\033[1;32m";
    case INK_YELLOW:
        return "\033[1;33m";
    case INK_PLAIN:
        break;
    }
    return "";
}

void ink_add(const report_style *style, text *out, ink i, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *s = text_format_list(format, list);
    va_end(list);
    bool coloured = style->color && i != INK_PLAIN;
    text_add(out, "%s", coloured ? escape(i) : "");
    text_add_visible(out, s, strlen(s), "\n");
    text_add(out, "%s", coloured ? "\033[0m" : "");
    free(s);
}

static size_t code_point_bytes(const char *s)
{
    size_t n = 1;
    while (((unsigned char)s[n] & 0xC0) == 0x80 && n < 4)
        n++;
    return n;
}

size_t utf8_width(const char *s)
{
    size_t columns = 0;
    for (; *s; s += code_point_bytes(s))
        columns++;
    return columns;
}

size_t utf8_prefix(const char *s, size_t columns)
{
    const char *at = s;
    while (*at && columns-- > 0)
        at += code_point_bytes(at);
    return (size_t)(at - s);
}

char *style_label(const report_style *style, const char *s)
{
    char *visible = text_visible(s, "");
    if (!style->ascii)
        return visible;
    text t = {0};
    size_t n;
    for (const char *at = visible; *at; at += n) {
        n = code_point_bytes(at);
        if (n == 1)
            text_add_bytes(&t, at, 1);
        else if (n == 3 && memcmp(at, "→", 3) == 0)
            text_add(&t, "->");
        else if (n == 3 && memcmp(at, "…", 3) == 0)
            text_add(&t, "...");
        else
            text_add(&t, "?");
    }
    free(visible);
    return text_take(&t);
}

void row_fini(row *r)
{
    free(r->cells);
    *r = (row){0};
}

void row_put(row *r, size_t column, const char *s, ink i)
{
    while (*s) {
        size_t n = code_point_bytes(s);
        MEMORY_GROW(r->cells, r->capacity, column + 1);
        for (; r->count <= column; r->count++)
            r->cells[r->count] = (row_cell){" ", INK_PLAIN};
        row_cell *c = &r->cells[column++];
        memcpy(c->glyph, s, n);
        c->glyph[n] = 0;
        c->ink = (unsigned char)i;
        s += n;
    }
}

void row_flush(row *r, const report_style *style, text *out)
{
    while (r->count > 0 && strcmp(r->cells[r->count - 1].glyph, " ") == 0)
        r->count--;
    for (size_t i = 0; i < r->count;) {
        text run = {0};
        unsigned char with = r->cells[i].ink;
        for (; i < r->count && r->cells[i].ink == with; i++)
            text_add(&run, "%s", r->cells[i].glyph);
        ink_add(style, out, (ink)with, "%s", run.bytes);
        text_fini(&run);
    }
    text_add(out, "\n");
    r->count = 0;
}

void ink_number(text *out, double value)
{
    if (!(fabs(value) < 1e15) || value != floor(value)) {
        text_add(out, "%.3g", value);
        return;
    }
    char digits[32];
    int n = snprintf(digits, sizeof digits, "%.0f", fabs(value));
    if (value < 0)
        text_add(out, "-");
    for (int i = 0; i < n; i++)
        text_add(out, i > 0 && (n - i) % 3 == 0 ? ",%c" : "%c", digits[i]);
}
