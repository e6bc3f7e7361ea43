// SPDX-License-Identifier: MIT
// linchpin-explore: the process that holds the user's code under the controlled
// scheduler. Started by `linchpin explore` with the shared object and
// key=value arguments; writes to descriptor 3 lines of progress and, last, the
// verdict as JSON.

#include "base/memory.h"
#include "base/parallel.h"
#include "explore/arena.h"
#include "explore/client.h"
#include "explore/crash.h"
#include "explore/fiber.h"
#include "explore/region.h"
#include "explore/reset.h"
#include "explore/scenarios.h"
#include "explore/schedule.h"
#include "explore/search.h"
#include "explore/serial.h"
#include "explore/source.h"
#include "explore/tls.h"
#include "harness/doubt.h"
#include "history/format.h"
#include "judge/least.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <unistd.h>

enum { ANSWER_FD = 3, SAMPLES = 10000 };

typedef struct settings {
    scenarios_options which;
    const char *object, *condition, *replay, *histories, *spec, *golden, *serve;
    search_kind search;
    bool all_histories, reuse, spurious, leaks, races, all_loops, all_threads, twins, least,
        repeats, lock_free;
    uint64_t max_steps, max_executions, memory, jobs, preemptions, depth, seed, split;
    double timeout;
} settings;

static bool parse_number(const char *key, const char *value, uint64_t *out, error *e)
{
    char *end;
    errno = 0;
    *out = strtoull(value, &end, 10);
    return (*value && !*end && !errno) || error_set(e, "%s=%s is not a number", key, value);
}

static bool parse(int argc, char **argv, settings *s, error *e)
{
    *s = (settings){
        .max_steps = 10000, .preemptions = UINT32_MAX, .depth = 3, .split = 20000, .seed = 1};
    for (int i = 2; i < argc; i++) {
        const char *equals = strchr(argv[i], '=');
        if (!equals)
            return error_set(e, "runner argument '%s' has no value", argv[i]);
        const char *value = equals + 1;
        size_t n = (size_t)(equals - argv[i]);
#define KEY(name) (n == strlen(name) && !strncmp(argv[i], name, n))
        bool ok = true;
        if (KEY("object"))
            s->object = value;
        else if (KEY("scenario"))
            s->which.scenario = value;
        else if (KEY("spec"))
            s->spec = value;
        else if (KEY("golden")) // the shared object whose serial runs are the spec
            s->golden = value;
        else if (KEY("serve")) // we make them: the descriptors of a socket and of memory
            s->serve = value;
        else if (KEY("calls"))
            s->which.calls = value;
        else if (KEY("up-to"))
            s->which.up_to = value;
        else if (KEY("values"))
            ok = parse_number("values", value, &s->which.values, e);
        else if (KEY("well-formed"))
            s->which.well_formed = *value == '1';
        else if (KEY("condition"))
            s->condition = value;
        else if (KEY("replay"))
            s->replay = value;
        else if (KEY("histories"))
            s->histories = value;
        else if (KEY("search"))
            ok = search_kind_find(value, &s->search) ||
                 error_set(e, "there is no search '%s'", value);
        else if (KEY("preemptions"))
            ok = parse_number("preemptions", value, &s->preemptions, e);
        else if (KEY("depth"))
            ok = parse_number("depth", value, &s->depth, e);
        else if (KEY("seed"))
            ok = parse_number("seed", value, &s->seed, e);
        else if (KEY("all-histories"))
            s->all_histories = *value == '1';
        else if (KEY("reuse"))
            s->reuse = *value == '1';
        else if (KEY("spurious"))
            s->spurious = *value == '1';
        else if (KEY("races"))
            s->races = *value == '1';
        else if (KEY("all-loops"))
            s->all_loops = *value == '1';
        else if (KEY("all-threads"))
            s->all_threads = *value == '1';
        else if (KEY("twins")) // for tests: also where histories are written
            s->twins = *value == '1';
        else if (KEY("repeats")) // for measurements: every execution is judged
            s->repeats = *value == '1';
        else if (KEY("quasi-factor"))
            s->least = *value == '1';
        else if (KEY("lock-free"))
            s->lock_free = *value == '1';
        else if (KEY("leaks"))
            s->leaks = *value == '1';
        else if (KEY("max-steps"))
            ok = parse_number("max-steps", value, &s->max_steps, e);
        else if (KEY("max-executions"))
            ok = parse_number("max-executions", value, &s->max_executions, e);
        else if (KEY("jobs"))
            ok = parse_number("jobs", value, &s->jobs, e);
        else if (KEY("split")) // for tests: after how many executions
            ok = parse_number("split", value, &s->split, e);
        else if (KEY("memory"))
            ok = parse_number("memory", value, &s->memory, e);
        else if (KEY("timeout"))
            s->timeout = strtod(value, NULL);
        else
            ok = error_set(e, "runner argument '%s' is not known", argv[i]);
#undef KEY
        if (!ok)
            return false;
    }
    return true;
}

