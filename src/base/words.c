// SPDX-License-Identifier: MIT
// Lists of words: see words.h.

#include "base/words.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

void words_add(words *w, char *item)
{
    MEMORY_GROW(w->items, w->capacity, w->count + 2);
    w->items[w->count++] = item;
    w->items[w->count] = NULL;
}

void words_add_all(words *w, const char *const *items)
{
    for (; items && *items; items++)
        words_add(w, memory_string(*items));
}

void words_split(words *w, const char *line)
{
    for (;;) {
        line += strspn(line, " \t");
        size_t n = strcspn(line, " \t");
        if (!n)
            return;
        words_add(w, memory_string_n(line, n));
        line += n;
    }
}

void words_add_text(words *w, const char *key, const char *value)
{
    if (value)
        words_add(w, text_format("%s=%s", key, value));
}

void words_add_count(words *w, const char *key, uint64_t value)
{
    if (value)
        words_add(w, text_format("%s=%llu", key, (unsigned long long)value));
}

void words_fini(words *w)
{
    for (size_t i = 0; i < w->count; i++)
        free(w->items[i]);
    free(w->items);
    *w = (words){0};
}
