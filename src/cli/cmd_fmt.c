// SPDX-License-Identifier: MIT
// linchpin fmt: lays models out in the one way they are laid out.

#include "base/io/file_read.h"
#include "base/io/output.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/runs/terminal.h"
#include "model/syntax/pretty_print.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct fmt_command {
    cli_common common;
    bool check;
} fmt_command;

static const cli_option options[] = {
    {"check", CLI_FLAG, offsetof(fmt_command, check), NULL,
     "change nothing; name the files that would change, and fail if there are any"},
    {NULL, CLI_FLAG, 0, NULL, NULL},
};

static const cli_meaning meanings[] = {
    {"json", "no effect here, but for errors"},
    {"quiet", "no effect here"},
    {"timeout", "stop after 10s, 500ms, 2m, 1h: the files not read yet stay as they are"},
    {"memory", "no effect here"},
    {NULL, NULL},
};

static void list(const char *file)
{
    char *shown = text_visible(file, "");
    puts(shown);
    free(shown);
}

// The exit code: 1 where --check finds something to do.
static int format_one(const fmt_command *c, const char *file, limits *l)
{
    bool is_stdin = strcmp(file, "-") == 0;
    text bytes = {0}, laid_out = {0};
    error e = {0};
    bool ok = file_read(file, l, &bytes, &e) &&
              model_format(is_stdin ? "<stdin>" : file, bytes.bytes ? bytes.bytes : "",
                           bytes.length, &laid_out, &e);
    bool same =
        ok && bytes.length == laid_out.length &&
        (!bytes.bytes || !laid_out.bytes || memcmp(bytes.bytes, laid_out.bytes, bytes.length) == 0);
    int code = 0;
    if (ok && c->check) {
        if (!same)
            list(is_stdin ? "<stdin>" : file);
        code = !same;
    } else if (ok && is_stdin) {
        terminal_print_data(laid_out.bytes, laid_out.length);
    } else if (ok && !same) {
        ok = output_write(file, laid_out.bytes, laid_out.length, &e);
    }
    text_fini(&bytes);
    text_fini(&laid_out);
    return ok ? code : cli_stopped_data(&c->common, l, &e);
}

static int run(void *given, const cli_arguments *arguments)
{
    const fmt_command *c = given;
    int worst = 0;
    if (arguments->count == 0 || arguments->after_count) {
        error e = {0};
        error_set(&e, "fmt takes models: linchpin fmt treiber.lin");
        return cli_error(&c->common, &e);
    }
    limits l; // a file that is being written is written to its end
    cli_limits(&c->common, &l);
    for (int i = 0; i < arguments->count && !l.reached; i++) {
        int code = format_one(c, arguments->values[i], &l);
        worst = code > worst ? code : worst;
    }
    return worst;
}

const cli_command cmd_fmt = {
    .name = "fmt",
    .usage = "MODEL.lin… [options]",
    .summary = "lay out models in the usual way",
    .details = "Rewrites each model in place; - reads the standard input and writes the standard\n"
               "output. Comments, and blocks written on one line that fit there, stay. What the\n"
               "model means does not change.",
    .options = options,
    .meanings = meanings,
    .fails = "a file would change (--check)",
    .takes = "*.lin",
    .options_size = sizeof(fmt_command),
    .run = run,
};
