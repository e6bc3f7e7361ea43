// SPDX-License-Identifier: MIT
// A trace: one column per thread, one row per step, a rule where another thread
// goes on. With too many threads for columns that can be read, one step per
// line with the thread's name in front.

#include "report/trace.h"

#include "base/memory.h"
#include "report/ink.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A trace longer than this is shown without its middle, and says so.
enum { SHOWN_STEPS = 400, NARROWEST = 26, NUMBER = 5 };

typedef struct table {
    const lp_verdict *verdict;
    const report_style *style;
    const glyphs *glyphs;
    int64_t *threads; // sorted
    size_t thread_count;
    size_t column; // width of each; 0: one step per line
    char *file;    // the one that all steps are in; NULL: several, or none
} table;

static int by_number(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

static void find_threads(table *t)
{
    const lp_verdict *v = t->verdict;
    t->threads = memory_new(v->trace_count, sizeof *t->threads);
    for (uint32_t i = 0; i < v->trace_count; i++)
        t->threads[i] = v->trace[i].thread;
    qsort(t->threads, v->trace_count, sizeof *t->threads, by_number);
    for (uint32_t i = 0; i < v->trace_count; i++) {
        if (i == 0 || t->threads[i] != t->threads[t->thread_count - 1])
            t->threads[t->thread_count++] = t->threads[i];
    }
}

static size_t thread_column(const table *t, int64_t thread)
{
    size_t i = 0;
    while (t->threads[i] != thread)
        i++;
    return i;
}

static size_t column_start(const table *t, size_t column)
{
    return NUMBER + column * (t->column + 3);
}

// How many bytes of `s` go on a line of `room` columns: to the last blank that
// fits, else as many as fit.
static size_t line_bytes(const char *s, size_t room)
{
    size_t most = utf8_prefix(s, room);
    if (s[most] == 0)
        return most;
    for (size_t n = most; n > most / 2; n--) {
        if (s[n] == ' ')
            return n;
    }
    return most;
}

static void separators(const table *t, row *r)
{
    for (size_t c = 1; c < t->thread_count; c++)
        row_put(r, column_start(t, c) - 2, t->glyphs->column, INK_DIM);
}

// Length of the file's name in "dir/queue.c:31:7", and where its last part begins.
static size_t file_length(const char *where, size_t *base)
{
    const char *slash = strrchr(where, '/');
    *base = slash ? (size_t)(slash - where) + 1 : 0;
    return *base + strcspn(where + *base, ":");
}

static void find_file(table *t)
{
    const lp_verdict *v = t->verdict;
    const char *first = NULL;
    size_t base, length = 0;
    for (uint32_t i = 0; i < v->trace_count; i++) {
        const char *where = v->trace[i].where;
        if (!where)
            continue;
        size_t n = file_length(where, &base);
        if (!first) {
            first = where;
            length = n;
        } else if (n != length || memcmp(first, where, n) != 0) {
            return;
        }
    }
    if (first && length > 0)
        t->file = memory_string_n(first, length);
}

// Of "dir/queue.c:31:7" what tells the reader most: ":31" when the heading names
// the file, else "queue.c:31:7". Caller frees.
static char *place(const table *t, const char *where)
{
    if (!where)
        return memory_string("");
    size_t base, length = file_length(where, &base);
    char *shown;
    if (t->file) {
        size_t line = where[length] ? strcspn(where + length + 1, ":") + 1 : 0;
        char *cut = memory_string_n(where + length, line);
        shown = style_label(t->style, cut);
        free(cut);
    } else {
        shown = style_label(t->style, where + base);
    }
    size_t width = utf8_width(shown), more = utf8_width(t->glyphs->more);
    if (t->column == 0 || width <= t->column)
        return shown;
    char *end =
        text_format("%s%s", t->glyphs->more, shown + utf8_prefix(shown, width - t->column + more));
    free(shown);
    return end;
}

static void add_in_column(const table *t, row *r, const lp_trace_step *s, uint32_t number,
                          text *out)
{
    size_t left = column_start(t, thread_column(t, s->thread));
    char *what = style_label(t->style, s->what ? s->what : "");
    char *where = place(t, s->where);
    char shown[16];
    snprintf(shown, sizeof shown, "%4u", number);
    row_put(r, 0, shown, INK_DIM);
    size_t indent = 0;
    if (*where) {
        row_put(r, left, where, INK_DIM);
        indent = utf8_width(where) + 2;
        // Line numbers of one and two digits leave the text at the same place.
        if (t->file && indent < 5)
            indent = 5;
    }
    if (indent + 12 > t->column && indent > 0) {
        // The place alone fills the column: what happens goes below it.
        separators(t, r);
        row_flush(r, t->style, out);
        indent = 2;
    }
    const char *rest = what;
    do {
        size_t n = line_bytes(rest, t->column - indent);
        char *line = memory_string_n(rest, n);
        row_put(r, left + indent, line, INK_PLAIN);
        free(line);
        separators(t, r);
        row_flush(r, t->style, out);
        rest += n;
        while (*rest == ' ')
            rest++;
    } while (*rest);
    free(what);
    free(where);
}

static void thread_name(int64_t thread, char *name, size_t size)
{
    snprintf(name, size, "thread %lld", (long long)thread);
}

static void add_rule(const table *t, row *r, int64_t next, text *out)
{
    char name[48];
    char *note = NULL;
    thread_name(next, name, sizeof name);
    note = text_format(" switch to %s ", name);
    size_t end = t->column ? column_start(t, t->thread_count) - 3 : 60;
    for (size_t x = NUMBER; x < end; x++)
        row_put(r, x, t->glyphs->gap, INK_DIM);
    // Its blank stands left of the column, so that the words stand in it.
    size_t left = (t->column ? column_start(t, thread_column(t, next)) : NUMBER + 4) - 1;
    row_put(r, left, note, INK_YELLOW);
    row_flush(r, t->style, out);
    free(note);
}

static void add_heading(const table *t, row *r, text *out)
{
    for (size_t c = 0; c < t->thread_count; c++) {
        char name[48];
        thread_name(t->threads[c], name, sizeof name);
        row_put(r, column_start(t, c), name, INK_BOLD);
    }
    separators(t, r);
    row_flush(r, t->style, out);
}

static void add_flat(const table *t, const lp_trace_step *s, uint32_t number, text *out)
{
    char name[48];
    thread_name(s->thread, name, sizeof name);
    char *what = style_label(t->style, s->what ? s->what : "");
    ink_add(t->style, out, INK_DIM, "%4u ", number);
    ink_add(t->style, out, INK_BOLD, "%-10s ", name);
    if (s->where) {
        char *where = place(t, s->where);
        ink_add(t->style, out, INK_DIM, "%s  ", where);
        free(where);
    }
    text_add(out, "%s\n", what);
    free(what);
}

void report_trace(const lp_verdict *v, const report_style *style, text *out)
{
    if (v->trace_count == 0)
        return;
    table t = {.verdict = v, .style = style, .glyphs = style_glyphs(style)};
    find_threads(&t);
    find_file(&t);
    size_t width = (size_t)style_width(style) - NUMBER + 3;
    size_t column = width / t.thread_count;
    t.column = column >= NARROWEST + 3 ? column - 3 : 0;
    if (t.file) {
        char *file = style_label(style, t.file);
        text_add(out, "Steps, with lines of %s:\n", file);
        free(file);
    } else {
        text_add(out, "Steps:\n");
    }
    row r = {0};
    if (t.column)
        add_heading(&t, &r, out);
    for (uint32_t i = 0; i < v->trace_count; i++) {
        if (v->trace_count > SHOWN_STEPS && i == SHOWN_STEPS / 2) {
            uint32_t skipped = v->trace_count - SHOWN_STEPS;
            text_add(out, "     (steps %u to %u are left out; --json has them)\n", i + 1,
                     i + skipped);
            i += skipped;
        }
        const lp_trace_step *s = &v->trace[i];
        if (s->is_switch && i > 0)
            add_rule(&t, &r, s->thread, out);
        if (t.column)
            add_in_column(&t, &r, s, i + 1, out);
        else
            add_flat(&t, s, i + 1, out);
    }
    row_fini(&r);
    free(t.threads);
    free(t.file);
}
