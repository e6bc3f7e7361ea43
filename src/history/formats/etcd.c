// SPDX-License-Identifier: MIT
// The log lines of Jepsen's test of etcd, a compare-and-set register:
//
//     INFO  jepsen.util - 0	:invoke	:cas	[1 4]
//     INFO  jepsen.util - 0	:fail	:cas	[1 4]
//
// Other lines of the log are not events. A cas that fails compared and found
// another value: that is its result, false. A read that fails returned nothing
// and is dropped. What timed out stays pending.

#include "history/history_source.h"
#include "history/text/edn_read.h"
#include "history/text/pending_write.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

typedef struct words {
    const char *start, *at, *end;
} words;

static void skip_blanks(words *w)
{
    while (w->at < w->end && (*w->at == ' ' || *w->at == '\t' || *w->at == '\r'))
        w->at++;
}

static bool skip_word(words *w, const char *word)
{
    size_t n = strlen(word);
    if ((size_t)(w->end - w->at) < n || memcmp(w->at, word, n) != 0)
        return false;
    w->at += n;
    skip_blanks(w);
    return true;
}

static bool skip_head(words *w)
{
    skip_blanks(w);
    return skip_word(w, "INFO") && skip_word(w, "jepsen.util") && skip_word(w, "-");
}

// "INFO jepsen.util - " and a process: such a line is an event.
static bool begins_event(words *w)
{
    if (!skip_head(w))
        return false;
    const char *at = w->at;
    while (at < w->end && isdigit((unsigned char)*at))
        at++;
    return at > w->at && (at == w->end || *at == ' ' || *at == '\t' || *at == '\r');
}

static bool complain(const history_source *s, const words *w, const char *what, error *e)
{
    return error_at(e, s->file, s->line, (uint64_t)(w->at - w->start) + 1, "%s", what);
}

static bool read_process(const history_source *s, words *w, int64_t *process, error *e)
{
    int64_t n = 0;
    const char *at = w->at;
    for (; at < w->end && isdigit((unsigned char)*at); at++)
        if (__builtin_mul_overflow(n, 10, &n) || __builtin_add_overflow(n, *at - '0', &n))
            return complain(s, w, "the process number does not fit into 64 bits", e);
    w->at = at;
    skip_blanks(w);
    *process = n;
    return true;
}

// A keyword of the list, as its place in it; -1: another word.
static int keyword(words *w, const char *const *list, int count)
{
    const char *end = w->at;
    while (end < w->end && !isspace((unsigned char)*end))
        end++;
    for (int i = 0; i < count; i++) {
        size_t n = strlen(list[i]);
        if ((size_t)(end - w->at) == n && memcmp(w->at, list[i], n) == 0) {
            w->at = end;
            skip_blanks(w);
            return i;
        }
    }
    return -1;
}

enum { READ, WRITE, CAS };
static const char *const methods[] = {":read", ":write", ":cas"};
static const char *const types[] = {":invoke", ":ok", ":fail", ":info"};

static bool read_value(history_source *s, words *w, lp_value *out, error *e)
{
    edn d;
    edn_init(&d, s->pool, w->at, (size_t)(w->end - w->at));
    d.line = s->line;
    d.line_start = w->start;
    bool fine = edn_value(&d, out);
    if (fine && edn_more(&d))
        edn_problem(&d, "one value expected, but this line goes on");
    fine = !d.problem || edn_fail(&d, s->file, e);
    edn_fini(&d);
    return fine;
}

static bool is_pair(const lp_pool *pool, lp_value v)
{
    size_t n;
    lp_items(pool, v, &n);
    return v.kind == LP_KIND_VECTOR && n == 2;
}

// From the log's values to the arguments and results of the spec; NULL, or
// what is wrong.
static const char *arrange(const history_source *s, int method, history_event *event)
{
    bool pair = is_pair(s->pool, event->value);
    if (event->type == EVENT_INVOKE) {
        if (method == READ && !lp_is_nil(event->value))
            return "the value of a call of :read must be nil";
        if (method == CAS && !pair)
            return "the value of a call of :cas must be [from to]";
    } else if (method == CAS && (event->type == EVENT_OK || (event->type == EVENT_FAIL && pair))) {
        event->value = lp_bool(event->type == EVENT_OK);
        event->type = EVENT_OK;
    } else if (method == WRITE) {
        event->value = LP_UNIT;
    }
    return NULL;
}

