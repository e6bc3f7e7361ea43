// SPDX-License-Identifier: MIT
// See compiler_identity.h.

#include "toolchain/compiler_identity.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool begins(const char *word, const char *const *beginnings)
{
    for (; *beginnings; beginnings++)
        if (!strncmp(word, *beginnings, strlen(*beginnings)))
            return true;
    return false;
}

static bool is_one_of(const char *word, const char *const *list)
{
    for (; *list; list++)
        if (!strcmp(word, *list))
            return true;
    return false;
}

bool flags_are_plain(const char *const *flags)
{
    static const char *const plain[] = {"-I",    "-D",       "-U",       "-O",         "-g",
                                        "-std=", "-W",       "-w",       "-m",         "-f",
                                        "-l",    "-L",       "-isystem", "-idirafter", "-pth",
                                        "-p",    "-include", "-iquote",  "-ansi",      NULL};
    static const char *const not [] = {
        "-Wa,",          "-Wp,",           "-fplugin",    "-fpass-plugin",
        "-fprofile",     "-fauto-profile", "-fdump",      "-fsanitize-",
        "-fmodule",      "-fcoverage",     "-ftest-cov",  "-fcallgraph",
        "-fstack-usage", "-fsave",         "-fopt-info",  "-fxray",
        "-fcrash",       "-fproc-stat",    "-ftime",      "-foffload",
        "-fbuild",       "-fprebuilt",     "-fmemory-pr", "-fthinlto",
        "-gsplit",       "-include-",      "-pg",         "-print",
        "-p=",           "-mllvm",         NULL};
    static const char *const takes[] = {"-I",       "-D",         "-U",       "-l",      "-L",
                                        "-isystem", "-idirafter", "-include", "-iquote", NULL};
    for (; flags && *flags; flags++) {
        if (!strcmp(*flags, "-mllvm") && flags[1] && !strncmp(flags[1], "-tsan-", 6)) {
            flags++;
            continue;
        }
        if (!begins(*flags, plain) || begins(*flags, not ) || !strcmp(*flags, "-p"))
            return false;
        if (is_one_of(*flags, takes) && flags[1])
            flags++;
    }
    return true;
}

bool environment_is_plain(void)
{
    static const char *const names[] = {"COMPILER_PATH", "GCC_EXEC_PREFIX", "CCC_OVERRIDE_OPTIONS",
                                        "DEPENDENCIES_OUTPUT", "SUNPRO_DEPENDENCIES"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (getenv(names[i]))
            return false;
    return true;
}

// Where a program is that would be started by this name. Caller frees; NULL: nowhere.
static char *find_program(const char *name)
{
    if (strchr(name, '/'))
        return realpath(name, NULL);
    const char *path = getenv("PATH");
    for (const char *at = path ? path : "/usr/bin:/bin"; *at;) {
        size_t n = strcspn(at, ":");
        char *file = n ? text_format("%.*s/%s", (int)n, at, name) : text_format("./%s", name);
        struct stat s;
        char *found = access(file, X_OK) == 0 && stat(file, &s) == 0 && S_ISREG(s.st_mode)
                          ? realpath(file, NULL)
                          : NULL;
        free(file);
        if (found)
            return found;
        at += n + (at[n] == ':');
    }
    return NULL;
}

static bool add_program(text *key, const char *name)
{
    char *path = find_program(name);
    struct stat s;
    bool ok = path && stat(path, &s) == 0;
    if (ok)
        text_add(key, "%s %s %lld %lld.%09ld %llu\n", name, path, (long long)s.st_size,
                 (long long)s.st_mtim.tv_sec, s.st_mtim.tv_nsec, (unsigned long long)s.st_ino);
    free(path);
    return ok;
}

bool compiler_identity(const char *const *compiler, text *key)
{
    static const char *const names[] = {"LIBRARY_PATH", "LD_RUN_PATH"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        text_add(key, "%s=%s\n", names[i], value ? value : "");
    }
    bool ok = add_program(key, "/proc/self/exe");
    add_program(key, "as"); // clang may have its own
    add_program(key, "ld");
    for (; ok && *compiler; compiler++)
        ok = **compiler == '-' || add_program(key, *compiler);
    return ok;
}
