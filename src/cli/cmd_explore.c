// SPDX-License-Identifier: MIT
// linchpin explore: compiles the user's test so that every access to memory
// arrives at linchpin's scheduler, runs it through all interleavings in another
// process, and shows the verdict.

#include "base/memory.h"
#include "cli/assembly.h"
#include "cli/runner.h"
#include "history/format.h"
#include "judge/judge.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct explore_options {
    cli_common common;
    const char *object, *scenario, *calls, *condition, *spec, *golden, *cc, *histories, *search,
        *replay, *preemptions, *seed, *up_to;
    uint64_t values, max_steps, max_executions, jobs, depth;
    bool all_histories, all_loops, all_threads, reuse, spurious, leaks, races, keep, well_formed,
        quasi_factor, lock_free;
} explore_options;

static const cli_option options[] = {
    {"scenario", CLI_STRING, offsetof(explore_options, scenario), "CALLS",
     "which thread calls what: 'enq(1) deq | enq(2) deq'"},
    {"calls", CLI_STRING, offsetof(explore_options, calls), "SHAPE",
     "a scenario of this shape: 2+3x4+1 has threads with 3 and 4 calls"},
    {"up-to", CLI_STRING, offsetof(explore_options, up_to), "SHAPE",
     "all scenarios of this shape and smaller ones, smallest first"},
    {"values", CLI_COUNT, offsetof(explore_options, values), "N",
     "with --up-to: how many values of each range of arguments; default: 2"},
    {"well-formed", CLI_FLAG, offsetof(explore_options, well_formed), NULL,
     "with --up-to: only where all that is put in is taken out, and nothing else"},
    {"object", CLI_STRING, offsetof(explore_options, object), "NAME",
     "which object, when the test declares several"},
    {"spec", CLI_STRING, offsetof(explore_options, spec), "NAME",
     "another spec than the test's; self: what the object does in serial runs"},
    {"golden", CLI_STRING, offsetof(explore_options, golden), "FILES",
     "the spec: serial runs of TEST.c with FILES (a.c,b.c) in place of MORE.c"},
    {"condition", CLI_STRING, offsetof(explore_options, condition), "NAME",
     "how histories and spec are compared; default: linearizable; none: not at all"},
    {"quasi-factor", CLI_FLAG, offsetof(explore_options, quasi_factor), NULL,
     "find the least K of a relaxed condition; default: of quasi"},
    {"all-histories", CLI_FLAG, offsetof(explore_options, all_histories), NULL,
     "explore every order of calls and returns, not only the strictest"},
    {"reuse", CLI_FLAG, offsetof(explore_options, reuse), NULL,
     "freed blocks are used again, as malloc does: finds ABA"},
    {"spurious", CLI_FLAG, offsetof(explore_options, spurious), NULL,
     "waits on conditions and futexes may also end for no reason"},
    {"leaks", CLI_FLAG, offsetof(explore_options, leaks), NULL,
     "blocks that are not freed at the end are a violation"},
    {"races", CLI_FLAG, offsetof(explore_options, races), NULL,
     "data races are a violation: accesses that the memory orders do not order"},
    {"lock-free", CLI_FLAG, offsetof(explore_options, lock_free), NULL,
     "also a violation: a schedule under which no operation ever returns again"},
    {"all-loops", CLI_FLAG, offsetof(explore_options, all_loops), NULL,
     "also continue a thread that went round a loop and changed nothing"},
    {"all-threads", CLI_FLAG, offsetof(explore_options, all_threads), NULL,
     "also what differs only by swapping threads that make the same calls"},
    {"search", CLI_STRING, offsetof(explore_options, search), "KIND",
     "dpor (default where it ends), states, paths, bounded, random or pct"},
    {"preemptions", CLI_STRING, offsetof(explore_options, preemptions), "N",
     "search bounded, with at most N preemptions"},
    {"depth", CLI_COUNT, offsetof(explore_options, depth), "N",
     "of pct: bugs that need N things in the right order; default: 3"},
    {"seed", CLI_STRING, offsetof(explore_options, seed), "N",
     "of random and pct: the same schedules again; default: 1"},
    {"replay", CLI_STRING, offsetof(explore_options, replay), "SCHEDULE",
     "run this one schedule and show every step"},
    {"max-steps", CLI_COUNT, offsetof(explore_options, max_steps), "N",
     "how long one execution may be; default: 10000"},
    {"max-executions", CLI_COUNT, offsetof(explore_options, max_executions), "N",
     "how many executions; default: no limit"},
    {"jobs", CLI_COUNT, offsetof(explore_options, jobs), "N",
     "how many processes a large search may use; default: all processors"},
    {"histories", CLI_STRING, offsetof(explore_options, histories), "FILE",
     "write every distinct history, one line each; up to a violation"},
    {"cc", CLI_STRING, offsetof(explore_options, cc), "COMMAND",
     "the C compiler; default: $CC or cc"},
    {"keep", CLI_FLAG, offsetof(explore_options, keep), NULL,
     "keep the compiled files, and say where they are"},
    {NULL, CLI_FLAG, 0, NULL, NULL},
};

