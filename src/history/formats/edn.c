// SPDX-License-Identifier: MIT
// Jepsen's history.edn: a vector or list of maps, or maps one after the other.
//
//     {:process 0, :type :invoke, :f :write, :value 3, :time 12, :index 0}
//     {:process :nemesis, :type :info, :f :start, :value nil}
//     {:process 0, :type :ok, :f :write, :value 3}
//
// A process that is not an integer is not a client; its events are passed over.

#include "history/text/edn_event.h"
#include "history/text/json_event.h"
#include "history/text/pending_write.h"

#include <inttypes.h>
#include <string.h>

static bool add(history_source *s, const edn_event *event, error *e)
{
    return event->event.type == EVENT_NONE || source_add(s, &event->event, e);
}

// One event, if the line has one, and nothing else.
static bool read_line(history_source *s, edn *d, error *e)
{
    edn_event event;
    if (!edn_more(d))
        return !d->problem || edn_fail(d, s->file, e);
    if (!edn_event_read(s, d, &event, e))
        return false;
    if (edn_more(d))
        edn_problem(d, "one event a line, but this line goes on");
    return d->problem ? edn_fail(d, s->file, e) : add(s, &event, e);
}

static bool line(history_source *s, const char *bytes, size_t length, error *e)
{
    edn d;
    edn_init(&d, s->pool, bytes, length);
    d.line = s->line;
    d.word = s->scratch; // lent
    bool fine = read_line(s, &d, e);
    s->scratch = d.word;
    return fine;
}

static bool read_events(history_source *s, edn *d, error *e)
{
    char close = edn_more(d) && *d->at == '[' ? ']' : edn_peek(d) == '(' ? ')' : 0;
    if (close)
        d->at++;
    for (; edn_more(d) && *d->at != close; d->limit = NULL) {
        edn_event event;
        if (d->end - d->at > EVENT_MAX_BYTES)
            d->limit = d->at + EVENT_MAX_BYTES;
        if (!edn_event_read(s, d, &event, e) || !add(s, &event, e))
            return false;
    }
    if (close && !d->problem) {
        if (d->at >= d->end)
            edn_problem(d, "the input ends in the middle of the history");
        else if (d->at++, edn_more(d))
            edn_problem(d, "nothing may follow the history");
    }
    return !d->problem || edn_fail(d, s->file, e);
}

static bool document(history_source *s, const char *bytes, size_t length, error *e)
{
    edn d;
    edn_init(&d, s->pool, bytes, length);
    bool fine = read_events(s, &d, e);
    edn_fini(&d);
    return fine;
}

// A map that begins with a keyword, alone or in a vector or list, after comments.
static int sniff(const char *bytes, size_t length)
{
    edn d;
    size_t from = skip_to_content(bytes, length);
    lp_pool *pool = lp_pool_new();
    edn_init(&d, pool, bytes + from, length - from);
    bool likely = edn_more(&d);
    if (likely && (*d.at == '[' || *d.at == '(')) {
        d.at++;
        likely = edn_more(&d);
    }
    const char *brace = likely ? memchr(d.at, '{', (size_t)(d.end - d.at)) : NULL;
    // Nothing but a tag may stand before the brace.
    likely = brace && (brace == d.at || (*d.at == '#' && brace - d.at < 100));
    if (likely) {
        d.at = brace + 1;
        likely = edn_more(&d) && *d.at == ':';
    }
    edn_fini(&d);
    lp_pool_free(pool);
    return likely ? 70 : 0;
}

static void write_method(const lp_history *h, const lp_op *op, text *out)
{
    size_t length;
    const char *name = lp_string_bytes(h->pool, op->method, &length);
    bool keyword = edn_symbol(name, length) && name[0] != ':';
    if (keyword) {
        text_add(out, ":");
        text_add_bytes(out, name, length);
    } else {
        text_add_json(out, name, length);
    }
}

static void write_event(const lp_history *h, uint32_t number, const char *type, text *out)
{
    const lp_op *op = &h->ops[number];
    text_add(out, "{:process %" PRId64 ", :type :%s, :f ", op->process, type);
    write_method(h, op, out);
    text_add(out, ", :value ");
    edn_write(h->pool, type[0] == 'i' ? op->arg : op->result, out);
    if (!lp_is_nil(op->object)) {
        text_add(out, ", :object ");
        edn_write(h->pool, op->object, out);
    }
    if (!lp_is_nil(op->id)) {
        text_add(out, ", :id ");
        edn_write(h->pool, op->id, out);
    }
    text_add(out, "}\n");
}

static bool write(const lp_history *h, limits *l, text *out)
{
    return pending_write(h, write_event, l, out);
}

const history_format history_format_edn = {
    .name = "edn",
    .summary = "Jepsen's history.edn: maps, alone or in a vector",
    .sniff = sniff,
    .line = line,
    .document = document,
    .write = write,
    .keeps_failed = true,
};
