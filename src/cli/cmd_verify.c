// SPDX-License-Identifier: MIT
// linchpin verify: explores all states of a model, against its spec.

#include "base/io/file_read.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/conflicts.h"
#include "cli/options.h"
#include "cli/runs/terminal.h"
#include "cli/verify/fair_option.h"
#include "cli/verify/graph_files.h"
#include "cli/verify/model_warnings.h"
#include "cli/verify/threads_given.h"
#include "cli/verify/walk_given.h"
#include "judge/evidence/verdict.h"
#include "model/check/warnings.h"
#include "verify/system/reduction.h"
#include "verify/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct verify_command {
    cli_common common;
    const char *heap;
    const char *reduce;
    const char *scenario;
    const char *histories;
    graph_files files;
    const char *cc;
    const char *assume;
    const char *fair;
    const char *marked;
    const char *threads; // a number, or *
    uint64_t capacity, operations, nodes, jobs;
    walk_given walk;
    bool no_spec, no_points, emit_c, hash_compact, strict, coverage, times, all_related;
    bool find_simulation, traces, strong, infer_points, quasi_factor;
} verify_command;

static const cli_option options[] = {
    {"scenario", CLI_STRING, offsetof(verify_command, scenario), "CALLS",
     "these calls instead of any: \"push(1) pop | push(2) pop\""},
    {"histories", CLI_OUTPUT, offsetof(verify_command, histories), "FILE",
     "write all distinct histories of the scenario, one per line"},
    {"dot", CLI_OUTPUT, offsetof(verify_command, files.dot), "FILE",
     "write the graph of states of a small model, for Graphviz; -: print only that"},
    {"aut", CLI_OUTPUT, offsetof(verify_command, files.aut), "FILE",
     "write the graph of states with labels as an Aldebaran file, and do no more"},
    {"spec-aut", CLI_OUTPUT, offsetof(verify_command, files.spec_aut), "FILE",
     "of implements: the same of what it is compared with"},
    {"threads", CLI_STRING, offsetof(verify_command, threads), "N",
     "instead of those declared; '*': a proof for every number of them"},
    {"capacity", CLI_COUNT, offsetof(verify_command, capacity), "N", "instead of the one declared"},
    {"operations", CLI_COUNT, offsetof(verify_command, operations), "N",
     "at most so many calls in all, instead of those declared"},
    {"nodes", CLI_COUNT, offsetof(verify_command, nodes), "N", "instead of those declared"},
    {"heap", CLI_STRING, offsetof(verify_command, heap), "FORM",
     "canonical (default); raw: nodes keep their numbers; late: garbage stays, too"},
    {"reduce", CLI_STRING, offsetof(verify_command, reduce), "LIST",
     "all (default), none, or some: dead,threads,private,fold,antichain,values,…"},
    {"jobs", CLI_COUNT, offsetof(verify_command, jobs), "N",
     "threads of the search; default: all cores"},
    {"hash-compact", CLI_FLAG, offsetof(verify_command, hash_compact), NULL,
     "keep hashes of states only: finds errors, proves nothing"},
    {"walk", CLI_COUNT, offsetof(verify_command, walk.steps), "STEPS",
     "random walks instead of all states: finds errors, proves nothing"},
    {"walk-length", CLI_COUNT, offsetof(verify_command, walk.length), "N",
     "steps of one walk at most; default: 1000"},
    {"seed", CLI_COUNT, offsetof(verify_command, walk.seed), "N",
     "of the walks: the same seed, the same walks; default: another each time"},
    {"only-walk", CLI_STRING, offsetof(verify_command, walk.only), "K",
     "only walk number K of the seed"},
    {"all-related", CLI_FLAG, offsetof(verify_command, all_related), NULL,
     "of a simulation: from every related state, not only from those that are met"},
    {"traces", CLI_FLAG, offsetof(verify_command, traces), NULL,
     "of a simulation: only whether every trace is one of the specification's"},
    {"find-simulation", CLI_FLAG, offsetof(verify_command, find_simulation), NULL,
     "of implements, or refines of an automaton: is there a forward simulation?"},
    {"strong", CLI_FLAG, offsetof(verify_command, strong), NULL,
     "of refines: is it strongly linearizable, not only linearizable?"},
    {"infer-points", CLI_FLAG, offsetof(verify_command, infer_points), NULL,
     "of refines of an object: in which steps do operations take effect?"},
    {"marked", CLI_OUTPUT, offsetof(verify_command, marked), "FILE",
     "of --infer-points: write the model with marks at these points"},
    {"quasi-factor", CLI_FLAG, offsetof(verify_command, quasi_factor), NULL,
     "of refines and relaxed conditions: the least K, instead of the one claimed"},
    {"no-spec", CLI_FLAG, offsetof(verify_command, no_spec), NULL,
     "only assertions and memory errors"},
    {"no-points", CLI_FLAG, offsetof(verify_command, no_points), NULL,
     "the full check, also where points are given"},
    {"assume", CLI_STRING, offsetof(verify_command, assume), "LEVEL",
     "of the scheduler: minimal, wakeups, fair, fair-locks (default)"},
    {"fair", CLI_STRING, offsetof(verify_command, fair), "KIND",
     "of formulas: none, weak, strong, \"weak actions\", …, global"},
    {"coverage", CLI_FLAG, offsetof(verify_command, coverage), NULL,
     "show what was reached also where nothing is missing"},
    {"strict", CLI_FLAG, offsetof(verify_command, strict), NULL,
     "a warning is an error: of the model, methods that never return, wrong marks"},
    {"times", CLI_FLAG, offsetof(verify_command, times), NULL,
     "how long it took, and the memory: on stderr, or in JSON"},
    {"emit-c", CLI_FLAG, offsetof(verify_command, emit_c), NULL,
     "print the C that the model becomes, and do nothing else"},
    {"cc", CLI_STRING, offsetof(verify_command, cc), "COMPILER", "default: $CC, else cc"},
    {NULL, CLI_FLAG, 0, NULL, NULL},
};

