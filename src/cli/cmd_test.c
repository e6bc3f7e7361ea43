// SPDX-License-Identifier: MIT
// linchpin test: compiles the user's test with the user's compiler, runs it on
// real threads in another process, and shows the verdict.

#include "base/memory.h"
#include "base/random.h"
#include "cli/options.h"
#include "cli/runner.h"
#include "harness/stress.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct test_options {
    cli_common common;
    const char *object, *scenario, *calls, *condition, *spec, *golden, *cc, *histories;
    uint64_t threads, ops, rounds;
    const char *seed;
    double hang, sleep;
    bool no_jolt, keep, quasi_factor;
} test_options;

static const cli_option options[] = {
    {"scenario", CLI_STRING, offsetof(test_options, scenario), "CALLS",
     "run this scenario only: 'enq(1) deq | enq(2) deq'"},
    {"calls", CLI_STRING, offsetof(test_options, calls), "SHAPE",
     "random scenarios of this shape: 2+3x4+1"},
    {"threads", CLI_COUNT, offsetof(test_options, threads), "N",
     "threads of random scenarios; default: 2 to 4"},
    {"ops", CLI_COUNT, offsetof(test_options, ops), "N",
     "calls per thread of random scenarios; default: 1 to 4"},
    {"rounds", CLI_COUNT, offsetof(test_options, rounds), "N",
     "how often scenarios are run, in all; default: for 5 seconds"},
    {"seed", CLI_STRING, offsetof(test_options, seed), "N",
     "choose the same scenarios again; default: a new one"},
    {"object", CLI_STRING, offsetof(test_options, object), "NAME",
     "which object, when the test declares several"},
    {"spec", CLI_STRING, offsetof(test_options, spec), "NAME",
     "another spec than the test's; self: what the object does in serial runs"},
    {"golden", CLI_STRING, offsetof(test_options, golden), "FILES",
     "the spec: serial runs of TEST.c with FILES (a.c,b.c) in place of MORE.c"},
    {"condition", CLI_STRING, offsetof(test_options, condition), "NAME",
     "how histories and spec are compared; default: linearizable, or synchronised"},
    {"quasi-factor", CLI_FLAG, offsetof(test_options, quasi_factor), NULL,
     "find the least K of a relaxed condition; default: of quasi"},
    {"hang", CLI_SECONDS, offsetof(test_options, hang), "TIME",
     "give up when nothing happens for so long; default: 10s"},
    {"no-jolt", CLI_FLAG, offsetof(test_options, no_jolt), NULL,
     "do not hold threads up in the middle of operations"},
    {"sleep", CLI_SECONDS, offsetof(test_options, sleep), "TIME",
     "where threads are held up, let them sleep up to so long: 50us, 1ms"},
    {"histories", CLI_STRING, offsetof(test_options, histories), "FILE",
     "write every distinct history, one line each; needs --scenario"},
    {"cc", CLI_STRING, offsetof(test_options, cc), "COMMAND", "the C compiler; default: $CC or cc"},
    {"keep", CLI_FLAG, offsetof(test_options, keep), NULL,
     "keep the compiled files, and say where they are"},
    {NULL, CLI_FLAG, 0, NULL, NULL},
};

static bool compile(const test_options *o, const cli_arguments *a, const char *scratch,
                    const char *output, bool jolted, limits *l, error *e)
{
    words flags = {0};
    limits compiling = *l;
    compiling.memory = 0; // these limits are for the test
    compiling.timeout = 0;
    runner_flags(a, &flags);
    if (jolted)
        words_add(&flags, memory_string("-fsanitize=thread")); // linked with our own functions
    compile_options c = {.cc = o->cc,
                         .sources = a->values,
                         .flags = (const char *const *)flags.items,
                         .link_flags = a->after,
                         .scratch = scratch,
                         .output = output,
                         .quiet = jolted,
                         .limits = &compiling};
    bool ok = compile_shared(&c, e);
    l->reached = compiling.reached;
    words_fini(&flags);
    return ok;
}

static bool has_sanitizer(const cli_arguments *a)
{
    for (int i = 0; i < a->after_count; i++)
        if (!strncmp(a->after[i], "-fsanitize", strlen("-fsanitize")))
            return true;
    return false;
}

