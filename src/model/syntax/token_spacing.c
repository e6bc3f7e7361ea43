// SPDX-License-Identifier: MIT
// See token_spacing.h.

#include "model/syntax/token_spacing.h"

#include <stddef.h>

bool token_reads(const source *s, const token *t, const char *what)
{
    return t->kind != TOKEN_MARK && token_is(s, t, what);
}

bool token_reads_one_of(const source *s, const token *t, const char *const *list)
{
    for (; *list; list++)
        if (token_reads(s, t, *list))
            return true;
    return false;
}

bool token_spaced(const source *s, const token *a, const token *t)
{
    static const char *const close[] = {")", "]", ",", ";", ".", "..", "[", NULL};
    static const char *const after[] = {"(", "[", ".", "..", NULL};
    static const char *const called[] = {"cas", "free", "assert", NULL};
    bool values =
        !(t->role & (ROLE_BLOCK | ROLE_SET)) && (token_reads(s, t, "{") || token_reads(s, t, "}"));
    if (t->role & ROLE_TEMPORAL)
        return !(t->role & ROLE_GLUE) && !(a->role & ROLE_UNARY) && !token_reads(s, a, "(");
    if (a->role & ROLE_TEMPORAL)
        return true;
    if ((t->role & ROLE_SPACED) || ((a->role & ROLE_SPACED) && token_reads(s, a, "{")))
        return !token_reads(s, a, "(");
    if (token_reads_one_of(s, t, close))
        return false;
    if ((token_reads(s, a, ",") && !(a->role & ROLE_UNARY)) ||
        (token_reads(s, a, "=") && token_reads(s, t, "{")))
        return true;
    if (token_reads_one_of(s, a, after) || (a->role & ROLE_UNARY) || (t->role & ROLE_GLUE) ||
        values)
        return false;
    if (!(a->role & ROLE_BLOCK) && token_reads(s, a, "{"))
        return false;
    if (token_reads(s, t, "("))
        return (a->kind != TOKEN_NAME || (a->role & ROLE_WORD)) && a->kind != TOKEN_MARK &&
               !token_reads_one_of(s, a, called);
    return !(token_reads(s, a, "{") && token_reads(s, t, "}"));
}