static void answer(const text *line)
{
    for (size_t done = 0; done < line->length;) {
        ssize_t n = write(ANSWER_FD, line->bytes + done, line->length - done);
        if (n < 0 && errno != EINTR)
            return;
        done += n > 0 ? (size_t)n : 0;
    }
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
    if (rt.end != END_NONE)
        return error_set(e, "while the object was loaded: %s", rt.end_text);
    if (!load.handle)
        return error_set(e, "the object cannot be loaded: %s", load.problem);
    if (!regions_after(e))
        return false;
    reset_snapshot();
    return true;
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
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
    qsort(sorted, n, sizeof *sorted, by_bytes);
    FILE *f = fopen(path, "w");
    bool ok = f != NULL;
    for (uint32_t i = 0; i < n; i++) {
        ok = ok && fprintf(f, "%s\n", sorted[i]) > 0;
        free(sorted[i]);
    }
    free(sorted);
    ok = f && fclose(f) == 0 && ok;
    return ok || error_set(e, "%s cannot be written: %s", path, strerror(errno));
}

static void add_figures(lp_verdict *v, const search_figures *f, const settings *s, uint32_t count)
{
    if (count > 1)
        verdict_figure(v, "scenarios", count);
    verdict_figure(v, "executions", (double)f->executions);
    verdict_figure(v, "complete executions", (double)f->complete);
    if (f->kind == SEARCH_STATES)
        verdict_figure(v, "states", (double)f->states);
    verdict_figure(v, "steps", (double)f->steps);
    verdict_figure(v, "histories", (double)f->histories);
    if (f->cut_off && f->kind >= SEARCH_RANDOM)
        verdict_figure(v, "cut off", (double)f->cut_off);
    if (s->leaks)
        verdict_figure(v, "leaked blocks", (double)f->leaked);
}

static void say_scenario(lp_verdict *v, lp_pool *pool, const scenario *sc)
{
    text t = {0};
    scenario_print(pool, sc, &t);
    verdict_set(&v->scenario, "%s", t.bytes);
    text_fini(&t);
}

// Which executions were run.
static void say_which(const settings *s, const lp_verdict *v, const search_figures *f, text *out)
{
    if (f->kind == SEARCH_RANDOM || f->kind == SEARCH_PCT)
        text_add(out, "%llu executions drawn at random (%s, seed %llu)",
                 (unsigned long long)f->executions, search_kind_name(f->kind),
                 (unsigned long long)s->seed);
    else if (f->kind == SEARCH_BOUNDED && f->bound && (f->bounded || v->outcome == LP_UNKNOWN))
        text_add(out, "all interleavings with at most %u preemptions", f->bound - 1);
    else if (v->outcome == LP_HOLDS)
        text_add(out, "all interleavings");
    else if (f->parts)
        text_add(out, "%u of %u parts of the interleavings", f->parts_done, f->parts);
    else if (f->part_done > 0)
        text_add(out, "about %.2g %% of the interleavings", 100 * f->part_done);
    else
        text_add(out, "some interleavings");
}

// Of which scenarios. Of several, the first `done` are done with.
static void say_scenarios(const settings *s, const lp_verdict *v, uint32_t done, uint32_t count,
                          text *out)
{
    if (count == 1)
        text_add(out, "this scenario");
    else if (v->outcome == LP_HOLDS && s->which.up_to)
        text_add(out, "all %u scenarios up to %s", count, s->which.up_to);
    else if (v->outcome == LP_HOLDS)
        text_add(out, "these scenarios");
    else
        text_add(out, "scenario %u of %u, and all of those before", done + 1, count);
    if (s->which.up_to && s->which.well_formed && count > 1)
        text_add(out, " that are well-formed");
}

