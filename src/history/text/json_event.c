// SPDX-License-Identifier: MIT
// Reading events as JSON objects: see json_event.h. Fields that are not known
// are passed over, so that a recorder may add its own.

#include "history/text/json_event.h"

#include <string.h>

enum field { PROCESS, TYPE, METHOD, VALUE, OBJECT, ID, FIELDS };
static const char *const field_names[FIELDS] = {"process", "type", "f", "value", "object", "id"};

typedef struct reading {
    history_source *s;
    json *j;
    json_flavour flavour;
    history_event event;
    bool has[FIELDS];
    bool stranger; // not a client's event
} reading;

static bool expected(const reading *r, const char *what, error *e)
{
    return error_at(e, r->s->file, r->j->token_line, r->j->token_column, "%s", what);
}

static bool is(const text *t, const char *name)
{
    return t->length == strlen(name) && memcmp(t->bytes, name, t->length) == 0;
}

static bool read_type(reading *r, json_token t, error *e)
{
    static const char *const names[] = {"invoke", "ok", "fail", "info"};
    text *word = &r->j->string;
    size_t colon = t == JSON_STRING && r->flavour == JEPSEN && word->bytes[0] == ':';
    text rest = {word->bytes + colon, word->length - colon, 0};
    for (size_t i = 0; t == JSON_STRING && i < 4; i++) {
        if (is(&rest, names[i])) {
            r->event.type = (event_type)(EVENT_INVOKE + i);
            return true;
        }
    }
    return expected(r, "\"type\" must be \"invoke\", \"ok\", \"fail\" or \"info\"", e);
}

static bool read_method(reading *r, json_token t, error *e)
{
    if (t != JSON_STRING) {
        // The nemesis may say null; of whom the event is may come later.
        if (r->flavour == JEPSEN && t == JSON_NULL)
            return true;
        return expected(r, "\"f\" must be a string", e);
    }
    const text *word = &r->j->string;
    size_t colon = r->flavour == JEPSEN && word->bytes[0] == ':';
    r->event.method =
        names_get(&r->s->names, r->s->pool, word->bytes + colon, word->length - colon);
    return true;
}

static bool read_process(reading *r, json_token t, error *e)
{
    if (t == JSON_INTEGER) {
        r->event.process = r->j->integer;
        return true;
    }
    if (r->flavour == NATIVE)
        return expected(
            r, "\"process\" must be an integer; the format \"jepsen\" passes over others", e);
    r->stranger = true;
    return json_skip(r->j, t) || json_fail(r->j, r->s->file, e);
}

static bool read_field(reading *r, enum field field, json_token t, error *e)
{
    switch (field) {
    case PROCESS:
        return read_process(r, t, e);
    case TYPE:
        return read_type(r, t, e);
    case METHOD:
        return read_method(r, t, e);
    default: {
        lp_value *into = field == VALUE    ? &r->event.value
                         : field == OBJECT ? &r->event.object
                                           : &r->event.id;
        return value_read_json(r->s->pool, r->j, t, into) || json_fail(r->j, r->s->file, e);
    }
    }
}

static bool read_pair(reading *r, error *e)
{
    size_t field = 0;
    while (field < FIELDS && !is(&r->j->string, field_names[field]))
        field++;
    if (field < FIELDS && r->has[field])
        return error_at(e, r->s->file, r->j->token_line, r->j->token_column,
                        "\"%s\" appears twice in this event", field_names[field]);
    json_token t = json_next(r->j);
    if (t == JSON_ERROR)
        return json_fail(r->j, r->s->file, e);
    if (field == FIELDS)
        return json_skip(r->j, t) || json_fail(r->j, r->s->file, e);
    r->has[field] = true;
    return read_field(r, (enum field)field, t, e);
}

bool json_event_read(history_source *s, json *j, json_flavour flavour, history_event *event,
                     error *e)
{
    reading r = {.s = s, .j = j, .flavour = flavour};
    r.event.line = j->token_line;
    r.event.column = j->token_column;
    for (json_token t; (t = json_next(j)) != JSON_CLOSE;) {
        if (t == JSON_ERROR)
            return json_fail(j, s->file, e);
        if (!read_pair(&r, e))
            return false;
    }
    event->type = EVENT_NONE;
    if (r.stranger) {
        s->passed_over++;
        return true;
    }
    enum field missing = !r.has[PROCESS]                                             ? PROCESS
                         : r.event.type == EVENT_NONE                                ? TYPE
                         : r.event.type == EVENT_INVOKE && lp_is_nil(r.event.method) ? METHOD
                                                                                     : FIELDS;
    if (missing != FIELDS)
        return error_at(e, s->file, r.event.line, r.event.column, "this event has no \"%s\"",
                        field_names[missing]);
    *event = r.event;
    return true;
}

static bool read_only_event(history_source *s, json *j, json_flavour flavour, error *e)
{
    json_token t = json_next(j);
    if (t == JSON_END)
        return true;
    if (t == JSON_ERROR)
        return json_fail(j, s->file, e);
    if (t != JSON_OBJECT)
        return error_at(e, s->file, j->token_line, j->token_column,
                        "an event must be a JSON object: {\"process\":0, …}");
    history_event event = {0};
    if (!json_event_read(s, j, flavour, &event, e))
        return false;
    t = json_next(j);
    if (t == JSON_ERROR)
        return json_fail(j, s->file, e);
    if (t != JSON_END)
        return error_at(e, s->file, j->token_line, j->token_column,
                        "one event a line, but this line goes on");
    return event.type == EVENT_NONE || source_add(s, &event, e);
}

bool json_event_line(history_source *s, const char *bytes, size_t length, json_flavour flavour,
                     error *e)
{
    json j;
    json_init(&j, bytes, length);
    j.at = bytes; // a byte order mark is for the first line only; the reader took it
    j.line = s->line;
    j.string = s->scratch; // lent
    bool fine = read_only_event(s, &j, flavour, e);
    s->scratch = j.string;
    return fine;
}

void json_event_write(json_writer *w, const lp_pool *pool, const lp_op *op, const char *type)
{
    json_member_integer(w, "process", op->process);
    json_member_text(w, "type", type);
    value_write_member(w, "f", pool, op->method);
}

void json_event_write_names(json_writer *w, const lp_pool *pool, const lp_op *op)
{
    if (!lp_is_nil(op->object))
        value_write_member(w, "object", pool, op->object);
    if (!lp_is_nil(op->id))
        value_write_member(w, "id", pool, op->id);
}

size_t skip_to_content(const char *bytes, size_t length)
{
    size_t i = length >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    while (i < length &&
           (bytes[i] == ' ' || bytes[i] == '\t' || bytes[i] == '\r' || bytes[i] == '\n'))
        i++;
    return i;
}
