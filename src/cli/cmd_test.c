// SPDX-License-Identifier: MIT
// linchpin test: compiles the user's test with the user's compiler, runs it on
// real threads in another process, and shows the verdict.

#include "base/memory.h"
#include "base/random.h"
#include "cli/conflicts.h"
#include "cli/options.h"
#include "cli/runs/runner.h"
#include "cli/runs/terminal.h"
#include "harness/stress/stress.h"
#include "toolchain/compile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct test_options {
    runner_options shared;
    uint64_t threads, ops, rounds;
    const char *seed;
    double hang, sleep;
    bool no_noise;
} test_options;

typedef struct test_job {
    runner_job job;
    const test_options *o;
    char *seed;
    const char *noise; // how threads are held up
} test_job;

static const cli_option options[] = {
    {"scenario", CLI_STRING, offsetof(test_options, shared.scenario), "CALLS",
     "run this scenario only: 'enq(1) deq | enq(2) deq'"},
    {"calls", CLI_STRING, offsetof(test_options, shared.calls), "SHAPE",
     "random scenarios of this shape: 2+3x4+1"},
    {"threads", CLI_COUNT, offsetof(test_options, threads), "N",
     "threads of random scenarios; default: 2 to 4"},
    {"ops", CLI_COUNT, offsetof(test_options, ops), "N",
     "calls per thread of random scenarios; default: 1 to 4"},
    {"rounds", CLI_COUNT, offsetof(test_options, rounds), "N",
     "how often scenarios are run, in all; default: for 5 seconds"},
    {"seed", CLI_STRING, offsetof(test_options, seed), "N",
     "choose the same scenarios again; default: a new one"},
    {"condition", CLI_STRING, offsetof(test_options, shared.condition), "NAME",
     "how histories and spec are compared; default: linearizable, or synchronised"},
    {"hang", CLI_SECONDS, offsetof(test_options, hang), "TIME",
     "give up when nothing happens for so long; default: 10s"},
    {"no-jolt", CLI_FLAG, offsetof(test_options, no_noise), NULL,
     "do not hold threads up in the middle of operations"},
    {"sleep", CLI_SECONDS, offsetof(test_options, sleep), "TIME",
     "where threads are held up, let them sleep up to so long: 50us, 1ms"},
    {"histories", CLI_OUTPUT, offsetof(test_options, shared.histories), "FILE",
     "write every distinct history, one line each; needs --scenario"},
    RUNNER_OPTIONS(test_options),
    {NULL, CLI_FLAG, 0, NULL, NULL},
};

