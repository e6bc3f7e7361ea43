// SPDX-License-Identifier: MIT
// See client_lines.h. By hand: this is most of what `run` reads.

#include "run/record/client_lines.h"

#include <string.h>

static bool read_number(const char **at, uint64_t *out)
{
    const char *c = *at;
    uint64_t n = 0;
    if (*c < '0' || *c > '9')
        return false;
    for (; *c >= '0' && *c <= '9'; c++)
        if (__builtin_mul_overflow(n, 10, &n) || __builtin_add_overflow(n, *c - '0', &n))
            return false;
    *out = n;
    *at = c;
    return true;
}

static bool read_integer(const char **at, int64_t *out)
{
    uint64_t n;
    bool negative = **at == '-';
    *at += negative;
    if (!read_number(at, &n) || n > (uint64_t)INT64_MAX + negative)
        return false;
    *out = negative ? (int64_t)-n : (int64_t)n;
    return true;
}

static bool read_blank(const char **at)
{
    return *(*at)++ == ' ';
}

static bool read_result(const char *at, lp_value *out)
{
    int64_t n;
    static const struct {
        const char *word;
        lp_value value;
    } words[] = {{"nil\n", {LP_KIND_NIL, 0}},
                 {"unit\n", {LP_KIND_UNIT, 0}},
                 {"true\n", {LP_KIND_BOOL, 1}},
                 {"false\n", {LP_KIND_BOOL, 0}}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strncmp(at, words[i].word, strlen(words[i].word)) == 0) {
            *out = words[i].value;
            return true;
        }
    if (!read_integer(&at, &n) || *at != '\n')
        return false;
    *out = lp_int(n);
    return true;
}

static bool read_call(const char *at, recorder *r, client_event *it)
{
    int64_t given[2];
    int count = 0;
    if (!read_integer(&at, &it->key) || !read_blank(&at))
        return false;
    size_t n = strcspn(at, " \n");
    if (!recorder_method(r, at, n, &it->method))
        return false;
    at += n;
    while (*at == ' ' && count < 2) {
        at++;
        if (!read_integer(&at, &given[count++]))
            return false;
    }
    const lp_value values[] = {lp_int(count > 0 ? given[0] : 0), lp_int(count > 1 ? given[1] : 0)};
    it->value = count == 2 ? lp_vector(r->pool, values, 2) : count == 1 ? values[0] : LP_NIL;
    return *at == '\n';
}

client_line client_line_read(const char *line, recorder *r, client_event *it)
{
    uint64_t session;
    if (strncmp(line, "mark ", 5) == 0) {
        line += 5;
        return read_number(&line, &it->time) ? LINE_MARK : LINE_BAD;
    }
    it->is_return = strncmp(line, "return ", 7) == 0;
    if (!it->is_return && strncmp(line, "call ", 5) != 0)
        return LINE_OTHER;
    const char *at = line + (it->is_return ? 7 : 5);
    if (!read_number(&at, &session) || !read_blank(&at) || !read_number(&at, &it->time) ||
        !read_blank(&at) || session >= r->sessions)
        return LINE_BAD;
    it->session = (uint32_t)session;
    it->key = 0;
    return (it->is_return ? read_result(at, &it->value) : read_call(at, r, it)) ? LINE_EVENT
                                                                                : LINE_BAD;
}
