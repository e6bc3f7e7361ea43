// SPDX-License-Identifier: MIT
// linchpin-stress: the process that loads the user's shared object.
//
//     linchpin-stress test.so seed=1 timeout=5 …
//
// It writes JSON lines to descriptor 3 (or stdout when that is closed):
// {"progress":"…"} now and then, and at last the verdict. Constructors and specs
// of the test run in this process, its objects in workers forked from it. What
// the test prints goes to stderr: stdout is for results.

#include "base/io/keys.h"
#include "base/random.h"
#include "base/text.h"
#include "harness/serial/serial_page.h"
#include "harness/stress/stress.h"
#include "judge/evidence/runner_lines.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

static int output = RUNNER_FD;
static volatile sig_atomic_t interrupted;
static text too_late; // made before it is needed: a handler cannot allocate

static void put(const char *bytes, size_t length)
{
    while (length) {
        ssize_t n = write(output, bytes, length);
        if (n < 0 && errno != EINTR)
            return;
        if (n > 0) {
            bytes += n;
            length -= (size_t)n;
        }
    }
}

static void put_progress(void *context, const char *line)
{
    (void)context;
    text t = {0};
    runner_write_progress(line, &t);
    put(t.bytes, t.length);
    text_fini(&t);
}

static int finish(const lp_verdict *v)
{
    text t = {0};
    runner_write_verdict(v, &t);
    put(t.bytes, t.length);
    text_fini(&t);
    return (int)v->outcome;
}

static int fail(const error *e)
{
    lp_verdict v;
    lp_verdict_init(&v);
    char *message = error_text(e);
    verdict_decide(&v, LP_ERROR, "%s", message);
    free(message);
    int code = finish(&v);
    lp_verdict_fini(&v);
    return code;
}

static void on_terminate(int signal)
{
    (void)signal;
    interrupted = 1;
}

static void on_alarm(int signal)
{
    (void)signal;
    put(too_late.bytes, too_late.length);
    _exit(LP_UNKNOWN);
}

// Its constructors run here; one that never ends must not hold us for ever.
static bool load(const char *path, double hang, double timeout, error *e)
{
    bool limited = timeout > 0 && timeout < hang;
    double most = limited ? timeout : hang > 0.1 ? hang : 0.1;
    lp_verdict v;
    lp_verdict_init(&v);
    if (limited)
        verdict_decide(&v, LP_UNKNOWN, "the time limit was reached while the test was loaded");
    else
        verdict_decide(&v, LP_UNKNOWN, "no progress for %g s while the test was loaded", hang);
    runner_write_verdict(&v, &too_late);
    lp_verdict_fini(&v);
    signal(SIGALRM, on_alarm);
    struct itimerval timer = {.it_value.tv_sec = (time_t)most};
    timer.it_value.tv_usec = (suseconds_t)((most - (double)timer.it_value.tv_sec) * 1e6);
    setitimer(ITIMER_REAL, &timer, NULL);
    bool loaded = dlopen(path, RTLD_NOW | RTLD_LOCAL) != NULL;
    setitimer(ITIMER_REAL, &(struct itimerval){0}, NULL);
    signal(SIGALRM, SIG_DFL);
    const char *why = loaded ? NULL : dlerror();
    const char *colon = why ? strstr(why, ": ") : NULL; // before it stands a scratch path
    return loaded || error_set(e, "the test cannot be loaded: %s", colon ? colon + 2 : why);
}

typedef struct settings {
    stress_options stress;
    const char *object, *condition, *noise, *spec, *golden;
    double timeout;
    uint64_t memory;
    bool least;
} settings;

