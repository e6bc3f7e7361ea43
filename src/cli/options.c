// SPDX-License-Identifier: MIT
// Options: --name value, --name=value, and "--", which ends them. The tables
// say what there is; nothing here knows a single option but the common ones.

#include "cli/options.h"

#include "base/memory.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const cli_option common_options[] = {
    {"help", CLI_FLAG, offsetof(cli_common, help), NULL, "show this"},
    {"json", CLI_FLAG, offsetof(cli_common, json), NULL, "the result as one JSON object"},
    {"quiet", CLI_FLAG, offsetof(cli_common, quiet), NULL,
     "no text and no progress: the exit code is the answer"},
    {"timeout", CLI_SECONDS, offsetof(cli_common, timeout), "TIME",
     "stop after 10s, 500ms, 2m, 1h: the result is then unknown"},
    {"memory", CLI_BYTES, offsetof(cli_common, memory), "SIZE",
     "stop at 500M, 2G: then unknown; default: 3/4 of what is free"},
    {NULL, CLI_FLAG, 0, NULL, NULL},
};

static const cli_option judging_options[] = {
#define OUTPUT_KIND(name, help) {#name, CLI_OUTPUT, offsetof(cli_common, name), "FILE", help},
#include "cli/runs/output_kinds.def"
#undef OUTPUT_KIND
    {"watch", CLI_CHOICE, offsetof(cli_common, watch), "[=poll]",
     "again whenever a file is saved, and show first what is different"},
    {NULL, CLI_FLAG, 0, NULL, NULL},
};

void options_tables(const cli_command *command, const cli_option *tables[CLI_TABLES])
{
    tables[0] = command->options;
    tables[1] = command->judges ? judging_options : NULL;
    tables[2] = common_options;
}

const char *options_meaning(const cli_command *command, const cli_option *option)
{
    for (const cli_meaning *m = command->meanings; m && m->name; m++)
        if (strcmp(m->name, option->name) == 0)
            return m->help;
    return option->help;
}

bool parse_count(const char *s, uint64_t *out)
{
    if (!isdigit((unsigned char)*s))
        return false;
    char *end;
    errno = 0;
    unsigned long long n = strtoull(s, &end, 10);
    if (errno || *end || n == 0)
        return false;
    *out = n;
    return true;
}

bool parse_seconds(const char *s, double *out)
{
    static const struct {
        const char *suffix;
        double seconds;
    } units[] = {{"", 1},   {"s", 1},    {"ms", 0.001}, {"us", 1e-6},
                 {"m", 60}, {"min", 60}, {"h", 3600}};
    // strtod also reads hexadecimal, infinity and nan; a time is digits and a point.
    size_t digits = strspn(s, "0123456789.");
    if (digits == 0 || !isdigit((unsigned char)*s))
        return false;
    char *end;
    double n = strtod(s, &end);
    if (end != s + digits || n > 1e9)
        return false;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (strcmp(end, units[i].suffix) == 0) {
            *out = n * units[i].seconds;
            return n > 0;
        }
    }
    return false;
}

bool parse_bytes(const char *s, uint64_t *out)
{
    if (!isdigit((unsigned char)*s))
        return false;
    char *end;
    errno = 0;
    uint64_t n = strtoull(s, &end, 10);
    if (errno)
        return false;
    static const char letters[] = "kmgt";
    unsigned shift = 0;
    if (*end) {
        const char *letter = strchr(letters, tolower((unsigned char)*end));
        if (letter) {
            shift = 10 * (unsigned)(letter - letters + 1);
            end++;
            if (*end == 'i')
                end++;
        }
        if (*end == 'B')
            end++;
    }
    if (*end || n == 0 || n > UINT64_MAX >> shift)
        return false;
    *out = n << shift;
    return true;
}

static const cli_option *find_in(const cli_option *table, const char *name, size_t length)
{
    for (; table && table->name; table++) {
        if (strlen(table->name) == length && memcmp(table->name, name, length) == 0)
            return table;
    }
    return NULL;
}

