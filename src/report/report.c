// SPDX-License-Identifier: MIT
// A verdict for people, most important first: the answer in one line, what it
// is about in the second, then the evidence, then how to see it again. Times
// are left out, so that the same run prints the same text.

#include "report/report.h"

#include "base/memory.h"
#include "history/history_format.h"
#include "judge/evidence/figures.h"
#include "judge/evidence/verdict.h"
#include "report/chart_text.h"
#include "report/coverage_text.h"
#include "report/ink.h"
#include "report/step_columns.h"
#include "report/threads_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WITNESS_SHOWN = 200 };

static bool given(const char *s)
{
    return s && *s;
}

// A verdict may be about something else than the condition, such as a crash:
// then it comes without one, and the reason says it all.
static void add_headline(const lp_verdict *v, const report_style *style, text *out)
{
    const glyphs *g = style_glyphs(style);
    char *reason = style_label(style, v->reason ? v->reason : "");
    const char *condition = given(v->condition) ? v->condition : NULL;
    switch (v->outcome) {
    case LP_HOLDS:
        ink_add(style, out, INK_GREEN, "%s %s", g->holds, condition ? condition : "holds");
        break;
    case LP_VIOLATED:
        if (condition)
            ink_add(style, out, INK_RED, "%s not %s", g->violated, condition);
        else
            ink_add(style, out, INK_RED, "%s", g->violated);
        break;
    case LP_UNKNOWN:
        ink_add(style, out, INK_YELLOW, "%s unknown", g->unknown);
        if (condition)
            text_add(out, " whether %s", condition);
        break;
    case LP_ERROR:
        ink_add(style, out, INK_RED, "error");
        break;
    }
    if (*reason)
        text_add(out, v->outcome == LP_VIOLATED && !condition ? " %s" : ": %s", reason);
    if (given(v->warning)) {
        char *warning = style_label(style, v->warning);
        text_add(out, "; ");
        ink_add(style, out, INK_YELLOW, "warning: %s", warning);
        free(warning);
    }
    text_add(out, "\n");
    free(reason);
}

void report_line(const lp_verdict *v, const report_style *style, text *out)
{
    const glyphs *g = style_glyphs(style);
    const char *marks[] = {g->holds, g->violated, g->violated, g->unknown};
    static const ink colours[] = {INK_GREEN, INK_RED, INK_RED, INK_YELLOW};
    char *subject = style_label(style, v->subject ? v->subject : "");
    char *reason = style_label(style, v->reason ? v->reason : "");
    ink_add(style, out, colours[v->outcome], "%s", marks[v->outcome]);
    if (v->outcome == LP_ERROR) // the reason begins with the file
        text_add(out, " %s\n", reason);
    else
        text_add(out, " %s: %s\n", subject, v->outcome == LP_HOLDS ? v->condition : reason);
    free(subject);
    free(reason);
}

// The second line: facts with dots between them, broken where the page ends.
typedef struct facts {
    const report_style *style;
    text line, lines;
} facts;

static void end_line(facts *f)
{
    text_add(&f->lines, "  %s\n", f->line.bytes);
    text_clear(&f->line);
}

// A fact stays on one line if it fits; else it is broken at blanks.
static void add_words(facts *f, const char *words)
{
    size_t page = (size_t)style_width(f->style);
    while (*words) {
        size_t n = strcspn(words, " ");
        char *word = memory_string_n(words, n);
        // Room for the dot that may follow.
        if (f->line.length && 2 + utf8_width(f->line.bytes) + 1 + utf8_width(word) + 2 > page)
            end_line(f);
        text_add(&f->line, f->line.length ? " %s" : "%s", word);
        free(word);
        words += n;
        while (*words == ' ')
            words++;
    }
}

static void add_fact(facts *f, const char *fact)
{
    const char *dot = style_glyphs(f->style)->dot;
    char *shown = style_label(f->style, fact);
    size_t page = (size_t)style_width(f->style), width = utf8_width(shown);
    if (f->line.length) {
        text_add(&f->line, " %s", dot);
        if (2 + utf8_width(f->line.bytes) + 3 + width > page)
            end_line(f);
        else
            text_add(&f->line, " ");
    }
    if (2 + width + 2 > page)
        add_words(f, shown);
    else
        text_add(&f->line, "%s", shown);
    free(shown);
}