static bool is_clang(const char *cc, limits *l)
{
    const char *given = cc ? cc : getenv("CC");
    words argv = {0};
    words_split(&argv, given && *given ? given : "cc");
    words_add(&argv, memory_string("--version"));
    process_options p = {.argv = (const char *const *)argv.items,
                         .capture_fd = 1,
                         .merge_stderr = true,
                         .limits = l};
    process_result r;
    error ignored;
    bool clang = false;
    if (process_run(&p, &r, &ignored)) {
        clang = r.out.bytes && strstr(r.out.bytes, "clang");
        process_result_fini(&r);
    }
    words_fini(&argv);
    return clang;
}

// The runner has functions of its own for these, as accesses to memory. They
// must stay calls: compilers expand small ones in place, unseen.
static const char *const wrapped[] = {"memcpy",       "memmove",       "memset",      "bzero",
                                      "memcmp",       "strlen",        "strcmp",      "strncmp",
                                      "strcpy",       "strncpy",       "strdup",      "strndup",
                                      "__memcpy_chk", "__memmove_chk", "__memset_chk"};

// Where the first inline assembly is that explore does not see into.
static bool note_assembly(void *context, const char *source, const char *assembly, error *e)
{
    text *found = context, bytes = {0}, where = {0};
    const char *slash = strrchr(source, '/');
    bool ok = file_read(assembly, &bytes, e);
    if (ok && !found->length && assembly_find(bytes.bytes, &where))
        text_add(found, "%s has inline assembly that explore does not see into, %s",
                 slash ? slash + 1 : source, where.bytes);
    text_fini(&bytes);
    text_fini(&where);
    return ok;
}

static bool compile(const explore_options *o, const cli_arguments *a, const char *scratch,
                    const char *output, text *assembly, limits *l, error *e)
{
    words flags = {0}, link = {0};
    limits compiling = *l;
    compiling.memory = 0; // that limit is for the exploration
    runner_flags(a, &flags);
    words_add_all(&link, a->after);
    // A large frame touches every page of its own, so none jumps over a guard.
    words_add(&flags, memory_string("-fstack-clash-protection"));
    words_add(&flags, memory_string("-fsanitize=thread")); // linked with our own functions
    if (is_clang(o->cc, &compiling)) {
        // Else the read of x++ is left out.
        words_add(&flags, memory_string("-mllvm"));
        words_add(&flags, memory_string("-tsan-instrument-read-before-write=1"));
        words_add(&flags, memory_string("-gdwarf-aranges")); // where lines are looked up
    } else {
        words_add(&flags, memory_string("-Wno-tsan")); // about fences, which we understand
    }
    for (size_t i = 0; i < sizeof wrapped / sizeof *wrapped; i++) {
        words_add(&flags, text_format("-fno-builtin-%s", wrapped[i]));
        words_add(&link, text_format("-Wl,--wrap=%s", wrapped[i]));
    }
    compile_options c = {.cc = o->cc,
                         .sources = a->values,
                         .flags = (const char *const *)flags.items,
                         .link_flags = (const char *const *)link.items,
                         .scratch = scratch,
                         .output = output,
                         .assembly = note_assembly,
                         .assembly_context = assembly,
                         .limits = &compiling};
    bool ok = compile_shared(&c, e);
    l->reached = compiling.reached;
    words_fini(&flags);
    words_fini(&link);
    return ok;
}

static bool compile_golden(const explore_options *o, const cli_arguments *a, const char *scratch,
                           const char *output, limits *l, error *e)
{
    if (!o->golden)
        return true;
    words own = {0};
    cli_arguments its = runner_golden(a, o->golden, &own);
    text ignored = {0};
    bool ok = compile(o, &its, scratch, output, &ignored, l, e);
    text_fini(&ignored);
    words_fini(&own);
    return ok;
}

