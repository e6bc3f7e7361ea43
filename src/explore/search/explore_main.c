// SPDX-License-Identifier: MIT
// linchpin-explore: the process that holds the user's code under the controlled
// scheduler. Started by `linchpin explore` with the shared object and
// key=value arguments; writes to descriptor 3 lines of progress and, last, the
// verdict as JSON.

#include "base/io/output.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "explore/interpose/descriptors.h"
#include "explore/interpose/foreign.h"
#include "explore/runtime/arena.h"
#include "explore/runtime/client.h"
#include "explore/runtime/crash.h"
#include "explore/runtime/fiber.h"
#include "explore/runtime/region.h"
#include "explore/runtime/reset.h"
#include "explore/runtime/schedule.h"
#include "explore/runtime/tls.h"
#include "explore/runtime/watchdog.h"
#include "explore/search/deadlock.h"
#include "explore/search/explore_coverage.h"
#include "explore/search/fresh_process.h"
#include "explore/search/serial_runs.h"
#include "explore/search/sweep.h"
#include "explore/show/leaks.h"
#include "harness/scenarios/unbalanced.h"
#include "history/history_format.h"
#include "judge/relaxed/minimal_relaxation_many.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <unistd.h>

enum { ANSWER_FD = 3, SAMPLES = 10000 };

static void answer(const text *line)
{
    bare_write(ANSWER_FD, line->bytes, line->length);
}

static void tell_progress(void *context, const char *line)
{
    (void)context;
    text t = {0};
    text_add(&t, "{\"progress\":");
    text_add_json(&t, line, strlen(line));
    text_add(&t, "}\n");
    answer(&t);
    text_fini(&t);
}

// Loading runs on the main fiber, so that what constructors allocate and what
// they keep in thread-local variables belongs to main.
static struct {
    const char *path;
    void *handle;
    char problem[512];
} load;

static void load_object(void *argument)
{
    (void)argument;
    load.handle = dlopen(load.path, RTLD_NOW | RTLD_LOCAL);
    rt.in_user = false;
    if (!load.handle)
        snprintf(load.problem, sizeof load.problem, "%s", dlerror());
}

static bool load_subject(const char *path, error *e)
{
    regions_before();
    load.path = path;
    rt.loading = true;
    fiber_start(FIBER_MAIN, load_object, NULL, &(pending){.kind = OP_START});
    fiber_resume(&rt.fibers[FIBER_MAIN]);
    rt.loading = false;
    if (ended.how != END_NONE)
        return error_set(e, "while the object was loaded: %s", ended.text);
    if (!load.handle)
        return error_set(e, "the object cannot be loaded: %s", load.problem);
    if (!regions_after(e) || !foreign_link(e))
        return false;
    reset_snapshot();
    return true;
}

static bool write_histories(const char *path, const intern *lines, error *e)
{
    uint32_t n = intern_count(lines);
    char **sorted = memory_new((size_t)n + 1, sizeof *sorted);
    for (uint32_t i = 0; i < n; i++) {
        size_t length;
        const char *bytes = intern_get(lines, i, &length);
        sorted[i] = memory_string_n(bytes, length);
    }
    bool ok = output_write_sorted(path, sorted, n, e);
    for (uint32_t i = 0; i < n; i++)
        free(sorted[i]);
    free(sorted);
    return ok;
}

// Operations that never return may be right: is a call that takes something out seen to wait
// for ever, alone? True: it is, and that was not known before.
static bool learn_waiting(search_options *o, const scenario *sc, lp_verdict *v, error *e)
{
    if (ended.lost || o->takes_wait || v->outcome != LP_VIOLATED || v->judge || !v->history)
        return false;
    const scenario_call *call = deadlock_suspect(o, sc, v->history);
    if (!call)
        return false;
    scenario *alone = memory_new(1, sizeof *alone);
    alone->thread_count = alone->threads[0].count = 1;
    alone->threads[0].calls[0] = *call;
    search_figures figures = {0};
    lp_verdict its;
    lp_verdict_init(&its);
    bool ok = search_run(o, alone, NULL, &figures, &its, e);
    o->takes_wait = ok && its.outcome == LP_VIOLATED && figures.stuck && !its.judge;
    if (ok && its.outcome == LP_UNKNOWN) // a limit: so is this
        verdict_decide(v, LP_UNKNOWN, "%s", its.reason);
    lp_verdict_fini(&its);
    free(alone);
    return o->takes_wait;
}