static const cli_meaning meanings[] = {
    {"json", "the result as one JSON object on one line, for each verify block"},
    {NULL, NULL},
};

static const char some_states[] = "walks keep no states";
static const char some_plays[] = "a game is played in all states";
static const char all_runs[] = "walks do not see them all";

static const cli_conflict conflicts[] = {
    {"walk", "hash-compact", some_states},
    {"walk", "dot", some_states},
    {"walk", "aut", some_states},
    {"walk", "spec-aut", some_states},
    {"walk", "all-related", "related states are found by searching all states"},
    {"walk", "histories", all_runs},
    {"walk", "traces", "walks look at every step that they make"},
    {"walk", "find-simulation", "a simulation is found in all states"},
    {"walk", "strong", some_plays},
    {"walk", "infer-points", some_plays},
    {"hash-compact", "strong", "a game needs all states"},
    {"hash-compact", "infer-points", "a game needs all states"},
    {"no-spec", "strong", "it is about the spec"},
    {"no-spec", "infer-points", "it is about the spec"},
    {"strong", "infer-points", "these are two questions: ask one after the other"},
    {"strong", "find-simulation", "--strong is that, for refines"},
    {"infer-points", "find-simulation", "one of the two at a time"},
    {"walk", "quasi-factor", "that a factor is enough is said of all states"},
    {"hash-compact", "quasi-factor", "that a factor is enough is said of all states"},
    {"find-simulation", "quasi-factor", "that is another question"},
    {"no-spec", "quasi-factor", "it is about what is claimed of histories"},
    {"strong", "quasi-factor", "that is another question"},
    {"infer-points", "quasi-factor", "that is another question"},
    {"all-related", "traces", "that is more than traces need"},
    {"all-related", "find-simulation", "that is for a simulation that is written down"},
    {"walk", "assume", "stuck operations are found where nobody can go on, and nowhere else"},
    {"walk", "reduce", "walks make every step"},
    {NULL, NULL, NULL},
};

static bool small(uint64_t n, const char *name, uint32_t *out, error *e)
{
    if (n > 1000)
        return error_set(e, "--%s is at most 1000", name);
    *out = (uint32_t)n;
    return true;
}

