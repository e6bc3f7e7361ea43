// SPDX-License-Identifier: MIT
// A test as a program of its own: lp_test_main, which LP_MAIN calls. It needs
// nothing but the library, so it runs wherever a user's other tests run.
//
//     ./queue_test --rounds 100000 --seed 7
//
// Every object of the test is run, or the one named with --object. The exit code is
// that of the worst verdict: violated, then error, then unknown.

#include "base/memory.h"
#include "base/random.h"
#include "harness/stress/stress.h"
#include "report/report.h"

#include <linchpin/linchpin.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct program {
    const char *name; // of the program
    stress_options stress;
    const char *object, *condition, *delay;
    double timeout;
    bool json, quiet;
} program;

static const char usage[] =
    "  --object NAME      only this object\n"
    "  --scenario CALLS   run this scenario only: 'enq(1) deq | enq(2) deq'\n"
    "  --calls SHAPE      random scenarios of this shape: 2+3x4+1\n"
    "  --threads N        threads of random scenarios; default: 2 to 4\n"
    "  --ops N            calls per thread; default: 1 to 4\n"
    "  --rounds N         how often scenarios are run, in all\n"
    "  --timeout SECONDS  how long, when --rounds is not given; default: 5\n"
    "  --seed N           choose the same scenarios again\n"
    "  --condition NAME   how histories and spec are compared\n"
    "  --delay WHERE      hold threads up at: calls (default), timer, none\n"
    "  --sleep SECONDS    let them sleep there, up to so long; default: as others need\n"
    "  --hang SECONDS     give up when nothing happens for so long; default: 10\n"
    "  --json             one verdict a line\n"
    "  --quiet            only the exit code\n"
    "Exit codes: 0 holds, 1 violated, 2 error, 3 unknown.\n";

static bool number(const char *option, const char *value, double *out, error *e)
{
    char *end;
    *out = strtod(value, &end);
    return (*value && !*end && *out >= 0 && *out < 1e15) ||
           error_set(e, "%s: \"%s\" is not a number", option, value);
}

static bool count(const char *option, const char *value, uint64_t *out, error *e)
{
    double d;
    if (!number(option, value, &d, e))
        return false;
    *out = (uint64_t)d;
    return true;
}

static bool set_option(program *p, const char *option, const char *value, error *e)
{
    const struct {
        const char *name;
        const char **text;
        uint64_t *count;
        double *number;
    } table[] = {
        {"--object", &p->object, NULL, NULL},       {"--scenario", &p->stress.scenario, NULL, NULL},
        {"--calls", &p->stress.calls, NULL, NULL},  {"--threads", NULL, &p->stress.threads, NULL},
        {"--ops", NULL, &p->stress.ops, NULL},      {"--rounds", NULL, &p->stress.rounds, NULL},
        {"--timeout", NULL, NULL, &p->timeout},     {"--seed", NULL, &p->stress.seed, NULL},
        {"--condition", &p->condition, NULL, NULL}, {"--delay", &p->delay, NULL, NULL},
        {"--hang", NULL, NULL, &p->stress.hang},    {"--sleep", NULL, NULL, &p->stress.noise.sleep},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (strcmp(option, table[i].name) != 0)
            continue;
        if (!value)
            return error_set(e, "%s needs a value", option);
        if (table[i].text)
            *table[i].text = value;
        return table[i].text || (table[i].count ? count(option, value, table[i].count, e)
                                                : number(option, value, table[i].number, e));
    }
    return error_set(e, "unknown option \"%s\": see --help", option);
}

static bool parse(program *p, int argc, char **argv, error *e)
{
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--json"))
            p->json = true;
        else if (!strcmp(argv[i], "--quiet"))
            p->quiet = true;
        else if (!set_option(p, argv[i], argv[i + 1], e))
            return false;
        else
            i++;
    }
    const char *delay = p->delay ? p->delay : "calls";
    p->stress.noise.kind = !strcmp(delay, "calls") ? NOISE_CALLS : NOISE_TIMER;
    if (!strcmp(delay, "none"))
        p->stress.noise.kind = NOISE_NONE;
    return !strcmp(delay, "calls") || !strcmp(delay, "timer") || !strcmp(delay, "none") ||
           error_set(e, "--delay: calls, timer or none, not \"%s\"", delay);
}

