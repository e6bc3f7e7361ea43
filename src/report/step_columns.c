// SPDX-License-Identifier: MIT
// A trace: one column per thread, one row per step, a rule where another thread
// goes on. With too many threads for columns that can be read, or names that do not
// fit into them, one step per line with the thread's name in front.
//
// What happened before the threads started is one line: it is the same in every
// execution, and would take a column. A thread that does the same again and again, as
// one that spins, is shown doing it once.

#include "report/step_columns.h"

#include "base/memory.h"
#include "report/ink.h"

#include <assert.h>
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
    uint32_t from; // the steps before are the set-up
} table;

static int by_number(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

static void find_threads(table *t)
{
    const lp_verdict *v = t->verdict;
    uint32_t count = v->trace_count - t->from;
    t->threads = memory_new(count, sizeof *t->threads);
    for (uint32_t i = 0; i < count; i++)
        t->threads[i] = v->trace[t->from + i].thread;
    qsort(t->threads, count, sizeof *t->threads, by_number);
    for (uint32_t i = 0; i < count; i++) {
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

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// May a line end before the byte at `n`? At a blank; and between the parts of an
// expression, but never within a name or a number.
static bool may_break(const char *s, size_t n)
{
    char before = s[n - 1], c = s[n];
    if (c == ' ' || before == ',')
        return true;
    if (c == '.')
        return !is_digit(s[n + 1]) && before != '.';
    return c == '[' || c == '(' || (c == '-' && s[n + 1] == '>') || (c == ':' && s[n + 1] == ':');
}

// How many bytes of `s` go on a line of `room` columns: to the last blank that fits, if
// the line is not too short then, else to the last part of an expression; only a name
// that is longer than the line is broken.
static size_t line_bytes(const char *s, size_t room)
{
    size_t most = utf8_prefix(s, room), part = 0;
    if (s[most] == 0)
        return most;
    for (size_t n = most; n > 0; n--) {
        if (s[n] == ' ' && (n > most / 2 || !part))
            return n;
        if (!part && may_break(s, n))
            part = n;
    }
    return part ? part : most;
}

// The widest piece that would have to be broken if it did not fit.
static size_t widest_piece(const char *s)
{
    size_t widest = 0, width = 0;
    for (size_t n = 0; s[n]; n++) {
        if (n > 0 && may_break(s, n))
            width = 0;
        width += s[n] != ' ' && ((unsigned char)s[n] & 0xC0) != 0x80;
        widest = width > widest ? width : widest;
    }
    return widest;
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
    for (uint32_t i = t->from; i < v->trace_count; i++) {
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

// How far to the right of its column the text of a step begins. `below`: the place alone
// fills the column, and what happens goes below it.
static size_t indent_of(const table *t, const char *where, bool *below)
{
    enum { LEAST = 12 };
    *below = false;
    if (!*where)
        return 0;
    size_t indent = utf8_width(where) + 2;
    // Line numbers of one and two digits leave the text at the same place.
    if (t->file && indent < 5)
        indent = 5;
    *below = indent + LEAST > t->column;
    return *below ? 2 : indent;
}

// What a step did, and how often in a row. Caller frees.
static char *what_of(const table *t, uint32_t i, uint32_t times)
{
    const lp_trace_step *s = &t->verdict->trace[i];
    char *what = style_label(t->style, s->what ? s->what : "");
    if (times == 1)
        return what;
    char *more = text_format("%s (%u times)", what, times);
    free(what);
    return more;
}

static void add_in_column(const table *t, row *r, uint32_t i, uint32_t times, text *out)
{
    const lp_trace_step *s = &t->verdict->trace[i];
    size_t left = column_start(t, thread_column(t, s->thread));
    char *what = what_of(t, i, times);
    char *where = place(t, s->where);
    char shown[16];
    snprintf(shown, sizeof shown, "%4u", i + 1);
    row_put(r, 0, shown, INK_DIM);
    bool below;
    size_t indent = indent_of(t, where, &below);
    row_put(r, left, where, INK_DIM);
    if (below) {
        separators(t, r);
        row_flush(r, t->style, out);
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
    name[0] = 0;
    if (thread != LP_NO_THREAD)
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
    if (t->threads[0] == LP_NO_THREAD)
        return;
    for (size_t c = 0; c < t->thread_count; c++) {
        char name[48];
        thread_name(t->threads[c], name, sizeof name);
        row_put(r, column_start(t, c), name, INK_BOLD);
    }
    separators(t, r);
    row_flush(r, t->style, out);
}

static void add_flat(const table *t, uint32_t i, uint32_t times, text *out)
{
    const lp_trace_step *s = &t->verdict->trace[i];
    char name[48];
    thread_name(s->thread, name, sizeof name);
    char *what = what_of(t, i, times);
    ink_add(t->style, out, INK_DIM, "%4u ", i + 1);
    ink_add(t->style, out, INK_BOLD, "%-10s ", name);
    if (s->where) {
        char *where = place(t, s->where);
        ink_add(t->style, out, INK_DIM, "%s  ", where);
        free(where);
    }
    text_add(out, "%s\n", what);
    free(what);
}

// Does every name fit into its column?
static bool all_fit(const table *t)
{
    bool fit = true, below;
    for (uint32_t i = t->from; i < t->verdict->trace_count && fit; i++) {
        char *where = place(t, t->verdict->trace[i].where);
        char *what = what_of(t, i, 1);
        fit = indent_of(t, where, &below) + widest_piece(what) <= t->column;
        free(what);
        free(where);
    }
    return fit;
}

static void find_columns(table *t)
{
    assert(t->thread_count > 0);
    size_t width = (size_t)style_width(t->style) - NUMBER + 3;
    size_t column = width / t->thread_count;
    t->column = column >= NARROWEST + 3 ? column - 3 : 0;
    if (t->column && !all_fit(t))
        t->column = 0;
}

static bool same(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

// How many steps from here on are the same. Two are shown as they are.
static uint32_t repeated(const lp_verdict *v, uint32_t i)
{
    uint32_t n = 1;
    while (i + n < v->trace_count && v->trace[i + n].thread == v->trace[i].thread &&
           same(v->trace[i + n].what, v->trace[i].what) &&
           same(v->trace[i + n].where, v->trace[i].where))
        n++;
    return n > 2 ? n : 1;
}

// "Set-up by thread 2: create, push(1) (14 steps; --replay shows them)"
static void add_setup(const table *t, text *out)
{
    const lp_verdict *v = t->verdict;
    text line = {0};
    text_add(&line, "Set-up by thread %lld: create", (long long)v->trace[0].thread);
    for (uint32_t i = 0; i < t->from; i++) {
        if (v->trace[i].is_call)
            text_add(&line, ", %s", v->trace[i].what + strlen("call "));
    }
    text_add(&line, " (%u step%s; --replay shows %s)", t->from, t->from == 1 ? "" : "s",
             t->from == 1 ? "it" : "them");
    char *shown = style_label(t->style, line.bytes);
    ink_add(t->style, out, INK_DIM, "%s", shown);
    text_add(out, "\n");
    free(shown);
    text_fini(&line);
}

void report_trace(const lp_verdict *v, const report_style *style, text *out)
{
    if (v->trace_count == 0)
        return;
    table t = {.verdict = v, .style = style, .glyphs = style_glyphs(style)};
    t.from = v->trace_setup < v->trace_count ? v->trace_setup : 0;
    find_threads(&t);
    find_file(&t);
    find_columns(&t);
    if (t.file) {
        char *file = style_label(style, t.file);
        text_add(out, "Steps, with lines of %s:\n", file);
        free(file);
    } else {
        text_add(out, "Steps:\n");
    }
    row r = {0};
    if (t.from)
        add_setup(&t, out);
    if (t.column)
        add_heading(&t, &r, out);
    for (uint32_t i = t.from, times; i < v->trace_count; i += times) {
        uint32_t before = i - t.from, left = v->trace_count - i;
        if (before < SHOWN_STEPS / 2 || left <= SHOWN_STEPS / 2) {
            times = repeated(v, i);
        } else {
            times = left - SHOWN_STEPS / 2;
            text_add(out, "     (steps %u to %u are left out; --json has them)\n", i + 1,
                     i + times);
            continue;
        }
        const lp_trace_step *s = &v->trace[i];
        if (s->is_switch && i > t.from)
            add_rule(&t, &r, s->thread, out);
        if (t.column)
            add_in_column(&t, &r, i, times, out);
        else
            add_flat(&t, i, times, out);
    }
    row_fini(&r);
    free(t.threads);
    free(t.file);
}
