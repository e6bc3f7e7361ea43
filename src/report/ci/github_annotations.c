// SPDX-License-Identifier: MIT
// What GitHub's runner makes into annotations at the lines of a change: "workflow commands" among
// what a step prints, a line each.
//
//     ::error file=stack.c,line=31,title=Data race::stack: data race on top …
//
// What would end the command, or one of its properties, is written as %0A, %3A, ….

#include "base/memory.h"
#include "judge/evidence/verdict.h"
#include "report/ci/verdict_file.h"
#include "report/ci/verdict_place.h"

#include <stdlib.h>
#include <string.h>

static void add_escaped(text *out, const char *string, const char *special)
{
    char *visible = text_visible(string, "\n\t");
    for (const char *c = visible; *c; c++)
        text_add(out, strchr(special, *c) ? "%%%02X" : "%c", (unsigned char)*c);
    free(visible);
}

static void add_property(text *out, const char *name, const char *string)
{
    text_add(out, "%s%s=", out->bytes[out->length - 1] == ' ' ? "" : ",", name);
    add_escaped(out, string, "%\r\n:,");
}

static void add_number(text *out, const char *name, uint32_t number)
{
    if (number)
        text_add(out, ",%s=%u", name, number);
}

static void add_command(const char *command, const source_place *place, const char *title,
                        const char *message, text *out)
{
    text_add(out, "::%s ", command);
    if (place->file) {
        add_property(out, "file", place->file->path);
        add_number(out, "line", place->line);
        add_number(out, "col", place->line ? place->column : 0);
    }
    add_property(out, "title", title);
    text_add(out, "::");
    add_escaped(out, message, "%\r\n");
    text_add(out, "\n");
}

static char *title_of(const lp_verdict *v)
{
    if (v->outcome != LP_VIOLATED)
        return text_format("linchpin: %s", outcome_name(v->outcome));
    return text_format("linchpin: %s", v->violation ? violation_rule_of(v->violation)->title
                                                    : outcome_name(v->outcome));
}

static void add_verdict(source_places *s, const verdict_entry *e, text *piece)
{
    source_place place;
    char *title = title_of(e->verdict), *message = verdict_message(e->verdict);
    verdict_place(s, e, &place);
    add_command(e->verdict->outcome == LP_UNKNOWN ? "warning" : "error", &place, title, message,
                piece);
    free(title);
    free(message);
}

static void add(const verdict_entry *e, text *piece)
{
    const lp_verdict *v = e->verdict;
    source_places *s = source_places_new(e->run->files);
    for (uint32_t i = 0; e->number == 0 && i < v->warning_count; i++) {
        source_place place = {0};
        source_places_find(s, v->warnings[i].where, &place);
        add_command("warning", &place, "linchpin", v->warnings[i].what, piece);
    }
    if (v->outcome != LP_HOLDS)
        add_verdict(s, e, piece);
    source_places_free(s);
}

static void put(const char *head, const verdict_piece *first, verdict_sink *sink, void *context)
{
    (void)head;
    for (const verdict_piece *p = first; p; p = p->next)
        sink(context, p->bytes, p->length);
}

const verdict_format verdict_format_annotations = {.add = add, .put = put};