static bool read_options(const verify_command *c, lp_pool *pool, scenario *calls, verify_options *o,
                         error *e)
{
    *o = (verify_options){
        .no_spec = c->no_spec, .no_points = c->no_points, .histories = c->histories, .cc = c->cc};
    o->hash_compact = c->hash_compact;
    o->strict = c->strict;
    o->coverage = c->coverage;
    o->times = c->times;
    o->steps = c->common.json || c->common.report;
    o->plots = c->common.report != NULL;
    o->all_related = c->all_related;
    o->find_simulation = c->find_simulation;
    o->traces = c->traces;
    o->strong = c->strong;
    o->infer_points = c->infer_points;
    o->marked = c->marked;
    if (c->marked && !c->infer_points)
        return error_set(e, "--marked is for points that were inferred: add --infer-points");
    o->quasi_factor = c->quasi_factor;
    if (c->find_simulation && c->hash_compact)
        return error_set(e, "--find-simulation needs all states: leave out --hash-compact");
    if (c->all_related && c->hash_compact)
        return error_set(e, "--all-related needs all states: leave out --hash-compact");
    if (c->files.dot && c->hash_compact)
        return error_set(e, "--dot needs the states themselves: leave out --hash-compact");
    if (c->heap && !heap_form_read(c->heap, &o->heap))
        return error_set(e, "--heap is canonical, raw or late, not %s", c->heap);
    if (!scheduling_read(c->assume, &o->assumed, e) ||
        !reductions_read(c->reduce, &o->reductions, e) || !small(c->jobs, "jobs", &o->jobs, e))
        return false;
    o->has_capacity = c->capacity != 0;
    if (!threads_given_read(c->threads, o, e) || !small(c->capacity, "capacity", &o->capacity, e) ||
        !small(c->operations, "operations", &o->operations, e) ||
        !small(c->nodes, "nodes", &o->nodes, e))
        return false;
    if (!conflicts_check(options, c, conflicts, e) || !walk_given_read(&c->walk, &o->walk, e))
        return false;
    if (c->histories && !c->scenario)
        return error_set(e, "--histories needs --scenario: without one there is no end of them");
    if (c->scenario && c->threads)
        return error_set(e, "--scenario says how many threads there are: leave out --threads");
    if (c->scenario) {
        if (!scenario_parse(pool, c->scenario, calls, e))
            return false;
        o->scenario = calls;
    }
    return true;
}

// What an automaton has not is not asked of it.
static bool suits(const verify_command *c, const model *m, error *e)
{
    static const struct {
        const char *option, *about;
    } asked[] = {{"scenario", "clients"}, {"histories", "histories"}, {"threads", "clients"},
                 {"capacity", "clients"}, {"operations", "clients"},  {"no-spec", "histories"},
                 {"no-points", "marks"},  {"assume", "threads"}};
    const instance *v = m->instance_count ? &m->instances[0] : NULL;
    bool sought = false, simulates = false, relaxed = false, strong = false, points = false;
    for (uint32_t i = 0; i < m->instance_count; i++) {
        strong |= strength_may_be_asked(&m->instances[i]);
        points |= points_may_be_inferred(&m->instances[i]);
        sought |= simulation_may_be_sought(&m->instances[i]);
        simulates |= m->instances[i].subject->simulates != NULL;
        relaxed |= least_may_be_sought(&m->instances[i]);
    }
    if (v && (c->traces || c->all_related) && !simulates)
        return error_set(e, "--%s is for verify blocks about a simulation: there is none here",
                         c->traces ? "traces" : "all-related");
    if (v && c->quasi_factor && !relaxed)
        return error_set(e, "--quasi-factor is for verify blocks with refines, or with a relaxed "
                            "condition such as quasi:2: there is none here");
    if (v && c->find_simulation && !sought)
        return error_set(e, "--find-simulation is for verify blocks with implements, or with "
                            "refines and calls and returns of an automaton");
    if (v && ((c->strong && !strong) || (c->infer_points && !points)))
        return error_set(e, "--%s is for verify blocks with refines%s: there is none here",
                         c->strong ? "strong" : "infer-points", c->strong ? "" : " of an object");
    // A file may have objects beside what has no clients.
    for (uint32_t k = 0; k < m->instance_count; k++) {
        v = &m->instances[k];
        for (size_t i = 0; v->subject->is_automaton && i < sizeof asked / sizeof *asked; i++)
            if (option_given(options, c, asked[i].option))
                return error_set(e, "--%s is about the %s of an object; %s is %s", asked[i].option,
                                 asked[i].about, v->object,
                                 v->process ? "a process" : "an automaton");
    }
    return true;
}

static int emit(const verify_command *c, const instance *v, verify_options *o)
{
    text out = {0};
    error e = {0};
    int code = 0;
    if (!verify_emit(v, o, &out, &e))
        code = cli_error(&c->common, &e);
    else
        terminal_print_data(out.bytes, out.length);
    text_fini(&out);
    return code;
}

static int verify_one(const verify_command *c, const cli_arguments *arguments, const model *m,
                      const instance *v, const verify_options *given, const limits *all,
                      const warnings *w, lp_pool *pool)
{
    limits l = *all; // one end for all of them; what one has reached is no matter of the next
    lp_verdict out;
    error e = {0};
    verify_options o = *given;
    uint32_t shown = 0;
    o.shown_threads = &shown;
    o.limits = &l;
    lp_verdict_init(&out);
    model_warnings_add(m, w, &out);
    bool ok = verify_instance(v, &o, pool, &out, &e);
    cli_progress_end(&l);
    if (ok && out.outcome == LP_VIOLATED)
        out.reproduce = o.walk.steps ? walk_given_reproduce(arguments, &o.walk, &out)
                                     : threads_given_reproduce(arguments, shown);
    int code = ok ? cli_finish(&c->common, &out) : cli_stopped(&c->common, &l, &e);
    lp_verdict_fini(&out);
    return code;
}

