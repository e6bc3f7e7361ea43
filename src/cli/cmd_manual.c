// SPDX-License-Identifier: MIT
// linchpin manual: the manual pages, as man and mandoc read them.

#include "cli/command.h"
#include "cli/help.h"
#include "cli/manual/manual_page.h"
#include "cli/manual/manual_text.h"
#include "cli/runs/terminal.h"

typedef struct manual_options {
    cli_common common;
} manual_options;

static const cli_option options[] = {
    {NULL, CLI_FLAG, 0, NULL, NULL},
};

static const cli_meaning meanings[] = {
    {"json", "no effect here, but for errors"},
    {"quiet", "no effect here"},
    {"timeout", "no effect here"},
    {"memory", "no effect here"},
    {NULL, NULL},
};

static int run(void *given, const cli_arguments *arguments)
{
    const manual_options *o = given;
    error e = {0};
    const cli_command *command = NULL;
    if (arguments->count > 1 || arguments->after_count)
        error_set(&e, "manual takes one command, or none for the page of linchpin itself");
    else if (arguments->count)
        command = command_find(arguments->values[0], &e);
    if (e.message[0])
        return cli_error(&o->common, &e);
    text out = {0};
    if (command)
        manual_page(command, &out);
    else
        text_add_bytes(&out, manual_text, manual_text_length);
    terminal_print(&out);
    text_fini(&out);
    return 0;
}

const cli_command cmd_manual = {
    .name = "manual",
    .usage = "[COMMAND]",
    .summary = "print the manual page of a command, for man",
    .details = "linchpin manual check | man -l -\n"
               "`make install` has put all pages where man looks: man linchpin-check.",
    .options = options,
    .meanings = meanings,
    .takes = "<commands>",
    .options_size = sizeof(manual_options),
    .run = run,
    .writes_data = true,
};
