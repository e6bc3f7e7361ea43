// SPDX-License-Identifier: MIT
// See run.h.

#include "run/run.h"

#include "base/io/file_read.h"
#include "base/memory.h"
#include "base/words.h"
#include "judge/evidence/verdict.h"
#include "run/conduct_clocks.h"
#include "run/conductor.h"
#include "run/record/trace_chart.h"
#include "run/replay/replay.h"
#include "run/run_build.h"
#include "spec/made_spec.h"
#include "spec/replicable.h"
#include "spec/spec_get.h"
#include "toolchain/janitor.h"
#include "toolchain/process.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FAULTS_SHOWN = 20 };
enum { JUDGING_GRACE = 10, REPLAY_GRACE = 600 }; // seconds, after the run was stopped

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
    if (c->clocks)
        verdict_figure(v, LP_FIGURE_CLOCK_BOUND, (double)conduct_clocks_bound(c) * 1e-3);
    verdict_figure(v, LP_FIGURE_PEAK_BYTES, (double)memory_resident_peak());
}

static void tell(const conductor *c, lp_verdict *v)
{
    const run_options *o = c->options;
    const recorder *r = c->recorder;
    stream_finish(r->judge, v);
    verdict_copy(&v->subject, o->file);
    if (v->outcome == LP_HOLDS && r->begun)
        verdict_set(&v->coverage, "this run of %zu server%s and %" PRIu64 " client%s%s%s",
                    c->fleet->servers, c->fleet->servers == 1 ? "" : "s", o->clients,
                    o->clients == 1 ? "" : "s",
                    c->clocks ? ", as far as their clocks tell what was first" : "",
                    c->limits->reached ? ", until it was stopped" : "");
    uint64_t open = r->begun - r->returned - r->abandoned;
    if (v->outcome == LP_HOLDS && open && !c->limits->reached)
        verdict_set(&v->warning, "%" PRIu64 " operation%s not returned within %g s", open,
                    open == 1 ? " has" : "s have", o->wait);
    tell_figures(c, v);
    tell_faults(c, v);
}

// A component took a step that goes wrong. What was judged until then holds.
static void tell_violation(const conductor *c, lp_verdict *v)
{
    const member *by = c->violator;
    verdict_copy(&v->subject, c->options->file);
    verdict_break(v, c->violation, "%s%s%s%s", c->violated, by->is_client ? " (process " : "",
                  by->is_client ? by->name : "", by->is_client ? ")" : "");
    verdict_figure(v, LP_FIGURE_OPERATIONS, (double)stream_operations(c->recorder->judge));
    tell_figures(c, v);
    tell_faults(c, v);
}

// ---- The run ----

typedef struct preparation {
    run_plan plan;
    text model;
    char *scratch, *programs, *traces;
    char *history; // where it is written; NULL: nowhere
    janitor janitor;
    const lp_spec *spec;
    replicable object; // what machines are, where it is given
    host_list hosts;   // of a cluster
    cluster cluster;
} preparation;

static bool make_folder(const char *path, error *e)
{
    return mkdir(path, 0777) == 0 || errno == EEXIST ||
           error_at(e, path, 0, 0, "cannot be made: %s", strerror(errno));
}

// A process goes on with the trace that it finds: there must be none.
static bool make_traces(const char *path, error *e)
{
    if (!make_folder(path, e))
        return false;
    DIR *d = opendir(path);
    bool empty = d != NULL;
    for (const struct dirent *entry; d && (entry = readdir(d));)
        empty &= entry->d_name[0] == '.';
    if (d)
        closedir(d);
    return empty || error_at(e, path, 0, 0, "the folder for the traces must be empty");
}

static replay_model model_of(const run_options *o, const text *bytes, const replicable *object)
{
    return (replay_model){.file = strcmp(o->file, "-") == 0 ? "<stdin>" : o->file,
                          .bytes = bytes->bytes ? bytes->bytes : "",
                          .length = bytes->length,
                          .which = {.system = o->system, .object = o->spec ? object : NULL}};
}

static bool prepare(preparation *p, const run_options *o, limits *l, error *e)
{
    bool records = o->trace || o->replay || o->traces;
    bool good =
        file_read(o->file, l, &p->model, e) && (!o->spec || replicable_get(o->spec, &p->object, e));
    replay_model from = model_of(o, &p->model, &p->object);
    good = good && (!o->replay || replay_knows(&from, e)) && (p->scratch = scratch_new(e));
    if (good) {
        p->janitor = janitor_start(p->scratch);
        p->programs =
            o->folder ? text_format("%s", o->folder) : text_format("%s/system", p->scratch);
        p->traces = o->traces ? text_format("%s", o->traces)
                    : records ? text_format("%s/traces", p->scratch)
                              : NULL;
        p->history = o->history ? text_format("%s", o->history)
                     : o->trace ? text_format("%s/history.jsonl", p->scratch)
                                : NULL;
        good = (!p->traces || make_traces(p->traces, e)) &&
               run_build(from.file, from.bytes, from.length, &from.which, p->programs, p->scratch,
                         l, e) &&
               run_plan_make(from.file, from.bytes, from.length, &from.which, &p->plan, e) &&
               (p->spec = spec_get(p->plan.spec, NULL, e));
    }
    return good;
}