// An error outweighs a violation, which outweighs "unknown".
static int worse(int a, int b)
{
    static const int weight[] = {
        [LP_HOLDS] = 0, [LP_UNKNOWN] = 1, [LP_VIOLATED] = 2, [LP_ERROR] = 3};
    return weight[a] >= weight[b] ? a : b;
}

static int run_model(const verify_command *c, const cli_arguments *arguments, const model *m,
                     limits *l, lp_pool *pool)
{
    error e = {0};
    verify_options o;
    scenario *calls = memory_new(1, sizeof *calls);
    warnings w;
    warnings_find(&w, m);
    int code = LP_HOLDS;
    const char *graph = c->files.dot        ? "dot"
                        : c->files.aut      ? "aut"
                        : c->files.spec_aut ? "spec-aut"
                                            : "";
    if (!suits(c, m, &e) || !read_options(c, pool, calls, &o, &e)) {
        code = cli_error(&c->common, &e);
    } else if (m->instance_count == 0) {
        error_at(&e, m->source.file, 0, 0, "there is no verify block: what is to be verified?");
        code = cli_error(&c->common, &e);
    } else if (c->histories && m->instance_count > 1) {
        error_set(&e, "--histories needs a model with one verify block");
        code = cli_error(&c->common, &e);
    } else if (*graph && m->instance_count > 1) {
        error_set(&e, "--%s needs a model with one verify block", graph);
        code = cli_error(&c->common, &e);
    } else if (!graph_files_suit(&c->files, c->emit_c ? "emit-c" : graph, &c->common, &e)) {
        code = cli_error(&c->common, &e);
    } else if (!model_warnings_say(&c->common, c->strict, m, &w, &e)) {
        code = cli_error(&c->common, &e);
    } else if (*graph && !graph_files_write(&c->files, &m->instances[0], &o, l, pool, &e)) {
        code = cli_stopped(&c->common, l, &e);
    } else if (!graph_files_only(&c->files)) {
        for (uint32_t i = 0; i < m->instance_count; i++) {
            const instance *v = &m->instances[i];
            code = worse(code, c->emit_c ? emit(c, v, &o)
                                         : verify_one(c, arguments, m, v, &o, l, &w, pool));
        }
    }
    warnings_fini(&w);
    free(calls);
    return code;
}

static int run(void *given, const cli_arguments *arguments)
{
    const verify_command *c = given;
    error e = {0};
    if (graph_files_compared(arguments))
        return graph_files_compare(&c->common, arguments, options, c, c->times);
    if (arguments->count != 1) {
        error_set(&e, "verify takes one model: linchpin verify treiber.lin");
        return cli_error(&c->common, &e);
    }
    if (arguments->after_count) {
        error_set(&e, "verify takes nothing after --");
        return cli_error(&c->common, &e);
    }
    const char *file = arguments->values[0];
    text bytes = {0};
    model *m = NULL;
    limits l;
    cli_limits(&c->common, &l);
    if (file_read(file, &l, &bytes, &e))
        m = model_read(strcmp(file, "-") == 0 ? "<stdin>" : file, bytes.bytes ? bytes.bytes : "",
                       bytes.length, &e);
    int code;
    if (!m || (c->fair && !fair_option_apply(c->fair, m, &e))) {
        code = cli_stopped(&c->common, &l, &e);
    } else {
        lp_pool *pool = lp_pool_new();
        code = run_model(c, arguments, m, &l, pool);
        lp_pool_free(pool);
    }
    model_free(m);
    text_fini(&bytes);
    return code;
}

const cli_command cmd_verify = {
    .name = "verify",
    .usage = "MODEL.lin [options] | P.aut implements Q.aut [MODEL]",
    .summary = "explore all states of a model, and judge every history",
    .details = "The model says in its verify blocks what is verified: which object, against\n"
               "which spec, with how many threads, values and elements. Threads call any method\n"
               "with any argument, for ever. The language is described in docs/lin.md.\n"
               "Two graphs in Aldebaran files are compared by traces, failures or\n"
               "failures-divergences: see docs/processes.md.",
    .options = options,
    .takes = "*.lin *.aut",
    .options_size = sizeof(verify_command),
    .meanings = meanings,
    .run = run,
    .judges = true,
};
