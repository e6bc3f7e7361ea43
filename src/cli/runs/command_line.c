// SPDX-License-Identifier: MIT
// A command line to be typed again: see cli_command_line in command.h.

#include "base/text.h"
#include "cli/command.h"

#include <stdlib.h>
#include <string.h>

// As a shell reads it, with nothing in it that a terminal would obey.
static void add_escaped(text *t, const char *word)
{
    text_add(t, "$'");
    for (size_t n; *word; word += n) {
        size_t left = strlen(word), valid = text_utf8(word, left);
        n = valid ? valid : 1;
        if (valid && !text_control(word, n)) {
            text_add(t, *word == '\'' || *word == '\\' ? "\\%.*s" : "%.*s", (int)n, word);
            continue;
        }
        for (size_t i = 0; i < n; i++)
            text_add(t, "\\x%02x", (unsigned char)word[i]);
    }
    text_add(t, "'");
}

static bool has_control(const char *word)
{
    char *visible = text_visible(word, "");
    bool has = strcmp(visible, word) != 0;
    free(visible);
    return has;
}

void cli_add_word(text *t, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789_./:=,+@%-";
    if (*word && word[strspn(word, plain)] == 0) {
        text_add(t, "%s", word);
        return;
    }
    if (has_control(word)) {
        add_escaped(t, word);
        return;
    }
    text_add(t, "'");
    for (; *word; word++)
        text_add(t, *word == '\'' ? "'\\''" : "%c", *word);
    text_add(t, "'");
}

static void add_word(text *t, const char *word)
{
    if (t->length)
        text_add(t, " ");
    cli_add_word(t, word);
}

// How many words of the command line, from this one, say what is added anew.
static int is_replaced(const char *word, const char *const *added)
{
    for (; added && added[0] && added[1]; added += 2) {
        size_t n = strlen(added[0]);
        if (strncmp(word, added[0], n) == 0 && (!word[n] || word[n] == '='))
            return word[n] ? 1 : 2;
    }
    return 0;
}

// Files that verdicts are written to say nothing about the verdict, nor does how often it is asked for.
static const char *const written[] = {
#define OUTPUT_KIND(name, help) "--" #name " FILE",
#include "cli/runs/output_kinds.def"
#undef OUTPUT_KIND
    "--watch",
    NULL,
};

static int is_left_out(const char *word, const char *const *without)
{
    for (; without && *without; without++) {
        size_t n = strcspn(*without, " ");
        bool valued = (*without)[n] != '\0';
        if (strncmp(word, *without, n) == 0 && (!word[n] || word[n] == '='))
            return valued && !word[n] ? 2 : 1;
    }
    return 0;
}

char *cli_command_line(const cli_arguments *arguments, const char *const *added,
                       const char *const *without)
{
    text t = {0};
    bool done = false;
    for (int i = 0; i < arguments->argc; i++) {
        // What is added are options: they belong before "--".
        if (!done && strcmp(arguments->argv[i], "--") == 0) {
            for (const char *const *a = added; a && *a; a++)
                add_word(&t, *a);
            done = true;
        }
        int replaced = done ? 0 : is_replaced(arguments->argv[i], added);
        if (!done && !replaced)
            replaced = is_left_out(arguments->argv[i], without);
        if (!done && !replaced)
            replaced = is_left_out(arguments->argv[i], written);
        if (!replaced)
            add_word(&t, arguments->argv[i]);
        else
            i += replaced - 1;
    }
    for (const char *const *a = added; !done && a && *a; a++)
        add_word(&t, *a);
    return text_take(&t);
}
