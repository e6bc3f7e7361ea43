// SPDX-License-Identifier: MIT
// Jepsen's history as JSON: one array of events, or events one after the other.
//
//     [{"index":0,"process":1,"type":"invoke","f":"write","value":3,"time":…},
//      {"index":1,"process":1,"type":"ok","f":"write","value":3,"time":…}]
//
// A process that is not an integer ("nemesis") is not a client; its events are
// passed over. Keywords may have kept their colon (":invoke").

#include "history/text/json_event.h"
#include "history/text/pending_write.h"

#include <string.h>

// An array that begins with an object; or an object whose key is on a later
// line; or one a line, of which some have a process that is no number or a type
// with a colon.
static int sniff(const char *bytes, size_t length)
{
    size_t i = skip_to_content(bytes, length);
    if (i == length || (bytes[i] != '[' && bytes[i] != '{'))
        return 0;
    size_t inner = i + 1 + skip_to_content(bytes + i + 1, length - i - 1);
    if (inner == length)
        return 0;
    if (bytes[i] == '[')
        return bytes[inner] == '{' ? 65 : bytes[inner] == ']' ? 50 : 0;
    if (bytes[inner] != '"')
        return 0;
    if (memchr(bytes + i, '\n', inner - i))
        return 65;
    if (memmem(bytes, length, "\":invoke\"", 9))
        return 65;
    static const char key[] = "\"process\":";
    const char *at = bytes, *end = bytes + length;
    while ((at = memmem(at, (size_t)(end - at), key, sizeof key - 1))) {
        at += sizeof key - 1;
        at += skip_to_content(at, (size_t)(end - at));
        if (at < end && (*at == '"' || *at == 'n'))
            return 65;
    }
    return 55;
}

static bool line(history_source *s, const char *bytes, size_t length, error *e)
{
    return json_event_line(s, bytes, length, JEPSEN, e);
}

static bool expected(const history_source *s, const json *j, const char *what, error *e)
{
    return error_at(e, s->file, j->token_line, j->token_column, "%s", what);
}

static bool read_events(history_source *s, json *j, error *e)
{
    bool in_array = false, over = false;
    for (;;) {
        j->limit = NULL;
        json_token t = json_next(j);
        if (t == JSON_END)
            return true;
        if (t == JSON_ERROR)
            return json_fail(j, s->file, e);
        if (over)
            return expected(s, j, "nothing may follow the array of events", e);
        if (t == JSON_ARRAY && !in_array && s->event_count == 0) {
            in_array = true;
        } else if (t == JSON_CLOSE && in_array) {
            over = true;
        } else if (t == JSON_OBJECT) {
            j->limit = j->at + EVENT_MAX_BYTES < j->end ? j->at + EVENT_MAX_BYTES : NULL;
            history_event event;
            if (!json_event_read(s, j, JEPSEN, &event, e) ||
                (event.type != EVENT_NONE && !source_add(s, &event, e)))
                return false;
        } else {
            return expected(s, j, "an event must be a JSON object: {\"process\":0, …}", e);
        }
    }
}

static bool document(history_source *s, const char *bytes, size_t length, error *e)
{
    json j;
    json_init(&j, bytes, length);
    bool fine = read_events(s, &j, e);
    json_fini(&j);
    return fine;
}

// Readers take one colon away, so a name that has one gets another.
static void write_method(json_writer *w, const lp_history *h, const lp_op *op)
{
    size_t length;
    const char *name = lp_string_bytes(h->pool, op->method, &length);
    text t = {0};
    text_add(&t, "%s", name[0] == ':' ? ":" : "");
    text_add_bytes(&t, name, length);
    json_key(w, "f");
    json_string(w, t.bytes, t.length);
    text_fini(&t);
}

static void write_event(const lp_history *h, uint32_t number, const char *type, text *out)
{
    const lp_op *op = &h->ops[number];
    // An array with one event a line: its brackets are not the writer's.
    text_add(out, "%s", out->bytes[out->length - 1] == '[' ? "" : ",\n ");
    json_writer w;
    json_write_init(&w, out);
    json_open(&w, '{');
    json_member_integer(&w, "process", op->process);
    json_member_text(&w, "type", type);
    write_method(&w, h, op);
    value_write_member(&w, "value", h->pool, type[0] == 'i' ? op->arg : op->result);
    json_event_write_names(&w, h->pool, op);
    json_close(&w);
    json_write_fini(&w);
}

static bool write(const lp_history *h, limits *l, text *out)
{
    text_add(out, "[");
    bool whole = pending_write(h, write_event, l, out);
    text_add(out, "]\n");
    return whole;
}

const history_format history_format_jepsen = {
    .name = "jepsen",
    .summary = "Jepsen's history as JSON: an array of events, or events in a row",
    .sniff = sniff,
    .line = line,
    .document = document,
    .write = write,
    .keeps_failed = true,
};
