// SPDX-License-Identifier: MIT
// The native format: JSON Lines, one event a line, the shape Jepsen users know.
//
//     {"process":0,"type":"invoke","f":"enq","value":5}
//     {"process":0,"type":"ok","f":"enq","value":null}
//
// "object", "id", "time" and "index" are optional; fields not known are passed
// over, so that a recorder may add its own.

#include "base/json.h"
#include "history/builder.h"
#include "history/format.h"

#include <inttypes.h>
#include <string.h>

typedef enum event_type { NO_TYPE, INVOKE, OK, FAIL, INFO } event_type;

typedef struct line {
    builder_event event;
    bool has_process, has_method;
    event_type type;
} line;

// Certain for an object that begins as one of our events does, likely for any object.
static int sniff(const char *bytes, size_t length)
{
    size_t i = 0;
    while (i < length && strchr(" \t\r\n", bytes[i]) && bytes[i])
        i++;
    if (i == length || bytes[i] != '{')
        return 0;
    do
        i++;
    while (i < length && strchr(" \t", bytes[i]) && bytes[i]);
    return i < length && bytes[i] == '"' ? 60 : 0;
}

static bool expected(json *j, const char *file, const char *what, error *e)
{
    return error_at(e, file, j->token_line, j->token_column, "%s", what);
}

static bool read_type(json *j, json_token t, const char *file, line *l, error *e)
{
    static const struct {
        const char *name;
        event_type type;
    } types[] = {{"invoke", INVOKE}, {"ok", OK}, {"fail", FAIL}, {"info", INFO}};
    for (size_t i = 0; t == JSON_STRING && i < sizeof types / sizeof *types; i++) {
        if (strcmp(j->string.bytes, types[i].name) == 0) {
            l->type = types[i].type;
            return true;
        }
    }
    return expected(j, file, "\"type\" must be \"invoke\", \"ok\", \"fail\" or \"info\"", e);
}

static bool read_field(json *j, const char *file, lp_pool *pool, line *l, error *e)
{
    text key = {0};
    text_add_bytes(&key, j->string.bytes, j->string.length);
    json_token t = json_next(j);
    bool fine = true;
    if (t == JSON_ERROR) {
        fine = json_fail(j, file, e);
    } else if (strcmp(key.bytes, "process") == 0) {
        fine = t == JSON_INTEGER || expected(j, file, "\"process\" must be an integer", e);
        l->event.process = j->integer;
        l->has_process = true;
    } else if (strcmp(key.bytes, "type") == 0) {
        fine = read_type(j, t, file, l, e);
    } else if (strcmp(key.bytes, "f") == 0) {
        fine = t == JSON_STRING || expected(j, file, "\"f\" must be a string", e);
        if (fine)
            l->event.method = lp_string(pool, j->string.bytes, j->string.length);
        l->has_method = true;
    } else {
        lp_value *into = strcmp(key.bytes, "value") == 0    ? &l->event.value
                         : strcmp(key.bytes, "object") == 0 ? &l->event.object
                         : strcmp(key.bytes, "id") == 0     ? &l->event.id
                                                            : NULL;
        if (into)
            fine = value_read_json(pool, j, t, into) || json_fail(j, file, e);
        else
            fine = json_skip(j, t) || json_fail(j, file, e);
    }
    text_fini(&key);
    return fine;
}

static bool read_line(json *j, const char *file, builder *b, lp_pool *pool, error *e)
{
    line l = {.event = {.line = j->token_line, .column = j->token_column}};
    for (;;) {
        json_token t = json_next(j);
        if (t == JSON_ERROR)
            return json_fail(j, file, e);
        if (t == JSON_CLOSE)
            break;
        if (!read_field(j, file, pool, &l, e))
            return false;
    }
    const char *missing = !l.has_process                      ? "process"
                          : l.type == NO_TYPE                 ? "type"
                          : l.type == INVOKE && !l.has_method ? "f"
                                                              : NULL;
    if (missing)
        return error_at(e, file, l.event.line, l.event.column, "this event has no \"%s\"", missing);
    switch (l.type) {
    case INVOKE:
        return builder_invoke(b, &l.event, e);
    case OK:
        return builder_ok(b, &l.event, e);
    case FAIL:
        return builder_fail(b, &l.event, e);
    default:
        return builder_info(b, &l.event, e);
    }
}

static bool read(const char *file, const char *bytes, size_t length, lp_history *into, error *e)
{
    json j;
    json_init(&j, bytes, length);
    builder *b = builder_new(file, into);
    bool fine = true;
    while (fine) {
        json_token t = json_next(&j);
        if (t == JSON_END)
            break;
        if (t == JSON_OBJECT)
            fine = read_line(&j, file, b, into->pool, e);
        else if (t == JSON_ERROR)
            fine = json_fail(&j, file, e);
        else
            fine = expected(&j, file, "an event must be a JSON object: {\"process\":0, …}", e);
    }
    if (fine)
        builder_finish(b);
    builder_free(b);
    json_fini(&j);
    return fine;
}

static void write(const lp_history *h, text *out)
{
    for (uint32_t i = 0; i < h->event_count; i++) {
        const lp_event *event = &h->events[i];
        const lp_op *op = &h->ops[event->op];
        text_add(out, "{\"process\":%" PRId64 ",\"type\":\"%s\",\"f\":", op->process,
                 event->is_return ? "ok" : "invoke");
        value_write_json(h->pool, op->method, out);
        text_add(out, ",\"value\":");
        value_write_json(h->pool, event->is_return ? op->result : op->arg, out);
        if (!lp_is_nil(op->object)) {
            text_add(out, ",\"object\":");
            value_write_json(h->pool, op->object, out);
        }
        if (!lp_is_nil(op->id)) {
            text_add(out, ",\"id\":");
            value_write_json(h->pool, op->id, out);
        }
        text_add(out, "}\n");
    }
}

const history_format history_format_jsonl = {
    .name = "jsonl",
    .summary = "JSON Lines, one event a line (native)",
    .sniff = sniff,
    .read = read,
    .write = write,
};
