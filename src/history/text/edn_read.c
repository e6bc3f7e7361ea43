// SPDX-License-Identifier: MIT
// Reading EDN: see edn_read.h. Recursion is bounded by the depth limit.

#include "history/text/edn_read.h"

#include "base/memory.h"
#include "history/text/edn_text.h"

#include <stdlib.h>
#include <string.h>

void edn_init(edn *d, lp_pool *pool, const char *bytes, size_t length)
{
    *d = (edn){.pool = pool, .at = bytes, .end = bytes + length, .line_start = bytes, .line = 1};
}

void edn_fini(edn *d)
{
    text_fini(&d->word);
}

bool edn_problem(edn *d, const char *problem)
{
    d->problem = problem;
    d->token_line = d->line;
    d->token_column = (uint64_t)(d->at - d->line_start) + 1;
    return false;
}

bool edn_fail(const edn *d, const char *file, error *e)
{
    return error_at(e, file, d->token_line, d->token_column, "%s",
                    d->problem ? d->problem : "a value expected");
}

char edn_peek(const edn *d)
{
    return d->at < d->end ? *d->at : 0;
}

static void skip_blanks(edn *d)
{
    bool comment = false;
    for (; d->at < d->end; d->at++) {
        char c = *d->at;
        if (c == '\n') {
            d->line++;
            d->line_start = d->at + 1;
            comment = false;
        } else if (c == ';') {
            comment = true;
        } else if (comment ? !c : c != ' ' && c != ',' && c != '\t' && c != '\r' && c != '\f') {
            return; // a NUL is not part of a comment either
        }
    }
}

bool edn_more(edn *d)
{
    for (;;) {
        skip_blanks(d);
        d->token_line = d->line;
        d->token_column = (uint64_t)(d->at - d->line_start) + 1;
        if (d->problem || d->at >= d->end)
            return false;
        if (d->limit && d->at > d->limit)
            return edn_problem(d, "this event is longer than 16 MiB");
        if (d->end - d->at < 2 || d->at[0] != '#' || d->at[1] != '_')
            return true;
        d->at += 2;
        // #_ #_ a b discards both: the depth limit holds for a row of them too.
        if (d->depth++ == EDN_MAX_DEPTH)
            return edn_problem(d, "nested too deeply");
        bool fine = edn_skip(d);
        d->depth--;
        if (!fine)
            return false;
    }
}

bool edn_skip(edn *d)
{
    lp_value ignored;
    d->skipping++;
    bool fine = edn_value(d, &ignored);
    d->skipping--;
    return fine;
}

static lp_value make_string(edn *d, const char *mark, const char *bytes, size_t length)
{
    if (d->skipping)
        return LP_NIL;
    if (!mark[0])
        return lp_string(d->pool, bytes, length);
    text t = {0};
    text_add(&t, "%s", mark);
    text_add_bytes(&t, bytes, length);
    lp_value v = lp_string(d->pool, t.bytes, t.length);
    text_fini(&t);
    return v;
}

static bool string(edn *d, lp_value *out)
{
    text_clear(&d->word);
    d->at++;
    const char *problem = edn_read_string(d);
    if (problem)
        return edn_problem(d, problem);
    bool quote = !d->plain_strings && edn_special(d->word.bytes, d->word.length);
    *out = make_string(d, quote ? "\"" : "", d->word.bytes, d->word.length);
    return true;
}

// The items up to the closing bracket.
static bool items(edn *d, char close, lp_value **into, size_t *count)
{
    size_t capacity = 0;
    *into = NULL;
    *count = 0;
    if (d->depth == EDN_MAX_DEPTH)
        return edn_problem(d, "nested too deeply");
    d->depth++;
    d->at++;
    while (edn_more(d) && *d->at != close) {
        MEMORY_GROW(*into, capacity, d->skipping ? 1 : *count + 1);
        if (!edn_value(d, &(*into)[d->skipping ? 0 : *count]))
            return false;
        ++*count;
    }
    if (d->problem)
        return false;
    if (d->at >= d->end)
        return edn_problem(d, "the input ends in the middle of a value");
    d->at++;
    d->depth--;
    return true;
}

static int by_value(const void *a, const void *b, void *pool)
{
    return lp_value_compare(pool, *(const lp_value *)a, *(const lp_value *)b);
}

static bool make_set(edn *d, lp_value *v, size_t count, lp_value *out)
{
    if (count > 1)
        qsort_r(v, count, sizeof *v, by_value, d->pool);
    for (size_t i = 1; i < count; i++)
        if (lp_value_equal(v[i - 1], v[i]))
            return edn_problem(d, "an item appears twice in this set");
    lp_value set[2] = {lp_string(d->pool, "#{}", 3), lp_vector(d->pool, v, count)};
    *out = lp_tuple(d->pool, set, 2);
    return true;
}