// Programs go to the hosts of a cluster, and with them those who execute them.
static bool go_there(preparation *p, const run_options *o, fleet *all, limits *l, error *e)
{
    fault_names names = fleet_names(all);
    words files = {0};
    if (!o->cluster)
        return true;
    if (!host_list_read(&p->hosts, &names, o->cluster, e))
        return false;
    for (size_t i = 0; i < p->plan.count; i++)
        if (!i || strcmp(p->plan.servers[i].program, p->plan.servers[i - 1].program) != 0)
            words_add(&files, memory_string(p->plan.servers[i].program));
    words_add(&files, text_format("%s_client", p->plan.system));
    bool good =
        cluster_open(&p->cluster, &p->hosts, p->programs, (const char *const *)files.items, l, e);
    if (good)
        fleet_move(all, &p->cluster);
    words_fini(&files);
    return good;
}

static void clean_up(preparation *p)
{
    cluster_close(&p->cluster);
    host_list_fini(&p->hosts);
    spec_release(p->spec);
    replicable_fini(&p->object);
    text_fini(&p->model);
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
    if (good && !c->running && !c->violator)
        return error_set(e, "%s", limits_reason(c->limits));
    if (!recorder_close_file(c->recorder, good, e) || !good)
        return false;
    if (c->violator)
        tell_violation(c, v);
    else
        tell(c, v);
    verdict_copy(&v->claimed, p->plan.claimed);
    if (p->object.left_out.length && !v->warning)
        verdict_set(&v->warning, "methods that are left out: %s", p->object.left_out.bytes);
    chart_sources sources = {c->fleet, p->traces, p->history, o->sessions};
    if (o->trace && c->violator)
        trace_chart_last(&sources, c->violator, v);
    else if (o->trace && v->outcome == LP_VIOLATED)
        trace_chart(&sources, v);
    return true;
}

static void add_detail(lp_verdict *v, const char *detail)
{
    char *both = text_format("%s%s%s", v->detail ? v->detail : "", v->detail ? "\n\n" : "", detail);
    verdict_copy(&v->detail, both);
    free(both);
}

// After the processes have ended. A violation stays what it is: then it is said whether the model has it.
static bool replay_run(const run_options *o, const preparation *p, const limits *l, lp_verdict *v,
                       error *e)
{
    // What was seen until the run was stopped is replayed all the same; who is impatient interrupts that, too.
    limits own = {.memory = l->memory, .interrupted = l->interrupted};
    own.grace = l->reached ? REPLAY_GRACE : 0;
    own.progress = l->progress;
    own.progress_context = l->progress_context;
    limits_start(&own);
    replay_model from = model_of(o, &p->model, &p->object);
    if (v->outcome != LP_VIOLATED) {
        if (!replay_folder(&from, p->traces, &own, v, e))
            return false;
        if (v->outcome == LP_HOLDS && v->coverage)
            verdict_set(&v->coverage, "%s, each step replayed in the model", v->coverage);
        return true;
    }
    lp_verdict replayed;
    lp_verdict_init(&replayed);
    bool good = replay_folder(&from, p->traces, &own, &replayed, e);
    if (good && replayed.outcome == LP_VIOLATED) {
        char *said =
            text_format("It is not a run of the model: %s\n%s", replayed.reason, replayed.detail);
        add_detail(v, said);
        free(said);
    } else if (good) {
        add_detail(v, "Its components took only steps of the model: each was replayed. Whether "
                      "users may call like "
                      "this, and whether so many may crash, was not looked at.");
    }
    lp_verdict_fini(&replayed);
    return good;
}

bool run_recorded(const run_options *o, const char *folder, limits *l, lp_verdict *v, error *e)
{
    text bytes = {0};
    replicable object = {0};
    bool good =
        file_read(o->file, l, &bytes, e) && (!o->spec || replicable_get(o->spec, &object, e));
    replay_model from = model_of(o, &bytes, &object);
    verdict_copy(&v->condition, "a run of the model");
    verdict_copy(&v->subject, o->file);
    verdict_set(&v->coverage, "what is recorded in %s", folder);
    verdict_hold(v);
    good = good && replay_folder(&from, folder, l, v, e);
    replicable_fini(&object);
    text_fini(&bytes);
    return good;
}

bool run_system(const run_options *o, limits *l, lp_pool *pool, lp_verdict *v, error *e)
{
    preparation p = {.janitor = {-1, -1}};
    bool good = prepare(&p, o, l, e);
    if (good) {
        fleet all;
        recorder r;
        fault_schedule schedule = {0};
        fleet_options how = {.programs = o->cluster ? "." : p.programs,
                             .scratch = o->cluster ? "." : p.scratch,
                             .traces = p.traces,
                             .clients = o->clients,
                             .seed = o->seed,
                             .port = o->port,
                             .transport = o->transport,
                             .known = o->folder && !o->cluster};
        fleet_init(&all, &p.plan, &how);
        // What was seen until the run was stopped is judged all the same, if that does not take long.
        limits judging = {.timeout = l->timeout,
                          .memory = l->memory,
                          .interrupted = l->interrupted,
                          .grace = JUDGING_GRACE};
        limits_start(&judging);
        stream *judge = stream_new(p.spec, pool, &judging);
        conductor c = {
            .options = o, .limits = l, .fleet = &all, .recorder = &r, .schedule = &schedule};
        good = go_there(&p, o, &all, l, e);
        conductor_init(&c, p.hosts.of, p.hosts.count);
        recorder_init(&r, judge, pool, o->clients, (uint32_t)o->sessions, o->keys > 1,
                      c.clocks != NULL);
        good = good && conduct(&c, &p, v, e);
        fleet_fini(&all);
        conductor_fini(&c);
        fault_schedule_fini(&schedule);
        recorder_fini(&r, false);
        stream_free(judge);
        if (good && spec_failed(p.spec, e))
            good = false;
        good = good && (!o->replay || replay_run(o, &p, l, v, e));
    }
    clean_up(&p);
    return good;
}
