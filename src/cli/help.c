// SPDX-License-Identifier: MIT
// See help.h.

#include "cli/help.h"

#include "base/memory.h"
#include "cli/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char exit_codes[] = "Exit codes: 0 holds, 1 violated, 2 usage or input error, "
                                 "3 unknown (a limit was reached).\n";

static void add_exit_codes(const cli_command *command, text *out)
{
    if (command->judges) {
        text_add(out, "\n%s", exit_codes);
        return;
    }
    text_add(out, "\nExit codes: 0 done, ");
    if (command->fails)
        text_add(out, "1 %s,\n", command->fails);
    text_add(out, "2 usage or input error, 3 a limit was reached before it was done.\n");
}

void help_overview(text *out)
{
    text_add(out, "linchpin " LP_VERSION ": is this concurrent object correct?\n\n"
                  "Usage: linchpin COMMAND [arguments] [options]\n\n"
                  "Commands:\n");
    for (const cli_command *const *c = cli_commands; *c; c++)
        text_add(out, "  %-11s %s\n", (*c)->name, (*c)->summary);
    text_add(out, "  %-11s %s\n", "help", "show this, or `linchpin help COMMAND`");
    text_add(out, "\nOptions:\n"
                  "  --help     show this\n"
                  "  --version  show the version\n\n");
    text_add(out, "%s", exit_codes);
}

static int heading_width(const cli_option *o)
{
    size_t n = strlen(o->name) + 2;
    if (o->argument)
        n += strlen(o->argument) + (o->type != CLI_CHOICE);
    return (int)n;
}

static void add_options(const cli_command *command, const cli_option *table, int width, text *out)
{
    for (const cli_option *o = table; o && o->name; o++) {
        text_add(out, "  --%s%s%s", o->name, o->argument && o->type != CLI_CHOICE ? " " : "",
                 o->argument ? o->argument : "");
        text_add(out, "%*s  %s\n", width - heading_width(o), "", options_meaning(command, o));
    }
}

void help_command(const cli_command *command, text *out)
{
    text_add(out, "linchpin %s: %s\n\nUsage: linchpin %s %s\n", command->name, command->summary,
             command->name, command->usage);
    if (command->details)
        text_add(out, "\n%s\n", command->details);
    int width = 0;
    const cli_option *tables[CLI_TABLES];
    options_tables(command, tables);
    for (size_t t = 0; t < CLI_TABLES; t++) {
        for (const cli_option *o = tables[t]; o && o->name; o++)
            width = heading_width(o) > width ? heading_width(o) : width;
    }
    text_add(out, "\nOptions:\n");
    for (size_t t = 0; t < CLI_TABLES; t++)
        add_options(command, tables[t], width, out);
    add_exit_codes(command, out);
}

const cli_command *command_find(const char *name, error *e)
{
    const char **names = NULL;
    size_t count = 0, capacity = 0;
    const cli_command *found = NULL;
    for (const cli_command *const *c = cli_commands; *c && !found; c++) {
        if (strcmp((*c)->name, name) == 0)
            found = *c;
        MEMORY_GROW(names, capacity, count + 2);
        names[count++] = (*c)->name;
    }
    if (!found) {
        MEMORY_GROW(names, capacity, count + 1);
        names[count++] = "help";
        const char *near = did_you_mean(name, names, count);
        if (near)
            error_set(e, "there is no command \"%s\"; did you mean \"%s\"?", name, near);
        else
            error_set(e, "there is no command \"%s\"; `linchpin --help` lists them", name);
    }
    free(names);
    return found;
}
