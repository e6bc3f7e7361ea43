// SPDX-License-Identifier: MIT
// The validator: see validator.h. Values become one spelling each: 5, "61" (a
// string in hex), [1,2], {"61":1} with sorted keys.

#include "validator.h"

#include "base/memory.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct cursor {
    const unsigned char *at, *end;
} cursor;

typedef struct op {
    long long process;
    char *method, *arg, *result, *object, *id;
    bool open, failed, returned;
} op;

typedef struct history {
    op *ops;
    size_t op_count, op_capacity;
    size_t *events; // 2 × op, + 1 for a return
    size_t event_count, event_capacity;
} history;

static void blanks(cursor *c)
{
    while (c->at < c->end && (*c->at == ' ' || *c->at == '\t' || *c->at == '\r'))
        c->at++;
}

static bool take(cursor *c, int wanted)
{
    if (c->at < c->end && *c->at == wanted) {
        c->at++;
        return true;
    }
    return false;
}

static bool hex4(cursor *c, unsigned *out)
{
    char digits[5] = {0};
    for (int i = 0; i < 4; i++) {
        if (c->at >= c->end || !strchr("0123456789abcdefABCDEF", *c->at) || !*c->at)
            return false;
        digits[i] = (char)*c->at++;
    }
    *out = (unsigned)strtoul(digits, NULL, 16);
    return true;
}

static void add_hex(text *out, unsigned code)
{
    unsigned char b[4];
    int n = 0;
    if (code < 0x80) {
        b[n++] = (unsigned char)code;
    } else if (code < 0x800) {
        b[n++] = (unsigned char)(0xc0 + code / 64);
        b[n++] = (unsigned char)(0x80 + code % 64);
    } else if (code < 0x10000) {
        b[n++] = (unsigned char)(0xe0 + code / 4096);
        b[n++] = (unsigned char)(0x80 + code / 64 % 64);
        b[n++] = (unsigned char)(0x80 + code % 64);
    } else {
        b[n++] = (unsigned char)(0xf0 + code / 262144);
        b[n++] = (unsigned char)(0x80 + code / 4096 % 64);
        b[n++] = (unsigned char)(0x80 + code / 64 % 64);
        b[n++] = (unsigned char)(0x80 + code % 64);
    }
    for (int i = 0; i < n; i++)
        text_add(out, "%02x", b[i]);
}