static void say_covers(const settings *s, lp_verdict *v, const search_figures *f, uint32_t done,
                       uint32_t count)
{
    if (v->outcome != LP_HOLDS && v->outcome != LP_UNKNOWN) {
        verdict_set(&v->covers, "this execution");
        return;
    }
    text which = {0};
    say_which(s, v, f, &which);
    text_add(&which, " of ");
    say_scenarios(s, v, done, count, &which);
    verdict_set(&v->covers, "%s, under sequential consistency%s%s%s%s%s%s%s%s%s", which.bytes,
                f->twins ? ", but for swapping threads with the same calls" : "",
                s->lock_free && v->outcome == LP_HOLDS ? ", all lock-free" : "",
                s->reuse ? ", with blocks reused" : "",
                s->spurious ? ", with spurious wake-ups" : "",
                s->races && f->kind == SEARCH_STATES ? ", data races not in every order" : "",
                rt.clock_used ? ", with the clock standing still" : "",
                source_has_hidden_reads() ? ", with a write to a bit-field as one step (gcc)" : "",
                rt.unseen[0] ? ", without looking into " : "", rt.unseen);
    text_fini(&which);
}

// One scenario. With --quasi-factor it is gone through again with a larger factor as
// long as one might be enough: the search ends at the first violation, so most of the
// time goes into the last round.
static bool search_scenario(search_options *o, least *factor, const scenario *sc,
                            const schedule *along, intern *lines, search_figures *f, lp_verdict *v,
                            error *e)
{
    for (;;) {
        bool ok = along ? search_replay(o, sc, along, v, e) : search_run(o, sc, lines, f, v, e);
        if (!ok || !factor || v->outcome != LP_VIOLATED || !v->judge || factor->hopeless)
            return ok;
        say_scenario(v, o->subject->pool, sc);
        bool raised = least_raise(factor, v, o->subject->spec);
        o->judge = factor->judge;
        if (!raised) { // once more, for the counterexample to any factor
            lp_verdict_fini(v);
            lp_verdict_init(v);
        }
    }
}

static bool explore(const settings *s, search_options *o, least *factor, scenarios *all,
                    lp_verdict *v, error *e)
{
    search_figures sum = {0};
    intern *lines = s->histories ? intern_new() : NULL;
    bool ok = true;
    uint32_t i = 0;
    const scenario *sc = NULL;
    for (; ok && i < all->count; i++) {
        search_figures f = {0};
        o->executions_before = sum.executions;
        o->scenario = i;
        o->scenarios = all->count;
        sc = scenarios_get(all, i, e);
        ok = sc && search_scenario(o, factor, sc, NULL, lines, &f, v, e);
        sum.executions += f.executions;
        sum.complete += f.complete;
        sum.states += f.states;
        sum.kind = f.kind > sum.kind ? f.kind : sum.kind;
        sum.bound = i == 0 || f.bound < sum.bound ? f.bound : sum.bound;
        sum.bounded = sum.bounded || f.bounded;
        sum.cut_off += f.cut_off;
        sum.part_done = f.part_done;
        sum.parts = f.parts;
        sum.parts_done = f.parts_done;
        sum.steps += f.steps;
        sum.histories += f.histories;
        sum.twins = sum.twins || f.twins;
        sum.leaked = f.leaked > sum.leaked ? f.leaked : sum.leaked;
        if (ok && v->outcome == LP_HOLDS && s->leaks && f.leaked)
            verdict_decide(v, LP_VIOLATED, "%llu blocks are not freed at the end",
                           (unsigned long long)f.leaked);
        if (!ok || v->outcome != LP_HOLDS)
            break;
    }
    if (ok) {
        say_covers(s, v, &sum, i, all->count);
        if (all->count == 1 || i < all->count)
            say_scenario(v, o->subject->pool, sc);
        add_figures(v, &sum, s, all->count);
    }
    if (ok && lines)
        ok = write_histories(s->histories, lines, e);
    intern_free(lines);
    return ok;
}

