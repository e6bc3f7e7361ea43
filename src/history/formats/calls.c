// SPDX-License-Identifier: MIT
// The call/return text that several research monitors use:
//
//     # @object atomic-queue
//     [2] call enq(1)
//     [2] return
//     [1] call deq
//     [1] return 1
//     [1] return empty
//
// Lines that begin with '#' and empty lines are not events. "empty" is nil, a
// bare "return" is that of a method without a result.

#include "history/history_source.h"
#include "history/text/json_event.h"
#include "history/text/pending_write.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct cursor {
    history_source *s;
    const char *start, *at, *end; // end: of the line
} cursor;

static bool complain(const cursor *l, error *e, const char *what)
{
    return error_at(e, l->s->file, l->s->line, (uint64_t)(l->at - l->start) + 1, "%s", what);
}

static void skip_blanks(cursor *l)
{
    while (l->at < l->end && (*l->at == ' ' || *l->at == '\t' || *l->at == '\r'))
        l->at++;
}

static bool skip_word(cursor *l, const char *word)
{
    size_t n = strlen(word);
    if ((size_t)(l->end - l->at) < n || memcmp(l->at, word, n) != 0 ||
        (l->at + n < l->end && isalnum((unsigned char)l->at[n])))
        return false;
    l->at += n;
    skip_blanks(l);
    return true;
}

static bool read_process(cursor *l, int64_t *process, error *e)
{
    if (*l->at != '[')
        return complain(l, e, "a line begins with the process in brackets: [2] call enq(1)");
    l->at++;
    int64_t n = 0;
    const char *digits = l->at;
    for (; l->at < l->end && isdigit((unsigned char)*l->at); l->at++)
        if (__builtin_mul_overflow(n, 10, &n) || __builtin_add_overflow(n, *l->at - '0', &n))
            return complain(l, e, "the process number does not fit into 64 bits");
    if (l->at == digits || l->at == l->end || *l->at != ']')
        return complain(l, e, "a process number and ']' expected");
    l->at++;
    skip_blanks(l);
    *process = n;
    return true;
}

// A value up to the end of the line or the closing bracket: JSON, a bare word
// as a string, "empty" and "null" as nil.
static bool read_value(cursor *l, const char *end, lp_value *v, error *e)
{
    while (end > l->at && isspace((unsigned char)end[-1]))
        end--;
    size_t n = (size_t)(end - l->at);
    if (n == 0) {
        *v = LP_UNIT;
        return true;
    }
    if (n == 5 && memcmp(l->at, "empty", 5) == 0) {
        *v = LP_NIL;
        return true;
    }
    bool bare = isalpha((unsigned char)*l->at) && !(n == 4 && memcmp(l->at, "true", 4) == 0) &&
                !(n == 5 && memcmp(l->at, "false", 5) == 0) &&
                !(n == 4 && memcmp(l->at, "null", 4) == 0);
    for (size_t i = 0; bare && i < n; i++)
        if (!isalnum((unsigned char)l->at[i]) && l->at[i] != '_' && l->at[i] != '-')
            return complain(l, e, "this is not a value");
    if (bare) {
        *v = lp_string(l->s->pool, l->at, n);
        return true;
    }
    json j;
    json_init(&j, l->at, n);
    bool fine = value_read_json(l->s->pool, &j, json_next(&j), v) && json_next(&j) == JSON_END;
    if (!fine)
        error_at(e, l->s->file, l->s->line, (uint64_t)(l->at - l->start) + j.token_column, "%s",
                 j.problem ? j.problem : "one value expected");
    json_fini(&j);
    return fine;
}

// Several arguments are one vector: give the tokenizer the brackets it wants.
static bool read_list(cursor *l, const char *end, lp_value *v, error *e)
{
    text list = {0};
    text_add(&list, "[");
    text_add_bytes(&list, l->at, (size_t)(end - l->at));
    text_add(&list, "]");
    json j;
    json_init(&j, list.bytes, list.length);
    bool fine = value_read_json(l->s->pool, &j, json_next(&j), v) && json_next(&j) == JSON_END;
    json_fini(&j);
    text_fini(&list);
    return fine || complain(l, e, "these arguments are not values");
}

static bool read_arguments(cursor *l, const char *close, lp_value *v, error *e)
{
    if (*l->at != '(' || close[-1] != ')' || close - l->at < 2)
        return complain(l, e, "arguments stand in ( and )");
    l->at++;
    close--;
    while (l->at < close && isspace((unsigned char)*l->at))
        l->at++;
    if (l->at == close)
        return true; // ()
    // A comma may also be inside the one argument: then the list has one item.
    bool several = memchr(l->at, ',', (size_t)(close - l->at)) != NULL;
    if (!several)
        return read_value(l, close, v, e);
    if (!read_list(l, close, v, e))
        return false;
    size_t n;
    const lp_value *items = lp_items(l->s->pool, *v, &n);
    if (n == 1)
        *v = items[0];
    return true;
}

