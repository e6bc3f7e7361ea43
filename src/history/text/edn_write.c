// SPDX-License-Identifier: MIT
// Writing EDN: see edn_read.h. A string that stands for a keyword, symbol or
// character is written as that; one with a quote before it loses the quote.

#include "history/text/edn_text.h"

#include "base/value/value_text.h"

#include <string.h>

static bool is_character(const char *bytes, size_t length)
{
    edn d;
    edn_init(&d, NULL, bytes, length);
    bool same = edn_read_character(&d) == NULL && d.at == d.end && d.word.length == length - 1 &&
                memcmp(d.word.bytes, bytes + 1, length - 1) == 0;
    edn_fini(&d);
    return same;
}

static bool is_symbol(const char *bytes, size_t length)
{
    if (length == 0 || edn_symbolic(bytes, length))
        return length != 0;
    bool sign = length > 1 && (bytes[0] == '-' || bytes[0] == '+');
    lp_value v;
    if (bytes[sign] >= '0' && bytes[sign] <= '9')
        return edn_read_number(bytes, length, &v) == edn_is_ratio;
    bool word = (length == 3 && memcmp(bytes, "nil", 3) == 0) ||
                (length == 4 && memcmp(bytes, "true", 4) == 0) ||
                (length == 5 && memcmp(bytes, "false", 5) == 0);
    return !word && bytes[0] != ':' && edn_symbol(bytes, length);
}

bool edn_special(const char *bytes, size_t length)
{
    while (length > 1 && bytes[0] == '"')
        bytes++, length--;
    if (length < 2)
        return false;
    switch (bytes[0]) {
    case ':':
        return bytes[1] != ':' && edn_symbol(bytes + 1, length - 1);
    case '\'':
        return is_symbol(bytes + 1, length - 1);
    case '\\':
        return is_character(bytes, length);
    default:
        return false;
    }
}

static void write_string(const char *bytes, size_t length, text *out)
{
    if (!edn_special(bytes, length)) {
        text_add_json(out, bytes, length);
    } else if (bytes[0] == '"') {
        text_add_json(out, bytes + 1, length - 1);
    } else {
        bool quoted = bytes[0] == '\'';
        text_add_bytes(out, bytes + quoted, length - quoted);
    }
}

static void write_items(const lp_pool *pool, lp_value v, const char *open, const char *close,
                        text *out)
{
    size_t n;
    const lp_value *items = lp_items(pool, v, &n);
    text_add(out, "%s", open);
    for (size_t i = 0; i < n; i++) {
        text_add(out, "%s", !i ? "" : v.kind == LP_KIND_MAP && i % 2 == 0 ? ", " : " ");
        edn_write(pool, items[i], out);
    }
    text_add(out, "%s", close);
}

// A set or a tagged value; other tuples, which come from C tests, are vectors.
static void write_tuple(const lp_pool *pool, lp_value v, text *out)
{
    size_t n, length = 0;
    const lp_value *items = lp_items(pool, v, &n);
    const char *tag =
        n == 2 && items[0].kind == LP_KIND_STRING ? lp_string_bytes(pool, items[0], &length) : "";
    if (length == 3 && memcmp(tag, "#{}", 3) == 0 && items[1].kind == LP_KIND_VECTOR) {
        write_items(pool, items[1], "#{", "}", out);
    } else if (length > 1 && tag[0] == '#' && edn_symbol(tag + 1, length - 1)) {
        text_add_bytes(out, tag, length);
        text_add(out, " ");
        edn_write(pool, items[1], out);
    } else {
        write_items(pool, v, "[", "]", out);
    }
}

void edn_write(const lp_pool *pool, lp_value v, text *out)
{
    size_t length;
    switch ((lp_kind)v.kind) {
    case LP_KIND_NIL:
    case LP_KIND_UNIT:
        text_add(out, "nil");
        break;
    case LP_KIND_BOOL:
    case LP_KIND_INT:
    case LP_KIND_REAL:
        value_write_json(pool, v, out);
        break;
    case LP_KIND_STRING: {
        const char *bytes = lp_string_bytes(pool, v, &length);
        write_string(bytes, length, out);
        break;
    }
    case LP_KIND_TUPLE:
        write_tuple(pool, v, out);
        break;
    case LP_KIND_VECTOR:
        write_items(pool, v, "[", "]", out);
        break;
    case LP_KIND_MAP:
        write_items(pool, v, "{", "}", out);
        break;
    }
}