// Makes serial runs for another process.
static _Noreturn void serve(const char *path, const settings *s)
{
    error e = {0};
    int socket = -1, memory = -1;
    sscanf(s->serve, "%d,%d", &socket, &memory);
    rt.max_steps = s->max_steps;
    bool ok = fibers_init(&e) && tls_init(&e) && arenas_init(&e) && crash_init(&e) &&
              load_subject(path, &e);
    const lp_object *object = ok ? object_find(s->object, &e) : NULL;
    serial_serve(socket, memory, object != NULL, e.message, serial_run_fibers,
                 (void *)(uintptr_t)object);
}

static bool run(const char *path, const settings *s, lp_verdict *v, error *e)
{
    static limits l;
    l = (limits){.timeout = s->timeout, .memory = s->memory, .progress = tell_progress};
    limits_start(&l);
    rt.reuse = s->reuse;
    rt.spurious = s->spurious;
    rt.folded = !s->all_histories;
    rt.races = s->races;
    rt.all_loops = s->all_loops;
    rt.max_steps = s->max_steps;
    if (!fibers_init(e) || !tls_init(e) || !arenas_init(e) || !crash_init(e))
        return false;
    crash_alarm(s->timeout > 0 ? s->timeout + 0.2 : 0);
    if (!load_subject(path, e))
        return false;
    lp_pool *pool = lp_pool_new();
    subject its;
    const lp_object *object = object_find(s->object, e);
    static scenarios all;
    static serial_program program;
    program =
        (serial_program){s->golden ? s->golden : path, object ? object->name : NULL, s->max_steps};
    const serial_source source = {serial_enter_program, &program};
    if (!object || !subject_init_with(&its, object, s->spec, &source, pool, e) ||
        !scenarios_init(&all, &its, &s->which, e))
        return false;
    least factor;
    char *name = object_condition(object, s->condition, s->least, "linearizable");
    const judge *condition = NULL;
    if (s->least)
        condition = least_init(&factor, name, e) ? factor.judge : NULL;
    else if (strcmp(name, "none") != 0)
        condition = judge_find(name, e);
    if (!condition && (s->least || strcmp(name, "none") != 0))
        return false;
    // A cycle must be a cycle of states.
    search_kind kind = s->lock_free ? SEARCH_STATES : s->search;
    bool sampled = s->search == SEARCH_RANDOM || s->search == SEARCH_PCT;
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
                        .twins = s->twins || (!s->all_threads && !s->histories),
                        .real_time = s->histories || !timeless,
                        .repeats = s->repeats,
                        .max_steps = s->max_steps,
                        .split = s->split,
                        .jobs = s->jobs ? (uint32_t)s->jobs : processors(),
                        .max_executions = max_executions,
                        .limits = &l};
    bool ok;
    if (s->replay) {
        schedule along = {0};
        const scenario *first = scenarios_get(&all, 0, e);
        ok =
            (all.count == 1 || error_set(e, "a schedule fits one scenario: give --scenario too")) &&
            schedule_parse(s->replay, &along, e) &&
            search_scenario(&o, s->least ? &factor : NULL, first, &along, NULL, NULL, v, e);
        verdict_set(&v->covers, "this execution");
        say_scenario(v, pool, first);
    } else {
        ok = explore(s, &o, s->least ? &factor : NULL, &all, v, e);
    }
    verdict_set(&v->subject, "%s", object->name);
    // A crash or a deadlock is wrong by any condition.
    if (v->outcome != LP_VIOLATED || v->judge)
        verdict_set(&v->condition, "%s", name);
    verdict_set(&v->spec, "%s", its.spec_name);
    if (s->least)
        least_tell(&factor, v);
    const scenario *doubtful = s->which.scenario ? scenarios_get(&all, 0, e) : NULL;
    if (doubtful)
        doubt_scenario(&its, s->least ? factor.judge : condition, doubtful, v);
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
    ok = ok && parse(argc, argv, &s, &e);
    static char buffer[BUFSIZ];
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    rt.errors = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, ANSWER_FD + 1);
    bool silent = !ok || !s.replay;
    if (quiet >= 0) {
        dup2(silent ? quiet : STDERR_FILENO, STDOUT_FILENO);
        if (silent)
            dup2(quiet, STDERR_FILENO);
    }
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
    fflush(stdout);
    answer(&line);
    _exit((int)v.outcome); // the object's destructors are not our business
}
