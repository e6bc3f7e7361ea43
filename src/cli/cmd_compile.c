// SPDX-License-Identifier: MIT
// linchpin compile: a system of automata becomes a C project.

#include "base/io/file_read.h"
#include "base/io/json_write.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/runs/terminal.h"
#include "compile/project.h"
#include "toolchain/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct compile_command {
    cli_common common;
    const char *system, *spec, *output;
} compile_command;

static const cli_option options[] = {
    {"system", CLI_STRING, offsetof(compile_command, system), "NAME",
     "the system to compile, where the file has several that could be"},
    {"spec", CLI_STRING, offsetof(compile_command, spec), "SPEC",
     "what the model's machine is: queue, set, cas-register, bounded-queue:4, …"},
    {"output", CLI_STRING, offsetof(compile_command, output), "DIR",
     "or -o DIR: write the project to this folder; default: the name of the system"},
    {NULL, CLI_FLAG, 0, NULL, NULL},
};

static const cli_meaning meanings[] = {
    {"timeout", "stop after 10s, 500ms, 2m, 1h: nothing is written then"},
    {"memory", "no effect here"},
    {NULL, NULL},
};

static void say(const compile_command *c, const project *p, const replicable *object,
                const char *folder)
{
    if (c->common.json) {
        text t = {0};
        json_writer w;
        json_write_init(&w, &t);
        json_open(&w, '{');
        json_member_integer(&w, "linchpin", 1);
        json_member_text(&w, "system", p->system);
        json_member_text(&w, "folder", folder);
        json_key(&w, "files");
        json_open(&w, '[');
        for (uint32_t i = 0; i < p->count; i++)
            json_text(&w, p->files[i].name);
        json_close(&w);
        if (c->spec) {
            json_member_text(&w, "spec", object->spec->name);
            json_member_text(&w, "left_out", object->left_out.length ? object->left_out.bytes : "");
        }
        json_close(&w);
        json_write_fini(&w);
        printf("%s\n", t.bytes);
        text_fini(&t);
    } else if (!c->common.quiet) {
        text said = {0};
        text_add_visible(&said, folder, strlen(folder), "");
        text_add(&said, ": %u files of the system %s. To build it: make -C ", p->count, p->system);
        cli_add_word(&said, folder);
        text_add(&said, "\n");
        if (object->left_out.length)
            text_add(&said, "Methods of %s that are left out: %s\n", object->spec->name,
                     object->left_out.bytes);
        terminal_print_text(&said);
        text_fini(&said);
    }
}

static bool compile_file(const compile_command *c, const char *file, limits *l, error *e)
{
    text bytes = {0};
    project p = {0};
    replicable object = {0};
    component_choice which = {.system = c->system, .object = c->spec ? &object : NULL};
    char *prefix = installed_path("");
    size_t n = strlen(prefix);
    if (n > 1 && prefix[n - 1] == '/')
        prefix[n - 1] = 0;
    bool ok = file_read(file, l, &bytes, e) && (!c->spec || replicable_get(c->spec, &object, e)) &&
              project_make(strcmp(file, "-") == 0 ? "<stdin>" : file,
                           bytes.bytes ? bytes.bytes : "", bytes.length, &which, prefix, &p, e);
    if (ok) {
        const char *folder = c->output ? c->output : p.system;
        ok = project_write(&p, folder, e);
        if (ok)
            say(c, &p, &object, folder);
        project_fini(&p);
    }
    replicable_fini(&object);
    free(prefix);
    text_fini(&bytes);
    return ok;
}

static int run(void *given, const cli_arguments *a)
{
    const compile_command *c = given;
    error e = {0};
    limits l;
    cli_limits(&c->common, &l);
    if (a->count != 1 || a->after_count) {
        error_set(&e, "compile takes one model with automata: linchpin compile abd.lin");
        return cli_error(&c->common, &e);
    }
    return compile_file(c, a->values[0], &l, &e) ? 0 : cli_stopped_data(&c->common, &l, &e);
}

static const cli_values values[] = {
    {"spec", "<specs>"},
    {NULL, NULL},
};

const cli_command cmd_compile = {
    .name = "compile",
    .usage = "MODEL.lin [options]",
    .summary = "turn verified automata into C programs",
    .details =
        "Writes a C project: for each automaton of the system a struct with its variables and a\n"
        "function for each action, beside the model line by line; the messages as bytes; a "
        "program\n"
        "for each kind of server, a client library and its command line; a Makefile, and a README\n"
        "that says how what the model leaves open is decided. A folder that compile has made is\n"
        "written over; any other that is not empty is refused. See linchpin(1) and "
        "docs/compile.md.",
    .options = options,
    .meanings = meanings,
    .takes = "*.lin",
    .values = values,
    .options_size = sizeof(compile_command),
    .run = run,
};
