// SPDX-License-Identifier: MIT
// For fish: a line for each option of each command, with its help.

#include "cli/options.h"
#include "cli/shells/completions.h"
#include "cli/shells/offered.h"

#include <string.h>

static const char head[] =
    "# Completions of linchpin for fish. Made by `linchpin completions fish`.\n"
    "\n"
    "function __linchpin_is # COMMAND, or nothing\n"
    "    set -l words (commandline -opc)\n"
    "    not contains -- -- $words; and test \"$words[2]\" = \"$argv[1]\"\n"
    "end\n"
    "\n"
    "function __linchpin_takes # COMMAND: where what it takes beside options may stand\n"
    "    __linchpin_is $argv[1]; and not string match -q -- '-*' (commandline -ct)\n"
    "end\n"
    "\n"
    "function __linchpin_list # WORD…: behind those that stand there with commas\n"
    "    set -l given (string replace -r '^--[^=]*=' '' -- (commandline -ct) | string match -r "
    "'.*,')\n"
    "    set -q given[1]; and printf '%s\\n' $given$argv\n"
    "end\n"
    "\n"
    "complete -c linchpin -n 'not contains -- -- (commandline -opc)' -f\n"
    "complete -c linchpin -n '__linchpin_is \"\"' -l help -d 'show how linchpin is called'\n"
    "complete -c linchpin -n '__linchpin_is \"\"' -l version -d 'show the version'\n"
    "complete -c linchpin -n '__linchpin_is \"\"' -a help -d 'show how a command is called'\n";

// fish knows \' and \\ within quotes, and nothing else.
static void add_quoted(text *out, const char *string)
{
    text_add(out, "'");
    for (; *string; string++)
        text_add(out, "%s%c", *string == '\'' || *string == '\\' ? "\\" : "", *string);
    text_add(out, "'");
}

// " -a '…'", and files where any may stand.
static void add_offered(text *out, const offered *o)
{
    text what = {0};
    bool any_file = false;
    for (size_t i = 0; i < o->values.count; i++)
        text_add(&what, "%s%s", i ? " " : "", o->values.items[i]);
    for (size_t i = o->alone; o->listed && i < o->values.count; i++)
        text_add(&what, "%s%s", i > o->alone ? " " : " (__linchpin_list ", o->values.items[i]);
    text_add(&what, o->listed ? ")" : "");
    for (size_t i = 0; i < o->files.count; i++) {
        const char *pattern = o->files.items[i];
        const char *between = what.length ? " " : "";
        if (strcmp(pattern, "*") == 0)
            any_file = true;
        else if (strcmp(pattern, "*/") == 0)
            text_add(&what, "%s(__fish_complete_directories)", between);
        else
            text_add(&what, "%s(__fish_complete_suffix %s)", between, pattern + 1);
    }
    text_add(out, any_file ? " -F" : " -f");
    if (what.length) {
        text_add(out, " -a ");
        add_quoted(out, what.bytes);
    }
    text_fini(&what);
}

static void add_option(text *out, const cli_command *command, const cli_option *o)
{
    text_add(out, "complete -c linchpin -n '__linchpin_is %s' -l %s -d ", command->name, o->name);
    add_quoted(out, options_meaning(command, o));
    offered what;
    offered_option(command, o, &what);
    if (o->type != CLI_FLAG) {
        // A choice needs not have a value, and has it after = only.
        text_add(out, o->type == CLI_CHOICE ? "" : " -r");
        add_offered(out, &what);
    }
    text_add(out, "\n");
    offered_fini(&what);
}

static void add_command(text *out, const cli_command *command)
{
    text_add(out, "\ncomplete -c linchpin -n '__linchpin_is \"\"' -a %s -d ", command->name);
    add_quoted(out, command->summary);
    text_add(out, "\ncomplete -c linchpin -n '__linchpin_is help' -a %s\n", command->name);
    offered what;
    offered_argument(command, &what);
    if (what.values.count || what.files.count) {
        text_add(out, "complete -c linchpin -n '__linchpin_takes %s'", command->name);
        add_offered(out, &what);
        text_add(out, "\n");
    }
    offered_fini(&what);
    const cli_option *tables[CLI_TABLES];
    options_tables(command, tables);
    for (size_t t = 0; t < CLI_TABLES; t++)
        for (const cli_option *o = tables[t]; o && o->name; o++)
            add_option(out, command, o);
}

void completions_fish(text *out)
{
    text_add(out, "%s", head);
    for (const cli_command *const *c = cli_commands; *c; c++)
        add_command(out, *c);
}
