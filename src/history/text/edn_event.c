// SPDX-License-Identifier: MIT
// Reading events as EDN maps: see edn_event.h. Keys that are not known are
// passed over with their values.

#include "history/text/edn_event.h"

#include <string.h>

enum field { PROCESS, TYPE, METHOD, VALUE, KEY, OBJECT, ID, FIELDS };
static const char *const field_names[FIELDS] = {":process", ":type",   ":f", ":value",
                                                ":key",     ":object", ":id"};

typedef struct reading {
    history_source *s;
    edn *d;
    edn_event *out;
    bool has[FIELDS];
    bool stranger;
} reading;

const char *edn_name(const lp_pool *pool, lp_value v, size_t *length)
{
    *length = 0;
    if (v.kind != LP_KIND_STRING)
        return "";
    const char *bytes = lp_string_bytes(pool, v, length);
    // A keyword, a symbol, or a string that had to be told from them.
    bool mark = edn_special(bytes, *length) && bytes[0] != '\\';
    *length -= mark;
    return bytes + mark;
}

static bool complain(const reading *r, const char *what, uint64_t column, error *e)
{
    return error_at(e, r->s->file, r->d->token_line, column, "%s", what);
}

static bool set_type(reading *r, const char *name, size_t length)
{
    static const char *const names[] = {"invoke", "ok", "fail", "info"};
    for (size_t i = 0; i < 4; i++) {
        if (length == strlen(names[i]) && memcmp(name, names[i], length) == 0) {
            r->out->event.type = (event_type)(EVENT_INVOKE + i);
            return true;
        }
    }
    return false;
}

static bool set_field(reading *r, enum field field, lp_value v, uint64_t column, error *e)
{
    history_event *event = &r->out->event;
    size_t length;
    const char *name = edn_name(r->s->pool, v, &length);
    switch (field) {
    case PROCESS:
        r->stranger = v.kind != LP_KIND_INT;
        event->process = v.bits;
        return true;
    case TYPE:
        return set_type(r, name, length) ||
               complain(r, ":type must be :invoke, :ok, :fail or :info", column, e);
    case METHOD:
        if (v.kind == LP_KIND_STRING)
            event->method = names_get(&r->s->names, r->s->pool, name, length);
        return v.kind == LP_KIND_STRING || lp_is_nil(v) ||
               complain(r, ":f must be a keyword", column, e);
    case VALUE:
        event->value = v;
        return true;
    case KEY:
        r->out->key = v;
        r->out->has_key = true;
        return true;
    case OBJECT:
        event->object = v;
        return true;
    default:
        event->id = v;
        return true;
    }
}

// The field a key names, without interning it; FIELDS: another key.
static bool read_key(reading *r, enum field *field)
{
    const char *start = r->d->at;
    if (!edn_skip(r->d))
        return false;
    size_t length = (size_t)(r->d->at - start), i = 0;
    while (i < FIELDS &&
           !(length > 1 && start[1] == field_names[i][1] && strlen(field_names[i]) == length &&
             memcmp(start, field_names[i], length) == 0))
        i++;
    *field = (enum field)i;
    return true;
}

static bool read_pair(reading *r, error *e)
{
    enum field field;
    uint64_t column = r->d->token_column;
    if (!read_key(r, &field))
        return edn_fail(r->d, r->s->file, e);
    if (field < FIELDS && r->has[field])
        return error_at(e, r->s->file, r->d->token_line, column, "%s appears twice in this event",
                        field_names[field]);
    if (edn_more(r->d) && *r->d->at == '}')
        edn_problem(r->d, "the last key of this map has no value");
    column = r->d->token_column;
    lp_value v;
    if (r->d->problem || !(field == FIELDS ? edn_skip(r->d) : edn_value(r->d, &v)))
        return edn_fail(r->d, r->s->file, e);
    if (field == FIELDS)
        return true;
    r->has[field] = true;
    return set_field(r, field, v, column, e);
}

// Newer Jepsens write records: #jepsen.history.Op{…}.
static void skip_tag(edn *d)
{
    if (edn_peek(d) != '#')
        return;
    const char *at = d->at;
    while (at < d->end && !strchr(" \t\r\n,;\"()[]{}\\", *at))
        at++;
    if (at < d->end && *at == '{' && at - d->at > 1)
        d->at = at;
}

bool edn_event_read(history_source *s, edn *d, edn_event *out, error *e)
{
    reading r = {.s = s, .d = d, .out = out};
    uint64_t line = d->token_line, column = d->token_column;
    *out = (edn_event){.event = {.line = line, .column = column}};
    skip_tag(d);
    if (edn_peek(d) != '{')
        return edn_problem(d, "an event must be a map: {:process 0, …}"), edn_fail(d, s->file, e);
    d->at++;
    d->depth++;
    while (edn_more(d) && *d->at != '}')
        if (!read_pair(&r, e))
            return false;
    if (!d->problem && d->at >= d->end)
        edn_problem(d, "the input ends in the middle of an event");
    if (d->problem)
        return edn_fail(d, s->file, e);
    d->at++;
    d->depth--;
    history_event *event = &out->event;
    enum field missing = !r.has[PROCESS]                                           ? PROCESS
                         : r.stranger                                              ? FIELDS
                         : event->type == EVENT_NONE                               ? TYPE
                         : event->type == EVENT_INVOKE && lp_is_nil(event->method) ? METHOD
                                                                                   : FIELDS;
    if (missing != FIELDS)
        return error_at(e, s->file, line, column, "this event has no %s", field_names[missing]);
    if (r.stranger) {
        s->passed_over++;
        event->type = EVENT_NONE;
    }
    return true;
}
