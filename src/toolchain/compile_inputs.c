// SPDX-License-Identifier: MIT
// See compile_inputs.h. Headers of the system, and linchpin's, are left out: they do not change while
// somebody works, and one of C++ brings hundreds of others.

#include "toolchain/compile_inputs.h"

#include "base/io/file_read.h"
#include "toolchain/process.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void (*listener)(const char *path);

void compile_tell_inputs(void (*told)(const char *path))
{
    listener = told;
}

bool compile_inputs_wanted(void)
{
    return listener != NULL;
}

static bool begins(const char *path, const char *with)
{
    return strncmp(path, with, strlen(with)) == 0;
}

// A #line may name what is no file, and preprocessors name the folder, too.
static bool is_file(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISREG(s.st_mode);
}

static void tell(const char *path)
{
    char *headers = installed_path("include"), *programs = installed_path("libexec/linchpin");
    if (!begins(path, "/usr/include/") && !begins(path, "/usr/lib/") && !begins(path, headers) &&
        !begins(path, programs) && is_file(path))
        listener(path);
    free(headers);
    free(programs);
}

void compile_inputs_list(const words *files)
{
    for (size_t i = 0; listener && i < files->count; i++)
        tell(files->items[i]);
}

// One word of a rule, where blanks, # and \ have a backslash, $ is doubled, and lines go on
// behind a backslash. False: there is no more.
static bool next_word(const char **at, text *word)
{
    const char *s = *at;
    while (*s == ' ' || *s == '\n' || *s == '\t' || (*s == '\\' && s[1] == '\n'))
        s++;
    text_clear(word);
    while (*s && *s != ' ' && *s != '\n' && *s != '\t' && !(*s == '\\' && s[1] == '\n')) {
        bool escaped = (*s == '\\' && s[1] && strchr(" #\\", s[1])) || (*s == '$' && s[1] == '$');
        s += escaped;
        text_add_bytes(word, s++, 1);
    }
    *at = s;
    return word->length > 0;
}

void compile_inputs_rule(const char *path)
{
    text rule = {0}, word = {0};
    error ignored = {0};
    if (listener && file_read(path, NULL, &rule, &ignored) && rule.bytes) {
        const char *at = strstr(rule.bytes, ": ");
        at = at ? at + 1 : "";
        while (next_word(&at, &word))
            tell(word.bytes);
    }
    text_fini(&rule);
    text_fini(&word);
}
