// SPDX-License-Identifier: MIT
// linchpin completions: what a shell reads to complete the command line of linchpin.

#include "cli/command.h"
#include "cli/runs/terminal.h"
#include "cli/shells/completions.h"

#include <string.h>

typedef struct completions_options {
    cli_common common;
} completions_options;

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

const completions_shell completions_shells[] = {
    {"bash", completions_bash},
    {"zsh", completions_zsh},
    {"fish", completions_fish},
    {NULL, NULL},
};

static const completions_shell *find_shell(const cli_arguments *a, error *e)
{
    if (a->count != 1 || a->after_count) {
        error_set(e, "completions takes one shell: bash, zsh or fish");
        return NULL;
    }
    for (const completions_shell *s = completions_shells; s->name; s++)
        if (strcmp(s->name, a->values[0]) == 0)
            return s;
    error_set(e, "completions are for bash, zsh and fish, not for \"%s\"", a->values[0]);
    return NULL;
}

static int run(void *given, const cli_arguments *arguments)
{
    const completions_options *o = given;
    error e = {0};
    const completions_shell *shell = find_shell(arguments, &e);
    if (!shell)
        return cli_error(&o->common, &e);
    text out = {0};
    shell->write(&out);
    terminal_print(&out);
    text_fini(&out);
    return 0;
}

const cli_command cmd_completions = {
    .name = "completions",
    .usage = "bash|zsh|fish",
    .summary = "print what a shell reads to complete this command line",
    .details =
        "`make install` has put the three where the shells look for them. Otherwise, in bash:\n"
        "  source <(linchpin completions bash)\n"
        "in zsh, in a folder of $fpath:\n"
        "  linchpin completions zsh >_linchpin\n"
        "in fish:\n"
        "  linchpin completions fish | source",
    .options = options,
    .meanings = meanings,
    .takes = "<shells>",
    .options_size = sizeof(completions_options),
    .run = run,
    .writes_data = true,
};
