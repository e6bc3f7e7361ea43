// SPDX-License-Identifier: MIT
// See json_write.h.

#include "base/io/json_write.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

void json_write_init(json_writer *w, text *out)
{
    *w = (json_writer){.out = out};
}

void json_write_fini(json_writer *w)
{
    assert(w->depth == 0 && w->begun && !w->keyed);
    (void)w;
}

static bool in_object(const json_writer *w)
{
    return w->depth > 0 && w->nesting[w->depth - 1] == '{';
}

text *json_value(json_writer *w)
{
    assert(w->keyed == in_object(w));
    assert(w->depth > 0 || !w->begun);
    if (w->begun && !w->keyed)
        text_add_bytes(w->out, ",", 1);
    w->keyed = false;
    w->begun = true;
    return w->out;
}

void json_open(json_writer *w, char bracket)
{
    assert(bracket == '{' || bracket == '[');
    assert(w->depth < JSON_WRITE_DEPTH);
    text_add_bytes(json_value(w), &bracket, 1);
    w->nesting[w->depth++] = bracket;
    w->begun = false;
}

void json_close(json_writer *w)
{
    assert(w->depth > 0 && !w->keyed);
    text_add_bytes(w->out, in_object(w) ? "}" : "]", 1);
    w->depth--;
    w->begun = true;
}

static void begin_key(json_writer *w)
{
    assert(in_object(w) && !w->keyed);
    if (w->begun)
        text_add_bytes(w->out, ",", 1);
    w->keyed = true;
}

void json_key(json_writer *w, const char *key)
{
    begin_key(w);
    text_add_bytes(w->out, "\"", 1);
    text_add_bytes(w->out, key, strlen(key));
    text_add_bytes(w->out, "\":", 2);
}

void json_key_string(json_writer *w, const char *bytes, size_t length)
{
    begin_key(w);
    text_add_json(w->out, bytes, length);
    text_add_bytes(w->out, ":", 1);
}

void json_string(json_writer *w, const char *bytes, size_t length)
{
    text_add_json(json_value(w), bytes, length);
}

void json_text(json_writer *w, const char *string)
{
    if (string)
        json_string(w, string, strlen(string));
    else
        json_null(w);
}

void json_integer(json_writer *w, int64_t n)
{
    text_add(json_value(w), "%" PRId64, n);
}

void json_unsigned(json_writer *w, uint64_t n)
{
    text_add(json_value(w), "%" PRIu64, n);
}

void json_bool(json_writer *w, bool b)
{
    text_add_bytes(json_value(w), b ? "true" : "false", b ? 4 : 5);
}

void json_null(json_writer *w)
{
    text_add_bytes(json_value(w), "null", 4);
}

void json_number(json_writer *w, double x)
{
    if (!isfinite(x))
        json_null(w);
    else if (fabs(x) < 9e15 && x == floor(x))
        json_integer(w, (int64_t)x);
    else
        text_add(json_value(w), "%.6g", x);
}

void json_member_text(json_writer *w, const char *key, const char *string)
{
    json_key(w, key);
    json_text(w, string);
}

void json_member_some(json_writer *w, const char *key, const char *string)
{
    if (string)
        json_member_text(w, key, string);
}

void json_member_integer(json_writer *w, const char *key, int64_t n)
{
    json_key(w, key);
    json_integer(w, n);
}

void json_member_bool(json_writer *w, const char *key, bool b)
{
    json_key(w, key);
    json_bool(w, b);
}
