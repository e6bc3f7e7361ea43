// SPDX-License-Identifier: MIT
// See threads_given.h.

#include "cli/verify/threads_given.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1000 };

bool threads_given_read(const char *given, verify_options *o, error *e)
{
    if (!given)
        return true;
    o->any_threads = strcmp(given, "*") == 0;
    if (o->any_threads)
        return true;
    size_t digits = strspn(given, "0123456789");
    unsigned long n = digits && !given[digits] ? strtoul(given, NULL, 10) : 0;
    if (n == 0)
        return error_set(e, "--threads: \"%s\" is not a whole number from 1 up, or *", given);
    o->threads = (uint32_t)n;
    return n <= MOST || error_set(e, "--threads is at most %d", MOST);
}

char *threads_given_reproduce(const cli_arguments *arguments, uint32_t threads)
{
    char number[16];
    const char *added[] = {"--threads", number, NULL};
    snprintf(number, sizeof number, "%u", threads);
    return cli_command_line(arguments, threads ? added : NULL, NULL);
}
