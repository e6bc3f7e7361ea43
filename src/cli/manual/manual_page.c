// SPDX-License-Identifier: MIT
// See manual_page.h. linchpin.1 has a subsection for each subcommand: how it is called, paragraphs, and a
// list of its options; and two with the options that several share.

#include "cli/manual/manual_page.h"

#include "base/memory.h"
#include "cli/manual/manual_text.h"
#include "cli/options.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// Lines of the text, each with its end.
typedef struct span {
    const char *from, *to;
} span;

static const char *line_end(const char *line)
{
    return line + strcspn(line, "\n") + 1;
}

static bool begins(const char *line, const char *with)
{
    return strncmp(line, with, strlen(with)) == 0;
}

// What follows the line, up to the next heading.
static span section(const char *heading)
{
    for (const char *at = manual_text; *at; at = line_end(at)) {
        size_t n = strlen(heading);
        if (strncmp(at, heading, n) == 0 && at[n] == '\n') {
            span s = {line_end(at), line_end(at)};
            while (*s.to && !begins(s.to, ".Ss ") && !begins(s.to, ".Sh "))
                s.to = line_end(s.to);
            return s;
        }
    }
    return (span){manual_text, manual_text};
}

static span section_of(const char *kind, const char *name)
{
    char *heading = text_format("%s %s", kind, name);
    span s = section(heading);
    free(heading);
    return s;
}

// As it is; linchpin-check(1) is about `linchpin check`, and says so.
static void add_span(text *out, span s)
{
    for (const char *end; s.from < s.to; s.from = end) {
        end = line_end(s.from);
        if (begins(s.from, ".Nm\n"))
            text_add(out, ".Nm linchpin\n");
        else
            text_add_bytes(out, s.from, (size_t)(end - s.from));
    }
}

static const char *first(span s, const char *line)
{
    while (s.from < s.to && !begins(s.from, line))
        s.from = line_end(s.from);
    return s.from;
}

// The list of options: from its .Bl to behind its .El. Lists within it have theirs.
static span options_of(span s)
{
    while (s.from < s.to && !(begins(s.from, ".Bl") && begins(line_end(s.from), ".It Fl -")))
        s.from = line_end(s.from);
    span list = {s.from, s.from};
    unsigned depth = 0;
    do {
        if (list.to == s.to)
            break;
        depth += begins(list.to, ".Bl");
        depth -= begins(list.to, ".El");
        list.to = line_end(list.to);
    } while (depth);
    return list;
}

// The item of an option with all that is said of it.
static span item_of(span list, const char *name)
{
    size_t n = strlen(name);
    unsigned depth = 0;
    span item = {list.to, list.to};
    for (const char *at = list.from; at < list.to; at = line_end(at)) {
        depth -= begins(at, ".El");
        bool ends = depth == 0 || (depth == 1 && begins(at, ".It"));
        if (item.from < list.to && ends) {
            item.to = at;
            return item;
        }
        if (ends && begins(at, ".It Fl -") && strncmp(at + 8, name, n) == 0 && isspace(at[8 + n]))
            item.from = at;
        depth += begins(at, ".Bl");
    }
    return item;
}

// A sentence of ours as a line of mdoc.
static void add_sentence(text *out, const char *help)
{
    if (*help == '.' || *help == '\'')
        text_add(out, "\\&");
    for (const char *c = help; *c; c++) {
        if (*c == '\\')
            text_add(out, "\\e");
        else
            text_add(out, "%c", c == help ? toupper((unsigned char)*c) : *c);
    }
    text_add(out, ".\n");
}

static void add_option(text *out, const cli_command *command, const cli_option *o, span list)
{
    const char *help = options_meaning(command, o);
    span item = item_of(list, o->name);
    if (item.from < item.to && help == o->help) {
        add_span(out, item);
        return;
    }
    text_add(out, ".It Fl -%s", o->name);
    if (o->type != CLI_FLAG) {
        char *argument = memory_string(o->argument);
        for (char *c = argument; *c; c++)
            *c = (char)tolower((unsigned char)*c);
        text_add(out, o->type == CLI_CHOICE ? " Ns Op %s" : " Ar %s", argument);
        free(argument);
    }
    text_add(out, "\n");
    add_sentence(out, help);
}

static void add_options(text *out, const cli_command *command, span own)
{
    const cli_option *tables[CLI_TABLES];
    options_tables(command, tables);
    const span lists[CLI_TABLES] = {options_of(own),
                                    options_of(section(".Ss Options of commands that judge")),
                                    options_of(section(".Ss Options of every command"))};
    text_add(out, ".Sh OPTIONS\n.Bl -tag -width Ds\n");
    for (size_t t = 0; t < CLI_TABLES; t++)
        for (const cli_option *o = tables[t]; o && o->name; o++)
            add_option(out, command, o, lists[t]);
    text_add(out, ".El\n");
}

static void add_exit_status(text *out, const cli_command *command)
{
    text_add(out, ".Sh EXIT STATUS\n");
    if (command->judges) {
        add_span(out, section(".Sh EXIT STATUS"));
        return;
    }
    text_add(out, ".Bl -tag -width Ds\n.It 0\nIt is done.\n");
    if (command->fails)
        text_add(out, ".It 1\n%c%s.\n", toupper((unsigned char)*command->fails),
                 command->fails + 1);
    text_add(out, ".It 2\nThe command or its input was wrong, or the result could not be "
                  "written.\n"
                  ".It 3\nA limit was reached before it was done.\n"
                  ".El\n");
}

void manual_page(const cli_command *command, text *out)
{
    span all = {manual_text, manual_text + manual_text_length};
    span own = section_of(".Ss", command->name);
    const char *said = first(own, ".Pp");
    const char *options = options_of(own).from;
    text_add(out, ".\\\" Made by `linchpin manual %s`.\n", command->name);
    const char *date = first(all, ".Dd");
    add_span(out, (span){date, line_end(date)});
    text_add(out, ".Dt LINCHPIN-");
    for (const char *c = command->name; *c; c++)
        text_add(out, "%c", toupper((unsigned char)*c));
    text_add(out, " 1\n.Os\n.Sh NAME\n.Nm linchpin-%s\n.Nd %s\n.Sh SYNOPSIS\n", command->name,
             command->summary);
    add_span(out, (span){own.from, said});
    text_add(out, ".Sh DESCRIPTION\n");
    add_span(out, (span){said < own.to ? line_end(said) : said, options});
    add_options(out, command, own);
    add_exit_status(out, command);
    text_add(out, ".Sh SEE ALSO\n.Xr linchpin 1 ,\n.Xr lin 5 ,\n.Xr linchpin-history 5\n");
}