static void complain(const program *p, const char *message)
{
    char *visible = text_visible(message, "");
    fprintf(stderr, "%s: %s\n", p->name, visible);
    free(visible);
}

static void show(const program *p, lp_verdict *v)
{
    text out = {0};
    if (v->outcome == LP_VIOLATED && v->scenario)
        verdict_set(&v->reproduce, "%s --object %s --seed %llu --scenario '%s'", p->name,
                    v->subject, (unsigned long long)p->stress.seed, v->scenario);
    if (p->json) {
        verdict_write_json(v, &out);
        if (out.length && out.bytes[out.length - 1] != '\n')
            text_add(&out, "\n");
    } else if (v->outcome != LP_ERROR && !p->quiet) {
        report_style style = {.color = isatty(STDOUT_FILENO) && !getenv("NO_COLOR")};
        report_verdict(v, &style, &out);
    }
    if (v->outcome == LP_ERROR)
        complain(p, v->reason ? v->reason : "error");
    if (out.length)
        fwrite(out.bytes, 1, out.length, stdout);
    fflush(stdout);
    text_fini(&out);
}

static bool run_object(const program *p, const lp_object *object, subject *s, lp_pool *pool,
                       lp_verdict *v, error *e)
{
    stress_options o = p->stress;
    if (!subject_init(s, object, pool, e))
        return false;
    const char *usual = s->spec->syncs ? "synchronised" : "linearizable";
    char *condition = object_condition(object, p->condition, false, usual);
    o.judge = judge_find(condition, e);
    free(condition);
    if (!o.judge)
        return false;
    limits l = {.timeout = p->timeout};
    if (l.timeout <= 0 && !o.rounds)
        l.timeout = STRESS_SECONDS;
    limits_start(&l);
    o.strict = p->timeout > 0;
    return stress_run(s, &o, &l, v, e);
}

static lp_outcome test_object(const program *p, const lp_object *object)
{
    error e = {0};
    lp_pool *pool = lp_pool_new();
    subject s;
    lp_verdict v;
    lp_verdict_init(&v);
    if (!run_object(p, object, &s, pool, &v, &e)) {
        char *message = error_text(&e);
        verdict_decide(&v, LP_ERROR, "%s", message);
        free(message);
    }
    show(p, &v);
    lp_outcome outcome = v.outcome;
    lp_verdict_fini(&v);
    subject_fini(&s);
    lp_pool_free(pool);
    return outcome;
}

static int fail(const program *p, const error *e)
{
    complain(p, e->message);
    return LP_ERROR;
}

static int rank(lp_outcome o)
{
    return o == LP_VIOLATED ? 3 : o == LP_ERROR ? 2 : o == LP_UNKNOWN ? 1 : 0;
}

static void end(size_t bytes)
{
    (void)bytes;
    static const char line[] = "out of memory: the result is unknown\n";
    ssize_t ignored = write(STDERR_FILENO, line, sizeof line - 1);
    (void)ignored;
    _exit(LP_UNKNOWN);
}

int lp_test_main(int argc, char **argv)
{
    memory_on_exhausted(end);
    program p = {.name = argc > 0 ? argv[0] : "test",
                 .stress = {.hang = STRESS_HANG, .seed = rng_fresh_seed(), .private_fd = -1}};
    error e = {0};
    if (argc == 2 && !strcmp(argv[1], "--help")) {
        printf("usage: %s [options]\n%s", p.name, usage);
        return LP_HOLDS;
    }
    if (!parse(&p, argc, argv, &e))
        return fail(&p, &e);
    const lp_object *object = object_first();
    if (p.object || !object) {
        object = object_find(p.object, &e);
        return object ? (int)test_object(&p, object) : fail(&p, &e);
    }
    lp_outcome worst = LP_HOLDS;
    for (; object; object = object->next) {
        lp_outcome outcome = test_object(&p, object);
        worst = rank(outcome) > rank(worst) ? outcome : worst;
    }
    return (int)worst;
}
