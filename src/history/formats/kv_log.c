// SPDX-License-Identifier: MIT
// The log of a key–value store, one event a line:
//
//     {:process 0, :type :invoke, :f :put, :key "0", :value "x"}
//     {:process 0, :type :ok, :f :put, :key "0", :value "x"}
//
// The argument of get is its key; that of put and append is the vector of key
// and value. put and append return nothing, get what it read.

#include "history/text/edn_event.h"
#include "history/text/json_event.h"
#include "history/text/pending_write.h"

#include <inttypes.h>
#include <string.h>

static bool named(const lp_pool *pool, lp_value method, const char *name)
{
    size_t length;
    const char *bytes = lp_string_bytes(pool, method, &length);
    return length == strlen(name) && memcmp(bytes, name, length) == 0;
}

// From the fields of the log to the arguments and results of the spec.
static bool arrange(history_source *s, edn_event *event, error *e)
{
    history_event *v = &event->event;
    const char *wrong = NULL;
    bool get = !lp_is_nil(v->method) && named(s->pool, v->method, "get");
    if (lp_is_nil(v->method) ||
        (!get && !named(s->pool, v->method, "put") && !named(s->pool, v->method, "append")))
        wrong = ":f must be :get, :put or :append";
    else if (event->key.kind != LP_KIND_STRING)
        wrong = ":key must be a string";
    else if (!lp_is_nil(v->value) && v->value.kind != LP_KIND_STRING)
        wrong = ":value must be nil or a string";
    else if (!get && v->type == EVENT_INVOKE && lp_is_nil(v->value))
        wrong = ":value must be a string";
    if (wrong)
        return error_at(e, s->file, v->line, v->column, "%s", wrong);
    if (v->type == EVENT_INVOKE) {
        lp_value both[2] = {event->key, v->value};
        v->value = get ? event->key : lp_vector(s->pool, both, 2);
        return true;
    }
    lp_value arg = builder_argument(s->builder, v);
    size_t n;
    const lp_value *items = lp_items(s->pool, arg, &n);
    lp_value key = n ? items[0] : arg;
    if (!lp_is_nil(arg) && !lp_value_equal(key, event->key))
        return error_at(e, s->file, v->line, v->column,
                        "the return names another key than the call");
    if (!get)
        v->value = LP_UNIT;
    return true;
}

static bool read_line(history_source *s, edn *d, error *e)
{
    edn_event event;
    if (!edn_more(d))
        return !d->problem || edn_fail(d, s->file, e);
    if (!edn_event_read(s, d, &event, e))
        return false;
    if (edn_more(d))
        edn_problem(d, "one event a line, but this line goes on");
    if (d->problem)
        return edn_fail(d, s->file, e);
    if (event.event.type == EVENT_NONE)
        return true;
    return arrange(s, &event, e) && source_add(s, &event.event, e);
}

static bool line(history_source *s, const char *bytes, size_t length, error *e)
{
    edn d;
    edn_init(&d, s->pool, bytes, length);
    d.line = s->line;
    d.plain_strings = true;
    d.word = s->scratch; // lent
    bool fine = read_line(s, &d, e);
    s->scratch = d.word;
    return fine;
}

static int sniff(const char *bytes, size_t length)
{
    size_t from = skip_to_content(bytes, length);
    const char *end = memchr(bytes + from, '\n', length - from);
    size_t first = (size_t)((end ? end : bytes + length) - (bytes + from));
    return first > 2 && memcmp(bytes + from, "{:", 2) == 0 &&
                   memmem(bytes + from, first, ":key ", 5)
               ? 80
               : 0;
}

static void write_event(const lp_history *h, uint32_t number, const char *type, text *out)
{
    const lp_op *op = &h->ops[number];
    size_t n, length;
    const lp_value *items = lp_items(h->pool, op->arg, &n);
    const char *method = lp_string_bytes(h->pool, op->method, &length);
    text_add(out, "{:process %" PRId64 ", :type :%s, :f :%s, :key ", op->process, type, method);
    lp_value key = n ? items[0] : op->arg, value = n                ? items[1]
                                                   : type[0] == 'o' ? op->result
                                                                    : LP_NIL;
    value_write_json(h->pool, key, out);
    text_add(out, ", :value ");
    if (lp_is_nil(value))
        text_add(out, "nil");
    else
        value_write_json(h->pool, value, out);
    text_add(out, "}\n");
}

static bool write(const lp_history *h, limits *l, text *out)
{
    return pending_write(h, write_event, l, out);
}

static bool op_fits(const lp_history *h, const lp_op *op)
{
    const lp_pool *pool = h->pool;
    bool ended = !lp_op_pending(op) && !op_failed(h, op);
    size_t n;
    const lp_value *items = lp_items(pool, op->arg, &n);
    bool text_result = !ended || op->result.kind == LP_KIND_STRING || lp_is_nil(op->result);
    if (named(pool, op->method, "get"))
        return op->arg.kind == LP_KIND_STRING && text_result;
    return (named(pool, op->method, "put") || named(pool, op->method, "append")) &&
           op->arg.kind == LP_KIND_VECTOR && n == 2 && items[0].kind == LP_KIND_STRING &&
           items[1].kind == LP_KIND_STRING &&
           (!ended || op->result.kind == LP_KIND_UNIT || lp_is_nil(op->result));
}

static bool fits(const lp_history *h, error *e)
{
    for (uint32_t i = 0; i < h->op_count; i++) {
        const lp_op *op = &h->ops[i];
        if (op_fits(h, op))
            continue;
        text t = {0};
        op_print(h->pool, op, &t);
        error_set(e,
                  "the format \"kv\" has only get(key), put(key, value) and append(key, value) "
                  "of strings; it cannot hold %s",
                  t.bytes);
        text_fini(&t);
        return false;
    }
    return pending_fits(h, "kv", e);
}

const history_format history_format_kv_log = {
    .name = "kv",
    .summary = "log of a key-value store: {:process 0, :type :ok, :f :get, :key \"a\", …}",
    .sniff = sniff,
    .line = line,
    .write = write,
    .keeps_failed = true,
    .fits = fits,
};
