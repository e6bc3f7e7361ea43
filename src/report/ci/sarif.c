// SPDX-License-Identifier: MIT
// The verdicts of a command as a run in SARIF 2.1.0, the format for results of static analysis
// that GitHub's code scanning and the viewers of editors read (OASIS, 2020). Sections are those
// of the standard.
//
// A violation is a result. Others are not: of a result's kind (3.27.9) GitHub reads nothing, and
// would show as an alert what is "pass" or "open". They are notifications (3.58), and where one
// is an error or "unknown" the execution was not successful (3.20.14): that an alert is no longer
// there then does not mean that the fault is gone.
//
// Nothing depends on the machine, the time or the folder that linchpin was started in.

#include "judge/evidence/verdict.h"
#include "report/ci/sarif_places.h"
#include "report/ci/verdict_file.h"
#include "report/ci/verdict_place.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The rule for warnings stands behind those for violations, which are in the order of lp_violation.
enum { WARNING_RULE = LP_VIOLATION_DIVERGENCE };

// What a notification is, by outcome; see notification_descriptors.
static const char *const levels[] = {
    [LP_HOLDS] = "note", [LP_ERROR] = "error", [LP_UNKNOWN] = "warning"};

static void rule(json_writer *w, const char *id, const char *level, const char *title,
                 const char *help)
{
    json_open(w, '{');
    json_member_text(w, "id", id);
    sarif_message(w, "shortDescription", title);
    sarif_message(w, "fullDescription", help);
    sarif_message(w, "help", help);
    json_key(w, "defaultConfiguration");
    json_open(w, '{');
    json_member_text(w, "level", level);
    json_close(w);
    json_key(w, "properties");
    json_open(w, '{');
    json_key(w, "tags");
    json_open(w, '[');
    json_text(w, "concurrency");
    json_text(w, "correctness");
    json_close(w);
    json_key_string(w, "problem.severity", strlen("problem.severity"));
    json_text(w, level);
    json_member_text(w, "precision", "very-high");
    json_close(w);
    json_close(w);
}

static void rules(json_writer *w)
{
    json_key(w, "rules");
    json_open(w, '[');
    for (int k = 1; k <= LP_VIOLATION_DIVERGENCE; k++) {
        const violation_rule *r = violation_rule_of((lp_violation)k);
        rule(w, lp_violation_name((lp_violation)k), "error", r->title, r->help);
    }
    rule(w, "model-warning", "warning", "The model can hardly be meant so",
         "What the model says can be judged, but it is likely that something else was meant.");
    json_close(w);
}

static void notification_descriptors(json_writer *w)
{
    static const char *const about[] = {
        [LP_HOLDS] = "What was judged holds.",
        [LP_VIOLATED] = "What was judged is violated: see the results.",
        [LP_ERROR] = "The input could not be judged.",
        [LP_UNKNOWN] = "A limit was reached before it was decided.",
    };
    json_key(w, "notifications");
    json_open(w, '[');
    for (int o = LP_HOLDS; o <= LP_UNKNOWN; o++) {
        json_open(w, '{');
        json_member_text(w, "id", outcome_name((lp_outcome)o));
        sarif_message(w, "shortDescription", about[o]);
        json_close(w);
    }
    json_close(w);
}

static void tool(json_writer *w)
{
    json_key(w, "tool");
    json_open(w, '{');
    json_key(w, "driver");
    json_open(w, '{');
    json_member_text(w, "name", "linchpin");
    json_member_text(w, "semanticVersion", LP_VERSION);
    rules(w);
    notification_descriptors(w);
    json_close(w);
    json_close(w);
}

// GitHub keeps the alerts of one category apart from those of others: without it those of the
// next command would take the place of these. What is behind the last slash is no part of it.
static void automation(json_writer *w, const verdict_run *run)
{
    text id = {0};
    source_places *s = source_places_new(run->files);
    text_add(&id, "linchpin %s", run->command);
    for (const char *const *f = run->files; *f; f++) {
        source_place p;
        if (source_places_at(s, *f, 0, 0, &p))
            text_add(&id, " %s", p.file->path);
    }
    text_add(&id, "%s/", run->asked);
    json_key(w, "automationDetails");
    json_open(w, '{');
    json_member_text(w, "id", id.bytes);
    json_close(w);
    source_places_free(s);
    text_fini(&id);
}

