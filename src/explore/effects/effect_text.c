// SPDX-License-Identifier: MIT
// See effect_text.h.

#include "explore/effects/effect_text.h"

#include "explore/show/source_lines.h"
#include "judge/evidence/point_evidence.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_WIDTH = 20, LINE_WIDTH = 5, STATEMENT_MAX = 72 };

typedef struct telling {
    const effect_graph *graph;
    const subject *subject;
    char *file; // NULL: there are several
} telling;

static const char *const kind_names[EFFECT_KINDS] = {"", "nil", "true", "false", "a value"};

static const char *method_name(const telling *t, uint32_t method)
{
    return t->subject->object->methods[method].name;
}

static bool has_result(const telling *t, uint32_t method)
{
    return effect_graph_returns(t->graph, method);
}

static size_t file_length(const char *where)
{
    const char *colon = where ? strrchr(where, ':') : NULL;
    return colon ? (size_t)(colon - where) : 0;
}

char *effect_text_file(const effect_graph *g)
{
    char *file = NULL;
    bool one = true;
    for (uint32_t i = 0; i < effect_graph_place_count(g) && one; i++) {
        char *where = source_where(effect_graph_place_get(g, i).pc);
        size_t n = file_length(where);
        if (n && !file)
            file = text_format("%.*s", (int)n, where);
        else if (n)
            one = strlen(file) == n && !strncmp(file, where, n);
        free(where);
    }
    if (one)
        return file;
    free(file);
    return NULL;
}

static char *in_file(const char *file, char *where)
{
    size_t n = file ? strlen(file) : 0;
    if (n && file_length(where) == n && !strncmp(where, file, n))
        memmove(where, where + n, strlen(where + n) + 1);
    return where;
}

static char *line_of(const char *file, const void *pc)
{
    char *where = source_where(pc);
    return where ? in_file(file, where) : text_format("%p", pc);
}

// Is there another step of this method in the same line?
static bool is_called_twice(const telling *t, const effect_row *r)
{
    char *where = source_where(r->at.pc);
    bool found = false;
    for (uint32_t i = 0; i < effect_graph_place_count(t->graph) && where && !found; i++) {
        effect_place at = effect_graph_place_get(t->graph, i);
        char *other = at.method == r->at.method && at.pc != r->at.pc ? source_where(at.pc) : NULL;
        found = other && !strcmp(where, other);
        free(other);
    }
    free(where);
    return found;
}

// Of a function that is inlined in several places, which call it is.
static void add_caller(const telling *t, const effect_row *r, text *out)
{
    char *call = r->at.pc && is_called_twice(t, r) ? source_call(r->at.pc) : NULL;
    if (call) {
        call = in_file(t->file, call);
        text_add(out, ", called at %s", call);
    }
    free(call);
}

// A line of code without what is around it.
static void add_statement(const char *line, text *out)
{
    while (isspace((unsigned char)*line))
        line++;
    size_t n = strlen(line);
    while (n && (isspace((unsigned char)line[n - 1]) || line[n - 1] == '{'))
        n--;
    text_add(out, "%.*s%s", (int)(n > STATEMENT_MAX ? STATEMENT_MAX : n), line,
             n > STATEMENT_MAX ? "…" : "");
}

void effect_text_step(const char *file, const void *pc, uint32_t width, text *out)
{
    char *line = line_of(file, pc), *statement = source_text(pc);
    text_add(out, "%-*s ", (int)width, line);
    if (statement)
        add_statement(statement, out);
    free(line);
    free(statement);
}

static void begin_row(const telling *t, uint32_t method, uint32_t kind, text *out)
{
    char name[96];
    bool results = has_result(t, method);
    snprintf(name, sizeof name, "%s%s%s", method_name(t, method), results ? " → " : "",
             results ? kind_names[kind] : "");
    uint32_t width = 0;
    for (const char *c = name; *c; c++)
        width += (*c & 0xC0) != 0x80;
    text_add(out, "\n  %s%*s", name, (int)(width < NAME_WIDTH ? NAME_WIDTH - width : 1), "");
}

