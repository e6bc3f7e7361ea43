// SPDX-License-Identifier: MIT
// linchpin specs: what can be written after --spec, --condition and --format.

#include "base/io/json_write.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/runs/terminal.h"
#include "history/history_format.h"
#include "judge/judge.h"
#include "model/spec/spec_file.h"
#include "spec/registry.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct specs_options {
    cli_common common;
} specs_options;

static const cli_option options[] = {
    {NULL, CLI_FLAG, 0, NULL, NULL},
};

static const cli_meaning meanings[] = {
    {"quiet", "no effect here"},
    {"timeout", "stop compiling a file of your own after 10s, 500ms, 2m, 1h"},
    {"memory", "no effect here"},
    {NULL, NULL},
};

// "bounded-queue:CAPACITY"
static void add_name(const lp_spec *s, text *out)
{
    const lp_parameter *p = &s->parameter;
    text_add(out, "%s", s->name);
    if (!p->name || strchr(s->name, ':'))
        return;
    text_add(out, p->required ? ":" : "[:");
    for (const char *c = p->name; *c; c++)
        text_add(out, "%c", toupper((unsigned char)*c));
    text_add(out, p->required ? "" : "]");
}

static const char *example(const lp_spec_method *m)
{
    return m->example ? m->example : m->name;
}

// In the list: the methods on one line, or two.
static void add_brief(const lp_spec *s, text *out)
{
    enum { WIDTH = 96 };
    add_name(s, out);
    text_add(out, ": %s\n", s->summary ? s->summary : "");
    size_t column = 0;
    for (uint32_t m = 0; m < spec_method_count(s); m++) {
        size_t length = strlen(example(&s->methods[m])) + 3;
        bool fresh = column == 0 || column + length > WIDTH;
        text_add(out, "%s%s", !fresh ? "   " : column ? "\n    " : "    ", example(&s->methods[m]));
        column = fresh ? length + 4 : column + length;
    }
    text_add(out, "\n");
}

static void add_parameter(const lp_parameter *p, text *out)
{
    if (!p->name)
        return;
    text_add(out, "\nThe %s: a number from %lld to %lld, written after the name", p->name,
             (long long)p->low, (long long)p->high);
    if (!p->required)
        text_add(out, "; without it %lld", (long long)p->value);
    text_add(out, "\n");
}

// Alone: everything there is to know.
static void add_full(const lp_spec *s, text *out)
{
    add_name(s, out);
    text_add(out, ": %s\n", s->summary ? s->summary : "");
    for (uint32_t m = 0; m < spec_method_count(s); m++) {
        const lp_spec_method *method = &s->methods[m];
        text_add(out, "\n    %s\n", example(method));
        if (method->aliases)
            text_add(out, "        also: %s\n", method->aliases);
    }
    add_parameter(&s->parameter, out);
    text_add(out, "\nNames of methods may be written in any case, with or without _ and -; "
                  "--map adds more.\n");
    if (s->split)
        text_add(out, "Its parts (keys, or values) are judged one by one.\n");
    if (s->looks_at_process)
        text_add(out, "It matters which process calls.\n");
}

static void add_text(const lp_spec *only, text *out)
{
    if (only) {
        add_full(only, out);
        return;
    }
    for (const lp_spec *const *s = spec_builtins; *s; s++)
        add_brief(*s, out);
    text_add(out, "\n`linchpin specs NAME` tells more of one.\n");
    text_add(out, "\nConditions (--condition):\n");
    for (const judge *const *j = judges; *j; j++) {
        char *name = text_format("%s%s%s", (*j)->name, (*j)->takes ? ":" : "",
                                 (*j)->takes ? (*j)->takes : "");
        text_add(out, "  %-14s %s\n", name, (*j)->summary);
        free(name);
    }
    text_add(out, "\nFormats of histories (--format):\n");
    for (const history_format *const *f = history_formats; *f; f++)
        text_add(out, "  %-14s %s\n", (*f)->name, (*f)->summary);
}