static void base_ids(json_writer *w)
{
    json_key(w, "originalUriBaseIds");
    json_open(w, '{');
    json_key_string(w, SARIF_ROOT, strlen(SARIF_ROOT));
    json_open(w, '{');
    sarif_message(w, "description", "The top of the repository.");
    json_close(w);
    json_close(w);
}

// Up to where the outcomes must be known: the invocation goes on in put.
static void begin(const verdict_run *run, text *head)
{
    json_writer w;
    text body = {0};
    json_write_init(&w, &body);
    json_open(&w, '{');
    tool(&w);
    automation(&w, run);
    base_ids(&w);
    json_member_text(&w, "columnKind", "unicodeCodePoints");
    json_key(&w, "invocations");
    json_open(&w, '[');
    json_open(&w, '{');
    json_member_text(&w, "commandLine", run->line);
    size_t begun = body.length;
    for (int open = 3; open > 0; open--)
        json_close(&w);
    json_write_fini(&w);
    text_add(head,
             "{\"$schema\":\"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
             "sarif-schema-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[\n");
    text_add_bytes(head, body.bytes, begun);
    text_fini(&body);
}

static void fingerprint(json_writer *w, const text *digits)
{
    json_key(w, "partialFingerprints");
    json_open(w, '{');
    json_key_string(w, "linchpin/v1", strlen("linchpin/v1"));
    json_text(w, digits->bytes);
    // What GitHub compares; it has a count behind the colon, of alike lines.
    char *hash = text_format("%s:1", digits->bytes);
    json_member_text(w, "primaryLocationLineHash", hash);
    free(hash);
    json_close(w);
}

static void begin_result(json_writer *w, text *out, const char *id, int index, const char *level)
{
    text_add(out, out->length ? ",\n" : "");
    json_write_init(w, out);
    json_open(w, '{');
    json_member_text(w, "ruleId", id);
    json_member_integer(w, "ruleIndex", index);
    json_member_text(w, "level", level);
}

static void related(json_writer *w, source_places *s, const lp_verdict *v)
{
    source_place p;
    if (!v->race && !v->waiting_count)
        return;
    json_key(w, "relatedLocations");
    json_open(w, '[');
    if (v->race && source_places_find(s, v->race->second.where, &p))
        sarif_location(w, &p, NULL, "the other access");
    for (uint32_t i = 0; i < v->waiting_count; i++) {
        if (!source_places_find(s, v->waiting[i].where, &p))
            continue;
        char *what = text_format("thread %lld waits here", (long long)v->waiting[i].thread);
        sarif_location(w, &p, NULL, what);
        free(what);
    }
    json_close(w);
}

static void add_violation(source_places *s, const verdict_entry *e, text *out)
{
    const lp_verdict *v = e->verdict;
    assert(v->violation != LP_VIOLATION_NONE);
    json_writer w;
    source_place place;
    text digits = {0};
    char *message = verdict_message(v), *object = verdict_object(v);
    if (!verdict_place(s, e,
                       &place)) // GitHub refuses a result without a file, and with it all others
        source_places_at(s, "-", 0, 0, &place);
    verdict_fingerprint(s, e, &digits);
    begin_result(&w, out, lp_violation_name(v->violation), (int)v->violation - 1, "error");
    sarif_message(&w, "message", message);
    json_key(&w, "locations");
    json_open(&w, '[');
    sarif_location(&w, &place, object, NULL);
    json_close(&w);
    related(&w, s, v);
    sarif_code_flows(&w, s, v, &place);
    fingerprint(&w, &digits);
    json_close(&w);
    json_write_fini(&w);
    text_fini(&digits);
    free(message);
    free(object);
}

