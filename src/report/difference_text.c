// SPDX-License-Identifier: MIT
// See difference_text.h.

#include "report/difference_text.h"

#include "history/history_format.h"
#include "judge/evidence/figures.h"
#include "report/ink.h"

#include <stdlib.h>
#include <string.h>

static bool given(const char *s)
{
    return s && *s;
}

static const char *arrow(const report_style *style)
{
    return style->ascii ? "->" : "→";
}

void report_outcome(const lp_verdict *v, const report_style *style, text *out)
{
    const glyphs *g = style_glyphs(style);
    const char *condition = given(v->condition) ? v->condition : NULL;
    char *name = style_label(style, condition ? condition : "");
    switch (v->outcome) {
    case LP_HOLDS:
        ink_add(style, out, INK_GREEN, "%s %s", g->holds, condition ? name : "holds");
        break;
    case LP_VIOLATED:
        if (condition)
            ink_add(style, out, INK_RED, "%s not %s", g->violated, name);
        else
            ink_add(style, out, INK_RED, "%s %s", g->violated, lp_violation_name(v->violation));
        break;
    case LP_UNKNOWN:
        ink_add(style, out, INK_YELLOW, "%s unknown", g->unknown);
        break;
    case LP_ERROR:
        ink_add(style, out, INK_RED, "error");
        break;
    }
    free(name);
}

static void add_both(const verdict_difference *d, const report_style *style, text *out)
{
    report_outcome(d->before, style, out);
    text_add(out, " %s ", arrow(style));
    report_outcome(d->now, style, out);
}

static uint32_t operations(const lp_verdict *v)
{
    return v->history ? v->history->op_count : 0;
}

// "3 operations, before 4": of what there is, where it differs.
static void add_count(const char *of, uint32_t before, uint32_t now, bool *any, text *out)
{
    if (before == now)
        return;
    text_add(out, "%s%u %s%s, before %u", *any ? "; " : ": ", now, of, now == 1 ? "" : "s", before);
    *any = true;
}

// What it is now, as one line that can stand alone.
static void add_headline(const verdict_difference *d, const report_style *style, text *out)
{
    lp_outcome was = d->before->outcome, is = d->now->outcome;
    bool any = false;
    if (d->first == DIFFERENCE_OUTCOME || d->first == DIFFERENCE_VIOLATION)
        add_both(d, style, out);
    else
        report_outcome(d->now, style, out);
    switch (d->first) {
    case DIFFERENCE_OUTCOME:
        text_add(out, "%s",
                 was == LP_ERROR                        ? ": the error is mended"
                 : was == LP_VIOLATED && is == LP_HOLDS ? ": the violation is gone"
                                                        : "");
        break;
    case DIFFERENCE_VIOLATION:
        text_add(out, ": another violation");
        break;
    case DIFFERENCE_COUNTEREXAMPLE:
        text_add(out, ", as before, by another counterexample");
        add_count("operation", operations(d->before), operations(d->now), &any, out);
        add_count("step", d->before->trace_count, d->now->trace_count, &any, out);
        break;
    case DIFFERENCE_REASON:
        text_add(out, "%s", is == LP_ERROR ? ": another one" : ", for another reason");
        break;
    default:
        text_add(out, "%s",
                 is == LP_VIOLATED ? ": same violation as before"
                 : is == LP_ERROR  ? ": the same as before"
                                   : ", as before");
        break;
    }
    text_add(out, "\n");
}

// Without its end: "process 1: pop() → nil". False: there is none of this number.
static bool add_operation(const lp_verdict *v, uint32_t i, const report_style *style, text *out)
{
    if (i >= operations(v))
        return false;
    text t = {0};
    op_print(v->history->pool, &v->history->ops[i], &t);
    char *label = style_label(style, t.bytes ? t.bytes : "");
    text_add(out, "process %lld: %s", (long long)v->history->ops[i].process, label);
    free(label);
    text_fini(&t);
    return true;
}

static bool add_step(const lp_verdict *v, uint32_t i, const report_style *style, text *out)
{
    if (i >= v->trace_count)
        return false;
    const lp_trace_step *s = &v->trace[i];
    char *what = style_label(style, s->what), *where = style_label(style, s->where ? s->where : "");
    if (s->thread != LP_NO_THREAD)
        text_add(out, "thread %lld: ", (long long)s->thread);
    text_add(out, "%s%s%s%s", what, *where ? " (" : "", where, *where ? ")" : "");
    free(what);
    free(where);
    return true;
}