static bool make_map(edn *d, const lp_value *v, size_t count, lp_value *out)
{
    size_t kept;
    *out = lp_map(d->pool, v, count / 2);
    lp_items(d->pool, *out, &kept);
    return kept == count || edn_problem(d, "a key appears twice in this map");
}

static bool collection(edn *d, char close, bool is_set, lp_value *out)
{
    lp_value *v;
    size_t count;
    bool fine = items(d, close, &v, &count);
    bool map = close == '}' && !is_set;
    if (fine && map && count % 2)
        fine = edn_problem(d, "the last key of this map has no value");
    *out = LP_NIL;
    if (fine && !d->skipping) {
        if (is_set)
            fine = make_set(d, v, count, out);
        else if (map)
            fine = make_map(d, v, count, out);
        else
            *out = lp_vector(d->pool, v, count);
    }
    free(v);
    return fine;
}

static bool tagged(edn *d, lp_value *out)
{
    size_t length = edn_token_length(d);
    const char *tag = d->at;
    if (!edn_symbol(tag, length))
        return edn_problem(d, "a tag or a set expected after '#'");
    if (d->depth == EDN_MAX_DEPTH)
        return edn_problem(d, "nested too deeply");
    lp_value parts[2] = {make_string(d, "#", tag, length), LP_NIL};
    d->at += length;
    d->depth++;
    if (!edn_value(d, &parts[1]))
        return false;
    d->depth--;
    *out = d->skipping ? LP_NIL : lp_tuple(d->pool, parts, 2);
    return true;
}

// What begins with '#': a set, a symbolic value (##NaN), a tagged value.
static bool dispatch(edn *d, lp_value *out)
{
    d->at++;
    if (edn_peek(d) == '{')
        return collection(d, '}', true, out);
    if (edn_peek(d) != '#')
        return tagged(d, out);
    d->at--;
    size_t length = edn_token_length(d);
    if (!edn_symbolic(d->at, length))
        return edn_problem(d, "this is not an EDN value");
    *out = make_string(d, "'", d->at, length);
    d->at += length;
    return true;
}

static bool number(edn *d, size_t length, lp_value *out)
{
    const char *problem = edn_read_number(d->at, length, out);
    if (problem == edn_is_ratio)
        *out = make_string(d, "'", d->at, length);
    else if (problem)
        return edn_problem(d, problem);
    d->at += length;
    return true;
}

static bool word(edn *d, lp_value *out)
{
    size_t length = edn_token_length(d);
    const char *w = d->at;
    if (length > EDN_MAX_STRING)
        return edn_problem(d, "this word is longer than 16 MiB");
    if (d->skipping && length) {
        // What Clojure prints of its objects is not always EDN: #object[x 0x1f …].
        *out = LP_NIL;
        d->at += length;
        return true;
    }
    bool sign = length > 1 && (*w == '-' || *w == '+');
    if (length && w[sign] >= '0' && w[sign] <= '9')
        return number(d, length, out);
    if (length == 3 && memcmp(w, "nil", 3) == 0)
        *out = LP_NIL;
    else if (length == 4 && memcmp(w, "true", 4) == 0)
        *out = LP_TRUE;
    else if (length == 5 && memcmp(w, "false", 5) == 0)
        *out = LP_FALSE;
    else if (length > 1 && *w == ':' && w[1] != ':' && edn_symbol(w + 1, length - 1))
        *out = make_string(d, "", w, length);
    else if (*w != ':' && edn_symbol(w, length))
        *out = make_string(d, "'", w, length);
    else
        return edn_problem(d, "this is not an EDN value");
    d->at += length;
    return true;
}

bool edn_value(edn *d, lp_value *out)
{
    if (!edn_more(d))
        return d->problem ? false : edn_problem(d, "the input ends where a value is expected");
    switch (*d->at) {
    case '"':
        return string(d, out);
    case '[':
        return collection(d, ']', false, out);
    case '(':
        return collection(d, ')', false, out);
    case '{':
        return collection(d, '}', false, out);
    case '#':
        return dispatch(d, out);
    case '\\': {
        text_clear(&d->word);
        const char *problem = edn_read_character(d);
        if (problem)
            return edn_problem(d, problem);
        *out = make_string(d, "\\", d->word.bytes, d->word.length);
        return true;
    }
    default:
        return word(d, out);
    }
}