static void add_warning(source_places *s, const lp_warning *warning, text *out)
{
    json_writer w;
    source_place place;
    if (!source_places_find(s, warning->where, &place))
        source_places_at(s, "-", 0, 0, &place);
    begin_result(&w, out, "model-warning", WARNING_RULE, "warning");
    sarif_message(&w, "message", warning->what);
    json_key(&w, "locations");
    json_open(&w, '[');
    sarif_location(&w, &place, NULL, NULL);
    json_close(&w);
    text digits = {0};
    warning_fingerprint(warning, &place, &digits);
    fingerprint(&w, &digits);
    text_fini(&digits);
    json_close(&w);
    json_write_fini(&w);
}

static void add_notification(source_places *s, const verdict_entry *e, text *out)
{
    const lp_verdict *v = e->verdict;
    json_writer w;
    source_place place;
    char *message = verdict_message(v);
    json_write_init(&w, out);
    json_open(&w, '{');
    json_key(&w, "descriptor");
    json_open(&w, '{');
    json_member_text(&w, "id", outcome_name(v->outcome));
    json_member_integer(&w, "index", v->outcome);
    json_close(&w);
    json_member_text(&w, "level", levels[v->outcome]);
    sarif_message(&w, "message", message);
    if (verdict_place(s, e, &place)) {
        json_key(&w, "locations");
        json_open(&w, '[');
        sarif_location(&w, &place, NULL, NULL);
        json_close(&w);
    }
    json_close(&w);
    json_write_fini(&w);
    free(message);
}

// A piece is its results, a NUL, which JSON text has nowhere, and its notifications: in the file
// they stand in two places.
static void add(const verdict_entry *e, text *piece)
{
    const lp_verdict *v = e->verdict;
    source_places *s = source_places_new(e->run->files);
    // Every verdict on a model has the same warnings.
    for (uint32_t i = 0; e->number == 0 && i < v->warning_count; i++)
        add_warning(s, &v->warnings[i], piece);
    if (v->outcome == LP_VIOLATED)
        add_violation(s, e, piece);
    text_add_bytes(piece, "", 1);
    if (v->outcome != LP_VIOLATED)
        add_notification(s, e, piece);
    source_places_free(s);
}

static void put_string(verdict_sink *sink, void *context, const char *string)
{
    sink(context, string, strlen(string));
}

static void put_parts(const verdict_piece *first, bool results, verdict_sink *sink, void *context)
{
    bool any = false;
    for (const verdict_piece *p = first; p; p = p->next) {
        size_t part = strlen(p->bytes), from = results ? 0 : part + 1;
        size_t length = results ? part : p->length - from;
        if (length && any)
            put_string(sink, context, ",\n");
        sink(context, p->bytes + from, length);
        any |= length != 0;
    }
}

// An error outweighs a violation, which outweighs "unknown": as the exit code says it.
static lp_outcome worst(const verdict_piece *first)
{
    static const int weight[] = {
        [LP_HOLDS] = 0, [LP_UNKNOWN] = 1, [LP_VIOLATED] = 2, [LP_ERROR] = 3};
    lp_outcome all = LP_HOLDS;
    for (const verdict_piece *p = first; p; p = p->next)
        all = weight[p->outcome] > weight[all] ? p->outcome : all;
    return all;
}

static void put(const char *head, const verdict_piece *first, verdict_sink *sink, void *context)
{
    bool successful = true;
    for (const verdict_piece *p = first; p; p = p->next)
        successful &= p->outcome == LP_HOLDS || p->outcome == LP_VIOLATED;
    char code[80];
    snprintf(code, sizeof code, ",\"exitCode\":%d,\"executionSuccessful\":%s", (int)worst(first),
             successful ? "true" : "false");
    put_string(sink, context, head);
    put_string(sink, context, code);
    put_string(sink, context, ",\"toolExecutionNotifications\":[");
    put_parts(first, false, sink, context);
    put_string(sink, context, "]}],\n\"results\":[");
    put_parts(first, true, sink, context);
    put_string(sink, context, "]}]}\n");
}

const verdict_format verdict_format_sarif = {.begin = begin, .add = add, .put = put};
