// SPDX-License-Identifier: MIT
// For zsh: _arguments, with the help of each option, and one function that knows what each takes.

#include "cli/options.h"
#include "cli/shells/completions.h"
#include "cli/shells/offered.h"

#include <stdlib.h>

static const char head[] =
    "#compdef linchpin\n"
    "# Completions of linchpin for zsh. Made by `linchpin completions zsh`.\n"
    "\n"
    "# What may stand in one place: a word that ends in a colon is not complete.\n"
    "_linchpin_offer() {\n"
    "    local -a values parts files\n"
    "    local expl ret=1\n"
    "    case $1 in\n";

static const char middle[] =
    "    esac\n"
    "    if (( $#parts )) && [[ $PREFIX == *,* ]]; then\n"
    "        compset -P '*,'\n"
    "        values=($parts)\n"
    "    fi\n"
    "    if (( $#values )); then\n"
    "        _wanted values expl value compadd -- ${values:#*:} && ret=0\n"
    "        _wanted values expl value compadd -S '' -- ${(M)values:#*:} && ret=0\n"
    "    fi\n"
    "    if [[ $files[1] == '*/' ]]; then\n"
    "        _files -/ && ret=0\n"
    "    elif (( $#files )); then\n"
    "        _files -g \"$files\" && ret=0\n"
    "    fi\n"
    "    return ret\n"
    "}\n"
    "\n"
    "_linchpin() {\n"
    "    local curcontext=$curcontext state line\n"
    "    local -A opt_args\n"
    "    local -a commands\n"
    "    commands=(\n";

static const char tail[] = "    esac\n"
                           "}\n"
                           "\n"
                           "_linchpin \"$@\"\n";

static void add_quoted(text *out, const char *string)
{
    text_add(out, "'");
    for (; *string; string++) {
        if (*string == '\'')
            text_add(out, "'\\''");
        else
            text_add(out, "%c", *string);
    }
    text_add(out, "'");
}

static void add_list(text *out, const char *name, const words *w)
{
    if (!w->count)
        return;
    text_add(out, " %s=(", name);
    for (size_t i = 0; i < w->count; i++) {
        text_add(out, i ? " " : "");
        add_quoted(out, w->items[i]);
    }
    text_add(out, ")");
}

static void add_offered(text *out, const cli_command *command, const cli_option *o)
{
    offered what;
    if (o)
        offered_option(command, o, &what);
    else
        offered_argument(command, &what);
    if (what.values.count || what.files.count) {
        text_add(out, "    %s.%s)", command->name, o ? o->name : "");
        add_list(out, "values", &what.values);
        words parts = {.items = what.values.items + what.alone,
                       .count = what.listed ? what.values.count - what.alone : 0};
        add_list(out, "parts", &parts);
        add_list(out, "files", &what.files);
        text_add(out, " ;;\n");
    }
    offered_fini(&what);
}

// --spec=[help]:NAME:{_linchpin_offer check.spec}
static void add_option(text *out, const cli_command *command, const cli_option *o)
{
    text one = {0};
    text_add(&one, "--%s%s[", o->name,
             o->type == CLI_FLAG     ? ""
             : o->type == CLI_CHOICE ? "=-"
                                     : "=");
    for (const char *h = options_meaning(command, o); *h; h++)
        text_add(&one, "%s%c", *h == ']' || *h == '[' || *h == '\\' ? "\\" : "", *h);
    text_add(&one, "]");
    if (o->type != CLI_FLAG)
        text_add(&one, "%s%s:{_linchpin_offer %s.%s}", o->type == CLI_CHOICE ? "::" : ":",
                 o->type == CLI_CHOICE ? o->name : o->argument, command->name, o->name);
    text_add(out, " \\\n            ");
    add_quoted(out, one.bytes);
    text_fini(&one);
}

static void add_command(text *out, const cli_command *command)
{
    const cli_option *tables[CLI_TABLES];
    options_tables(command, tables);
    text_add(out, "    %s)\n        _arguments -S", command->name);
    for (size_t t = 0; t < CLI_TABLES; t++)
        for (const cli_option *o = tables[t]; o && o->name; o++)
            add_option(out, command, o);
    if (command->takes)
        text_add(out, " \\\n            '*:argument:{_linchpin_offer %s.}'", command->name);
    text_add(out, "\n        ;;\n");
}

static void add_offers(text *out, const cli_command *command)
{
    const cli_option *tables[CLI_TABLES];
    options_tables(command, tables);
    add_offered(out, command, NULL);
    for (size_t t = 0; t < CLI_TABLES; t++)
        for (const cli_option *o = tables[t]; o && o->name; o++)
            add_offered(out, command, o);
}

void completions_zsh(text *out)
{
    text_add(out, "%s", head);
    for (const cli_command *const *c = cli_commands; *c; c++)
        add_offers(out, *c);
    text_add(out, "%s", middle);
    for (const cli_command *const *c = cli_commands; *c; c++) {
        char *line = text_format("%s:%s", (*c)->name, (*c)->summary);
        text_add(out, "        ");
        add_quoted(out, line);
        text_add(out, "\n");
        free(line);
    }
    text_add(out, "        'help:show how linchpin, or a command, is called'\n    )\n"
                  "    _arguments -C '--help[show how linchpin is called]' "
                  "'--version[show the version]' \\\n"
                  "        '1:command:{_describe -t commands command commands}' "
                  "'*::argument:->argument' && return\n"
                  "    [[ $state == argument ]] || return 1\n"
                  "    case $words[1] in\n"
                  "    help)\n        _describe -t commands command commands\n        ;;\n");
    for (const cli_command *const *c = cli_commands; *c; c++)
        add_command(out, *c);
    text_add(out, "%s", tail);
}
