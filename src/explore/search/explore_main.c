// SPDX-License-Identifier: MIT
// linchpin-explore: the process that holds the user's code under the controlled
// scheduler. Started by `linchpin explore` with the shared object and
// key=value arguments; writes to descriptor 3 lines of progress and, last, the
// verdict as JSON.

#include "base/parallel.h"
#include "explore/effects/effect_report.h"
#include "explore/interpose/descriptors.h"
#include "explore/interpose/foreign.h"
#include "explore/runtime/arena.h"
#include "explore/runtime/client.h"
#include "explore/runtime/crash.h"
#include "explore/runtime/fiber.h"
#include "explore/runtime/hook_scope.h"
#include "explore/runtime/region.h"
#include "explore/runtime/reset.h"
#include "explore/runtime/schedule.h"
#include "explore/runtime/tls.h"
#include "explore/runtime/watchdog.h"
#include "explore/search/explore_coverage.h"
#include "explore/search/fresh_process.h"
#include "explore/search/scenario_tour.h"
#include "explore/search/serial_runs.h"
#include "harness/scenarios/unbalanced.h"
#include "judge/evidence/runner_lines.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <unistd.h>

enum { ANSWER_FD = RUNNER_FD, SAMPLES = 10000 };

// Of `make coverage`: what a process that exits would do by itself.
#ifdef LP_COVERAGE
extern void __gcov_dump(void);
#define save_counters() __gcov_dump()
#else
#define save_counters() (void)0
#endif

static void answer(const text *line)
{
    watchdog_tell(ANSWER_FD, line->bytes, line->length);
}

