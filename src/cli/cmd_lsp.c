// SPDX-License-Identifier: MIT
// linchpin lsp: the language server for models, which an editor starts.

#include "cli/command.h"
#include "lsp/server.h"

#include <unistd.h>

typedef struct lsp_command {
    cli_common common;
    bool stdio;
} lsp_command;

static const cli_option options[] = {
    {"stdio", CLI_FLAG, offsetof(lsp_command, stdio), NULL,
     "no effect: it is always stdin and stdout; some editors say so"},
    {NULL, CLI_FLAG, 0, NULL, NULL},
};

static const cli_meaning meanings[] = {
    {"json", "no effect here: JSON is all it speaks"},
    {"quiet", "no effect here"},
    {"timeout", "of each verification that is asked for; default: 60s"},
    {"memory", "of each verification that is asked for"},
    {NULL, NULL},
};

static int run(void *given, const cli_arguments *arguments)
{
    const lsp_command *c = given;
    if (arguments->count || arguments->after_count) {
        error e = {0};
        error_set(&e, "lsp takes no files: the editor says which are open");
        return cli_error(&c->common, &e);
    }
    const server_options o = {.timeout = c->common.timeout, .memory = c->common.memory};
    return server_run(STDIN_FILENO, STDOUT_FILENO, &o);
}

const cli_command cmd_lsp = {
    .name = "lsp",
    .usage = "[options]",
    .summary = "the language server for models, for editors",
    .details =
        "An editor starts it and talks to it on stdin and stdout, by the Language Server\n"
        "Protocol 3.17: errors as you type, what names mean, where they are used. How to set\n"
        "up an editor: docs/editors.md.",
    .options = options,
    .options_size = sizeof(lsp_command),
    .meanings = meanings,
    .run = run,
    .fails = "the editor went without shutdown and exit",
    .writes_data = true,
};