static void runner_words(const explore_options *o, const char *so, const char *golden, words *argv)
{
    words_add(argv, installed_path("libexec/linchpin/linchpin-explore"));
    words_add(argv, memory_string(so));
    words_add_text(argv, "object", o->object);
    words_add_text(argv, "scenario", o->scenario);
    words_add_text(argv, "calls", o->calls);
    words_add_text(argv, "up-to", o->up_to);
    words_add_count(argv, "values", o->values);
    words_add_count(argv, "well-formed", o->well_formed);
    words_add_text(argv, "condition", o->condition);
    runner_spec_words(&(runner_spec){o->spec, o->golden}, golden, argv);
    words_add_text(argv, "histories", o->histories);
    words_add_text(argv, "search", o->search ? o->search : o->preemptions ? "bounded" : NULL);
    words_add_text(argv, "preemptions", o->preemptions);
    words_add_text(argv, "seed", o->seed);
    words_add_count(argv, "depth", o->depth);
    words_add_text(argv, "replay", o->replay);
    words_add_count(argv, "quasi-factor", o->quasi_factor);
    words_add_count(argv, "all-histories", o->all_histories);
    words_add_count(argv, "reuse", o->reuse);
    words_add_count(argv, "spurious", o->spurious);
    words_add_count(argv, "leaks", o->leaks);
    words_add_count(argv, "races", o->races);
    words_add_count(argv, "all-loops", o->all_loops);
    words_add_count(argv, "all-threads", o->all_threads);
    words_add_count(argv, "lock-free", o->lock_free);
    words_add_count(argv, "max-steps", o->max_steps);
    words_add_count(argv, "max-executions", o->max_executions);
    words_add_count(argv, "jobs", o->jobs);
    words_add_count(argv, "memory", o->common.memory);
    if (o->common.timeout > 0)
        words_add(argv, text_format("timeout=%g", o->common.timeout));
}

// It has said nothing.
static bool read_end(const process_result *r, const limits *patient, lp_verdict *v, error *e)
{
    if (r->timed_out) {
        verdict_decide(v, LP_UNKNOWN,
                       "%s, and the object did not come to a point where it could "
                       "be stopped",
                       limits_reason(patient));
        return true;
    }
    if (!r->exited)
        return error_set(e,
                         "the exploration crashed (SIG%s) outside the object: while it was loaded, "
                         "in its spec, or for want of memory (see --memory)",
                         sigabbrev_np(r->signal) ? sigabbrev_np(r->signal) : "?");
    return error_set(e,
                     "the exploration ended (exit code %d) outside the object: while it was "
                     "loaded, or in its spec",
                     r->code);
}

static bool run_runner(const explore_options *o, const char *so, const char *golden,
                       const text *assembly, limits *l, lp_pool *pool, lp_verdict *v, error *e)
{
    if (assembly->length) { // it would be explored wrongly
        verdict_decide(v, LP_UNKNOWN, "%s", assembly->bytes);
        return true;
    }
    words argv = {0};
    runner_words(o, so, golden, &argv);
    // The runner keeps its own time and memory; this ends one that does not.
    limits patient = *l;
    if (patient.timeout > 0)
        patient.timeout += 10;
    patient.memory = 0;
    process_result r;
    runner_end end = runner_run(&argv, l, &patient, pool, v, &r, e);
    bool ok = end == RUNNER_SAID || (end == RUNNER_SILENT && read_end(&r, &patient, v, e));
    process_result_fini(&r);
    words_fini(&argv);
    return ok;
}

static void add_reproduce(const explore_options *o, const cli_arguments *a, lp_verdict *v)
{
    bool needed = v->outcome == LP_HOLDS && o->quasi_factor && v->schedule;
    if ((v->outcome != LP_VIOLATED && !needed) || !v->scenario || o->replay)
        return;
    // That no schedule leads on is not seen in one execution, and a leak has none.
    bool endless = v->reason && (!strncmp(v->reason, "livelock", strlen("livelock")) ||
                                 !strncmp(v->reason, "not lock-free", strlen("not lock-free")));
    bool one = v->schedule && !endless;
    const char *added[] = {"--scenario", v->scenario, one ? "--replay" : NULL, v->schedule, NULL};
    char *line = cli_command_line(a, o->scenario ? added + 2 : added);
    verdict_set(&v->reproduce, "%s", line);
    free(line);
}

static bool ends_with(const char *name, const char *ending)
{
    size_t n = strlen(name), k = strlen(ending);
    return n > k && !strcmp(name + n - k, ending);
}

// What explore cannot see into must be known: it would explore too little.
static bool look_into(const cli_arguments *a, error *e)
{
    for (int i = 0; i < a->count; i++) {
        const char *name = a->values[i];
        bool compiled = ends_with(name, ".o") || ends_with(name, ".a") || ends_with(name, ".so") ||
                        ends_with(name, ".s") || ends_with(name, ".S");
        text bytes = {0};
        if (!file_read(name, &bytes, e)) {
            text_fini(&bytes);
            return false;
        }
        bool seen = !compiled || memmem(bytes.bytes, bytes.length, "__tsan_", 7);
        text_fini(&bytes);
        if (!seen)
            return error_at(e, name, 0, 0,
                            "explore would not see what it does: give the source, or compile it "
                            "with -fsanitize=thread");
    }
    return true;
}

