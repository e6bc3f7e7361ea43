// SPDX-License-Identifier: MIT
// See verdict_fault.h. A reader only says that it stopped: where, and at which token, tells why.

#include "judge/evidence/verdict_fault.h"

#include "judge/evidence/verdict_json.h"

#include <string.h>

#define ABOUT "this is not a verdict as --json prints it: "

typedef struct member_type {
    const char *key, *type;
} member_type;

static const member_type types[] = {
#define STRING(field, member) {member, "a string"},
    VERDICT_STRINGS(STRING)
#undef STRING
        {"verdict", "a string"},
    {"kind", "a string"},
    {"setup", "an integer"},
    {"left_out", "an integer"},
    {"culprit", "an integer"},
    {"rechecked", "true or false"},
    {"partials", "an object"},
    {"memory", "an object"},
    {"cycle", "an object"},
    {"chart", "an object"},
    {"race", "an object"},
    {"coverage", "an object"},
    {"graph", "an object"},
    {"figures", "an object"},
    {"orders", "an object"},
};

static const char *type_of_member(const char *key)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].key, key) == 0)
            return types[i].type;
    return "an array";
}

static const char *type_of_value(const char *value, const char *end)
{
    while (value < end && strchr(" \t\r\n:", *value))
        value++;
    switch (value < end ? *value : 0) {
    case '"':
        return "a string";
    case '[':
        return "an array";
    case '{':
        return "an object";
    case 't':
    case 'f':
        return "true or false";
    case 'n':
        return "null";
    default:
        return "an integer";
    }
}

bool verdict_fault(const char *key, const char *value, const json *j, error *e)
{
    if (j->problem)
        return error_set(e, ABOUT "\"%s\": %s", key, j->problem);
    const char *is = type_of_value(value, j->end), *should = type_of_member(key);
    if (strcmp(is, should) != 0)
        return error_set(e, ABOUT "\"%s\" is of the wrong type: it must be %s", key, should);
    if (*should != 'a' || strcmp(should, "a string") == 0 || strcmp(should, "an integer") == 0)
        return error_set(e, ABOUT "\"%s\" is out of range", key);
    bool closed = j->at[-1] == '}' || j->at[-1] == ']';
    return error_set(e, ABOUT "\"%s\": at column %llu %s", key, (unsigned long long)j->token_column,
                     closed ? "something was missing or out of range"
                            : "is what is of the wrong type or out of range");
}

bool verdict_misfit(const char *key, const char *why, error *e)
{
    return error_set(e, ABOUT "\"%s\" %s", key, why);
}
