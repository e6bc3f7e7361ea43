// SPDX-License-Identifier: MIT
// Errors and suggestions: see error.h.

#include "base/error.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// One line, whatever the names and values in it are. Only a message that is handed on has lines.
__attribute__((format(printf, 2, 0))) static void fill(error *e, const char *format, va_list list)
{
    vsnprintf(e->message, sizeof e->message, format, list);
    if (strcmp(format, "%s") == 0 || !strchr(e->message, '\n'))
        return;
    char *line = text_visible(e->message, "\t");
    snprintf(e->message, sizeof e->message, "%s", line);
    free(line);
}

bool error_set(error *e, const char *format, ...)
{
    if (!e)
        return false;
    *e = (error){0};
    va_list list;
    va_start(list, format);
    fill(e, format, list);
    va_end(list);
    return false;
}

bool error_at(error *e, const char *file, uint64_t line, uint64_t column, const char *format, ...)
{
    if (!e)
        return false;
    *e = (error){.line = line, .column = column};
    snprintf(e->file, sizeof e->file, "%s", file ? file : "");
    va_list list;
    va_start(list, format);
    fill(e, format, list);
    va_end(list);
    return false;
}

char *error_text(const error *e)
{
    text t = {0};
    if (e->file[0]) {
        text_add_visible(&t, e->file, strlen(e->file), "");
        text_add(&t, ":");
    }
    if (e->line)
        text_add(&t, "%llu:", (unsigned long long)e->line);
    if (e->line && e->column)
        text_add(&t, "%llu:", (unsigned long long)(e->characters ? e->characters : e->column));
    text_add(&t, "%s%s", t.length ? " " : "", e->message);
    return text_take(&t);
}

// Levenshtein distance with transpositions of neighbours counted as one, cut
// off at short names: nobody mistypes a name of a hundred letters.
static size_t distance(const char *a, const char *b)
{
    enum { MOST = 40 };
    size_t n = strlen(a), m = strlen(b);
    if (n > MOST || m > MOST)
        return MOST;
    size_t d[MOST + 1][MOST + 1];
    for (size_t i = 0; i <= n; i++)
        d[i][0] = i;
    for (size_t j = 0; j <= m; j++)
        d[0][j] = j;
    for (size_t i = 1; i <= n; i++) {
        for (size_t j = 1; j <= m; j++) {
            size_t best = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            if (d[i - 1][j] + 1 < best)
                best = d[i - 1][j] + 1;
            if (d[i][j - 1] + 1 < best)
                best = d[i][j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                d[i - 2][j - 2] + 1 < best)
                best = d[i - 2][j - 2] + 1;
            d[i][j] = best;
        }
    }
    return d[n][m];
}

const char *did_you_mean(const char *typed, const char *const *names, size_t count)
{
    const char *best = NULL;
    size_t length = strlen(typed);
    size_t best_distance = length / 3 + 2;
    for (size_t i = 0; i < count; i++) {
        size_t d = distance(typed, names[i]);
        bool prefix = length >= 2 && strncmp(typed, names[i], length) == 0;
        if (prefix)
            d = 1;
        if (d < best_distance && d < strlen(names[i])) {
            best_distance = d;
            best = names[i];
        }
    }
    return best;
}

_Noreturn void misuse(const char *function, const char *what)
{
    fprintf(stderr, "linchpin: misuse of %s: required: %s\n", function, what);
    abort();
}