static bool check_number(const char *option, const char *given, error *e)
{
    size_t n = given ? strlen(given) : 1;
    return !given || (n && n < 10 && strspn(given, "0123456789") == n) ||
           error_set(e, "%s takes a number, not '%s'", option, given);
}

static bool check_scenarios(const explore_options *o, error *e)
{
    if (o->calls && o->up_to)
        return error_set(e, "--calls asks for one scenario and --up-to for many: give one of them");
    return o->up_to || (!o->values && !o->well_formed) ||
           error_set(e, "%s is for --up-to", o->values ? "--values" : "--well-formed");
}

static bool check_arguments(const explore_options *o, const cli_arguments *a, error *e)
{
    if (!a->count)
        return error_set(
            e, "explore needs a file that declares an object: see 'linchpin explore --help'");
    static const char *const searches[] = {"dpor", "states", "paths", "bounded", "random", "pct"};
    bool known = !o->search;
    for (size_t i = 0; i < sizeof searches / sizeof *searches; i++)
        known = known || !strcmp(o->search, searches[i]);
    if (!known)
        return error_set(e, "--search is dpor, states, paths, bounded, random or pct, not '%s'",
                         o->search);
    if (o->preemptions && o->search && strcmp(o->search, "bounded") != 0)
        return error_set(e, "--preemptions is for --search bounded");
    if (!check_number("--preemptions", o->preemptions, e) || !check_number("--seed", o->seed, e))
        return false;
    if (o->lock_free && o->search && strcmp(o->search, "states") != 0)
        return error_set(e, "--lock-free looks for cycles of states: leave --search %s out",
                         o->search);
    if (!check_scenarios(o, e))
        return false;
    for (int i = 0; i < a->after_count; i++)
        if (!strncmp(a->after[i], "-fsanitize", strlen("-fsanitize")))
            return error_set(e,
                             "%s: explore compiles with -fsanitize=thread for its own purposes; "
                             "leave sanitizers out",
                             a->after[i]);
    bool judged = o->quasi_factor || !o->condition || strcmp(o->condition, "none") != 0;
    if (judged && !runner_condition(o->condition, o->quasi_factor, e))
        return false;
    return runner_spec_check(&(runner_spec){o->spec, o->golden}, e) && look_into(a, e);
}

static int run(void *given, const cli_arguments *a)
{
    const explore_options *o = given;
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
    int code;
    text assembly = {0};
    if (compile_golden(o, a, scratch, golden, &l, &e) &&
        compile(o, a, scratch, so, &assembly, &l, &e) &&
        run_runner(o, so, golden, &assembly, &l, pool, &v, &e)) {
        cli_progress_end(&l);
        add_reproduce(o, a, &v);
        code = cli_finish(&o->common, &v);
    } else {
        cli_progress_end(&l);
        code = cli_stopped(&o->common, &l, &e);
    }
    text_fini(&assembly);
    free(golden);
    free(so);
    lp_verdict_fini(&v);
    lp_pool_free(pool);
    runner_clean(scratch, o->keep);
    return code;
}

const cli_command cmd_explore = {
    .name = "explore",
    .usage = "TEST.c [MORE.c MORE.cpp …] [options] [-- FLAGS]",
    .summary = "run C code through every interleaving of a scenario",
    .details =
        "TEST.c declares an object (see linchpin/linchpin.h). It is compiled with your\n"
        "compiler, with -g -O1 and your FLAGS, so that every access to memory that another\n"
        "thread could see stops at linchpin's scheduler. All interleavings of the scenario are\n"
        "gone through: that of --scenario, one of the shape --calls, those of the test, or two\n"
        "threads with two calls each. Every distinct history is judged. Deadlock, livelock,\n"
        "use after free, double free, overflow of a heap block and crashes are violations too.\n"
        "Of interleavings that differ only in the order of independent steps one is run\n"
        "(--search dpor); where that does not end, executions stop at states seen before\n"
        "(states). paths runs every interleaving, bounded those with 0, 1, 2, … preemptions,\n"
        "random and pct draw some.\n"
        "\n"
        "Memory is sequentially consistent whatever orders the code names. A weak\n"
        "compare-exchange does not fail without reason. Libraries that are not among the\n"
        "sources are not looked into. A struct copied at once is one access. Inline assembly\n"
        "that touches memory makes the result unknown. What the object prints is shown only\n"
        "with --replay, on stderr.",
    .options = options,
    .options_size = sizeof(explore_options),
    .run = run,
};
