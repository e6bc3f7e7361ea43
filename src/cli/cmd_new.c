// SPDX-License-Identifier: MIT
// linchpin new: writes a test to start from. The tests are files beside the
// program (templates/ in the source), so they can be compiled and tried as they are.

#include "base/io/file_read.h"
#include "base/io/json_write.h"
#include "base/io/output.h"
#include "base/memory.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/runs/terminal.h"
#include "cli/test_kinds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct new_options {
    cli_common common;
    const char *output, *lang;
} new_options;

static const cli_option options[] = {
    {"output", CLI_STRING, offsetof(new_options, output), "FILE",
     "write to this file; -: to stdout; default: KIND_test.c or KIND_test.cpp"},
    {"lang", CLI_STRING, offsetof(new_options, lang), "NAME",
     "c or c++; default: as --output is called, else c"},
    {NULL, CLI_FLAG, 0, NULL, NULL},
};

// What a file's name ends with in each language.
static const char *const languages[] = {"c", "c++"};
static const char *const endings[] = {"_test.c", "_test.cpp"};
enum { LANGUAGES = sizeof languages / sizeof *languages };

// The ending of files in this language; NULL: there is none such.
static const char *ending_of(const char *lang, error *e)
{
    for (size_t i = 0; i < LANGUAGES; i++)
        if (!lang || !strcmp(lang, languages[i]))
            return endings[i];
    const char *near = did_you_mean(lang, languages, LANGUAGES);
    if (near)
        error_set(e, "--lang is c or c++, not '%s'. Did you mean '%s'?", lang, near);
    else
        error_set(e, "--lang is c or c++, not '%s'", lang);
    return NULL;
}

static bool kind_known(const words *k, const char *kind, error *e)
{
    text list = {0};
    bool known = false;
    for (size_t i = 0; i < k->count; i++) {
        known = known || !strcmp(k->items[i], kind);
        text_add(&list, "%s%s", i ? ", " : "", k->items[i]);
    }
    const char *near = did_you_mean(kind, (const char *const *)k->items, k->count);
    if (!known && near)
        error_set(e, "there is no '%s' to start from. Did you mean '%s'?", kind, near);
    else if (!known)
        error_set(e, "there is no '%s' to start from, only: %s", kind, list.bytes);
    text_fini(&list);
    return known;
}

// Never over a file that is there: it may be somebody's work. The first line is about the
// licence of linchpin itself.
static bool copy(const char *from, const char *path, error *e)
{
    text t = {0};
    bool ok = file_read(from, NULL, &t, e);
    const char *rest = ok ? strchr(t.bytes, '\n') : NULL;
    rest = rest ? rest + 1 : t.bytes;
    output o;
    if (ok && !strcmp(path, "-")) {
        fputs(rest, stdout); // terminal_close finds what went wrong
    } else if (ok && (ok = output_open_new(&o, path, e))) {
        output_put(&o, rest, strlen(rest));
        ok = output_close(&o, true, e);
    }
    text_fini(&t);
    return ok;
}

static json_writer begin_json(text *out)
{
    json_writer w;
    json_write_init(&w, out);
    json_open(&w, '{');
    json_member_integer(&w, "linchpin", 1);
    return w;
}

static void print_json(json_writer *w)
{
    json_close(w);
    json_write_fini(w);
    printf("%s\n", w->out->bytes);
    text_fini(w->out);
}

static void list_kinds(const words *k, bool as_json)
{
    if (as_json) {
        text t = {0};
        json_writer w = begin_json(&t);
        json_key(&w, "kinds");
        json_open(&w, '[');
        for (size_t i = 0; i < k->count; i++)
            json_text(&w, k->items[i]);
        json_close(&w);
        print_json(&w);
        return;
    }
    for (size_t i = 0; i < k->count; i++)
        printf("%s\n", k->items[i]);
}

static void say_written(const char *file, bool as_json)
{
    if (as_json) {
        text t = {0};
        json_writer w = begin_json(&t);
        json_member_text(&w, "written", file);
        print_json(&w);
        return;
    }
    char *shown = text_visible(file, "");
    text said = {0};
    text_add(&said, "%s: a test that holds. Put your own object in, then: linchpin test ", shown);
    cli_add_word(&said, file);
    text_add(&said, "\n");
    terminal_print_text(&said);
    text_fini(&said);
    free(shown);
}

static bool ends_as(const char *name, const char *const *with)
{
    const char *slash = strrchr(name, '/'), *dot = strrchr(slash ? slash : name, '.');
    for (; dot && *with; with++)
        if (strcmp(dot, *with) == 0)
            return true;
    return false;
}

// The name says what a compiler takes the file for.
static bool is_cxx(const char *name)
{
    static const char *const cxx[] = {".cpp", ".cc", ".cxx", ".C", ".c++", ".cp", NULL};
    return name && ends_as(name, cxx);
}

static bool follows(const new_options *o, const char *ending, error *e)
{
    static const char *const c[] = {".c", NULL};
    bool to_cxx = strcmp(ending, "_test.cpp") == 0;
    if (is_cxx(o->output) && !to_cxx)
        return error_set(e, "--output %s is a file in C++: leave --lang c out", o->output);
    return !ends_as(o->output, c) || !to_cxx ||
           error_set(e, "--output %s is a file in C: leave --lang c++ out", o->output);
}

static bool write_new(const char *folder, const char *kind, const char *ending,
                      const new_options *o, error *e)
{
    char *from = text_format("%s/%s%s", folder, kind, ending);
    if (o->output && !follows(o, ending, e))
        return false;
    char *to = o->output ? memory_string(o->output) : text_format("%s%s", kind, ending);
    bool ok = copy(from, to, e);
    if (ok && strcmp(to, "-") != 0 && (o->common.json || !o->common.quiet))
        say_written(to, o->common.json);
    free(to);
    free(from);
    return ok;
}

static int run(void *given, const cli_arguments *a)
{
    const new_options *o = given;
    error e = {0};
    words k = {0};
    limits l; // what is being written is written to its end
    cli_limits(&o->common, &l);
    char *folder = test_kinds_folder();
    const char *ending = ending_of(!o->lang && is_cxx(o->output) ? "c++" : o->lang, &e);
    bool ok = ending && test_kinds_list(folder, ending, &k, &e);
    if (ok && a->count > 1)
        ok = error_set(&e, "new takes one kind of object, such as 'queue'");
    else if (ok && o->common.json && o->output && !strcmp(o->output, "-"))
        ok = error_set(&e, "with --output - stdout is for the test itself, and not for --json");
    else if (ok && a->count == 1)
        ok = kind_known(&k, a->values[0], &e) && write_new(folder, a->values[0], ending, o, &e);
    else if (ok)
        list_kinds(&k, o->common.json);
    words_fini(&k);
    free(folder);
    return ok ? 0 : cli_error(&o->common, &e);
}

static const cli_values values[] = {
    {"lang", "c c++"},
    {NULL, NULL},
};

const cli_command cmd_new = {
    .name = "new",
    .usage = "[KIND] [options]",
    .summary = "write a test to start from",
    .details =
        "Writes KIND_test.c in the current folder, or KIND_test.cpp with --lang c++: a small\n"
        "object with a test that holds, for 'linchpin test' and 'linchpin explore'. Put your own\n"
        "object in its place. A file that is there is left alone. Without KIND, the kinds are\n"
        "listed.",
    .options = options,
    .takes = "<kinds>",
    .values = values,
    .options_size = sizeof(new_options),
    .run = run,
};
