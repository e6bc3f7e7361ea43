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
// Lines that begin with '#' and empty lines are not events. "empty" is nil.

#include "history/builder.h"
#include "history/format.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct line {
    const char *file;
    lp_pool *pool;
    const char *start, *at, *end; // end: of the line
    uint64_t number;
} line;

static bool complain(const line *l, error *e, const char *what)
{
    return error_at(e, l->file, l->number, (uint64_t)(l->at - l->start) + 1, "%s", what);
}

static void skip_blanks(line *l)
{
    while (l->at < l->end && (*l->at == ' ' || *l->at == '\t' || *l->at == '\r'))
        l->at++;
}

static bool skip_word(line *l, const char *word)
{
    size_t n = strlen(word);
    if ((size_t)(l->end - l->at) < n || memcmp(l->at, word, n) != 0 ||
        (l->at + n < l->end && isalnum((unsigned char)l->at[n])))
        return false;
    l->at += n;
    skip_blanks(l);
    return true;
}

static bool read_process(line *l, int64_t *process, error *e)
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
static bool read_value(line *l, const char *end, lp_value *v, error *e)
{
    while (end > l->at && isspace((unsigned char)end[-1]))
        end--;
    size_t n = (size_t)(end - l->at);
    if (n == 0 || (n == 5 && memcmp(l->at, "empty", 5) == 0)) {
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
        *v = lp_string(l->pool, l->at, n);
        return true;
    }
    json j;
    json_init(&j, l->at, n);
    bool fine = value_read_json(l->pool, &j, json_next(&j), v) && json_next(&j) == JSON_END;
    if (!fine)
        error_at(e, l->file, l->number, (uint64_t)(l->at - l->start) + j.token_column, "%s",
                 j.problem ? j.problem : "one value expected");
    json_fini(&j);
    return fine;
}

// Several arguments are one vector: give the tokenizer the brackets it wants.
static bool read_list(line *l, const char *end, lp_value *v, error *e)
{
    text list = {0};
    text_add(&list, "[");
    text_add_bytes(&list, l->at, (size_t)(end - l->at));
    text_add(&list, "]");
    json j;
    json_init(&j, list.bytes, list.length);
    bool fine = value_read_json(l->pool, &j, json_next(&j), v) && json_next(&j) == JSON_END;
    json_fini(&j);
    text_fini(&list);
    return fine || complain(l, e, "these arguments are not values");
}

static bool read_call(line *l, builder *b, builder_event *event, error *e)
{
    const char *name = l->at;
    while (l->at < l->end && (isalnum((unsigned char)*l->at) || *l->at == '_' || *l->at == '-'))
        l->at++;
    if (l->at == name)
        return complain(l, e, "a method name expected");
    event->method = lp_string(l->pool, name, (size_t)(l->at - name));
    skip_blanks(l);
    const char *close = l->end;
    while (close > l->at && isspace((unsigned char)close[-1]))
        close--;
    if (l->at < close) {
        if (*l->at != '(' || close[-1] != ')')
            return complain(l, e, "arguments stand in ( and )");
        l->at++;
        close--;
        bool several = memchr(l->at, ',', (size_t)(close - l->at)) != NULL;
        bool fine = several ? read_list(l, close, &event->value, e)
                            : read_value(l, close, &event->value, e);
        if (!fine)
            return false;
    }
    return builder_invoke(b, event, e);
}

static bool read_line(line *l, builder *b, error *e)
{
    skip_blanks(l);
    if (l->at == l->end || *l->at == '#')
        return true;
    builder_event event = {.line = l->number, .column = 1};
    if (!read_process(l, &event.process, e))
        return false;
    if (skip_word(l, "call"))
        return read_call(l, b, &event, e);
    if (skip_word(l, "return"))
        return read_value(l, l->end, &event.value, e) && builder_ok(b, &event, e);
    return complain(l, e, "\"call\" or \"return\" expected");
}

static bool read(const char *file, const char *bytes, size_t length, lp_history *into, error *e)
{
    builder *b = builder_new(file, into);
    line l = {.file = file, .pool = into->pool};
    bool fine = true;
    const char *at = bytes, *end = bytes + length;
    while (at < end && fine) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        l.start = l.at = at;
        l.end = newline ? newline : end;
        l.number++;
        fine = read_line(&l, b, e);
        at = l.end + 1;
    }
    if (fine)
        builder_finish(b);
    builder_free(b);
    return fine;
}

static int sniff(const char *bytes, size_t length)
{
    if (length >= 9 && memcmp(bytes, "# @object", 9) == 0)
        return 90;
    size_t i = 1;
    while (i < length && isdigit((unsigned char)bytes[i]))
        i++;
    return length > 6 && bytes[0] == '[' && i > 1 && i + 6 < length &&
                   memcmp(bytes + i, "] call", 6) == 0
               ? 90
               : 0;
}

static void write(const lp_history *h, text *out)
{
    for (uint32_t i = 0; i < h->event_count; i++) {
        const lp_op *op = &h->ops[h->events[i].op];
        text_add(out, "[%" PRId64 "] ", op->process);
        if (h->events[i].is_return) {
            text_add(out, "return");
            if (op->result.kind != LP_KIND_UNIT) {
                text_add(out, " ");
                if (lp_is_nil(op->result))
                    text_add(out, "empty");
                else
                    value_write_json(h->pool, op->result, out);
            }
        } else {
            text_add(out, "call %s", lp_string_bytes(h->pool, op->method, NULL));
            if (!lp_is_nil(op->arg)) {
                text args = {0};
                value_write_json(h->pool, op->arg, &args);
                bool vector = op->arg.kind == LP_KIND_VECTOR;
                text_add(out, "(%.*s)", (int)args.length - 2 * vector, args.bytes + vector);
                text_fini(&args);
            }
        }
        text_add(out, "\n");
    }
}

const history_format history_format_calls = {
    .name = "calls",
    .summary = "[process] call method(argument) / [process] return value",
    .sniff = sniff,
    .read = read,
    .write = write,
};