// "  operation 2: process 1: pop() → nil; before: process 1: pop() → 1"
static void add_first(const verdict_difference *d, const char *of, uint32_t number,
                      bool (*add)(const lp_verdict *, uint32_t, const report_style *, text *),
                      const report_style *style, text *out)
{
    if (number == LP_NO_EVENT)
        return;
    text now = {0}, before = {0};
    bool is = add(d->now, number, style, &now), was = add(d->before, number, style, &before);
    text_add(out, "  %s %u: ", of, number + 1);
    if (is && was && strcmp(now.bytes, before.bytes) == 0)
        text_add(out, "%s, at another time\n", now.bytes);
    else
        text_add(out, "%s; before: %s\n", is ? now.bytes : "none", was ? before.bytes : "none");
    text_fini(&now);
    text_fini(&before);
}

// How much of both begins alike, in whole words, but for the last of these: it says what changed.
static size_t same_beginning(const char *a, const char *b)
{
    size_t n = 0, word = 0, last = 0;
    for (; a[n] && a[n] == b[n]; n++) {
        if (a[n] == ' ') {
            last = word;
            word = n + 1;
        }
    }
    return last;
}

static size_t same_end(const char *a, const char *b, size_t beginning)
{
    size_t a_length = strlen(a), b_length = strlen(b), n = 0, word = 0;
    while (n < a_length - beginning && n < b_length - beginning &&
           a[a_length - n - 1] == b[b_length - n - 1]) {
        if (a[a_length - n - 1] == ' ')
            word = n;
        n++;
    }
    return word;
}

// Of long texts only what differs: "covers … capacity 2, → … capacity 1, …".
static void add_texts(const char *name, const char *before, const char *now,
                      const report_style *style, text *out)
{
    if (strcmp(before ? before : "", now ? now : "") == 0)
        return;
    char *was = style_label(style, given(before) ? before : "none");
    char *is = style_label(style, given(now) ? now : "none");
    const char *more = style->ascii ? "..." : "…";
    size_t from = same_beginning(was, is), to = same_end(was, is, from);
    const char *left = from ? more : "", *blank = from ? " " : "";
    const char *right = to ? more : "";
    text_add(out, "  %s %s%s%.*s%s %s ", name, left, blank, (int)(strlen(was) - from - to),
             was + from, right, arrow(style));
    text_add(out, "%s%s%.*s%s\n", left, blank, (int)(strlen(is) - from - to), is + from, right);
    free(was);
    free(is);
}

// Those that only one of them has are of another kind of search, and no change of a number.
static void add_figures(const verdict_difference *d, const report_style *style, text *out)
{
    const char *dot = style_glyphs(style)->dot;
    text line = {0};
    size_t used = 0, page = (size_t)style_width(style);
    for (uint32_t i = 0; i < d->figure_count; i++) {
        const figure_change *f = &d->figures[i];
        if (!f->before_given || !f->now_given)
            continue;
        text_clear(&line);
        text_add(&line, "%s ", lp_figure_key(f->id));
        ink_number(&line, f->before);
        text_add(&line, " %s ", arrow(style));
        ink_number(&line, f->now);
        size_t width = utf8_width(line.bytes);
        bool fits = used && used + 3 + width <= page;
        text_add(out, "%s", !used ? "  " : fits ? " " : "\n  ");
        if (fits)
            text_add(out, "%s ", dot);
        ink_add(style, out, INK_DIM, "%s", line.bytes);
        used = (fits ? used + 3 : 2) + width;
    }
    if (used)
        text_add(out, "\n");
    text_fini(&line);
}

void report_difference(const verdict_difference *d, bool named, const report_style *style,
                       text *out)
{
    const lp_verdict *a = d->before, *b = d->now;
    if (named && given(b->subject)) {
        char *subject = style_label(style, b->subject);
        text_add(out, "%s: ", subject);
        free(subject);
    }
    add_headline(d, style, out);
    if (d->first == DIFFERENCE_COUNTEREXAMPLE) {
        add_first(d, "operation", d->operation, add_operation, style, out);
        add_first(d, "step", d->step, add_step, style, out);
    }
    // Errors have none of these, and had they been there before they are not what changed.
    if (a->outcome == LP_ERROR || b->outcome == LP_ERROR)
        return;
    if (d->first == DIFFERENCE_QUESTION)
        add_texts("condition", a->condition, b->condition, style, out);
    add_texts("spec", a->spec, b->spec, style, out);
    if (a->outcome == b->outcome)
        add_texts("covers", a->coverage, b->coverage, style, out);
    add_texts("warning", a->warning, b->warning, style, out);
    add_figures(d, style, out);
}
