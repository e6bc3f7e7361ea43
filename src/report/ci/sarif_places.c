// SPDX-License-Identifier: MIT
// See sarif_places.h. The standard's names for what we show: a counterexample is a code flow
// (section 3.36), each thread's part of it a thread flow (3.37), whose locations say by
// executionOrder (3.38.11) in which order the steps of all threads were made.

#include "report/ci/sarif_places.h"

#include "base/memory.h"
#include "history/history_format.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// GitHub shows no more steps of a counterexample.
enum { SHOWN_STEPS = 1000 };

// A brace is written twice, as one could begin a placeholder (3.11.5).
void sarif_message(json_writer *w, const char *name, const char *string)
{
    text t = {0};
    text_add(&t, "%s", "");
    for (const char *c = string ? string : ""; *c; c++)
        text_add(&t, *c == '{' || *c == '}' ? "%1$c%1$c" : "%c", *c);
    json_key(w, name);
    json_open(w, '{');
    json_member_text(w, "text", t.bytes);
    json_close(w);
    text_fini(&t);
}

// RFC 3986, section 3.3. The first segment of a relative reference has no colon (4.2).
static char *uri_of(const source_file *f)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-._~/!$&'()*+,;=@";
    text t = {0};
    text_add(&t, "%s", *f->path == '/' ? "file://" : "");
    for (const char *c = f->path; *c; c++)
        text_add(&t, strchr(plain, *c) ? "%c" : "%%%02X", (unsigned char)*c);
    return text_take(&t);
}

static void physical_location(json_writer *w, const source_place *place)
{
    char *uri = uri_of(place->file);
    json_key(w, "physicalLocation");
    json_open(w, '{');
    json_key(w, "artifactLocation");
    json_open(w, '{');
    json_member_text(w, "uri", uri);
    if (place->file->inside)
        json_member_text(w, "uriBaseId", SARIF_ROOT);
    json_close(w);
    json_key(w, "region");
    json_open(w, '{');
    json_member_integer(w, "startLine", place->line ? place->line : 1);
    if (place->line && place->column)
        json_member_integer(w, "startColumn", place->column);
    json_close(w);
    json_close(w);
    free(uri);
}

void sarif_location(json_writer *w, const source_place *place, const char *object,
                    const char *message)
{
    json_open(w, '{');
    if (place && place->file)
        physical_location(w, place);
    if (object && *object) {
        json_key(w, "logicalLocations");
        json_open(w, '[');
        json_open(w, '{');
        json_member_text(w, "name", object);
        json_member_text(w, "kind", "object");
        json_close(w);
        json_close(w);
    }
    if (message)
        sarif_message(w, "message", message);
    json_close(w);
}

// A step of a trace, or an event of a recorded history.
typedef struct flow_step {
    int64_t thread;
    source_place place;
    char *what;
    bool call;
} flow_step;

typedef struct flow {
    flow_step *steps;
    uint32_t count;
    uint32_t left_out; // the first so many of those that there are
    bool calls;        // some steps are calls, others what happens in them
    const char *who;
} flow;

static void begin_flow(flow *f, uint32_t count, const char *who)
{
    f->left_out = count > SHOWN_STEPS ? count - SHOWN_STEPS : 0;
    f->steps = memory_new(count - f->left_out + 1, sizeof *f->steps);
    f->who = who;
}

// What is nowhere in the source, such as a return, is where its thread was before.
static void add_steps(flow *f, source_places *s, const lp_verdict *v, const source_place *alert)
{
    begin_flow(f, v->trace_count, "thread");
    for (uint32_t i = f->left_out; i < v->trace_count; i++) {
        const lp_trace_step *t = &v->trace[i];
        source_place place = *alert;
        for (uint32_t k = f->count; k-- > 0;) {
            if (f->steps[k].thread == t->thread) {
                place = f->steps[k].place;
                break;
            }
        }
        source_places_find(s, t->where, &place);
        f->steps[f->count++] =
            (flow_step){t->thread, place, memory_string(t->what ? t->what : "step"), t->is_call};
    }
}

// Lines are those of a history that is a file; that of a run is not.
static void add_events(flow *f, source_places *s, const lp_verdict *v, const source_place *alert)
{
    const lp_history *h = v->history;
    begin_flow(f, h->event_count, "process");
    for (uint32_t i = f->left_out; i < h->event_count; i++) {
        const lp_event *event = &h->events[i];
        const lp_op *op = &h->ops[event->op];
        text what = {0};
        if (event->is_return) {
            text_add(&what, "return from ");
            op_print(h->pool, op, &what);
        } else {
            text_add(&what, "call ");
            op_print_call(h->pool, op, &what);
        }
        flow_step step = {.thread = op->process, .call = !event->is_return};
        step.place = *alert;
        if (!v->claimed)
            source_places_at(s, v->subject, event->is_return ? op->ret_line : op->line, 0,
                             &step.place);
        step.what = text_take(&what);
        f->steps[f->count++] = step;
        f->calls = true;
    }
}

static void thread_step(json_writer *w, const flow *f, uint32_t i)
{
    const flow_step *step = &f->steps[i];
    json_open(w, '{');
    json_key(w, "location");
    sarif_location(w, &step->place, NULL, step->what);
    if (step->call) {
        json_key(w, "kinds");
        json_open(w, '[');
        json_text(w, "call");
        json_close(w);
    }
    json_member_integer(w, "nestingLevel", f->calls && !step->call);
    json_member_integer(w, "executionOrder", (int64_t)f->left_out + i + 1);
    if (i + 1 == f->count)
        json_member_text(w, "importance", "essential");
    json_close(w);
}

static void thread_flow(json_writer *w, const flow *f, int64_t thread)
{
    char *id =
        thread == LP_NO_THREAD ? memory_string("all") : text_format("%s %" PRId64, f->who, thread);
    json_open(w, '{');
    json_member_text(w, "id", id);
    json_key(w, "locations");
    json_open(w, '[');
    for (uint32_t i = 0; i < f->count; i++)
        if (f->steps[i].thread == thread)
            thread_step(w, f, i);
    json_close(w);
    json_close(w);
    free(id);
}

static bool is_first(const flow *f, uint32_t i)
{
    for (uint32_t k = 0; k < i; k++)
        if (f->steps[k].thread == f->steps[i].thread)
            return false;
    return true;
}

static void write_flow(json_writer *w, const flow *f)
{
    json_key(w, "codeFlows");
    json_open(w, '[');
    json_open(w, '{');
    if (f->left_out) {
        char *note = text_format("The last %u of %u steps.", f->count, f->count + f->left_out);
        sarif_message(w, "message", note);
        free(note);
    }
    json_key(w, "threadFlows");
    json_open(w, '[');
    for (uint32_t i = 0; i < f->count; i++)
        if (is_first(f, i))
            thread_flow(w, f, f->steps[i].thread);
    json_close(w);
    json_close(w);
    json_close(w);
}

void sarif_code_flows(json_writer *w, source_places *s, const lp_verdict *v,
                      const source_place *alert)
{
    flow f = {0};
    if (v->trace_count && alert->file)
        add_steps(&f, s, v, alert);
    else if (v->history && v->history->op_count && v->history->ops[0].line && v->subject)
        add_events(&f, s, v, alert);
    if (f.count)
        write_flow(w, &f);
    for (uint32_t i = 0; i < f.count; i++)
        free(f.steps[i].what);
    free(f.steps);
}