static void tell_progress(void *context, const char *line)
{
    (void)context;
    text t = {0};
    runner_write_progress(line, &t);
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
    HOOK_SCOPE;
    {
        USER_SCOPE;
        load.handle = dlopen(load.path, RTLD_NOW | RTLD_LOCAL);
    }
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

static volatile sig_atomic_t interrupted;

static void on_terminate(int number, siginfo_t *info, void *context)
{
    (void)context;
    if (rt.in_user && info->si_code <= 0 && info->si_pid == getpid()) // raise(SIGTERM)
        execution_break(LP_VIOLATION_CRASH, NULL, "crashed: %s", strsignal(number));
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

// What is explored, and how.
typedef struct task {
    const settings *settings;
    const lp_object *object;
    lp_pool *pool;
    subject subject;
    serial_program program; // for serial runs
    scenarios all;
    char *condition_name;
    const judge *condition; // NULL: nothing is judged
    minimal_relaxation factor;
    search_options options;
    progress_curve curve;
    sweep sizes;
} task;

static bool prepare_runtime(const settings *s, limits *l, error *e)
{
    config.reuse = s->reuse;
    config.spurious = s->spurious;
    config.folded = !s->all_histories;
    config.races = s->races;
    config.all_loops = s->all_loops;
    config.max_steps = s->max_steps;
    const watchdog_plan plan = {.hang = s->hang, .limits = l, .answer = ANSWER_FD};
    catch_signals();
    return fibers_init(e) && tls_init(e) && arenas_init(e) && crash_init(e) &&
           watchdog_start(&plan, e);
}

static minimal_relaxation *factor_of(task *t)
{
    return t->settings->least ? &t->factor : NULL;
}

static bool find_condition(task *t, error *e)
{
    const settings *s = t->settings;
    t->condition_name = object_condition(t->object, s->condition, s->least, "linearizable");
    bool none = !s->least && !strcmp(t->condition_name, "none");
    if (s->least)
        t->condition =
            minimal_relaxation_init(&t->factor, t->condition_name, e) ? t->factor.judge : NULL;
    else if (!none)
        t->condition = judge_find(t->condition_name, e);
    return t->condition || none;
}

static bool check_points(const task *t, error *e)
{
    if (!t->settings->infer_points)
        return true;
    if (strcmp(t->condition_name, "linearizable") != 0)
        return error_set(e, "--infer-points is about linearizability, not %s", t->condition_name);
    return effects_may_be_found(t->subject.spec, e);
}

static bool find_subject(task *t, const char *path, error *e)
{
    const settings *s = t->settings;
    const scenarios_options which = settings_scenarios(s);
    t->object = object_find(s->object, e);
    if (!t->object)
        return false;
    t->program = (serial_program){s->golden ? s->golden : path, t->object->name, s->max_steps,
                                  serial_hang(s)};
    const serial_source source = {serial_enter_program, &t->program};
    t->pool = lp_pool_new();
    return subject_init_with(&t->subject, t->object, s->spec, &source, t->pool, e) &&
           scenarios_init(&t->all, &t->subject, &which, e) && find_condition(t, e) &&
           check_points(t, e);
}

static void choose_options(task *t, limits *l)
{
    const settings *s = t->settings;
    const judge *c = t->condition;
    bool whole = s->lock_free || (s->infer_points && s->kind == SEARCH_AUTO); // states are compared
    // Histories that are written differ by what came before what, whether judged by it or not.
    bool timeless = !c || c->ignores_real_time;
    bool sampled = search_kind_samples(s->kind);
    t->options = (search_options){
        .subject = &t->subject,
        .judge = c,
        .kind = whole ? SEARCH_STATES : s->kind,
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
        .max_executions = sampled && !s->max_executions ? SAMPLES : s->max_executions,
        .hang = s->hang,
        .curve = s->series ? &t->curve : NULL,
        .effects = s->infer_points ? effect_graph_new(&t->subject, s->kind != SEARCH_PATHS) : NULL,
        .limits = l};
}

static bool replay(task *t, lp_verdict *v, error *e)
{
    schedule along = {0};
    const scenario *first = scenarios_get(&t->all, 0, e);
    bool ok =
        (t->all.count == 1 || error_set(e, "a schedule fits one scenario: give --scenario too")) &&
        schedule_parse(t->settings->replay, &along, e) &&
        scenario_explore(&t->options, factor_of(t), first, &along, NULL, NULL, v, e);
    verdict_copy(&v->coverage, "this execution");
    say_scenario(v, t->pool, first);
    return ok;
}

static bool explore(task *t, lp_verdict *v, error *e)
{
    const settings *s = t->settings;
    if (t->all.sweep && (s->replay || s->histories))
        return error_set(e, s->replay
                                ? "a schedule fits one scenario: give --scenario too"
                                : "--histories is for scenarios that are known beforehand: give "
                                  "--scenario, --calls or --up-to too");
    return s->replay ? replay(t, v, e)
                     : scenarios_explore(s, &t->options, factor_of(t), &t->all, &t->sizes, v, e);
}

static bool run(const char *path, const settings *s, lp_verdict *v, error *e)
{
    static limits l;
    static task t;
    t.settings = s;
    l = (limits){.timeout = s->timeout,
                 .memory = s->memory,
                 .interrupted = &interrupted,
                 .progress = tell_progress};
    limits_start(&l);
    if (!prepare_runtime(s, &l, e))
        return false;
    if (!load_subject(path, e)) {
        if (ended.how != END_UNKNOWN || ended.hung)
            return false;
        verdict_decide(v, LP_UNKNOWN, "%s", e->message); // a limit of ours
        return true;
    }
    if (!find_subject(&t, path, e))
        return false;
    choose_options(&t, &l);
    curve_begin(&t.curve);
    bool ok = explore(&t, v, e);
    verdict_copy(&v->subject, t.object->name);
    // A crash or a deadlock is wrong by any condition.
    if (v->outcome != LP_VIOLATED || verdict_breaks_condition(v))
        verdict_copy(&v->condition, t.condition_name);
    verdict_copy(&v->spec, t.subject.spec_name);
    if (s->least)
        minimal_relaxation_describe(&t.factor, v);
    if (t.all.sweep)
        sweep_say_next(&t.sizes, v);
    const scenario *unbalanced = s->scenario ? scenarios_get(&t.all, 0, e) : NULL;
    if (unbalanced)
        unbalanced_note(&t.subject, s->least ? t.factor.judge : t.condition, unbalanced, v);
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
    runner_write_verdict(&v, &line);
    fflush_unlocked(stdout); // a thread may have been left with its lock
    answer(&line);
    save_counters();
    bare_exit((int)v.outcome); // the object's destructors are not our business
}