// Decodes one sequence; the smallest code of each length rules out long forms.
static bool utf8(cursor *c, text *out)
{
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned first = *c->at, n = first < 0x80 ? 1 : first >> 5 == 6 ? 2 : first >> 4 == 14 ? 3 : 4;
    if (n == 4 && first >> 3 != 30)
        return false;
    unsigned code = n == 1 ? first : first & (0x7fu >> n);
    if ((size_t)(c->end - c->at) < n)
        return false;
    for (unsigned i = 1; i < n; i++) {
        if (c->at[i] >> 6 != 2)
            return false;
        code = code * 64 + c->at[i] % 64;
    }
    if (code < least[n] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
        return false;
    c->at += n;
    add_hex(out, code);
    return true;
}

static bool escape(cursor *c, text *out)
{
    static const char names[] = "bfnrt\"\\/", codes[] = "\b\f\n\r\t\"\\/";
    if (c->at >= c->end)
        return false;
    const char *simple = *c->at ? strchr(names, *c->at) : NULL;
    if (simple) {
        c->at++;
        add_hex(out, (unsigned)codes[simple - names]);
        return true;
    }
    unsigned code, low;
    if (!take(c, 'u') || !hex4(c, &code))
        return false;
    if (code >= 0xd800 && code < 0xe000) {
        if (code >= 0xdc00 || !take(c, '\\') || !take(c, 'u') || !hex4(c, &low) || low < 0xdc00 ||
            low > 0xdfff)
            return false;
        code = 0x10000 + (code - 0xd800) * 1024 + (low - 0xdc00);
    }
    add_hex(out, code);
    return true;
}

static bool string(cursor *c, text *out)
{
    if (!take(c, '"'))
        return false;
    text_add(out, "\"");
    while (c->at < c->end && *c->at != '"') {
        if (*c->at < 0x20)
            return false;
        if (take(c, '\\') ? !escape(c, out) : !utf8(c, out))
            return false;
    }
    text_add(out, "\"");
    return take(c, '"');
}

static bool digits(cursor *c)
{
    const unsigned char *from = c->at;
    while (c->at < c->end && *c->at >= '0' && *c->at <= '9')
        c->at++;
    return c->at > from;
}

static bool number(cursor *c, text *out)
{
    const unsigned char *from = c->at;
    bool real = false;
    take(c, '-');
    const unsigned char *first = c->at;
    if (!digits(c) || (*first == '0' && c->at > first + 1))
        return false;
    if (take(c, '.')) {
        real = true;
        if (!digits(c))
            return false;
    }
    if (take(c, 'e') || take(c, 'E')) {
        real = true;
        if (!take(c, '+'))
            take(c, '-');
        if (!digits(c))
            return false;
    }
    char copy[64];
    size_t length = (size_t)(c->at - from);
    if (length >= sizeof copy)
        return false;
    memcpy(copy, from, length);
    copy[length] = 0;
    errno = 0;
    double d = strtod(copy, NULL);
    if (!real || (d >= -0x1p63 && d < 0x1p63 && d == (double)(long long)d)) {
        errno = 0;
        text_add(out, "%lld", real ? (long long)d : strtoll(copy, NULL, 10));
        return errno == 0;
    }
    text_add(out, "%.17g", d);
    return d <= 1.7976931348623157e308 && d >= -1.7976931348623157e308;
}

static bool value(cursor *c, int depth, bool unique, text *out);

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// Members "key":value are collected and sorted; equal keys stand side by side
// then. A quote ends a key, so comparing up to it compares whole keys.
static bool members(char **member, size_t count, bool unique, text *out)
{
    if (count)
        qsort(member, count, sizeof *member, by_text);
    for (size_t i = 0; i < count; i++) {
        size_t key = strcspn(member[i] + 1, "\"") + 2;
        if (unique && i && strncmp(member[i - 1], member[i], key) == 0)
            return false;
        text_add(out, "%s%s", i ? "," : "", member[i]);
    }
    return true;
}

static bool object(cursor *c, int depth, bool unique, text *out)
{
    char **member = NULL;
    size_t count = 0, capacity = 0;
    bool fine = true;
    text_add(out, "{");
    blanks(c);
    if (!take(c, '}')) {
        do {
            text t = {0};
            blanks(c);
            fine = string(c, &t);
            blanks(c);
            fine = fine && take(c, ':');
            text_add(&t, ":");
            fine = fine && value(c, depth, unique, &t);
            MEMORY_GROW(member, capacity, count + 1);
            member[count++] = text_take(&t);
            blanks(c);
        } while (fine && take(c, ','));
        fine = fine && take(c, '}');
    }
    fine = fine && members(member, count, unique, out);
    text_add(out, "}");
    for (size_t i = 0; i < count; i++)
        free(member[i]);
    free(member);
    return fine;
}

static bool array(cursor *c, int depth, bool unique, text *out)
{
    text_add(out, "[");
    blanks(c);
    if (take(c, ']')) {
        text_add(out, "]");
        return true;
    }
    do {
        if (!value(c, depth, unique, out))
            return false;
        text_add(out, ",");
        blanks(c);
    } while (take(c, ','));
    text_add(out, "]");
    return take(c, ']');
}

static bool word(cursor *c, const char *spelling, text *out)
{
    for (const char *s = spelling; *s; s++)
        if (!take(c, *s))
            return false;
    text_add(out, "%s", spelling);
    return true;
}

static bool value(cursor *c, int depth, bool unique, text *out)
{
    blanks(c);
    if (c->at >= c->end)
        return false;
    switch (*c->at) {
    case '"':
        return string(c, out);
    case 't':
        return word(c, "true", out);
    case 'f':
        return word(c, "false", out);
    case 'n':
        return word(c, "null", out);
    case '[':
        c->at++;
        return depth < 64 && array(c, depth + 1, unique, out);
    case '{':
        c->at++;
        return depth < 64 && object(c, depth + 1, unique, out);
    default:
        return number(c, out);
    }
}

enum { PROCESS, TYPE, F, VALUE, OBJECT, ID, KNOWN };

// "process" and so on in hex, as keys are spelt here.
static const char *const known[KNOWN] = {"\"70726f63657373\"", "\"74797065\"",     "\"66\"",
                                         "\"76616c7565\"",     "\"6f626a656374\"", "\"6964\""};

static bool event_object(cursor *c, char **field)
{
    if (!take(c, '{'))
        return false;
    blanks(c);
    if (take(c, '}'))
        return true;
    do {
        text key = {0}, v = {0};
        blanks(c);
        bool fine = string(c, &key);
        size_t k = 0;
        while (k < KNOWN && (!fine || strcmp(key.bytes, known[k]) != 0))
            k++;
        blanks(c);
        fine = fine && take(c, ':');
        const unsigned char *raw = c->at;
        fine = fine && value(c, 1, k < KNOWN, &v) && !(k < KNOWN && field[k]);
        // 1.0 is spelt 1 here, but it is no process.
        for (; k == PROCESS && raw < c->at; raw++)
            fine = fine && *raw != '.' && *raw != 'e' && *raw != 'E';
        if (fine && k < KNOWN)
            field[k] = text_take(&v);
        text_fini(&key);
        text_fini(&v);
        if (!fine)
            return false;
        blanks(c);
    } while (take(c, ','));
    return take(c, '}');
}

static op *find_open(history *h, long long process, const char *id)
{
    for (size_t i = 0; i < h->op_count; i++)
        if (h->ops[i].open && h->ops[i].process == process && strcmp(h->ops[i].id, id) == 0)
            return &h->ops[i];
    return NULL;
}

static char *or_null(const char *s)
{
    return memory_string(s ? s : "null");
}

static bool add_call(history *h, long long process, char **field)
{
    char *id = or_null(field[ID]);
    bool twice = find_open(h, process, id) != NULL;
    for (size_t i = 0; i < h->op_count; i++)
        twice |= h->ops[i].process == process && strcmp(id, "null") != 0 &&
                 strcmp(h->ops[i].id, id) == 0;
    if (twice || !field[F] || field[F][0] != '"') {
        free(id);
        return false;
    }
    MEMORY_GROW(h->ops, h->op_capacity, h->op_count + 1);
    MEMORY_GROW(h->events, h->event_capacity, h->event_count + 1);
    h->events[h->event_count++] = 2 * h->op_count;
    h->ops[h->op_count++] = (op){process,
                                 memory_string(field[F]),
                                 or_null(field[VALUE]),
                                 NULL,
                                 or_null(field[OBJECT]),
                                 id,
                                 true,
                                 false,
                                 false};
    return true;
}

static bool add_return(history *h, long long process, char **field, char kind)
{
    char *id = or_null(field[ID]);
    op *o = find_open(h, process, id);
    free(id);
    bool other_object = o && field[OBJECT] && strcmp(field[OBJECT], "null") != 0 &&
                        strcmp(field[OBJECT], o->object) != 0;
    if (!o || (field[F] && strcmp(field[F], o->method) != 0) || other_object)
        return false;
    o->open = false;
    o->failed = kind == 'f';
    if (kind != 'o')
        return true;
    o->returned = true;
    // "cas", which Jepsen reports by its argument again.
    bool again = strcmp(o->method, "\"636173\"") == 0 && o->arg[0] == '[' && field[VALUE] &&
                 strcmp(o->arg, field[VALUE]) == 0;
    o->result = again ? memory_string("true") : or_null(field[VALUE]);
    MEMORY_GROW(h->events, h->event_capacity, h->event_count + 1);
    h->events[h->event_count++] = 2 * (size_t)(o - h->ops) + 1;
    return true;
}

static bool add_event(history *h, char **field)
{
    static const char *const types[] = {"\"696e766f6b65\"", "\"6f6b\"", "\"6661696c\"",
                                        "\"696e666f\""};
    const char *process = field[PROCESS];
    if (!process || !field[TYPE] || (field[F] && field[F][0] != '"'))
        return false;
    if (strspn(process, "-0123456789") != strlen(process))
        return false;
    size_t type = 0;
    while (type < 4 && strcmp(field[TYPE], types[type]) != 0)
        type++;
    if (type == 4)
        return false;
    long long number = strtoll(process, NULL, 10);
    return type == 0 ? add_call(h, number, field) : add_return(h, number, field, "ioft"[type]);
}

static bool line(history *h, cursor c)
{
    char *field[KNOWN] = {0};
    blanks(&c);
    if (c.at == c.end)
        return true;
    bool fine = event_object(&c, field);
    blanks(&c);
    fine = fine && c.at == c.end && add_event(h, field);
    for (size_t i = 0; i < KNOWN; i++)
        free(field[i]);
    return fine;
}

static void print_event(const op *o, bool is_return, text *out)
{
    text_add(out, "%lld %s %s %s %s %s\n", o->process, is_return ? "ret" : "call", o->method,
             is_return ? o->result : o->arg, o->object, o->id);
}

bool validate_jsonl(const char *bytes, size_t length, text *out)
{
    history h = {0};
    bool fine = true;
    const unsigned char *at = (const unsigned char *)bytes, *end = at + length;
    if (length >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0)
        at += 3;
    while (fine && at < end) {
        const unsigned char *stop = at;
        while (stop < end && *stop != '\n')
            stop++;
        fine = line(&h, (cursor){at, stop});
        at = stop + 1;
    }
    for (size_t i = 0; fine && i < h.event_count; i++)
        if (!h.ops[h.events[i] / 2].failed)
            print_event(&h.ops[h.events[i] / 2], h.events[i] % 2, out);
    for (size_t i = 0; i < h.op_count; i++) {
        op *o = &h.ops[i];
        free(o->method), free(o->arg), free(o->result), free(o->object), free(o->id);
    }
    free(h.ops);
    free(h.events);
    return fine;
}

static char *spell(const lp_pool *pool, lp_value v)
{
    text out = {0};
    size_t n;
    const lp_value *items = lp_items(pool, v, &n);
    if (v.kind == LP_KIND_STRING) {
        const char *bytes = lp_string_bytes(pool, v, &n);
        text_add(&out, "\"");
        for (size_t i = 0; i < n; i++)
            text_add(&out, "%02x", (unsigned char)bytes[i]);
        text_add(&out, "\"");
    } else if (v.kind == LP_KIND_VECTOR) {
        text_add(&out, "[");
        for (size_t i = 0; i < n; i++) {
            char *item = spell(pool, items[i]);
            text_add(&out, "%s,", item);
            free(item);
        }
        text_add(&out, "]");
    } else if (v.kind == LP_KIND_MAP) {
        char **member = memory_new(n / 2 + 1, sizeof *member);
        for (size_t i = 0; i < n / 2; i++) {
            char *key = spell(pool, items[2 * i]), *item = spell(pool, items[2 * i + 1]);
            member[i] = text_format("%s:%s", key, item);
            free(key), free(item);
        }
        text_add(&out, "{");
        members(member, n / 2, false, &out);
        text_add(&out, "}");
        for (size_t i = 0; i < n / 2; i++)
            free(member[i]);
        free(member);
    } else if (v.kind == LP_KIND_INT) {
        text_add(&out, "%" PRId64, v.bits);
    } else if (v.kind == LP_KIND_REAL) {
        text_add(&out, "%.17g", lp_to_real(v));
    } else {
        text_add(&out, "%s", v.kind == LP_KIND_BOOL ? v.bits ? "true" : "false" : "null");
    }
    return text_take(&out);
}

void validator_print(const lp_history *h, text *out)
{
    for (uint32_t i = 0; i < h->event_count; i++) {
        const lp_op *from = &h->ops[h->events[i].op];
        op o = {.process = from->process,
                .method = spell(h->pool, from->method),
                .arg = spell(h->pool, from->arg),
                .result = spell(h->pool, from->result),
                .object = spell(h->pool, from->object),
                .id = spell(h->pool, from->id)};
        print_event(&o, h->events[i].is_return, out);
        free(o.method), free(o.arg), free(o.result), free(o.object), free(o.id);
    }
}