static bool build(test_job *t, const cli_arguments *files, const char *output, bool with_noise,
                  error *e)
{
    words flags = {0};
    limits compiling = t->job.limits;
    compiling.memory = 0; // this limit is for the test
    runner_flags(files, &flags);
    if (with_noise)
        words_add(&flags, memory_string("-fsanitize=thread")); // linked with our own functions
    compile_options c = {.cc = t->job.o->cc,
                         .sources = files->values,
                         .flags = (const char *const *)flags.items,
                         .link_flags = files->after,
                         .scratch = t->job.scratch,
                         .output = output,
                         .quiet = with_noise,
                         .keep = true,
                         .limits = &compiling};
    bool ok = compile_shared(&c, e);
    t->job.limits.reached = compiling.reached;
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

// Compiles for noise at every access where that works; `noise` says which way it
// went. What does not compile so is compiled as it is, and the messages shown are
// those of the user's own flags.
static bool build_with_noise(test_job *t)
{
    const test_options *o = t->o;
    const cli_arguments *a = t->job.a;
    error ignored;
    t->noise = o->no_noise ? "none" : "access";
    bool try = !o->no_noise && !has_sanitizer(a);
    if (try && build(t, a, t->job.so, true, &ignored))
        return true;
    if (!o->no_noise)
        t->noise = "timer";
    else if (o->sleep > 0)
        t->noise = "calls"; // the code is as it is, but calls may come late
    bool ok = build(t, a, t->job.so, false, &t->job.error);
    if (ok && try && !o->shared.common.quiet)
        terminal_complain("%s does not compile with -fsanitize=thread: threads are held up "
                          "by a timer instead, which finds less",
                          a->values[0]);
    return ok;
}

// Serial runs need no noise.
static bool compile(runner_job *j, const cli_arguments *files, const char *output)
{
    test_job *t = (test_job *)j;
    return output == j->so ? build_with_noise(t) : build(t, files, output, false, &j->error);
}

static const cli_meaning meanings[] = {
    {"timeout", "run for this long instead of 5s; it ends --rounds early: then unknown"},
    {"memory", "stop at 500M, 2G of the test: then unknown; default: 3/4 of what is free"},
    {NULL, NULL},
};

static void add_words(const test_job *t, words *argv)
{
    const test_options *o = t->o;
    runner_words(&t->job, "libexec/linchpin/linchpin-stress", argv);
    words_add_text(argv, "noise", t->noise);
    words_add_text(argv, "seed", t->seed);
    words_add_count(argv, "threads", o->threads);
    words_add_count(argv, "ops", o->ops);
    words_add_count(argv, "rounds", o->rounds);
    words_add_count(argv, "memory", t->job.limits.memory);
    if (o->hang > 0)
        words_add(argv, text_format("hang=%g", o->hang));
    if (o->sleep > 0)
        words_add(argv, text_format("sleep=%g", o->sleep));
}

static bool run_test(runner_job *j)
{
    test_job *t = (test_job *)j;
    words argv = {0};
    add_words(t, &argv);
    double hang = t->o->hang > 0 ? t->o->hang : STRESS_HANG;
    double most = STRESS_SECONDS + 2 * hang + STRESS_SHRINK + 60;
    runner_what what = {
        .name = "test", .late = "the test did not end", .most = t->o->rounds ? 0 : most};
    bool ok = runner_run(j, &argv, what);
    words_fini(&argv);
    return ok;
}

// A found scenario fails sooner or later; too few rounds would not show it.
static void reproduce(runner_job *j)
{
    const test_job *t = (const test_job *)j;
    lp_verdict *v = &j->verdict;
    bool needed = v->outcome == LP_HOLDS && v->scenario; // by the least factor
    if (v->outcome != LP_VIOLATED && !(v->outcome == LP_UNKNOWN && v->scenario) && !needed)
        return; // what was interrupted is not to be seen again
    const char *added[8] = {"--seed", t->seed};
    size_t n = 2;
    if (v->scenario) {
        added[n++] = "--scenario";
        added[n++] = v->scenario;
    }
    if (v->outcome != LP_UNKNOWN && t->o->rounds && t->o->rounds < 100000) {
        added[n++] = "--rounds";
        added[n++] = "100000";
    }
    static const char *const chosen[] = {"--calls SHAPE", "--threads N", "--ops N", NULL};
    char *line = cli_command_line(j->a, added, v->scenario ? chosen : NULL);
    verdict_copy(&v->reproduce, line);
    free(line);
}

// Figures are doubles: a larger one would not be printed as it was given.
static const uint64_t most_seed = (1ull << 53) - 1;

static const char scenario_says[] = "a scenario says itself which threads and calls it has";
static const char shape_says[] = "a shape says itself how many threads and calls it has";

static const cli_conflict conflicts[] = {
    {"scenario", "calls", scenario_says}, {"scenario", "threads", scenario_says},
    {"scenario", "ops", scenario_says},   {"calls", "threads", shape_says},
    {"calls", "ops", shape_says},         {NULL, NULL, NULL},
};

static bool check_arguments(const test_options *o, const cli_arguments *a, error *e)
{
    if (!a->count)
        return error_set(e,
                         "test needs a file that declares an object: see 'linchpin test --help'");
    uint64_t seed;
    if (o->seed && strcmp(o->seed, "0") != 0 && (!parse_count(o->seed, &seed) || seed > most_seed))
        return error_set(e, "--seed: \"%s\" is not a whole number up to %lld", o->seed,
                         (long long)most_seed);
    return conflicts_check(options, o, conflicts, e) && runner_check(&o->shared, e);
}

static int run(void *given, const cli_arguments *a)
{
    static const runner_way way = {compile, run_test, reproduce};
    const test_options *o = given;
    test_job t = {.job = {.o = &o->shared, .a = a}, .o = o};
    if (!check_arguments(o, a, &t.job.error))
        return cli_error(&o->shared.common, &t.job.error);
    t.seed = o->seed ? memory_string(o->seed)
                     : text_format("%llu", (unsigned long long)rng_fresh_seed());
    int code = runner_command(&t.job, &way);
    free(t.seed);
    return code;
}

static const cli_values values[] = {
    {"spec", "self <specs> *.c *.lin"},
    {NULL, NULL},
};

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
    .takes = "*.c *.cpp *.cc *.cxx *.s *.S *.o *.a",
    .values = values,
    .options_size = sizeof(test_options),
    .run = run,
    .judges = true,
};