static void add_pair(json_writer *w, const char *name, const char *summary)
{
    json_open(w, '{');
    json_member_text(w, "name", name);
    json_member_text(w, "summary", summary);
}

static void add_spec_json(json_writer *w, const lp_spec *s)
{
    add_pair(w, s->name, s->summary);
    const lp_parameter *p = &s->parameter;
    json_key(w, "parameter");
    if (p->name) {
        json_open(w, '{');
        json_member_text(w, "name", p->name);
        json_member_integer(w, "low", p->low);
        json_member_integer(w, "high", p->high);
        json_member_bool(w, "required", p->required);
        json_close(w);
    } else {
        json_null(w);
    }
    json_key(w, "methods");
    json_open(w, '[');
    for (uint32_t m = 0; m < spec_method_count(s); m++) {
        const lp_spec_method *method = &s->methods[m];
        json_open(w, '{');
        json_member_text(w, "name", method->name);
        json_member_text(w, "aliases", method->aliases);
        json_member_integer(w, "args", method->args);
        json_member_text(w, "example", method->example);
        json_close(w);
    }
    json_close(w);
    json_close(w);
}

static void add_json(const lp_spec *only, text *out)
{
    json_writer w;
    json_write_init(&w, out);
    json_open(&w, '{');
    json_member_integer(&w, "linchpin", 1);
    json_key(&w, "specs");
    json_open(&w, '[');
    for (const lp_spec *const *s = spec_builtins; !only && *s; s++)
        add_spec_json(&w, *s);
    if (only)
        add_spec_json(&w, only);
    json_close(&w);
    json_key(&w, "conditions");
    json_open(&w, '[');
    for (const judge *const *j = judges; *j; j++) {
        add_pair(&w, (*j)->name, (*j)->summary);
        json_member_text(&w, "takes", (*j)->takes);
        json_close(&w);
    }
    json_close(&w);
    json_key(&w, "formats");
    json_open(&w, '[');
    for (const history_format *const *f = history_formats; *f; f++) {
        add_pair(&w, (*f)->name, (*f)->summary);
        json_close(&w);
    }
    json_close(&w);
    json_close(&w);
    json_write_fini(&w);
    text_add(out, "\n");
}

// A built-in also without the number that it needs to be used.
static const lp_spec *find(const char *name, limits *l, error *e)
{
    for (const lp_spec *const *s = spec_builtins; *s; s++)
        if (spec_is(*s, name))
            return *s;
    spec_options how = {.limits = l};
    return spec_file_get(name, &how, e);
}

static int run(void *given, const cli_arguments *arguments)
{
    const specs_options *o = given;
    error e = {0};
    const lp_spec *only = NULL;
    limits l;
    cli_limits(&o->common, &l);
    if (arguments->count > 1 || arguments->after_count) {
        error_set(&e, "specs takes one name, or none to list all");
        return cli_error(&o->common, &e);
    }
    if (arguments->count == 1) {
        only = find(arguments->values[0], &l, &e);
        if (!only)
            return cli_stopped(&o->common, &l, &e);
    }
    text out = {0};
    if (o->common.json)
        add_json(only, &out);
    else
        add_text(only, &out);
    terminal_print_data(out.bytes, out.length);
    text_fini(&out);
    spec_release(only);
    return 0;
}

static const char *user_code(const void *given, const cli_arguments *arguments)
{
    (void)given;
    return arguments->count && spec_is_code(arguments->values[0]) ? arguments->values[0] : NULL;
}

const cli_command cmd_specs = {
    .name = "specs",
    .usage = "[NAME] [options]",
    .summary = "list the built-in specs, conditions and formats",
    .details = "With a NAME, only that spec, with all other names of its methods. A file of\n"
               "your own, my_spec.c, can be shown too.",
    .options = options,
    .meanings = meanings,
    .takes = "<specs> *.c *.lin",
    .options_size = sizeof(specs_options),
    .run = run,
    .user_code = user_code,
};
