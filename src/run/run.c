// SPDX-License-Identifier: MIT
// See run.h.

#include "run/run.h"

#include "base/io/file_read.h"
#include "judge/evidence/verdict.h"
#include "run/conductor.h"
#include "run/processes/janitor.h"
#include "run/record/trace_chart.h"
#include "run/run_build.h"
#include "spec/made_spec.h"
#include "spec/spec_get.h"
#include "toolchain/process.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FAULTS_SHOWN = 20 };

// ---- The verdict ----

// The last of them: how all can be had again is another line.
static void tell_faults(const conductor *c, lp_verdict *v)
{
    if (!c->fault_count)
        return;
    text t = {0};
    const char *from = c->faults.bytes;
    uint64_t skipped = c->fault_count > FAULTS_SHOWN ? c->fault_count - FAULTS_SHOWN : 0;
    for (uint64_t i = 0; i < skipped; i++)
        from = strchr(from, '\n') + 1;
    if (v->detail)
        text_add(&t, "%s\n\n", v->detail);
    text_add(&t, "Faults:\n");
    if (skipped)
        text_add(&t, "  (%" PRIu64 " earlier ones)\n", skipped);
    for (const char *end; *from; from = end + 1) {
        end = strchr(from, '\n');
        text_add(&t, "  %.*s\n", (int)(end - from), from);
    }
    verdict_copy(&v->detail, t.bytes);
    text_fini(&t);
}

static void tell_figures(const conductor *c, lp_verdict *v)
{
    const recorder *r = c->recorder;
    double passed = c->ended - c->started;
    verdict_figure(v, LP_FIGURE_SEED, (double)c->options->seed);
    if (c->fault_count)
        verdict_figure(v, LP_FIGURE_FAULTS, (double)c->fault_count);
    verdict_figure(v, LP_FIGURE_MESSAGES, (double)c->messages);
    verdict_figure(v, LP_FIGURE_OPERATIONS_PER_SECOND,
                   passed > 0 ? (double)r->returned / passed : 0);
    verdict_figure(v, LP_FIGURE_MEDIAN_LATENCY, (double)latency_of(&r->latency, 500) * 1e-3);
    verdict_figure(v, LP_FIGURE_TAIL_LATENCY, (double)latency_of(&r->latency, 990) * 1e-3);
    verdict_figure(v, LP_FIGURE_PEAK_BYTES, (double)memory_resident_peak());
}

static void tell(const conductor *c, lp_verdict *v)
{
    const run_options *o = c->options;
    const recorder *r = c->recorder;
    stream_finish(r->judge, v);
    verdict_copy(&v->subject, o->file);
    if (v->outcome == LP_HOLDS && r->begun)
        verdict_set(&v->coverage, "this run of %zu server%s and %" PRIu64 " client%s%s",
                    c->fleet->servers, c->fleet->servers == 1 ? "" : "s", o->clients,
                    o->clients == 1 ? "" : "s", c->limits->reached ? ", until it was stopped" : "");
    uint64_t open = r->begun - r->returned;
    if (v->outcome == LP_HOLDS && open && !c->limits->reached)
        verdict_set(&v->warning, "%" PRIu64 " operation%s not returned within %g s", open,
                    open == 1 ? " has" : "s have", o->wait);
    tell_figures(c, v);
    tell_faults(c, v);
}

// ---- The run ----

typedef struct preparation {
    run_plan plan;
    char *scratch, *programs, *traces;
    char *history; // where it is written; NULL: nowhere
    janitor janitor;
    const lp_spec *spec;
} preparation;

static bool make_folder(const char *path, error *e)
{
    return mkdir(path, 0777) == 0 || errno == EEXIST ||
           error_at(e, path, 0, 0, "cannot be made: %s", strerror(errno));
}

static bool prepare(preparation *p, const run_options *o, limits *l, error *e)
{
    text bytes = {0};
    bool good = file_read(o->file, l, &bytes, e);
    const char *model = bytes.bytes ? bytes.bytes : "";
    const char *name = strcmp(o->file, "-") == 0 ? "<stdin>" : o->file;
    good = good && (p->scratch = scratch_new(e));
    if (good) {
        p->janitor = janitor_start(p->scratch);
        p->programs =
            o->folder ? text_format("%s", o->folder) : text_format("%s/system", p->scratch);
        p->traces = o->trace ? text_format("%s/traces", p->scratch) : NULL;
        p->history = o->history ? text_format("%s", o->history)
                     : o->trace ? text_format("%s/history.jsonl", p->scratch)
                                : NULL;
        good = (!p->traces || make_folder(p->traces, e)) &&
               run_build(name, model, bytes.length, o->system, p->programs, p->scratch, l, e) &&
               run_plan_make(name, model, bytes.length, o->system, &p->plan, e) &&
               (p->spec = spec_get(p->plan.spec, NULL, e));
    }
    text_fini(&bytes);
    return good;
}

static void clean_up(preparation *p)
{
    spec_release(p->spec);
    run_plan_fini(&p->plan);
    scratch_free(p->scratch);
    janitor_dismiss(&p->janitor);
    free(p->programs);
    free(p->traces);
    free(p->history);
}

static bool conduct(conductor *c, const preparation *p, lp_verdict *v, error *e)
{
    const run_options *o = c->options;
    fault_names names = fleet_names(c->fleet);
    fault_random at_random;
    if (o->faults && strcmp(o->faults, "random") == 0) {
        fault_random_init(&at_random, o->seed, c->fleet->stays_down);
        c->random = &at_random;
    } else if (o->faults && !fault_schedule_read(c->schedule, &names, o->faults, e)) {
        return false;
    }
    bool good = (!p->history || recorder_write_to(c->recorder, p->history, e)) &&
                fleet_start(c->fleet, e) && conductor_run(c, e);
    if (good)
        conductor_end(c);
    if (good && !c->running)
        return error_set(e, "%s", limits_reason(c->limits));
    if (!recorder_close_file(c->recorder, good, e) || !good)
        return false;
    tell(c, v);
    chart_sources sources = {c->fleet, p->traces, p->history, o->sessions};
    if (p->traces && v->outcome == LP_VIOLATED)
        trace_chart(&sources, v);
    return true;
}

bool run_system(const run_options *o, limits *l, lp_pool *pool, lp_verdict *v, error *e)
{
    preparation p = {.janitor = {-1, -1}};
    bool good = prepare(&p, o, l, e);
    if (good) {
        fleet all;
        recorder r;
        fault_schedule schedule = {0};
        fleet_options how = {p.programs, p.scratch, p.traces, o->clients, o->seed, o->port};
        fleet_init(&all, &p.plan, &how);
        // What was seen until the run was stopped is judged all the same.
        limits judging = {.memory = l->memory};
        limits_start(&judging);
        stream *judge = stream_new(p.spec, pool, &judging);
        recorder_init(&r, judge, pool, o->clients, (uint32_t)o->sessions, o->keys > 1);
        conductor c = {
            .options = o, .limits = l, .fleet = &all, .recorder = &r, .schedule = &schedule};
        conductor_init(&c);
        good = conduct(&c, &p, v, e);
        fleet_fini(&all);
        conductor_fini(&c);
        fault_schedule_fini(&schedule);
        recorder_fini(&r, false);
        stream_free(judge);
        if (good && spec_failed(p.spec, e))
            good = false;
    }
    clean_up(&p);
    return good;
}