// Compiles for jolts at every access where that works; *jolt says which way it
// went. What does not compile so is compiled as it is, and the messages shown are
// those of the user's own flags.
static bool compile_test(const test_options *o, const cli_arguments *a, const char *scratch,
                         const char *output, const char **jolt, limits *l, error *e)
{
    error ignored;
    *jolt = o->no_jolt ? "none" : "access";
    bool try = !o->no_jolt && !has_sanitizer(a);
    if (try && compile(o, a, scratch, output, true, l, &ignored))
        return true;
    if (!o->no_jolt)
        *jolt = "timer";
    else if (o->sleep > 0)
        *jolt = "calls"; // the code is as it is, but calls may come late
    bool ok = compile(o, a, scratch, output, false, l, e);
    if (ok && try && !o->common.quiet)
        fprintf(stderr,
                "linchpin: %s does not compile with -fsanitize=thread: threads are held up "
                "by a timer instead, which finds less\n",
                a->values[0]);
    return ok;
}

static bool compile_golden(const test_options *o, const cli_arguments *a, const char *scratch,
                           const char *output, limits *l, error *e)
{
    if (!o->golden)
        return true;
    words own = {0};
    cli_arguments its = runner_golden(a, o->golden, &own);
    bool ok = compile(o, &its, scratch, output, false, l, e);
    words_fini(&own);
    return ok;
}

static const cli_meaning meanings[] = {
    {"timeout", "run for this long instead of 5s; it ends --rounds early: then unknown"},
    {"memory", "stop at 500M, 2G of the test: then unknown; default: 3/4 of what is free"},
    {NULL, NULL},
};

static void runner_words(const test_options *o, const char *so, const char *golden,
                         const char *seed, const char *jolt, uint64_t memory, words *argv)
{
    words_add(argv, installed_path("libexec/linchpin/linchpin-stress"));
    words_add(argv, memory_string(so));
    words_add_text(argv, "object", o->object);
    words_add_text(argv, "scenario", o->scenario);
    words_add_text(argv, "calls", o->calls);
    words_add_text(argv, "condition", o->condition);
    runner_spec_words(&(runner_spec){o->spec, o->golden}, golden, argv);
    words_add_text(argv, "histories", o->histories);
    words_add_text(argv, "jolt", jolt);
    words_add_text(argv, "seed", seed);
    words_add_count(argv, "quasi-factor", o->quasi_factor);
    words_add_count(argv, "threads", o->threads);
    words_add_count(argv, "ops", o->ops);
    words_add_count(argv, "rounds", o->rounds);
    words_add_count(argv, "memory", memory);
    if (o->hang > 0)
        words_add(argv, text_format("hang=%g", o->hang));
    if (o->sleep > 0)
        words_add(argv, text_format("sleep=%g", o->sleep));
    if (o->common.timeout > 0)
        words_add(argv, text_format("timeout=%g", o->common.timeout));
}

// It has said nothing.
static bool read_end(const process_result *r, const limits *patient, lp_verdict *v, error *e)
{
    if (r->timed_out) {
        verdict_decide(v, LP_UNKNOWN, "the test did not end: %s", limits_reason(patient));
        return true;
    }
    if (!r->exited)
        return error_set(e,
                         "the test crashed (SIG%s) outside the object: while it was loaded, or "
                         "in its spec",
                         sigabbrev_np(r->signal) ? sigabbrev_np(r->signal) : "?");
    return error_set(e,
                     "the test ended (exit code %d) outside the object: while it was loaded, or "
                     "in its spec",
                     r->code);
}

static bool run_runner(const test_options *o, const char *so, const char *golden, const char *seed,
                       const char *jolt, limits *l, lp_pool *pool, lp_verdict *v, error *e)
{
    words argv = {0};
    runner_words(o, so, golden, seed, jolt, l->memory, &argv);
    // The runner keeps its own time; this ends one that does not.
    limits patient = *l;
    double hang = o->hang > 0 ? o->hang : STRESS_HANG;
    if (patient.timeout <= 0 && !o->rounds)
        patient.timeout = STRESS_SECONDS;
    if (patient.timeout > 0)
        patient.timeout += 2 * hang + STRESS_SHRINK + 60;
    patient.memory = 0;
    limits_start(&patient);
    process_result r;
    runner_end end = runner_run(&argv, l, &patient, pool, v, &r, e);
    bool ok = end == RUNNER_SAID || (end == RUNNER_SILENT && read_end(&r, &patient, v, e));
    process_result_fini(&r);
    words_fini(&argv);
    return ok;
}

