// SPDX-License-Identifier: MIT
// linchpin explore: compiles the user's test so that every access to memory
// arrives at linchpin's scheduler, runs it through all interleavings in another
// process, and shows the verdict.

#include "base/memory.h"
#include "cli/conflicts.h"
#include "cli/runs/runner.h"
#include "harness/stress/stress.h"
#include "history/history_format.h"
#include "judge/judge.h"
#include "toolchain/instrument.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char RUNNER[] = "libexec/linchpin/linchpin-explore"; // made on x86-64 only

// What a type of explore_options.def is for the command.
#define FIELD_FLAG bool
#define FIELD_COUNT uint64_t
#define FIELD_NUMBER const char *
#define FIELD_TEXT const char *
#define FIELD_OUTPUT const char *
#define FIELD_SECONDS double
enum {
    KIND_FLAG = CLI_FLAG,
    KIND_COUNT = CLI_COUNT,
    KIND_NUMBER = CLI_STRING,
    KIND_TEXT = CLI_STRING,
    KIND_OUTPUT = CLI_OUTPUT,
    KIND_SECONDS = CLI_SECONDS,
};

typedef struct explore_options {
    runner_options shared;
#define OPTION(type, name, field, argument, help) FIELD_##type field;
#define LOCAL(type, name, field, argument, help) FIELD_##type field;
#include "explore/search/explore_options.def"
} explore_options;