// One scenario. With --quasi-factor it is gone through again with a larger factor as
// long as one might be enough: the search ends at the first violation, so most of the
// time goes into the last round.
static bool search_scenario(search_options *o, minimal_relaxation *factor, const scenario *sc,
                            const schedule *along, intern *lines, search_figures *f, lp_verdict *v,
                            error *e)
{
    for (;;) {
        bool ok =
            along ? search_replay(o, sc, along, false, v, e) : search_run(o, sc, lines, f, v, e);
        if (ok && learn_waiting(o, sc, v, e)) {
            lp_verdict_fini(v);
            lp_verdict_init(v);
            continue;
        }
        if (along)
            v->trace_setup = 0; // whoever asks for one execution sees all of it
        if (!ok || !factor || v->outcome != LP_VIOLATED || !v->judge || factor->hopeless)
            return ok;
        say_scenario(v, o->subject->pool, sc);
        bool raised = minimal_relaxation_raise(factor, v, o->subject->spec);
        o->judge = factor->judge;
        if (!raised) { // once more, for the counterexample to any factor
            lp_verdict_fini(v);
            lp_verdict_init(v);
        }
    }
}

static void add_up(search_figures *sum, const search_figures *f)
{
    sum->executions += f->executions;
    sum->complete += f->complete;
    sum->states += f->states;
    sum->cut_off += f->cut_off;
    sum->steps += f->steps;
    sum->histories += f->histories;
}

// What is said of all of them.
static void take_in(search_figures *sum, const search_figures *f, bool first)
{
    sum->kind = f->kind > sum->kind ? f->kind : sum->kind;
    sum->bound = first || f->bound < sum->bound ? f->bound : sum->bound;
    sum->bounded = sum->bounded || f->bounded;
    sum->part_done = f->part_done;
    sum->parts = f->parts;
    sum->parts_done = f->parts_done;
    sum->symmetry = sum->symmetry || f->symmetry;
    sum->unlucky = sum->unlucky || f->unlucky;
    sum->leaked = f->leaked > sum->leaked ? f->leaked : sum->leaked;
}

// On the way through the scenarios.
typedef struct tour {
    const settings *settings;
    search_options *options;
    minimal_relaxation *factor;
    scenarios *all;
    sweep *sweep;
    intern *lines; // of --histories
    search_figures sum;
    uint32_t at;
    const scenario *now;
} tour;

static bool visit(tour *t, lp_verdict *v, error *e)
{
    search_options *o = t->options;
    search_figures f = {.kind = t->sum.kind, .bound = t->sum.bound};
    o->executions_before = t->sum.executions;
    o->size = t->all->sweep ? sizes_name(t->all->size) : NULL;
    o->scenario = t->at;
    o->scenarios = t->all->count;
    leaks_forget();
    if (!(t->now = scenarios_get(t->all, t->at, e)))
        return false;
    bool made_up = t->all->all != NULL;
    bool waits = made_up && sweep_passes_over(t->sweep, o->subject, t->now);
    if (t->at > 0 && limits_reached(o->limits))
        verdict_decide(v, LP_UNKNOWN, "%s", limits_reason(o->limits));
    else if (!waits && !search_scenario(o, t->factor, t->now, NULL, t->lines, &f, v, e))
        return false;
    add_up(&t->sum, &f);
    if (v->outcome == LP_HOLDS && t->settings->leaks && f.leaked)
        leaks_decide(v, f.leaked);
    waits = waits || (made_up && sweep_waits(o, &f, v));
    if (sweep_spent(t->sweep, v))
        return true;
    take_in(&t->sum, &f, t->sum.executions == f.executions);
    if (v->outcome == LP_HOLDS)
        sweep_count(t->sweep, o->subject, t->now, waits);
    return true;
}

// Stops at the first scenario that does not hold.
static bool visit_all(tour *t, lp_verdict *v, error *e)
{
    if (!t->all->count) // there may be none of a size
        v->outcome = LP_HOLDS;
    for (t->at = 0; t->at < t->all->count; t->at++) {
        if (!visit(t, v, e))
            return false;
        if (v->outcome != LP_HOLDS || t->sweep->spent)
            break;
    }
    return true;
}

