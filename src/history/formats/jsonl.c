// SPDX-License-Identifier: MIT
// The native format: JSON Lines, one event a line, the shape Jepsen users know.
//
//     {"process":0,"type":"invoke","f":"enq","value":5}
//     {"process":0,"type":"ok","f":"enq","value":null}
//
// "object", "id", "time" and "index" are optional; fields not known are passed
// over, so that a recorder may add its own.

#include "history/text/event_scan.h"
#include "history/text/json_event.h"
#include "history/text/pending_write.h"

// Likely for any object that begins with a key on its first line.
static int sniff(const char *bytes, size_t length)
{
    size_t i = skip_to_content(bytes, length);
    if (i == length || bytes[i] != '{')
        return 0;
    do
        i++;
    while (i < length && (bytes[i] == ' ' || bytes[i] == '\t'));
    return i < length && bytes[i] == '"' ? 60 : 0;
}

static bool line(history_source *s, const char *bytes, size_t length, error *e)
{
    history_event event;
    if (event_scan(s, bytes, length, &event))
        return source_add(s, &event, e);
    return json_event_line(s, bytes, length, NATIVE, e);
}

static void write_event(const lp_history *h, uint32_t number, const char *type, text *out)
{
    const lp_op *op = &h->ops[number];
    json_writer w;
    json_write_init(&w, out);
    json_open(&w, '{');
    json_event_write(&w, h->pool, op, type);
    value_write_member(&w, "value", h->pool, type[0] == 'i' ? op->arg : op->result);
    json_event_write_names(&w, h->pool, op);
    json_close(&w);
    json_write_fini(&w);
    text_add_bytes(out, "\n", 1);
}

static bool write(const lp_history *h, limits *l, text *out)
{
    return pending_write(h, write_event, l, out);
}

const history_format history_format_jsonl = {
    .name = "jsonl",
    .summary = "JSON Lines, one event a line (native)",
    .sniff = sniff,
    .line = line,
    .write = write,
    .keeps_failed = true,
};