// "1,000 executions", but "depth 12" and "found in round 3"; and a seed as it is typed.
static void add_figure(facts *f, const lp_figure *figure)
{
    if (figure_measured(figure->id))
        return;
    const char *key = lp_figure_key(figure->id);
    lp_unit unit = lp_figure_unit(figure->id);
    text number = {0};
    if (unit == LP_UNIT_IDENTIFIER)
        text_add(&number, "%.0f", figure->value);
    else
        ink_number(&number, figure->value);
    char *fact = unit == LP_UNIT_COUNT
                     ? text_format("%s %s", number.bytes,
                                   figure->value == 1 ? figure_label(figure->id) : key)
                     : text_format("%s %s", key, number.bytes);
    add_fact(f, fact);
    free(fact);
    text_fini(&number);
}

static void add_about(const lp_verdict *v, const report_style *style, text *out)
{
    facts f = {.style = style};
    if (given(v->subject))
        add_fact(&f, v->subject);
    if (given(v->spec)) {
        char *fact = text_format("spec %s", v->spec);
        add_fact(&f, fact);
        free(fact);
    }
    if (given(v->coverage) && v->outcome != LP_ERROR) {
        char *fact = text_format(v->outcome == LP_HOLDS ? "covers %s" : "%s", v->coverage);
        add_fact(&f, fact);
        free(fact);
    }
    for (uint32_t i = 0; i < v->figure_count; i++)
        add_figure(&f, &v->figures[i]);
    if (f.line.length) {
        text_add(&f.lines, "  %s", f.line.bytes);
        ink_add(style, out, INK_DIM, "%s", f.lines.bytes);
        text_add(out, "\n");
    }
    text_fini(&f.line);
    text_fini(&f.lines);
}

static void add_effect(const lp_verdict *v, const lp_effect *e, const report_style *style,
                       text *out)
{
    const lp_history *h = v->history;
    for (uint32_t i = 0; i < e->count; i++) {
        if (i > 0)
            text_add(out, " %s ", style_glyphs(style)->together);
        text t = {0};
        op_print(h->pool, &h->ops[e->ops[i]], &t);
        char *label = style_label(style, t.bytes ? t.bytes : "");
        text_add(out, "process %lld: %s", (long long)h->ops[e->ops[i]].process, label);
        free(label);
        text_fini(&t);
    }
}

static void add_witness(const lp_verdict *v, const report_style *style, text *out)
{
    text_add(out, "\nAn order that explains it%s:\n", v->rechecked ? " (re-checked)" : "");
    for (uint32_t i = 0; i < v->witness_count && i < WITNESS_SHOWN; i++) {
        ink_add(style, out, INK_DIM, "%5u  ", i + 1);
        add_effect(v, &v->witness[i], style, out);
        text_add(out, "\n");
    }
    if (v->witness_count > WITNESS_SHOWN)
        text_add(out, "       (%u more; --json has them)\n", v->witness_count - WITNESS_SHOWN);
}

// One order a line, process and operation.
static void add_orders(const lp_verdict *v, const report_style *style, text *out)
{
    const lp_orders *o = v->orders;
    text_add(out, "\n%s", o->complete ? "" : "At least ");
    ink_number(out, (double)o->count);
    text_add(out, " order%s%s", o->count == 1 ? " explains it" : "s explain it",
             v->rechecked ? " (re-checked)" : "");
    if (!o->complete)
        text_add(out, "; there are too many to count");
    else if (o->listed < o->count)
        text_add(out, "; the first %u", o->listed);
    text_add(out, ":\n");
    for (uint32_t i = 0, from = 0; i < o->listed; from = o->ends[i++]) {
        ink_add(style, out, INK_DIM, "%5u  ", i + 1);
        for (uint32_t k = from; k < o->ends[i]; k++) {
            text_add(out, "%s", k > from ? ", " : "");
            for (uint32_t n = 0; n < o->effects[k].count; n++) {
                const lp_op *op = &v->history->ops[o->effects[k].ops[n]];
                text t = {0};
                op_print(v->history->pool, op, &t);
                char *label = style_label(style, t.bytes ? t.bytes : "");
                if (n)
                    text_add(out, " %s ", style_glyphs(style)->together);
                text_add(out, "%lld: %s", (long long)op->process, label);
                free(label);
                text_fini(&t);
            }
        }
        text_add(out, "\n");
    }
}