// A found scenario fails sooner or later; too few rounds would not show it.
static void add_reproduce(const test_options *o, const cli_arguments *a, const char *seed,
                          lp_verdict *v)
{
    bool needed = v->outcome == LP_HOLDS && v->scenario; // by the least factor
    if (v->outcome != LP_VIOLATED && !(v->outcome == LP_UNKNOWN && v->scenario) && !needed)
        return; // what was interrupted is not to be seen again
    const char *added[8] = {"--seed", seed};
    size_t n = 2;
    if (v->scenario) {
        added[n++] = "--scenario";
        added[n++] = v->scenario;
    }
    if (v->outcome != LP_UNKNOWN && o->rounds && o->rounds < 100000) {
        added[n++] = "--rounds";
        added[n++] = "100000";
    }
    char *line = cli_command_line(a, added);
    verdict_set(&v->reproduce, "%s", line);
    free(line);
}

// Figures are doubles: a larger one would not be printed as it was given.
static const uint64_t most_seed = (1ull << 53) - 1;

static bool check_arguments(const test_options *o, const cli_arguments *a, error *e)
{
    if (!a->count)
        return error_set(e,
                         "test needs a file that declares an object: see 'linchpin test --help'");
    uint64_t seed;
    if (o->seed && strcmp(o->seed, "0") != 0 && (!parse_count(o->seed, &seed) || seed > most_seed))
        return error_set(e, "--seed: \"%s\" is not a whole number up to %lld", o->seed,
                         (long long)most_seed);
    return runner_condition(o->condition, o->quasi_factor, e) &&
           runner_spec_check(&(runner_spec){o->spec, o->golden}, e);
}

static int run(void *given, const cli_arguments *a)
{
    const test_options *o = given;
    error e = {0};
    if (!check_arguments(o, a, &e))
        return cli_error(&o->common, &e);
    limits l;
    cli_limits(&o->common, &l); // first: a signal from here on leaves no files behind
    char *scratch = scratch_new(&e);
    if (!scratch)
        return cli_error(&o->common, &e);
    lp_pool *pool = lp_pool_new();
    lp_verdict v;
    lp_verdict_init(&v);
    char *so = text_format("%s/test.so", scratch);
    char *golden = text_format("%s/golden.so", scratch);
    char *seed = o->seed ? memory_string(o->seed)
                         : text_format("%llu", (unsigned long long)rng_fresh_seed());
    int code;
    const char *jolt;
    if (compile_golden(o, a, scratch, golden, &l, &e) &&
        compile_test(o, a, scratch, so, &jolt, &l, &e) &&
        run_runner(o, so, golden, seed, jolt, &l, pool, &v, &e)) {
        add_reproduce(o, a, seed, &v);
        code = cli_finish(&o->common, &v);
    } else {
        code = cli_stopped(&o->common, &l, &e);
    }
    free(seed);
    free(golden);
    free(so);
    lp_verdict_fini(&v);
    lp_pool_free(pool);
    runner_clean(scratch, o->keep);
    return code;
}

const cli_command cmd_test = {
    .name = "test",
    .usage = "TEST.c [MORE.c MORE.cpp …] [options] [-- FLAGS]",
    .summary = "run C code on real threads and judge what it did",
    .details =
        "TEST.c declares an object (see linchpin/linchpin.h). It is compiled with your\n"
        "compiler, with -g -O1 and your FLAGS, and run in a process of its own. Scenarios\n"
        "are those of the test, or random: up to 3 calls on the main thread, then 2 to 4\n"
        "threads with 1 to 4 calls each. Every history is judged. A run lasts 5 seconds\n"
        "unless --rounds or --timeout say otherwise; after a violation, up to 5 seconds more\n"
        "are spent to find a smaller scenario. A time limit that ends --rounds early makes the\n"
        "result unknown.\n"
        "\n"
        "Threads are held up at random accesses to memory, as the kernel might do. The test is\n"
        "compiled with -fsanitize=thread for it; --no-jolt runs exactly your code.\n"
        "\n"
        "A crash is a violation. Threads that wait for one another for ever are seen, and it is\n"
        "judged whether they do so rightly; of threads that spin nothing is known. That no\n"
        "violation was found says nothing about schedules that did not happen: see\n"
        "'linchpin explore'. 'linchpin new' writes a test to start from.",
    .options = options,
    .meanings = meanings,
    .options_size = sizeof(test_options),
    .run = run,
};
