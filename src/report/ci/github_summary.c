// SPDX-License-Identifier: MIT
// Verdicts in Markdown, for the page that GitHub shows of a run: a row for each, and of those
// that are violated what linchpin prints of them. GitHub takes a megabyte from a step and shows
// nothing of more, so what is printed is left out where it is long.

#include "base/memory.h"
#include "judge/evidence/verdict.h"
#include "report/ci/verdict_file.h"
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST = 32 << 10, LONGEST_ALL = 512 << 10 }; // bytes: of one, of all of a command

// As it stands, in a cell of a table: every character that could mean something is escaped.
static void add_plain(text *out, const char *string)
{
    char *visible = text_visible(string ? string : "", "");
    for (const char *c = visible; *c; c++)
        text_add(out, strchr("\\`*_[]<>|~&$", *c) ? "\\%c" : "%c", *c);
    free(visible);
}

static void begin(const verdict_run *run, text *head)
{
    text_add(head, "### linchpin %s\n\n| | verdict | what |\n|---|---|---|\n", run->command);
}

static void add_row(const verdict_entry *e, text *out)
{
    static const char *const marks[] = {"✅", "❌", "❗", "❔"};
    const lp_verdict *v = e->verdict;
    text_add(out, "| %s | ", marks[v->outcome]);
    if (v->outcome == LP_VIOLATED && v->condition)
        text_add(out, "not ");
    if (v->outcome == LP_HOLDS || (v->outcome == LP_VIOLATED && v->condition))
        add_plain(out, v->condition ? v->condition : "holds");
    else
        text_add(out, "%s", outcome_name(v->outcome));
    if (v->outcome != LP_HOLDS && v->reason) {
        text_add(out, ": ");
        add_plain(out, v->reason);
    }
    text_add(out, " | ");
    add_plain(out, e->name);
    text_add(out, " |\n");
}

// A fence is longer than any within it (CommonMark, section 4.5).
static size_t longest_fence(const char *string)
{
    size_t longest = 0;
    for (size_t n; *string; string += n ? n : 1) {
        n = strspn(string, "`");
        longest = n > longest ? n : longest;
    }
    return longest;
}

static void add_evidence(const verdict_entry *e, text *out)
{
    text report = {0}, fence = {0};
    report_style style = {.width = 100};
    report_verdict(e->verdict, &style, &report);
    bool whole = report.length <= LONGEST;
    if (!whole)
        while (report.length > LONGEST || report.bytes[report.length - 1] != '\n')
            text_cut(&report, report.length - 1);
    for (size_t n = longest_fence(report.bytes) + 3; n > 0; n--)
        text_add(&fence, "`");
    text_add(out, "\n%stext\n%s%s%s\n", fence.bytes, report.bytes, whole ? "" : "…\n", fence.bytes);
    text_fini(&report);
    text_fini(&fence);
}

// The row, a NUL, and what stands below the table.
static void add(const verdict_entry *e, text *piece)
{
    add_row(e, piece);
    text_add_bytes(piece, "", 1);
    if (e->verdict->outcome == LP_VIOLATED)
        add_evidence(e, piece);
}

static void put_string(verdict_sink *sink, void *context, const char *string)
{
    sink(context, string, strlen(string));
}

static void put(const char *head, const verdict_piece *first, verdict_sink *sink, void *context)
{
    static const char rest[] = "\nThere is more, which is left out here.\n";
    size_t length = 0;
    bool whole = true;
    put_string(sink, context, head);
    for (const verdict_piece *p = first; p; p = p->next) {
        length += strlen(p->bytes);
        whole &= length <= LONGEST_ALL;
        if (whole)
            put_string(sink, context, p->bytes);
    }
    for (const verdict_piece *p = first; p; p = p->next) {
        size_t row = strlen(p->bytes) + 1;
        length += p->length - row;
        whole &= length <= LONGEST_ALL;
        if (whole)
            sink(context, p->bytes + row, p->length - row);
    }
    put_string(sink, context, whole ? "\n" : rest);
}

const verdict_format verdict_format_summary = {.begin = begin, .add = add, .put = put};
