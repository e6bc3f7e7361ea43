// SPDX-License-Identifier: MIT
// The front door: finds the subcommand, hands it its options, and makes sure
// that what it said arrived.

#include "base/memory.h"
#include "cli/command.h"
#include "cli/help.h"
#include "cli/options.h"
#include "cli/runs/exhausted.h"
#include "cli/runs/named_files.h"
#include "cli/runs/output_files.h"
#include "cli/runs/supervise.h"
#include "cli/runs/terminal.h"
#include "cli/runs/watched_run.h"
#include "cli/watch/watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int print_help(const cli_command *command)
{
    text out = {0};
    if (command)
        help_command(command, &out);
    else
        help_overview(&out);
    terminal_print(&out);
    text_fini(&out);
    return 0;
}

// Whether an error in the options themselves should be told in JSON too.
static bool asks_for_json(int count, char **given)
{
    for (int i = 0; i < count && strcmp(given[i], "--") != 0; i++) {
        if (strcmp(given[i], "--json") == 0)
            return true;
    }
    return false;
}

static int run_command(const cli_command *command, cli_common *options,
                       const cli_arguments *arguments)
{
    const char *user = command->user_code ? command->user_code(options, arguments) : NULL;
    return user ? supervise(command, options, arguments, user) : command->run(options, arguments);
}

// `instead`: of the command, an error is told; may be NULL.
static int run_once(const cli_command *command, cli_common *options, const cli_arguments *arguments,
                    const error *instead)
{
    error unwritable = {0};
    bool writable = output_files_open(options, command, arguments, &unwritable);
    exhausted_to_files(options->files);
    int code = instead || !writable ? cli_error(options, instead ? instead : &unwritable)
                                    : run_command(command, options, arguments);
    if (!watched_run_silenced() && !output_files_write(options->files))
        code = LP_ERROR;
    exhausted_to_files(NULL);
    output_files_free(options->files);
    options->files = NULL;
    return code;
}

static int run(const cli_command *command, int argc, char **argv)
{
    error e = {0}, overwritten = {0};
    cli_common *options = memory_new(1, command->options_size);
    cli_arguments arguments = {.argc = argc, .argv = argv};
    int code;
    bool understood = options_parse(command, argc - 2, argv + 2, options, &arguments, &e);
    exhausted_in_json(options->json);
    if (understood && options->help)
        code = print_help(command);
    else if (!named_files_check(command, options, &arguments, &overwritten))
        // Nothing is written where an input is, whatever else is wrong.
        code = cli_error(options, understood ? &overwritten : &e);
    else if (understood && options->watch)
        code = watch(command, options, &arguments, run_once);
    else
        code = run_once(command, options, &arguments, understood ? NULL : &e);
    arguments_fini(&arguments);
    free(options);
    return code;
}

static int dispatch(int argc, char **argv)
{
    if (argc < 2) {
        text out = {0};
        help_overview(&out);
        fputs(out.bytes, stderr);
        text_fini(&out);
        return LP_ERROR;
    }
    const char *word = argv[1];
    error e = {0};
    if (strcmp(word, "--version") == 0) {
        puts("linchpin " LP_VERSION);
        return 0;
    }
    bool help = strcmp(word, "help") == 0;
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || (help && argc == 2))
        return print_help(NULL);
    if (word[0] == '-') {
        error_set(&e, "there is no option %s; `linchpin --help` shows how to call it", word);
        return cli_error(NULL, &e);
    }
    const cli_command *command = command_find(help ? argv[2] : word, &e);
    if (!command) {
        cli_common common = {.json = asks_for_json(argc - 2, argv + 2)};
        return cli_error(&common, &e);
    }
    return help ? print_help(command) : run(command, argc, argv);
}

int main(int argc, char **argv)
{
    exhausted_prepare();
    terminal_signals();
    int code = dispatch(argc, argv);
    // A verdict that could not be written must not look like one that was.
    return terminal_close() ? code : LP_ERROR;
}