static bool explore(const settings *s, search_options *o, minimal_relaxation *factor,
                    scenarios *all, sweep *w, lp_verdict *v, error *e)
{
    tour t = {.settings = s,
              .options = o,
              .factor = factor,
              .all = all,
              .sweep = w,
              .lines = s->histories ? intern_new() : NULL};
    bool ok;
    sweep_init(w, o->limits, s->budget);
    do
        ok = visit_all(&t, v, e);
    while (ok && v->outcome == LP_HOLDS && !w->spent && sweep_next(w, all, v));
    if (ok)
        ok = sweep_end(w, all, v, e);
    if (ok) {
        say_coverage(s, v, &t.sum, all, t.at, w);
        bool at_one = t.at < all->count && v->outcome != LP_HOLDS;
        if (at_one || (!all->sweep && all->count == 1))
            say_scenario(v, o->subject->pool, t.now);
        add_figures(v, &t.sum, s, all, t.at, w);
    }
    if (ok && t.lines)
        ok = write_histories(s->histories, t.lines, e);
    intern_free(t.lines);
    sweep_fini(w);
    return ok;
}

static volatile sig_atomic_t interrupted;

static void on_terminate(int number, siginfo_t *info, void *context)
{
    (void)context;
    if (rt.in_user && info->si_code <= 0 && info->si_pid == getpid()) // raise(SIGTERM)
        execution_end(END_BUG, NULL, "crashed: %s", strsignal(number));
    interrupted = 1;
    watchdog_hurry();
}

static void catch_signals(void)
{
    struct sigaction action = {.sa_sigaction = on_terminate,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART};
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
}

// Serial runs that hang are many, and each is but one of those that may explain a history.
static double serial_hang(const settings *s)
{
    return s->hang < 5 ? s->hang : 5;
}

// Makes serial runs for another process.
static _Noreturn void serve(const char *path, const settings *s)
{
    error e = {0};
    int socket = -1, memory = -1;
    sscanf(s->serve, "%d,%d", &socket, &memory);
    config.max_steps = s->max_steps;
    const watchdog_plan plan = {.hang = s->hang, .answer = -1};
    bool ok = fibers_init(&e) && tls_init(&e) && arenas_init(&e) && crash_init(&e) &&
              watchdog_start(&plan, &e) && load_subject(path, &e);
    watchdog_rest();
    const lp_object *object = ok ? object_find(s->object, &e) : NULL;
    serial_serve(socket, memory, object != NULL, e.message, serial_run_fibers,
                 (void *)(uintptr_t)object);
}