static bool parse_word(settings *s, const char *word, error *e)
{
    const key keys[] = {
        {"object", .text = &s->object},
        {"condition", .text = &s->condition},
        {"noise", .text = &s->noise},
        {"spec", .text = &s->spec},
        {"golden", .text = &s->golden},
        {"scenario", .text = &s->stress.scenario},
        {"calls", .text = &s->stress.calls},
        {"histories", .text = &s->stress.histories},
        {"threads", .count = &s->stress.threads},
        {"ops", .count = &s->stress.ops},
        {"rounds", .count = &s->stress.rounds},
        {"seed", .count = &s->stress.seed},
        {"quasi-factor", .flag = &s->least},
        {"series", .flag = &s->stress.series},
        {"memory", .count = &s->memory},
        {"timeout", .number = &s->timeout},
        {"hang", .number = &s->stress.hang},
        {"sleep", .number = &s->stress.noise.sleep},
    };
    return keys_set(keys, sizeof keys / sizeof *keys, word, e);
}

static bool choose_noise(settings *s, error *e)
{
    if (!s->noise || !strcmp(s->noise, "access"))
        s->stress.noise.kind = NOISE_ACCESS;
    else if (!strcmp(s->noise, "timer"))
        s->stress.noise.kind = NOISE_TIMER;
    else if (!strcmp(s->noise, "calls"))
        s->stress.noise.kind = NOISE_CALLS;
    else if (!strcmp(s->noise, "none"))
        s->stress.noise.kind = NOISE_NONE;
    else
        return error_set(e, "noise=%s: access, calls, timer or none", s->noise);
    return true;
}

// In a child of ours: serial runs of the object, or of its golden object.
static void enter_golden(void *context, int socket, int memory)
{
    const settings *s = context;
    error e = {0};
    objects_forget();
    const lp_object *object =
        load(s->golden, s->stress.hang, s->timeout, &e) ? object_find(s->object, &e) : NULL;
    serial_serve(socket, memory, object != NULL, e.message, serial_run_threads,
                 (void *)(uintptr_t)object);
}

static bool run(const char *path, settings *s, lp_verdict *v, lp_pool *pool, error *e)
{
    if (!choose_noise(s, e) || !load(path, s->stress.hang, s->timeout, e))
        return false;
    const lp_object *object = object_find(s->object, e);
    subject it;
    const serial_source golden = {enter_golden, s};
    if (!object || !subject_init_with(&it, object, s->spec, s->golden ? &golden : NULL, pool, e))
        return false;
    const char *usual = it.spec->syncs ? "synchronised" : "linearizable";
    char *condition = object_condition(object, s->condition, s->least, usual);
    static minimal_relaxation factor; // the settings live longer than this call
    if (s->least)
        s->stress.judge = minimal_relaxation_init(&factor, condition, e) ? factor.judge : NULL;
    else
        s->stress.judge = judge_find(condition, e);
    s->stress.least = s->least ? &factor : NULL;
    if (!s->stress.judge)
        return false;
    limits l = {.timeout = s->timeout,
                .memory = s->memory,
                .interrupted = &interrupted,
                .progress = put_progress};
    if (l.timeout <= 0 && !s->stress.rounds)
        l.timeout = STRESS_SECONDS;
    limits_start(&l);
    s->stress.strict = s->timeout > 0;
    return stress_run(&it, &s->stress, &l, v, e);
}

int main(int argc, char **argv)
{
    error e = {0};
    if (fcntl(output, F_GETFD) < 0)
        output = fcntl(STDOUT_FILENO, F_DUPFD, 4);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    struct sigaction action = {.sa_handler = on_terminate};
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);

    settings s = {.stress = {.hang = STRESS_HANG, .seed = rng_fresh_seed(), .private_fd = output}};
    if (argc < 2) {
        error_set(&e, "linchpin-stress is run by 'linchpin test'");
        return fail(&e);
    }
    for (int i = 2; i < argc; i++)
        if (!parse_word(&s, argv[i], &e))
            return fail(&e);

    lp_pool *pool = lp_pool_new();
    lp_verdict v;
    lp_verdict_init(&v);
    int code = run(argv[1], &s, &v, pool, &e) ? finish(&v) : fail(&e);
    lp_verdict_fini(&v);
    lp_pool_free(pool);
    _exit(code); // the test's destructors and atexit functions are not run
}
