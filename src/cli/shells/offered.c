// SPDX-License-Identifier: MIT
// See offered.h.

#include "cli/shells/offered.h"

#include "base/memory.h"
#include "base/text.h"
#include "cli/shells/completions.h"
#include "cli/test_kinds.h"
#include "history/history_format.h"
#include "judge/judge.h"
#include "spec/registry.h"

#include <stdlib.h>
#include <string.h>

// What options of these names take, unless a command says otherwise.
static const cli_values by_name[] = {
    {"spec", "<specs> *.c *.lin"},
    {"condition", "<conditions>"},
    {"format", "<formats>"},
    {"cc", "cc gcc clang tcc"},
    {"heap", "canonical raw late"},
    {"reduce", "all none , dead threads private fold antichain values messages components receipts "
               "steps"},
    {"assume", "minimal wakeups fair fair-locks"},
    {"fair", "none weak strong global"},
    {"watch", "poll"},
    {NULL, NULL},
};

// What options take whose argument is called so.
static const cli_values by_argument[] = {
    {"FILE", "*"}, {"FILES", "*"}, {"PAGE", "*"}, {"DIR", "*/"}, {NULL, NULL},
};

static const char *find(const cli_values *list, const char *name)
{
    for (; list && list->option; list++)
        if (strcmp(list->option, name) == 0)
            return list->values;
    return NULL;
}

static void add_specs(words *out)
{
    for (const lp_spec *const *s = spec_builtins; *s; s++) {
        bool more = (*s)->parameter.name && (*s)->parameter.required && !strchr((*s)->name, ':');
        words_add(out, text_format("%s%s", (*s)->name, more ? ":" : ""));
    }
}

static void add_conditions(words *out)
{
    for (const judge *const *j = judges; *j; j++)
        words_add(out, text_format("%s%s", (*j)->name, (*j)->takes ? ":" : ""));
}

static void add_formats(words *out)
{
    for (const history_format *const *f = history_formats; *f; f++)
        words_add(out, memory_string((*f)->name));
}

static void add_written_formats(words *out)
{
    for (const history_format *const *f = history_formats; *f; f++)
        if ((*f)->write)
            words_add(out, memory_string((*f)->name));
}

static void add_searches(words *out)
{
#define SEARCH(kind, name, strategy) words_add(out, memory_string(name));
#include "explore/search/search_kinds.def"
}

static void add_kinds(words *out)
{
    char *folder = test_kinds_folder();
    error ignored = {0}; // without them there is nothing to offer
    test_kinds_list(folder, "_test.c", out, &ignored);
    free(folder);
}

static void add_commands(words *out)
{
    for (const cli_command *const *c = cli_commands; *c; c++)
        words_add(out, memory_string((*c)->name));
}

static void add_shells(words *out)
{
    for (const completions_shell *s = completions_shells; s->name; s++)
        words_add(out, memory_string(s->name));
}

static void add(const char *word, offered *out)
{
    static const struct {
        const char *word;
        void (*add)(words *out);
    } tables[] = {{"<specs>", add_specs},       {"<conditions>", add_conditions},
                  {"<formats>", add_formats},   {"<written-formats>", add_written_formats},
                  {"<searches>", add_searches}, {"<kinds>", add_kinds},
                  {"<commands>", add_commands}, {"<shells>", add_shells}};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        if (strcmp(word, tables[i].word) == 0) {
            tables[i].add(&out->values);
            return;
        }
    }
    if (strcmp(word, ",") == 0) {
        out->alone = out->values.count;
        out->listed = true;
        return;
    }
    words_add(*word == '*' ? &out->files : &out->values, memory_string(word));
}

void offered_words(const char *list, offered *out)
{
    *out = (offered){0};
    words each = {0};
    words_split(&each, list ? list : "");
    for (size_t i = 0; i < each.count; i++)
        add(each.items[i], out);
    words_fini(&each);
}

void offered_option(const cli_command *command, const cli_option *option, offered *out)
{
    const char *list = find(command->values, option->name);
    if (!list)
        list = find(by_name, option->name);
    if (!list && option->argument)
        list = find(by_argument, option->argument);
    offered_words(list, out);
}

void offered_argument(const cli_command *command, offered *out)
{
    offered_words(command->takes, out);
}

void offered_fini(offered *o)
{
    words_fini(&o->values);
    words_fini(&o->files);
}