static bool line(history_source *s, const char *bytes, size_t length, error *e)
{
    words w = {bytes, bytes, bytes + length};
    if (!begins_event(&w)) {
        static const char nemesis[] = ":nemesis";
        words other = {bytes, bytes, bytes + length};
        s->passed_over += skip_head(&other) && skip_word(&other, nemesis);
        return true;
    }
    history_event event = {.line = s->line, .column = (uint64_t)(w.at - w.start) + 1};
    if (!read_process(s, &w, &event.process, e))
        return false;
    int type = keyword(&w, types, 4);
    if (type < 0)
        return complain(s, &w, ":invoke, :ok, :fail or :info expected", e);
    int method = keyword(&w, methods, 3);
    if (method < 0)
        return complain(s, &w, ":read, :write or :cas expected", e);
    event.type = (event_type)(EVENT_INVOKE + type);
    event.method = names_get(&s->names, s->pool, methods[method] + 1, strlen(methods[method]) - 1);
    const char *value = w.at;
    if (!read_value(s, &w, &event.value, e))
        return false;
    const char *problem = arrange(s, method, &event);
    w.at = value;
    return problem ? complain(s, &w, problem, e) : source_add(s, &event, e);
}

// Any line may be the first event: a log begins as it likes.
static int sniff(const char *bytes, size_t length)
{
    const char *at = bytes, *end = bytes + length;
    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        words w = {at, at, newline ? newline : end};
        if (begins_event(&w))
            return 90;
        at = w.end + 1;
    }
    return 0;
}

static bool is_named(const lp_history *h, const lp_op *op, const char *name)
{
    size_t length;
    const char *bytes = lp_string_bytes(h->pool, op->method, &length);
    return length == strlen(name) && memcmp(bytes, name, length) == 0;
}

static void write_event(const lp_history *h, uint32_t number, const char *type, text *out)
{
    const lp_op *op = &h->ops[number];
    bool refused = type[0] == 'o' && is_named(h, op, "cas") && !op->result.bits;
    text_add(out, "INFO  jepsen.util - %" PRId64 "\t:%s\t:%s\t", op->process,
             refused ? "fail" : type, lp_string_bytes(h->pool, op->method, NULL));
    bool failed = strcmp(type, "fail") == 0;
    if (strcmp(type, "info") == 0)
        text_add(out, ":timed-out");
    else if (failed && (is_pair(h->pool, op->result) || op->result.kind == LP_KIND_UNIT))
        text_add(out, ":failed"); // a pair would be the result "false"
    else if (failed)
        edn_write(h->pool, op->result, out);
    else
        edn_write(h->pool, type[0] == 'o' && is_named(h, op, "read") ? op->result : op->arg, out);
    text_add(out, "\n");
}

static bool write(const lp_history *h, limits *l, text *out)
{
    return pending_write(h, write_event, l, out);
}

static bool op_fits(const lp_history *h, const lp_op *op)
{
    bool pending = lp_op_pending(op) || op_failed(h, op);
    if (op->process < 0)
        return false;
    if (is_named(h, op, "read"))
        return lp_is_nil(op->arg);
    if (is_named(h, op, "write"))
        return pending || op->result.kind == LP_KIND_UNIT || lp_is_nil(op->result) ||
               lp_value_equal(op->result, op->arg);
    return is_named(h, op, "cas") && is_pair(h->pool, op->arg) &&
           (pending || op->result.kind == LP_KIND_BOOL);
}

static bool fits(const lp_history *h, error *e)
{
    for (uint32_t i = 0; i < h->op_count; i++) {
        const lp_op *op = &h->ops[i];
        if (!lp_is_nil(op->object) || !lp_is_nil(op->id))
            return error_set(e, "the format \"etcd\" has no names for objects and operations");
        if (op_fits(h, op))
            continue;
        text t = {0};
        op_print(h->pool, op, &t);
        error_set(e,
                  "the format \"etcd\" has only read(), write(value) and cas(from, to) with true "
                  "or false; it cannot hold %s",
                  t.bytes);
        text_fini(&t);
        return false;
    }
    return true;
}

const history_format history_format_etcd = {
    .name = "etcd",
    .summary = "log lines of Jepsen's etcd test: INFO jepsen.util - 0 :invoke :read nil",
    .sniff = sniff,
    .line = line,
    .write = write,
    .keeps_failed = true,
    .fits = fits,
};
