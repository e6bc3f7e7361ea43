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

bool keys_set(const key *keys, size_t count, const char *word, error *e)
{
    const char *equals = strchr(word, '=');
    size_t length = equals ? (size_t)(equals - word) : 0;
    for (size_t i = 0; equals && i < count; i++)
        if (strlen(keys[i].name) == length && strncmp(word, keys[i].name, length) == 0)
            return set(&keys[i], equals + 1) || error_set(e, "%s: not a number", word);
    return error_set(e, "%s: unknown setting", word);
}
