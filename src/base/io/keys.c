// SPDX-License-Identifier: MIT
// See keys.h.

#include "base/io/keys.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool set(const key *k, const char *value)
{
    char *end = NULL;
    errno = 0;
    if (k->text)
        *k->text = value;
    else if (k->flag)
        *k->flag = *value == '1';
    else if (k->number)
        *k->number = strtod(value, &end);
    else
        *k->count = strtoull(value, &end, 10);
    return !end || (*value && !*end && !errno && !(k->number && *k->number < 0));
}

bool key_names(const char *name, const char *word)
{
    size_t length = strlen(name);
    return strncmp(word, name, length) == 0 && word[length] == '=';
}

bool keys_set(const key *keys, size_t count, const char *word, error *e)
{
    for (size_t i = 0; i < count; i++)
        if (key_names(keys[i].name, word))
            return set(&keys[i], word + strlen(keys[i].name) + 1) ||
                   error_set(e, "%s: not a number", word);
    return error_set(e, "%s: unknown setting", word);
}
