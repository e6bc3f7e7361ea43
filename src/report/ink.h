// SPDX-License-Identifier: MIT
// What reports are written with: glyphs in UTF-8 or ASCII, colour or none, and
// rows of cells for drawings that are not made from left to right.

#ifndef REPORT_INK_H
#define REPORT_INK_H

#include "base/text.h"
#include "report/report.h"

typedef enum ink { INK_PLAIN, INK_BOLD, INK_DIM, INK_RED, INK_GREEN, INK_YELLOW } ink;

typedef struct glyphs {
    const char *open, *close, *bar;                   // an operation
    const char *bad_open, *bad_close, *bad_bar;       // the culprit
    const char *cut;                                  // goes on in the next block
    const char *pending;                              // never returned
    const char *mark;                                 // points up at the culprit
    const char *holds, *violated, *unknown;           // first character of a report
    const char *dot, *rule, *gap, *column, *together; // separators
    const char *time;                                 // direction of the axis
    const char *more;                                 // something was cut off
} glyphs;

const glyphs *style_glyphs(const report_style *style);
int style_width(const report_style *style);

// printf in a colour.
void ink_add(const report_style *style, text *out, ink i, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

// How many columns UTF-8 text takes; one per code point.
size_t utf8_width(const char *s);
// Bytes of the first `columns` code points.
size_t utf8_prefix(const char *s, size_t columns);
// A copy fit for one line: control characters are made visible (text_visible), and where the
// style is ASCII, "→" becomes "->", "…" "..." and other characters '?'. Caller frees.
char *style_label(const report_style *style, const char *s);

typedef struct row_cell {
    char glyph[5];
    unsigned char ink;
} row_cell;

typedef struct row {
    row_cell *cells;
    size_t count, capacity;
} row;

void row_fini(row *r);
void row_put(row *r, size_t column, const char *s, ink i);
// Writes the row with a newline, without trailing blanks, and empties it.
void row_flush(row *r, const report_style *style, text *out);

// "1,234,567"
void ink_number(text *out, double value);

#endif
