// SPDX-License-Identifier: MIT
// Compiling for runners and listening to them: see runner.h.

#include "cli/runs/runner.h"

#include "base/memory.h"
#include "cli/runs/terminal.h"
#include "cli/runs/workflow_commands.h"
#include "judge/evidence/runner_lines.h"
#include "judge/relaxed/minimal_relaxation_many.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

// Of a short --timeout compiling may take all, and a little more: then there is still
// something to show for it.
static const double compiling_more = 0.4, least_run = 0.2; // seconds

void runner_flags(const cli_arguments *a, words *flags)
{
    char *include = installed_path("include");
    const char *slash = strrchr(a->values[0], '/');
    words_add(flags, memory_string("-g"));
    words_add(flags, memory_string("-O1"));
    words_add(flags, text_format("-I%s", include));
    words_add(flags, slash ? text_format("-I%.*s/", (int)(slash - a->values[0]), a->values[0])
                           : memory_string("-I."));
    for (int i = 0; i < a->after_count; i++)
        words_add(flags, memory_string(a->after[i]));
    free(include);
}

static bool check_condition(const runner_options *o, error *e)
{
    if (o->quasi_factor) {
        minimal_relaxation l;
        bool fine = minimal_relaxation_init(&l, o->condition, e);
        minimal_relaxation_fini(&l);
        return fine;
    }
    const judge *j = judge_find(o->condition ? o->condition : "linearizable", e);
    judge_release(j);
    return j != NULL;
}

bool runner_check(const runner_options *o, error *e)
{
    if (!check_condition(o, e))
        return false;
    if (o->golden && o->spec && strcmp(o->spec, "self") != 0)
        return error_set(e, "--golden is a spec of its own: leave --spec %s out", o->spec);
    return !o->golden || *o->golden || error_set(e, "--golden needs a file");
}

void runner_words(const runner_job *j, const char *runner, words *argv)
{
    const runner_options *o = j->o;
    words_add(argv, installed_path(runner));
    words_add(argv, memory_string(j->so));
    words_add_text(argv, "object", o->object);
    words_add_text(argv, "scenario", o->scenario);
    words_add_text(argv, "calls", o->calls);
    words_add_text(argv, "condition", o->condition);
    words_add_text(argv, "spec", o->golden ? "self" : o->spec);
    words_add_text(argv, "golden", o->golden ? j->golden : NULL);
    words_add_text(argv, "histories", o->histories);
    words_add_count(argv, "quasi-factor", o->quasi_factor);
    words_add_count(argv, "series", o->common.report != NULL);
    if (o->common.timeout > 0) { // what compiling has left of it
        double left = o->common.timeout - (clock_seconds() - j->limits.started);
        words_add(argv, text_format("timeout=%g", left > least_run ? left : least_run));
    }
}

// The arguments of a build with the golden files in the place of all but the first.
// `own` holds what is new in them.
static cli_arguments golden_files(const cli_arguments *a, const char *golden, words *own)
{
    words_add(own, memory_string(a->values[0]));
    for (const char *at = golden; *at;) {
        size_t n = strcspn(at, ",");
        if (n)
            words_add(own, memory_string_n(at, n));
        at += n + (at[n] == ',');
    }
    cli_arguments b = *a;
    b.values = (const char **)(uintptr_t)own->items;
    b.count = (int)own->count;
    return b;
}

// What the runner says, line by line; the last line is the verdict.
typedef struct listener {
    limits *limits;
    text last, progress;
} listener;

static void listen(void *context, const char *line, size_t length)
{
    listener *it = context;
    if (!length) // a sign of life
        return;
    if (runner_read_progress(line, length, &it->progress)) {
        limits_progress(it->limits, "%s", it->progress.bytes);
        return;
    }
    text_clear(&it->last);
    text_add_bytes(&it->last, line, length);
}

// So many processes a test may have at once: more, and it makes them without end.
static size_t most_processes(void)
{
    enum { USUALLY = 2000 };
    const char *given = getenv("LINCHPIN_PROCESSES");
    long n = given ? strtol(given, NULL, 10) : 0;
    return n > 0 ? (size_t)n : USUALLY;
}

// A runner that notices the limit by itself has more to tell; user code notices nothing.
static uint64_t most_memory(const runner_job *j)
{
    return j->limits.memory + j->limits.memory / 4;
}