// A line that is longer than the page is broken at commas, and goes on further in.
static void add_line(const report_style *style, char *line, const char *indent, text *out)
{
    enum { FURTHER = 4 };
    size_t page = (size_t)style_width(style), used = 0;
    text_add(out, "%s", *line ? indent : "");
    for (char *part = line; part;) {
        char *comma = strstr(part, ", "), *next = comma ? comma + 2 : NULL;
        if (comma)
            comma[1] = '\0';
        size_t width = utf8_width(part);
        if (used > FURTHER && used + 1 + width > page) {
            text_add(out, "\n%*s", FURTHER, "");
            used = FURTHER;
        } else if (used) {
            text_add(out, " ");
            used++;
        }
        text_add(out, "%s", part);
        used += width;
        part = next;
    }
    text_add(out, "\n");
}

static void add_lines(const report_style *style, const char *lines, const char *indent, text *out)
{
    while (*lines) {
        size_t n = strcspn(lines, "\n");
        char *raw = memory_string_n(lines, n);
        char *line = style_label(style, raw);
        add_line(style, line, indent, out);
        free(line);
        free(raw);
        lines += n + (lines[n] == '\n');
    }
}

static void add_threads(const lp_verdict *v, const report_style *style, text *out)
{
    text lines = {0};
    report_threads(v, &lines);
    if (lines.length) {
        text_add(out, "\n");
        add_lines(style, lines.bytes, "", out);
    }
    text_fini(&lines);
}

static void add_named(const report_style *style, const char *name, const char *value, text *out)
{
    ink_add(style, out, INK_BOLD, "%s:", name);
    text_add(out, " ");
    text_add_visible(out, value, strlen(value), "\n");
    text_add(out, "\n");
}

// The states that are told below are those of these operations alone.
static void add_left_out(const lp_verdict *v, const report_style *style, text *out)
{
    text shown = {0}, all = {0};
    ink_number(&shown, v->history->op_count);
    ink_number(&all, (double)v->history->op_count + (double)v->left_out);
    bool one = v->left_out == 1;
    ink_add(style, out, INK_DIM, "(shortened: %s of %s operations; the other%s not needed%s%s)",
            shown.bytes, all.bytes, one ? " is" : "s are",
            v->trace_count ? ", the steps below have " : "",
            !v->trace_count ? ""
            : one           ? "it"
                            : "them");
    text_add(out, "\n");
    text_fini(&shown);
    text_fini(&all);
}

void report_verdict(const lp_verdict *v, const report_style *style, text *out)
{
    add_headline(v, style, out);
    add_about(v, style, out);
    if (v->outcome == LP_VIOLATED && v->history && v->history->op_count > 0) {
        text_add(out, "\n");
        if (v->left_out)
            add_left_out(v, style, out);
        report_history(v->history, v->culprit, style, out);
    }
    if (v->outcome == LP_HOLDS && v->orders && v->history)
        add_orders(v, style, out);
    else if (v->outcome == LP_HOLDS && v->has_witness && v->history)
        add_witness(v, style, out);
    add_threads(v, style, out);
    if (given(v->detail)) {
        text_add(out, "\n");
        add_lines(style, v->detail, "", out);
    }
    if (v->model_coverage)
        report_coverage(v->model_coverage, style, out);
    if (v->chart && v->outcome != LP_HOLDS)
        report_chart(v->chart, style, out);
    if (v->trace_count > 0) {
        text_add(out, "\n");
        report_trace(v, style, out);
    }
    if (given(v->scenario) || given(v->schedule) || given(v->reproduce))
        text_add(out, "\n");
    if (given(v->scenario))
        add_named(style, "Scenario", v->scenario, out);
    if (given(v->schedule))
        add_named(style, "Schedule", v->schedule, out);
    if (given(v->reproduce))
        add_named(style, "Reproduce", v->reproduce, out);
}