static bool read_call(cursor *l, history_event *event, error *e)
{
    const char *name = l->at;
    while (l->at < l->end && (isalnum((unsigned char)*l->at) || *l->at == '_' || *l->at == '-'))
        l->at++;
    if (l->at == name)
        return complain(l, e, "a method name expected");
    event->method = names_get(&l->s->names, l->s->pool, name, (size_t)(l->at - name));
    skip_blanks(l);
    const char *close = l->end;
    while (close > l->at && isspace((unsigned char)close[-1]))
        close--;
    return l->at == close || read_arguments(l, close, &event->value, e);
}

static bool line(history_source *s, const char *bytes, size_t length, error *e)
{
    cursor l = {s, bytes, bytes, bytes + length};
    skip_blanks(&l);
    if (l.at == l.end || *l.at == '#')
        return true;
    history_event event = {.line = s->line, .column = (uint64_t)(l.at - l.start) + 1};
    if (!read_process(&l, &event.process, e))
        return false;
    bool fine;
    if (skip_word(&l, "call")) {
        event.type = EVENT_INVOKE;
        fine = read_call(&l, &event, e);
    } else if (skip_word(&l, "return")) {
        event.type = EVENT_OK;
        fine = read_value(&l, l.end, &event.value, e);
    } else {
        fine = complain(&l, e, "\"call\" or \"return\" expected");
    }
    return fine && source_add(s, &event, e);
}

// Certain from the first line that is not a comment.
static int sniff(const char *bytes, size_t length)
{
    const char *at = bytes + skip_to_content(bytes, length), *end = bytes + length;
    while (at < end && *at == '#') {
        static const char object[] = "# @object";
        if ((size_t)(end - at) >= sizeof object - 1 && memcmp(at, object, sizeof object - 1) == 0)
            return 90;
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        at = newline ? newline + 1 : end;
        at += skip_to_content(at, (size_t)(end - at));
    }
    if (at == end || *at++ != '[')
        return 0;
    const char *digits = at;
    while (at < end && isdigit((unsigned char)*at))
        at++;
    if (at == digits || at == end || *at++ != ']')
        return 0;
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return (end - at >= 4 && memcmp(at, "call", 4) == 0) ||
                   (end - at >= 6 && memcmp(at, "return", 6) == 0)
               ? 90
               : 0;
}

static void write_call(const lp_history *h, const lp_op *op, text *out)
{
    text_add(out, "call %s", lp_string_bytes(h->pool, op->method, NULL));
    if (lp_is_nil(op->arg))
        return;
    text args = {0};
    size_t n;
    value_write_json(h->pool, op->arg, &args);
    lp_items(h->pool, op->arg, &n);
    // [1,2] are two arguments; one that is a list of none or one stays a list.
    bool vector = op->arg.kind == LP_KIND_VECTOR && n > 1;
    text_add(out, "(");
    text_add_bytes(out, args.bytes + vector, args.length - 2 * (size_t)vector);
    text_add(out, ")");
    text_fini(&args);
}

static void write_event(const lp_history *h, uint32_t number, const char *type, text *out)
{
    const lp_op *op = &h->ops[number];
    text_add(out, "[%" PRId64 "] ", op->process);
    if (type[0] == 'i') {
        write_call(h, op, out);
    } else if (op->result.kind == LP_KIND_UNIT) {
        text_add(out, "return");
    } else {
        text_add(out, "return ");
        if (lp_is_nil(op->result))
            text_add(out, "empty");
        else
            value_write_json(h->pool, op->result, out);
    }
    text_add(out, "\n");
}

static bool write(const lp_history *h, limits *l, text *out)
{
    return pending_write(h, write_event, l, out);
}

static bool is_name(const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)bytes[i]) && bytes[i] != '_' && bytes[i] != '-')
            return false;
    return length > 0;
}

static bool fits(const lp_history *h, error *e)
{
    for (uint32_t i = 0; i < h->op_count; i++) {
        size_t length;
        const char *name = lp_string_bytes(h->pool, h->ops[i].method, &length);
        if (!is_name(name, length))
            return error_set(e, "the format \"calls\" cannot hold the method name \"%s\"", name);
        if (h->ops[i].process < 0)
            return error_set(e, "the format \"calls\" has no negative processes");
    }
    return pending_fits(h, "calls", e);
}

const history_format history_format_calls = {
    .name = "calls",
    .summary = "[process] call method(argument) / [process] return value",
    .sniff = sniff,
    .line = line,
    .write = write,
    .fits = fits,
};
