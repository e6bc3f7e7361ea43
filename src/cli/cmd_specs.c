// SPDX-License-Identifier: MIT
// linchpin specs: what can be written after --spec, --condition and --format.

#include "base/text.h"
#include "cli/command.h"
#include "cli/terminal.h"
#include "history/format.h"
#include "judge/judge.h"
#include "spec/registry.h"

#include <string.h>

typedef struct specs_options {
    cli_common common;
} specs_options;

static const cli_option options[] = {
    {NULL, CLI_FLAG, 0, NULL, NULL},
};

static const cli_meaning meanings[] = {
    {"quiet", "no effect here"},
    {"timeout", "no effect here"},
    {"memory", "no effect here"},
    {NULL, NULL},
};

static void add_spec(const lp_spec *s, text *out)
{
    text_add(out, "%s: %s\n", s->name, s->summary);
    for (uint32_t m = 0; m < spec_method_count(s); m++) {
        const lp_spec_method *method = &s->methods[m];
        text_add(out, "  %s", method->example ? method->example : method->name);
        if (method->aliases)
            text_add(out, "   (also: %s)", method->aliases);
        text_add(out, "\n");
    }
}

static void add_text(const lp_spec *only, text *out)
{
    for (const lp_spec *const *s = spec_builtins; *s; s++) {
        if (!only || only == *s) {
            if (out->length)
                text_add(out, "\n");
            add_spec(*s, out);
        }
    }
    if (only)
        return;
    text_add(out, "\nConditions (--condition):\n");
    for (const judge *const *j = judges; *j; j++)
        text_add(out, "  %-14s %s\n", (*j)->name, (*j)->summary);
    text_add(out, "\nFormats of histories (--format):\n");
    for (const history_format *const *f = history_formats; *f; f++)
        text_add(out, "  %-14s %s\n", (*f)->name, (*f)->summary);
}

static void add_member(text *out, const char *name, const char *value)
{
    text_add(out, "\"%s\":", name);
    if (value)
        text_add_json(out, value, strlen(value));
    else
        text_add(out, "null");
}

static void add_pair(text *out, const char *name, const char *summary)
{
    text_add(out, "{");
    add_member(out, "name", name);
    text_add(out, ",");
    add_member(out, "summary", summary);
}

static void add_json(const lp_spec *only, text *out)
{
    text_add(out, "{\"linchpin\":1,\"specs\":[");
    const char *between = "";
    for (const lp_spec *const *s = spec_builtins; *s; s++) {
        if (only && only != *s)
            continue;
        text_add(out, "%s", between);
        between = ",";
        add_pair(out, (*s)->name, (*s)->summary);
        text_add(out, ",\"methods\":[");
        for (uint32_t m = 0; m < spec_method_count(*s); m++) {
            const lp_spec_method *method = &(*s)->methods[m];
            text_add(out, "%s{", m ? "," : "");
            add_member(out, "name", method->name);
            text_add(out, ",");
            add_member(out, "aliases", method->aliases);
            text_add(out, ",\"args\":%d,", method->args);
            add_member(out, "example", method->example);
            text_add(out, "}");
        }
        text_add(out, "]}");
    }
    text_add(out, "],\"conditions\":[");
    for (const judge *const *j = judges; *j; j++) {
        text_add(out, "%s", j == judges ? "" : ",");
        add_pair(out, (*j)->name, (*j)->summary);
        text_add(out, "}");
    }
    text_add(out, "],\"formats\":[");
    for (const history_format *const *f = history_formats; *f; f++) {
        text_add(out, "%s", f == history_formats ? "" : ",");
        add_pair(out, (*f)->name, (*f)->summary);
        text_add(out, "}");
    }
    text_add(out, "]}\n");
}

static int run(void *given, const cli_arguments *arguments)
{
    const specs_options *o = given;
    error e = {0};
    const lp_spec *only = NULL;
    if (arguments->count > 1 || arguments->after_count) {
        error_set(&e, "specs takes one name, or none to list all");
        return cli_error(&o->common, &e);
    }
    if (arguments->count == 1) {
        only = spec_find(arguments->values[0], &e);
        if (!only)
            return cli_error(&o->common, &e);
    }
    text out = {0};
    if (o->common.json)
        add_json(only, &out);
    else
        add_text(only, &out);
    terminal_print(&out);
    text_fini(&out);
    return 0;
}

const cli_command cmd_specs = {
    .name = "specs",
    .usage = "[NAME] [options]",
    .summary = "list the built-in specs, conditions and formats",
    .details = "With a NAME, only that spec. Every method is shown with an example call.",
    .options = options,
    .meanings = meanings,
    .options_size = sizeof(specs_options),
    .run = run,
};
