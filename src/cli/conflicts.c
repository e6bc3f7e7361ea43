// SPDX-License-Identifier: MIT
// See conflicts.h.

#include "cli/conflicts.h"

#include "base/error.h"

#include <string.h>

bool option_given(const cli_option *options, const void *given, const char *name)
{
    const cli_option *o = options;
    while (o->name && strcmp(o->name, name) != 0)
        o++;
    REQUIRE(o->name);
    const char *at = (const char *)given + o->offset;
    switch (o->type) {
    case CLI_FLAG:
        return *(const bool *)at;
    case CLI_STRING:
    case CLI_OUTPUT:
        return *(const char *const *)(const void *)at != NULL;
    case CLI_SECONDS:
        return *(const double *)(const void *)at > 0;
    default:
        return *(const uint64_t *)(const void *)at != 0;
    }
}

bool conflicts_check(const cli_option *options, const void *given, const cli_conflict *conflicts,
                     error *e)
{
    for (const cli_conflict *c = conflicts; c->option; c++)
        if (option_given(options, given, c->option) && option_given(options, given, c->other))
            return error_set(e, "--%s and --%s cannot be given together: %s", c->option, c->other,
                             c->why);
    return true;
}
