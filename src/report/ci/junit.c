// SPDX-License-Identifier: MIT
// The verdicts of a command as a test suite in JUnit's XML, in the dialect that Jenkins, GitLab and
// the actions of GitHub agree on: testsuites, testsuite, testcase, failure, error, system-out.
//
// "Unknown" is an <error> and not <skipped>: what is skipped counts as passed everywhere, and the
// exit code is not 0. There are no times unless --times has measured some: without, the same
// seed gives the same file.

#include "judge/evidence/figures.h"
#include "judge/evidence/verdict.h"
#include "report/ci/verdict_file.h"
#include "report/ci/xml_text.h"
#include "report/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void begin(const verdict_run *run, text *head)
{
    char *name = text_format("linchpin %s", run->command);
    xml_add_attribute(head, "name", name);
    free(name);
}

static void add_time(const lp_verdict *v, text *out)
{
    double seconds = 0;
    bool measured = false;
    for (uint32_t i = 0; i < v->figure_count; i++) {
        lp_figure_id id = v->figures[i].id;
        if (!figure_measured(id) || lp_figure_unit(id) != LP_UNIT_SECONDS)
            continue;
        measured = true;
        seconds += v->figures[i].value;
    }
    if (measured)
        text_add(out, " time=\"%.3f\"", seconds);
}

// The file that the test is about: what GitLab links to.
static const char *file_of(const verdict_entry *e)
{
    if (e->error && e->error->file[0])
        return e->error->file;
    return e->run->files[0] && !e->run->files[1] && strcmp(e->run->files[0], "-") != 0
               ? e->run->files[0]
               : NULL;
}

static void add_report(const lp_verdict *v, text *out)
{
    text report = {0};
    report_style style = {.width = 100};
    report_verdict(v, &style, &report);
    xml_add_text(out, report.bytes);
    text_fini(&report);
}

static void add_problem(const verdict_entry *e, const char *element, text *out)
{
    const lp_verdict *v = e->verdict;
    const char *type =
        v->outcome == LP_VIOLATED ? lp_violation_name(v->violation) : outcome_name(v->outcome);
    text_add(out, "      <%s", element);
    xml_add_attribute(out, "type", type ? type : "violated");
    xml_add_attribute(out, "message", v->reason ? v->reason : outcome_name(v->outcome));
    text_add(out, ">");
    if (v->outcome == LP_ERROR)
        xml_add_text(out, v->reason);
    else
        add_report(v, out);
    text_add(out, "</%s>\n", element);
}

static void add(const verdict_entry *e, text *out)
{
    char *class = text_format("linchpin.%s", e->run->command);
    const char *file = file_of(e);
    text_add(out, "    <testcase");
    xml_add_attribute(out, "classname", class);
    xml_add_attribute(out, "name", e->name);
    if (file)
        xml_add_attribute(out, "file", file);
    add_time(e->verdict, out);
    text_add(out, ">\n");
    free(class);
    if (e->verdict->outcome == LP_HOLDS) {
        text_add(out, "      <system-out>");
        add_report(e->verdict, out);
        text_add(out, "</system-out>\n");
    } else {
        add_problem(e, e->verdict->outcome == LP_VIOLATED ? "failure" : "error", out);
    }
    text_add(out, "    </testcase>\n");
}

static void put_string(verdict_sink *sink, void *context, const char *string)
{
    sink(context, string, strlen(string));
}

static void put(const char *head, const verdict_piece *first, verdict_sink *sink, void *context)
{
    unsigned all = 0, failures = 0, errors = 0;
    for (const verdict_piece *p = first; p; p = p->next) {
        all++;
        failures += p->outcome == LP_VIOLATED;
        errors += p->outcome == LP_ERROR || p->outcome == LP_UNKNOWN;
    }
    char counts[128];
    snprintf(counts, sizeof counts, " tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"0\">\n",
             all, failures, errors);
    put_string(sink, context, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites");
    put_string(sink, context, " name=\"linchpin\"");
    put_string(sink, context, counts);
    put_string(sink, context, "  <testsuite");
    put_string(sink, context, head);
    put_string(sink, context, counts);
    for (const verdict_piece *p = first; p; p = p->next)
        sink(context, p->bytes, p->length);
    put_string(sink, context, "  </testsuite>\n</testsuites>\n");
}

const verdict_format verdict_format_junit = {.begin = begin, .add = add, .put = put};