static bool run(const char *path, const settings *s, lp_verdict *v, error *e)
{
    static limits l;
    l = (limits){.timeout = s->timeout,
                 .memory = s->memory,
                 .interrupted = &interrupted,
                 .progress = tell_progress};
    limits_start(&l);
    config.reuse = s->reuse;
    config.spurious = s->spurious;
    config.folded = !s->all_histories;
    config.races = s->races;
    config.all_loops = s->all_loops;
    config.max_steps = s->max_steps;
    const watchdog_plan plan = {.hang = s->hang, .limits = &l, .answer = ANSWER_FD};
    catch_signals();
    if (!fibers_init(e) || !tls_init(e) || !arenas_init(e) || !crash_init(e) ||
        !watchdog_start(&plan, e))
        return false;
    if (!load_subject(path, e)) {
        if (ended.how != END_UNKNOWN || ended.hung)
            return false;
        verdict_decide(v, LP_UNKNOWN, "%s", e->message); // a limit of ours
        return true;
    }
    lp_pool *pool = lp_pool_new();
    subject its;
    const lp_object *object = object_find(s->object, e);
    static scenarios all;
    const scenarios_options which = settings_scenarios(s);
    static serial_program program;
    program = (serial_program){s->golden ? s->golden : path, object ? object->name : NULL,
                               s->max_steps, serial_hang(s)};
    const serial_source source = {serial_enter_program, &program};
    if (!object || !subject_init_with(&its, object, s->spec, &source, pool, e) ||
        !scenarios_init(&all, &its, &which, e))
        return false;
    minimal_relaxation factor;
    char *name = object_condition(object, s->condition, s->least, "linearizable");
    const judge *condition = NULL;
    if (s->least)
        condition = minimal_relaxation_init(&factor, name, e) ? factor.judge : NULL;
    else if (strcmp(name, "none") != 0)
        condition = judge_find(name, e);
    if (!condition && (s->least || strcmp(name, "none") != 0))
        return false;
    // A cycle must be a cycle of states.
    search_kind kind = s->lock_free ? SEARCH_STATES : s->kind;
    bool sampled = s->kind == SEARCH_RANDOM || s->kind == SEARCH_PCT;
    uint64_t max_executions = sampled && !s->max_executions ? SAMPLES : s->max_executions;
    // Histories that are written differ by what came before what, whether judged by it or not.
    bool timeless = !condition || !strcmp(condition->name, "sequential") ||
                    !strcmp(condition->name, "serializable");
    search_options o = {.subject = &its,
                        .judge = condition,
                        .kind = kind,
                        .preemptions = (uint32_t)s->preemptions,
                        .depth = (uint32_t)s->depth,
                        .lock_free = s->lock_free,
                        .seed = s->seed,
                        .symmetry = s->symmetry || (!s->all_threads && !s->histories),
                        .real_time = s->histories || !timeless,
                        .repeats = s->repeats,
                        .max_steps = s->max_steps,
                        .split = s->split,
                        .jobs = s->jobs ? (uint32_t)s->jobs : processors(),
                        .max_executions = max_executions,
                        .hang = s->hang,
                        .limits = &l};
    bool ok;
    sweep sizes = {0};
    if (all.sweep && (s->replay || s->histories)) {
        ok =
            error_set(e, s->replay ? "a schedule fits one scenario: give --scenario too"
                                   : "--histories is for scenarios that are known beforehand: give "
                                     "--scenario, --calls or --up-to too");
    } else if (s->replay) {
        schedule along = {0};
        const scenario *first = scenarios_get(&all, 0, e);
        ok =
            (all.count == 1 || error_set(e, "a schedule fits one scenario: give --scenario too")) &&
            schedule_parse(s->replay, &along, e) &&
            search_scenario(&o, s->least ? &factor : NULL, first, &along, NULL, NULL, v, e);
        verdict_copy(&v->covers, "this execution");
        say_scenario(v, pool, first);
    } else {
        ok = explore(s, &o, s->least ? &factor : NULL, &all, &sizes, v, e);
    }
    verdict_copy(&v->subject, object->name);
    // A crash or a deadlock is wrong by any condition.
    if (v->outcome != LP_VIOLATED || v->judge)
        verdict_copy(&v->condition, name);
    verdict_copy(&v->spec, its.spec_name);
    if (s->least)
        minimal_relaxation_describe(&factor, v);
    if (all.sweep)
        sweep_say_next(&sizes, v);
    const scenario *doubtful = s->scenario ? scenarios_get(&all, 0, e) : NULL;
    if (doubtful)
        unbalanced_note(&its, s->least ? factor.judge : condition, doubtful, v);
    return ok;
}

// Addresses should be the same in every run; where the system does not let us
// have it so, only the addresses in traces differ.
static void fix_addresses(char **argv)
{
    int now = personality(0xffffffff);
    if (now == -1 || (now & ADDR_NO_RANDOMIZE) || getenv("LINCHPIN_EXPLORE_FIXED"))
        return;
    setenv("LINCHPIN_EXPLORE_FIXED", "1", 1);
    if (personality((unsigned long)now | ADDR_NO_RANDOMIZE) != -1)
        execv("/proc/self/exe", argv);
}

int main(int argc, char **argv)
{
    fix_addresses(argv);
    error e = {0};
    settings s;
    lp_verdict v;
    lp_verdict_init(&v);
    // What the object prints would be printed in every execution.
    int quiet = open("/dev/null", O_WRONLY | O_CLOEXEC);
    bool ok = argc >= 2 || error_set(&e, "linchpin-explore is started by `linchpin explore`");
    ok = ok && settings_parse(argc, argv, &s, &e);
    static char buffer[BUFSIZ];
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    config.errors = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, ANSWER_FD + 1);
    bool silent = !ok || !s.replay;
    if (quiet >= 0) {
        dup2(silent ? quiet : STDERR_FILENO, STDOUT_FILENO);
        if (silent)
            dup2(quiet, STDERR_FILENO);
    }
    afresh_init(argc, argv);
    descriptors_init();
    if (ok && s.serve)
        serve(argv[1], &s);
    ok = ok && run(argv[1], &s, &v, &e);
    if (!ok) {
        char *message = error_text(&e);
        lp_verdict_fini(&v);
        lp_verdict_init(&v);
        verdict_decide(&v, LP_ERROR, "%s", message);
    }
    text line = {0};
    verdict_write_json(&v, &line);
    if (!line.length || line.bytes[line.length - 1] != '\n')
        text_add(&line, "\n");
    fflush_unlocked(stdout); // a thread may have been left with its lock
    answer(&line);
    bare_exit((int)v.outcome); // the object's destructors are not our business
}