static const cli_option options[] = {
#define ROW(type, name, field, argument, help)                                                     \
    {name, (cli_type)KIND_##type, offsetof(explore_options, field), argument, help},
#define OPTION ROW
#define LOCAL ROW
#define SHARED(type, name, field, argument, help) ROW(type, name, shared.field, argument, help)
#include "explore/search/explore_options.def"
#undef ROW
    RUNNER_OPTIONS(explore_options),
    {NULL, CLI_FLAG, 0, NULL, NULL},
};

typedef struct explore_job {
    runner_job job;
    const explore_options *o;
    text assembly; // where there is some that explore does not see into
} explore_job;

static bool compile(runner_job *j, const cli_arguments *files, const char *output)
{
    explore_job *x = (explore_job *)j;
    text ignored = {0};
    words flags = {0};
    runner_flags(files, &flags);
    instrument_options how = {.cc = j->o->cc,
                              .sources = files->values,
                              .flags = (const char *const *)flags.items,
                              .link_flags = files->after,
                              .library = x->o->instrument,
                              .scratch = j->scratch,
                              .output = output,
                              .limits = &j->limits};
    bool ok = instrument(&how, output == j->so ? &x->assembly : &ignored, &j->error);
    words_fini(&flags);
    text_fini(&ignored);
    return ok;
}

static void words_add_seconds(words *argv, const char *key, double value)
{
    if (value > 0)
        words_add(argv, text_format("%s=%g", key, value));
}

#define WORD_FLAG words_add_count
#define WORD_COUNT words_add_count
#define WORD_NUMBER words_add_text
#define WORD_TEXT words_add_text
#define WORD_OUTPUT words_add_text
#define WORD_SECONDS words_add_seconds

static void add_words(const explore_job *x, words *argv)
{
    const explore_options *o = x->o;
    runner_words(&x->job, RUNNER, argv);
#define OPTION(type, name, field, argument, help) WORD_##type(argv, name, o->field);
#include "explore/search/explore_options.def"
    if (o->preemptions && !o->search)
        words_add_text(argv, "search", "bounded");
    words_add_count(argv, "memory", o->shared.common.memory);
}

static bool run_exploration(runner_job *j)
{
    explore_job *x = (explore_job *)j;
    if (x->assembly.length) { // it would be explored wrongly
        verdict_decide(&j->verdict, LP_UNKNOWN, "%s", x->assembly.bytes);
        return true;
    }
    words argv = {0};
    add_words(x, &argv);
    double hang = x->o->hang > 0 ? x->o->hang : STRESS_HANG;
    runner_what what = {.name = "exploration",
                        .late = "the object did not come to a point where it could be stopped",
                        .silence = 2 * hang + 10};
    bool ok = runner_run(j, &argv, what);
    words_fini(&argv);
    return ok;
}

static void reproduce(runner_job *j)
{
    lp_verdict *v = &j->verdict;
    bool needed = v->outcome == LP_HOLDS && j->o->quasi_factor && v->schedule;
    if ((v->outcome != LP_VIOLATED && !needed) || !v->scenario || ((explore_job *)j)->o->replay)
        return;
    // That no schedule leads on is not seen in one execution, and a leak has none.
    bool endless = v->violation == LP_VIOLATION_LIVELOCK || v->violation == LP_VIOLATION_BLOCKING;
    bool one = v->schedule && !endless;
    const char *added[] = {"--scenario", v->scenario, one ? "--replay" : NULL, v->schedule, NULL};
    // What says which executions, or asks about all of them, and behind it what says which scenarios.
    static const char *const chosen[] = {"--search KIND", "--preemptions N",    "--depth N",
                                         "--seed N",      "--max-executions N", "--infer-points",
                                         "--calls SHAPE", "--up-to SHAPE",      "--budget TIME",
                                         "--values N",    "--well-formed",      NULL};
    enum { SCENARIOS = 6 };
    char *line = cli_command_line(j->a, j->o->scenario ? added + 2 : added,
                                  one ? chosen : chosen + SCENARIOS);
    verdict_copy(&v->reproduce, line);
    free(line);
}

static bool ends_with(const char *name, const char *ending)
{
    size_t n = strlen(name), k = strlen(ending);
    return n > k && !strcmp(name + n - k, ending);
}

static bool is_compiled(const char *name)
{
    return ends_with(name, ".o") || ends_with(name, ".a");
}

// What explore cannot see into must be known: it would explore too little.
static bool look_into(const cli_arguments *a, error *e)
{
    for (int i = 0; i < a->count; i++) {
        const char *name = a->values[i];
        bool compiled = is_compiled(name) || ends_with(name, ".s") || ends_with(name, ".S");
        if (access(name, R_OK) != 0)
            return error_set(e, "cannot read %s: %s", name, strerror(errno));
        if (compiled && !instrument_sees(name, e))
            return false;
    }
    for (int i = 0; i < a->after_count; i++)
        if (is_compiled(a->after[i]) && access(a->after[i], R_OK) == 0 &&
            !instrument_sees(a->after[i], e))
            return false;
    return true;
}

static bool check_number(const char *option, const char *given, error *e)
{
    size_t n = given ? strlen(given) : 1;
    return !given || (n && n < 10 && strspn(given, "0123456789") == n) ||
           error_set(e, "%s takes a number, not '%s'", option, given);
}

static const char one_way[] = "both say which scenarios are run";
static const char made_up[] = "it is about scenarios that explore makes up";
static const char all_of_them[] = "points are those of all executions";
static const char one_execution[] = "a schedule is one execution of one scenario";

// Not among these: what an execution is, and what is looked for in it (--reuse,
// --all-histories, --races, …), which a replay has too; and --jobs, which is a limit.
static const cli_conflict conflicts[] = {
    {"scenario", "calls", one_way},
    {"scenario", "up-to", one_way},
    {"scenario", "budget", one_way},
    {"calls", "up-to", one_way},
    {"calls", "budget", one_way},
    {"up-to", "budget", "a budget is for going from size to size; for one size there is --timeout"},
    {"values", "scenario", made_up},
    {"values", "calls", made_up},
    {"well-formed", "scenario", made_up},
    {"well-formed", "calls", made_up},
    {"replay", "up-to", one_execution},
    {"replay", "budget", one_execution},
    {"replay", "values", one_execution},
    {"replay", "well-formed", one_execution},
    {"replay", "search", one_execution},
    {"replay", "preemptions", one_execution},
    {"replay", "depth", one_execution},
    {"replay", "seed", one_execution},
    {"replay", "max-executions", one_execution},
    {"infer-points", "replay", one_execution},
    {"infer-points", "preemptions", all_of_them},
    {"infer-points", "max-executions", all_of_them},
    {"infer-points", "lock-free", "one of the two at a time"},
    {"infer-points", "all-histories", "points lie between the first step and the last"},
    {"infer-points", "histories", "points are found for all histories together"},
    {"infer-points", "quasi-factor", "that is another question"},
    {"lock-free", "preemptions", "every schedule counts where cycles of states are looked for"},
    {NULL, NULL, NULL},
};

// Is this the search, if it was named?
static bool searches(const explore_options *o, const char *kind)
{
    return o->search && !strcmp(o->search, kind);
}

static bool check_kind(const char *search, error *e)
{
    static const char *const kinds[] = {
#define SEARCH(kind, name, strategy) name,
#include "explore/search/search_kinds.def"
    };
    enum { KINDS = sizeof kinds / sizeof *kinds };
    bool known = !search;
    text all = {0};
    for (size_t i = 0; i < KINDS; i++) {
        known = known || !strcmp(search, kinds[i]);
        text_add(&all, "%s%s", i == 0 ? "" : i + 1 < KINDS ? ", " : " or ", kinds[i]);
    }
    bool ok = known || error_set(e, "--search is %s, not '%s'", all.bytes, search);
    text_fini(&all);
    return ok;
}

static bool check_search(const explore_options *o, error *e)
{
    if (o->preemptions && o->search && !searches(o, "bounded"))
        return error_set(e, "--preemptions is for --search bounded");
    if (o->depth && !searches(o, "pct"))
        return error_set(e, "--depth is for --search pct");
    if (o->seed && !searches(o, "pct") && !searches(o, "random"))
        return error_set(e, "--seed is for --search random and --search pct");
    if (o->infer_points && o->search && !searches(o, "states") && !searches(o, "paths"))
        return error_set(e, "--infer-points looks at all orders of steps: leave --search %s out",
                         o->search);
    return !o->lock_free || !o->search || searches(o, "states") ||
           error_set(e, "--lock-free looks for cycles of states: leave --search %s out", o->search);
}

static bool check_arguments(const explore_options *o, const cli_arguments *a, error *e)
{
    if (!a->count)
        return error_set(
            e, "explore needs a file that declares an object: see 'linchpin explore --help'");
    if (!check_kind(o->search, e) || !check_number("--preemptions", o->preemptions, e) ||
        !check_number("--seed", o->seed, e) || !conflicts_check(options, o, conflicts, e) ||
        !check_search(o, e))
        return false;
    for (int i = 0; i < a->after_count; i++)
        if (!strncmp(a->after[i], "-fsanitize", strlen("-fsanitize")))
            return error_set(e,
                             "%s: explore compiles with -fsanitize=thread for its own purposes; "
                             "leave sanitizers out",
                             a->after[i]);
    runner_options checked = o->shared;
    if (!checked.quasi_factor && checked.condition && !strcmp(checked.condition, "none"))
        checked.condition = NULL; // nothing is judged
    return runner_check(&checked, e) && look_into(a, e);
}

static bool check_runner(error *e)
{
    char *path = installed_path(RUNNER);
    bool there = access(path, F_OK) == 0;
    free(path);
    return there || error_set(e, "explore is not part of this build: it is for x86-64 only; "
                                 "'linchpin test' runs the same files on real threads");
}

static int run(void *given, const cli_arguments *a)
{
    static const runner_way way = {compile, run_exploration, reproduce};
    const explore_options *o = given;
    explore_job x = {.job = {.o = &o->shared, .a = a}, .o = o};
    if (!check_runner(&x.job.error) || !check_arguments(o, a, &x.job.error))
        return cli_error(&o->shared.common, &x.job.error);
    int code = runner_command(&x.job, &way);
    text_fini(&x.assembly);
    return code;
}

static const cli_values values[] = {
    {"condition", "none <conditions>"},
    {"spec", "self <specs> *.c *.lin"},
    {"search", "<searches>"},
    {NULL, NULL},
};

const cli_command cmd_explore = {
    .name = "explore",
    .usage = "TEST.c [MORE.c MORE.cpp …] [options] [-- FLAGS]",
    .summary = "run C code through every interleaving of small scenarios",
    .details =
        "TEST.c declares an object (see linchpin/linchpin.h). It is compiled with your\n"
        "compiler, with -g -O1 and your FLAGS, so that every access to memory that another\n"
        "thread could see stops at linchpin's scheduler. All interleavings of the scenario are\n"
        "gone through: that of --scenario, one of the shape --calls, all --up-to a shape, or "
        "those\n"
        "of the test. Without any, all scenarios of one size after the other, the smallest first,\n"
        "for the time of --budget: the verdict says which sizes were completed. Every distinct\n"
        "history is judged. Deadlock, livelock, use after free, double free, overflow of a heap\n"
        "block and crashes are violations too.\n"
        "Of interleavings that differ only in the order of independent steps one is run\n"
        "(--search dpor); where that does not end, executions stop at states seen before\n"
        "(states). paths runs every interleaving, bounded those with 0, 1, 2, … preemptions,\n"
        "random and pct draw some.\n"
        "\n"
        "Memory is sequentially consistent whatever orders the code names. A weak\n"
        "compare-exchange does not fail without reason. A call of a function that is not\n"
        "among the sources (see --instrument) is one step, and the verdict names it. A struct\n"
        "copied at once is one access. Inline assembly that touches memory makes the result\n"
        "unknown. What the object prints is shown only\n"
        "with --replay, on stderr.",
    .options = options,
    .takes = "*.c *.cpp *.cc *.cxx *.s *.S *.o *.a",
    .values = values,
    .options_size = sizeof(explore_options),
    .run = run,
    .judges = true,
};
