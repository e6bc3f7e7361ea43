// SPDX-License-Identifier: MIT
// See fault_words.h.

#include "run/faults/fault_words.h"

#include "base/io/file_read.h"
#include "base/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static void skip_blanks(fault_words *w)
{
    while (*w->at == ' ' || *w->at == '\t' || *w->at == '\r')
        w->at++;
}

bool words_wrong(const fault_words *w, const char *at, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *message = text_format_list(format, list);
    va_end(list);
    if (w->file)
        error_at(w->e, w->file, w->line, (uint64_t)(at - w->start) + 1, "%s", message);
    else
        error_set(w->e, "%s", message);
    free(message);
    return false;
}

bool words_read_lines(const char *file, const fault_names *names,
                      bool (*read)(void *data, fault_words *w), void *data, error *e)
{
    text bytes = {0};
    uint64_t number = 1;
    bool good = file_read(file, NULL, &bytes, e);
    if (good && bytes.length && strlen(bytes.bytes) != bytes.length)
        good = error_at(e, file, 0, 0, "a text is expected, without zero bytes");
    for (char *line = bytes.bytes, *end; good && line; line = end, number++) {
        end = strchr(line, '\n');
        if (end)
            *end++ = 0;
        fault_words w = {line, line, names, file, number, e};
        good = read(data, &w);
    }
    text_fini(&bytes);
    return good;
}

bool words_end(fault_words *w)
{
    skip_blanks(w);
    return !*w->at || *w->at == '#';
}

static size_t word_length(const char *at)
{
    return strcspn(at, " \t\r#");
}

bool words_is(fault_words *w, const char *word)
{
    skip_blanks(w);
    size_t n = strlen(word);
    if (word_length(w->at) != n || strncmp(w->at, word, n) != 0)
        return false;
    w->at += n;
    return true;
}

// A number and its unit, in seconds; 0: it is none. A unit may be left out if there is a default.
static size_t read_time(const char *at, double otherwise, double *out)
{
    static const struct {
        const char *name;
        double seconds;
    } units[] = {{"us", 1e-6}, {"ms", 1e-3}, {"s", 1}, {"m", 60}};
    if ((*at < '0' || *at > '9') && *at != '.')
        return 0;
    size_t digits = strspn(at, "0123456789");
    if (at[digits] == '.' && at[digits + 1] >= '0' && at[digits + 1] <= '9')
        digits += 1 + strspn(at + digits + 1, "0123456789");
    char number[32];
    if (!digits || digits >= sizeof number)
        return 0;
    memcpy(number, at, digits);
    number[digits] = 0;
    size_t letters = strspn(at + digits, "abcdefghijklmnopqrstuvwxyz");
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (letters == strlen(units[i].name) && !strncmp(at + digits, units[i].name, letters)) {
            *out = strtod(number, NULL) * units[i].seconds;
            return digits + letters;
        }
    if (letters || otherwise <= 0)
        return 0;
    *out = strtod(number, NULL) * otherwise;
    return digits;
}

bool words_seconds(fault_words *w, double *out)
{
    skip_blanks(w);
    size_t n = read_time(w->at, 0, out);
    if (!n || n != word_length(w->at))
        return false;
    w->at += n;
    return true;
}

bool words_count(fault_words *w, uint64_t *out)
{
    skip_blanks(w);
    size_t n = strspn(w->at, "0123456789");
    if (!n || n > 18 || n != word_length(w->at))
        return false;
    *out = strtoull(w->at, NULL, 10);
    w->at += n;
    return true;
}

// Where the name of a process ends: its brackets may have commas in them.
static size_t name_length(const char *at)
{
    size_t n = strcspn(at, "[,{} \t\r#");
    if (at[n] == '[')
        n += strcspn(at + n, "]#") + (at[n + strcspn(at + n, "]#")] == ']');
    return n;
}

static bool matches(const fault_names *all, size_t i, const char *word, size_t n)
{
    const char *name = all->names[i];
    if (n == 1 && *word == '*')
        return true;
    if (n > 3 && strncmp(word + n - 3, "[*]", 3) == 0)
        return strncmp(name, word, n - 2) == 0;
    return strlen(name) == n && strncmp(name, word, n) == 0;
}

static bool mark(fault_words *w, bool *marked)
{
    skip_blanks(w);
    size_t n = name_length(w->at), found = 0;
    for (size_t i = 0; n && i < w->names->count; i++)
        if (matches(w->names, i, w->at, n)) {
            marked[i] = true;
            found++;
        }
    if (!found)
        return words_wrong(w, w->at, "%s%.*s%s: the processes are %s to %s",
                           n ? "no process is '" : "whom", (int)n, w->at, n ? "'" : "",
                           w->names->names[0], w->names->names[w->names->count - 1]);
    w->at += n;
    return true;
}

bool words_processes(fault_words *w, bool *marked)
{
    skip_blanks(w);
    if (*w->at != '{')
        return mark(w, marked);
    do {
        w->at++;
        if (!mark(w, marked))
            return false;
        skip_blanks(w);
    } while (*w->at == ',');
    if (*w->at != '}')
        return words_wrong(w, w->at, "a comma or } is expected");
    w->at++;
    return true;
}

bool words_delay(fault_words *w, uint64_t *least, uint64_t *most)
{
    skip_blanks(w);
    double from = 0, to = 0;
    const char *dots = strstr(w->at, "..");
    size_t n = word_length(w->at), first, last;
    bool range = dots && dots < w->at + n;
    const char *second = range ? dots + 2 : w->at;
    last = read_time(second, 0, &to);
    // 1..20ms: the unit of the second is that of the first, too.
    double unit = strstr(second, "us") == second + strspn(second, "0123456789.")   ? 1e-6
                  : strstr(second, "ms") == second + strspn(second, "0123456789.") ? 1e-3
                                                                                   : 1;
    first = range ? read_time(w->at, unit, &from) : last;
    if (!range)
        from = to;
    if (!last || !first || (range && w->at + first != dots) || second + last != w->at + n ||
        from > to || to > 3600)
        return words_wrong(w, w->at, "how late? Such as 5ms or 1..20ms, up to an hour");
    *least = (uint64_t)llround(from * 1000);
    *most = (uint64_t)llround(to * 1000);
    w->at += n;
    return true;
}

bool words_percent(fault_words *w, uint64_t *in_1000)
{
    skip_blanks(w);
    char *end = NULL;
    size_t n = word_length(w->at);
    double value = *w->at >= '0' && *w->at <= '9' ? strtod(w->at, &end) : -1;
    if (value < 0 || !end || value > 100 || *end != '%' || end + 1 != w->at + n)
        return words_wrong(w, w->at, "how many? From 0%% to 100%%, such as 10%%");
    *in_1000 = (uint64_t)llround(value * 10);
    w->at += n;
    return true;
}
