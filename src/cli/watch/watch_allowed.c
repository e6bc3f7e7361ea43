// SPDX-License-Identifier: MIT
// See watch_allowed.h.

#include "cli/watch/watch_allowed.h"

#include "cli/conflicts.h"

#include <string.h>
#include <sys/stat.h>

bool watch_allowed(const cli_command *command, const cli_common *options, const cli_arguments *a,
                   error *e)
{
    static const struct {
        const char *command, *option, *why;
    } refused[] = {
        {"check", "follow", "what is followed is read once"},
        {"verify", "emit-c", "nothing is judged then"},
        {"test", "keep", "every run would leave its files behind"},
        {"explore", "keep", "every run would leave its files behind"},
    };
    if (*options->watch && strcmp(options->watch, "poll") != 0)
        return error_set(e, "--watch stands alone, or is --watch=poll; not \"%s\"", options->watch);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (strcmp(command->name, refused[i].command) == 0 &&
            option_given(command->options, options, refused[i].option))
            return error_set(e, "--watch and --%s cannot be given together: %s", refused[i].option,
                             refused[i].why);
    for (int i = 0; i < a->count; i++) {
        struct stat s;
        if (strcmp(a->values[i], "-") == 0)
            return error_set(e, "--watch reads its files again and again, and stdin can be read "
                                "only once: name a file");
        if (stat(a->values[i], &s) == 0 && !S_ISREG(s.st_mode) && !S_ISDIR(s.st_mode))
            return error_set(e,
                             "--watch reads its files again and again, and %s can be read only "
                             "once",
                             a->values[i]);
    }
    return true;
}