// What tells this place from others of the same step.
static void add_outcome(const telling *t, const effect_row *r, text *out)
{
    const effect_place *at = &r->at;
    if (at->failed)
        text_add(out, ", when it fails");
    if (at->after) {
        char *line = line_of(t->file, at->after);
        text_add(out, ", going on to %s", line);
        free(line);
    } else if (at->result && at->method != NO_METHOD) {
        text_add(out, ", when it returns");
        if (has_result(t, at->method))
            text_add(out, " %s", kind_names[at->result]);
    }
}

static void add_own(const telling *t, const effect_row *r, text *out)
{
    // What it returns is said already.
    bool said = !r->at.after && !r->at.failed && has_result(t, r->method);
    if (r->when == WHEN_SUCCEEDS)
        text_add(out, ", when it succeeds");
    else if (r->when == WHEN_PLACE && !said)
        add_outcome(t, r, out);
    else if (r->when == WHEN_UNKNOWN)
        text_add(out, ", under some condition");
}

// Whose step it is, and which of those.
static void add_when(const telling *t, const effect_row *r, text *out)
{
    if (r->way == ROW_OWN) {
        add_own(t, r, out);
        return;
    }
    if (r->other == NO_METHOD)
        text_add(out, " of a thread of the object");
    else
        text_add(out, " of another thread's %s", method_name(t, r->other));
    add_outcome(t, r, out);
}

static void add_row(const telling *t, const effect_row *r, text *out)
{
    begin_row(t, r->method, r->kind, out);
    if (r->at.pc)
        effect_text_step(t->file, r->at.pc, t->file ? LINE_WIDTH - 1 : 0, out);
    add_caller(t, r, out);
    if (r->way != ROW_HINDSIGHT)
        add_when(t, r, out);
    else if (r->at.pc)
        text_add(out, ", by hindsight: known only later");
    else
        text_add(out, "by hindsight: at some moment since its call, but in no step of its own");
}

void effect_text_print(const effect_graph *g, const effect_rows *rows, text *out)
{
    telling t = {.graph = g, .subject = effect_graph_subject(g)};
    t.file = effect_text_file(g);
    text_add(out, "Operations take effect%s%s:", t.file ? ", with lines of " : "",
             t.file ? t.file : "");
    for (uint32_t i = 0; i < rows->count; i++)
        add_row(&t, &rows->rows[i], out);
    free(t.file);
}

static char *copy_of(const char *string)
{
    return text_format("%s", string);
}

void effect_text_evidence(const effect_graph *g, const effect_rows *rows, lp_verdict *v)
{
    static const char *const ways[] = {"own step", "step of another thread", "hindsight"};
    telling t = {.graph = g, .subject = effect_graph_subject(g)};
    for (uint32_t i = 0; i < rows->count; i++) {
        const effect_row *r = &rows->rows[i];
        lp_point p = {.operation = copy_of(method_name(&t, r->method)),
                      .way = copy_of(ways[r->way])};
        text what = {0}, when = {0};
        char *line = r->at.pc ? source_text(r->at.pc) : NULL;
        if (has_result(&t, r->method))
            p.result = copy_of(kind_names[r->kind]);
        if (r->at.pc)
            p.where = line_of(NULL, r->at.pc);
        if (line)
            add_statement(line, &what);
        add_caller(&t, r, &when);
        if (r->way != ROW_HINDSIGHT)
            add_when(&t, r, &when);
        // Without the comma before it.
        p.when = when.length > 2 ? copy_of(when.bytes + (*when.bytes == ',' ? 2 : 1)) : NULL;
        p.what = line ? text_take(&what) : NULL;
        point_evidence_add(v, &p);
        text_fini(&when);
        free(line);
    }
}

void effect_text_summary(const effect_rows *t, text *out)
{
    bool looks = false, others = false, mixed = false;
    for (uint32_t i = 0; i < t->count; i++) {
        looks |= t->rows[i].way == ROW_HINDSIGHT;
        others |= t->rows[i].way == ROW_OTHER;
        mixed |= t->rows[i].when == WHEN_UNKNOWN;
    }
    text_add(out, "operations take effect in %s%s%s",
             mixed ? "steps of their own threads, under conditions"
                   : "fixed steps of their own threads",
             others ? " or in other threads' steps" : "",
             looks ? "; some that change nothing are explained by hindsight" : "");
}
