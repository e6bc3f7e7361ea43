// SPDX-License-Identifier: MIT
// Values as JSON and as text for people: see value_text.h.

#include "base/value/value_text.h"

#include "base/memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

// Values nest as deeply as their reader allows, so recursion here is bounded.

static void write_items(const lp_pool *pool, const lp_value *items, size_t count, text *out)
{
    for (size_t i = 0; i < count; i++) {
        if (i)
            text_add_bytes(out, ",", 1);
        value_write_json(pool, items[i], out);
    }
}

// The shortest text that is read as the same number.
static void write_real(double d, text *out)
{
    char digits[40];
    for (int precision = 15; precision <= 17; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, d);
        if (strtod(digits, NULL) == d)
            break;
    }
    text_add(out, "%s", digits);
}

void value_write_json(const lp_pool *pool, lp_value v, text *out)
{
    size_t n;
    switch ((lp_kind)v.kind) {
    case LP_KIND_NIL:
    case LP_KIND_UNIT:
        text_add(out, "null");
        break;
    case LP_KIND_BOOL:
        text_add(out, v.bits ? "true" : "false");
        break;
    case LP_KIND_INT:
        text_add(out, "%" PRId64, v.bits);
        break;
    case LP_KIND_REAL:
        write_real(lp_to_real(v), out);
        break;
    case LP_KIND_STRING: {
        const char *bytes = lp_string_bytes(pool, v, &n);
        text_add_json(out, bytes, n);
        break;
    }
    case LP_KIND_TUPLE:
    case LP_KIND_VECTOR: {
        const lp_value *items = lp_items(pool, v, &n);
        text_add(out, "[");
        write_items(pool, items, n, out);
        text_add(out, "]");
        break;
    }
    case LP_KIND_MAP: {
        const lp_value *items = lp_items(pool, v, &n);
        text_add(out, "{");
        for (size_t i = 0; i + 1 < n; i += 2) {
            if (i)
                text_add(out, ",");
            // JSON has only string keys; other keys are written as their JSON text.
            text key = {0};
            if (items[i].kind == LP_KIND_STRING) {
                value_write_json(pool, items[i], out);
            } else {
                value_write_json(pool, items[i], &key);
                text_add_json(out, key.bytes, key.length);
            }
            text_fini(&key);
            text_add(out, ":");
            value_write_json(pool, items[i + 1], out);
        }
        text_add(out, "}");
        break;
    }
    }
}

void value_write_member(json_writer *w, const char *key, const lp_pool *pool, lp_value v)
{
    json_key(w, key);
    value_write_json(pool, v, json_value(w));
}

static bool read_sequence(lp_pool *pool, json *j, bool map, lp_value *out)
{
    lp_value *items = NULL;
    size_t count = 0, capacity = 0;
    bool fine = true;
    uint64_t line = j->token_line, column = j->token_column;
    for (;;) {
        json_token t = json_next(j);
        if (t == JSON_CLOSE)
            break;
        MEMORY_GROW(items, capacity, count + 2);
        if (map && t == JSON_KEY) {
            items[count++] = lp_string(pool, j->string.bytes, j->string.length);
            t = json_next(j);
        }
        if (!value_read_json(pool, j, t, &items[count])) {
            fine = false;
            break;
        }
        count++;
    }
    if (fine)
        *out = map ? lp_map(pool, items, count / 2) : lp_vector(pool, items, count);
    free(items);
    size_t kept = count;
    if (fine && map)
        lp_items(pool, *out, &kept);
    if (kept == count)
        return fine;
    j->problem = "a key appears twice in this object";
    j->token_line = line;
    j->token_column = column;
    return false;
}

bool value_read_json(lp_pool *pool, json *j, json_token first, lp_value *out)
{
    switch (first) {
    case JSON_NULL:
        *out = LP_NIL;
        return true;
    case JSON_TRUE:
    case JSON_FALSE:
        *out = lp_bool(first == JSON_TRUE);
        return true;
    case JSON_INTEGER:
        *out = lp_int(j->integer);
        return true;
    case JSON_STRING:
        *out = lp_string(pool, j->string.bytes, j->string.length);
        return true;
    case JSON_ARRAY:
        return read_sequence(pool, j, false, out);
    case JSON_OBJECT:
        return read_sequence(pool, j, true, out);
    case JSON_REAL:
        *out = lp_real(j->real);
        return true;
    default:
        if (!j->problem)
            j->problem = "a value expected";
        return false;
    }
}

void value_print_items(const lp_pool *pool, lp_value v, const char *between, text *out)
{
    size_t n;
    const lp_value *items = lp_items(pool, v, &n);
    for (size_t i = 0; i < n; i++) {
        text_add(out, "%s", i ? between : "");
        value_print(pool, items[i], out);
    }
}

void value_print(const lp_pool *pool, lp_value v, text *out)
{
    switch ((lp_kind)v.kind) {
    case LP_KIND_NIL:
        text_add(out, "nil");
        break;
    case LP_KIND_UNIT:
        text_add(out, "ok");
        break;
    case LP_KIND_TUPLE:
        text_add(out, "(");
        value_print_items(pool, v, ", ", out);
        text_add(out, ")");
        break;
    case LP_KIND_VECTOR:
        text_add(out, "[");
        value_print_items(pool, v, " ", out);
        text_add(out, "]");
        break;
    case LP_KIND_MAP: {
        text_add(out, "{");
        size_t n;
        const lp_value *items = lp_items(pool, v, &n);
        for (size_t i = 0; i + 1 < n; i += 2) {
            text_add(out, "%s", i ? ", " : "");
            value_print(pool, items[i], out);
            text_add(out, " ");
            value_print(pool, items[i + 1], out);
        }
        text_add(out, "}");
        break;
    }
    case LP_KIND_BOOL:
    case LP_KIND_INT:
    case LP_KIND_REAL:
    case LP_KIND_STRING:
        value_write_json(pool, v, out);
        break;
    }
}