// It has said nothing.
static bool read_end(runner_job *j, const process_result *r, const limits *patient,
                     runner_what what)
{
    if (r->too_many) {
        verdict_decide(&j->verdict, LP_UNKNOWN,
                       "the test starts processes without end: more than %zu at once",
                       most_processes());
        return true;
    }
    if (r->too_large) {
        verdict_decide(&j->verdict, LP_UNKNOWN, "the memory limit was reached: the %s was ended",
                       what.name);
        return true;
    }
    if (r->timed_out || r->silent) {
        const char *why = r->timed_out ? limits_reason(patient) : "no sign of life";
        verdict_decide(&j->verdict, LP_UNKNOWN, "%s, and %s", why, what.late);
        return true;
    }
    if (!r->exited)
        return error_set(&j->error,
                         "the %s crashed (SIG%s) outside the object: while it was loaded, in its "
                         "spec, or for want of memory (see --memory)",
                         what.name, sigabbrev_np(r->signal) ? sigabbrev_np(r->signal) : "?");
    return error_set(&j->error,
                     "the %s ended (exit code %d) outside the object: while it was loaded, or in "
                     "its spec",
                     what.name, r->code);
}

// Later than the runner's own, and within a tenth and a second of what the user said:
// what is left of that is for the answer to SIGTERM.
static limits patience(const runner_job *j, runner_what what)
{
    limits l = j->limits;
    l.memory = 0;
    double timeout = j->o->common.timeout;
    if (timeout > 0)
        l.timeout = 1.07 * timeout + 0.6;
    else if (what.most > 0)
        l.timeout = clock_seconds() - l.started + what.most;
    return l;
}

bool runner_run(runner_job *j, const words *argv, runner_what what)
{
    limits patient = patience(j, what);
    double timeout = j->o->common.timeout;
    listener it = {.limits = &j->limits};
    process_options p = {.argv = (const char *const *)argv->items,
                         .capture_fd = RUNNER_FD,
                         .limits = &patient,
                         .grace = timeout > 0 ? 0.03 * timeout + 0.3 : 0,
                         .silence = what.silence,
                         .sweep = true,
                         .most_processes = most_processes(),
                         .most_memory = most_memory(j),
                         .line = listen,
                         .line_context = &it};
    process_result r;
    bool ok = process_run(&p, &r, &j->error);
    if (ok && it.last.length && !r.too_many && !r.too_large)
        ok = verdict_read_json(it.last.bytes, it.last.length, j->pool, &j->verdict, &j->error);
    else if (ok)
        ok = read_end(j, &r, &patient, what);
    process_result_fini(&r);
    text_fini(&it.last);
    text_fini(&it.progress);
    return ok;
}

static bool compile_golden(runner_job *j, const runner_way *w)
{
    if (!j->o->golden)
        return true;
    words own = {0};
    cli_arguments its = golden_files(j->a, j->o->golden, &own);
    bool ok = w->compile(j, &its, j->golden);
    words_fini(&own);
    return ok;
}

// The files are removed, or kept and the user is told where.
static void clean(runner_job *j)
{
    if (!j->o->keep) {
        scratch_free(j->scratch);
        return;
    }
    char *where = memory_string(j->scratch);
    if (scratch_keep(j->scratch))
        terminal_complain("the compiled files are in %s", where);
    free(where);
}

int runner_command(runner_job *j, const runner_way *w)
{
    const cli_common *common = &j->o->common;
    cli_limits(common, &j->limits); // first: a signal from here on leaves no files behind
    if (j->limits.timeout > 0)
        j->limits.timeout += compiling_more;
    j->scratch = scratch_new(&j->error);
    if (!j->scratch)
        return cli_error(common, &j->error);
    j->so = text_format("%s/test.so", j->scratch);
    j->golden = text_format("%s/golden.so", j->scratch);
    j->pool = lp_pool_new();
    lp_verdict_init(&j->verdict);
    workflow_pause(); // the compiler quotes, and the test writes what it wants
    bool ok = compile_golden(j, w) && w->compile(j, j->a, j->so) && w->run(j);
    workflow_resume();
    cli_progress_end(&j->limits);
    if (ok)
        w->reproduce(j);
    int code = ok ? cli_finish(common, &j->verdict) : cli_stopped(common, &j->limits, &j->error);
    free(j->golden);
    free(j->so);
    lp_verdict_fini(&j->verdict);
    lp_pool_free(j->pool);
    clean(j);
    return code;
}