static bool unknown_option(const cli_command *command, const char *name, size_t length, error *e)
{
    const char **names = NULL;
    size_t count = 0, capacity = 0;
    const cli_option *tables[CLI_TABLES];
    options_tables(command, tables);
    for (size_t t = 0; t < CLI_TABLES; t++) {
        for (const cli_option *o = tables[t]; o && o->name; o++) {
            MEMORY_GROW(names, capacity, count + 1);
            names[count++] = o->name;
        }
    }
    char *typed = memory_string_n(name, length);
    const char *near = did_you_mean(typed, names, count);
    if (near)
        error_set(e, "there is no option --%s; did you mean --%s?", typed, near);
    else
        error_set(e, "there is no option --%s; `linchpin help %s` lists them", typed,
                  command->name);
    free(typed);
    free(names);
    return false;
}

static bool bad_value(const cli_option *o, const char *value, const char *wanted, error *e)
{
    return error_set(e, "--%s: \"%s\" is not %s", o->name, value, wanted);
}

static bool store(const cli_option *o, const char *value, void *options, error *e)
{
    void *field = (char *)options + o->offset;
    switch (o->type) {
    case CLI_FLAG:
        *(bool *)field = true;
        return true;
    case CLI_CHOICE:
    case CLI_STRING:
    case CLI_OUTPUT:
        *(const char **)field = value;
        return true;
    case CLI_COUNT:
        return parse_count(value, field) || bad_value(o, value, "a whole number from 1 up", e);
    case CLI_SECONDS:
        return parse_seconds(value, field) ||
               bad_value(o, value, "a time such as 10s, 500ms, 50us, 2m or 1h", e);
    case CLI_BYTES:
        return parse_bytes(value, field) ||
               bad_value(o, value, "a size such as 200000, 64k, 500M or 2G", e);
    }
    return false;
}

// One option at words[*at], called `name`; *at is moved past its value.
static bool option(const cli_command *command, const char *name, int count, char **words, int *at,
                   void *options, error *e)
{
    size_t length = strcspn(name, "=");
    const cli_option *tables[CLI_TABLES], *o = NULL;
    options_tables(command, tables);
    for (size_t t = 0; t < CLI_TABLES && !o; t++)
        o = find_in(tables[t], name, length);
    if (!o)
        return unknown_option(command, name, length, e);
    const char *value = name[length] == '=' ? name + length + 1 : NULL;
    if (o->type == CLI_FLAG) {
        if (value)
            return error_set(e, "--%s takes no value", o->name);
    } else if (o->type == CLI_CHOICE) {
        value = value ? value : "";
    } else if (!value) {
        if (*at + 1 >= count || strncmp(words[*at + 1], "--", 2) == 0)
            return error_set(e, "--%s needs a value: --%s %s", o->name, o->name, o->argument);
        value = words[++*at];
    }
    return store(o, value, options, e);
}

bool options_parse(const cli_command *command, int count, char **words, void *options,
                   cli_arguments *arguments, error *e)
{
    size_t room = (size_t)count + 1;
    arguments->values = memory_new(room, sizeof *arguments->values);
    arguments->after = memory_new(room, sizeof *arguments->after);
    bool fine = true;
    error later; // only the first one is told, but --json may stand behind it
    for (int i = 0; i < count; i++) {
        const char *word = words[i];
        error *its = fine ? e : &later;
        if (strcmp(word, "--") == 0) {
            while (++i < count)
                arguments->after[arguments->after_count++] = words[i];
        } else if (strcmp(word, "-h") == 0) {
            ((cli_common *)options)->help = true;
        } else if (strncmp(word, "--", 2) == 0) {
            fine = option(command, word + 2, count, words, &i, options, its) && fine;
        } else if (strcmp(word, "-o") == 0 && find_in(command->options, "output", 6)) {
            fine = option(command, "output", count, words, &i, options, its) && fine;
        } else if (word[0] == '-' && word[1]) {
            fine = error_set(its, "there is no option %s; options are words, such as --json", word);
        } else {
            arguments->values[arguments->count++] = word;
        }
    }
    return fine;
}

void arguments_fini(cli_arguments *arguments)
{
    free(arguments->values);
    free(arguments->after);
}
