// SPDX-License-Identifier: MIT
// linchpin check: decides a condition on a recorded history.

#include "base/text.h"
#include "cli/check/check_follow.h"
#include "cli/check/check_many.h"
#include "cli/check/check_specs.h"
#include "cli/runs/output_files.h"

#include <stdlib.h>
#include <string.h>

typedef struct check_options {
    cli_common common;
    const char *spec;
    const char *map;
    const char *cc;
    const char *condition;
    const char *format;
    bool quasi_factor;
    const char *witness;
    bool times;
    bool explain;
    bool follow;
} check_options;

static const cli_option options[] = {
    {"spec", CLI_STRING, offsetof(check_options, spec), "NAME",
     "one of `linchpin specs`, or a file of your own; q=queue,r=set: by object"},
    {"map", CLI_STRING, offsetof(check_options, map), "NAMES",
     "further names for methods: offer=enq,poll=deq"},
    {"cc", CLI_STRING, offsetof(check_options, cc), "COMMAND",
     "the compiler for a spec in C; default: $CC, else cc"},
    {"condition", CLI_STRING, offsetof(check_options, condition), "NAME",
     "how history and spec are compared; default: linearizable"},
    {"format", CLI_STRING, offsetof(check_options, format), "NAME",
     "of the file; default: found from its content"},
    {"quasi-factor", CLI_FLAG, offsetof(check_options, quasi_factor), NULL,
     "find the least K of a relaxed condition; default: of quasi"},
    {"witness", CLI_CHOICE, offsetof(check_options, witness), "[=all]",
     "if it holds, an order that explains it; all: every one, counted"},
    {"explain", CLI_FLAG, offsetof(check_options, explain), NULL,
     "with --json: what a violation looks like, too; takes longer than the verdict"},
    {"follow", CLI_FLAG, offsetof(check_options, follow), NULL,
     "judge while it is read, and stop at the first violation: tail -f h | … -"},
    {"times", CLI_FLAG, offsetof(check_options, times), NULL,
     "how long reading and judging took, and the memory: on stderr, or in JSON"},
    {NULL, CLI_FLAG, 0, NULL, NULL},
};

static bool check_arguments(const check_options *o, const cli_arguments *a, error *e)
{
    if (!a->count)
        return error_set(e, "check needs a file with a history; - is stdin");
    if (a->after_count)
        return error_set(e, "check takes nothing after --");
    if (!o->spec)
        return error_set(e, "what should the object be? Say --spec NAME; `linchpin specs` "
                            "lists them");
    if (o->follow && a->count > 1)
        return error_set(e, "--follow takes one file, or - for stdin");
    if (o->follow && o->condition && strcmp(o->condition, "linearizable") != 0)
        return error_set(e, "--follow judges linearizability only");
    if (o->follow && o->quasi_factor)
        return error_set(e, "--follow forgets the past, so it has no --quasi-factor");
    if (o->witness && *o->witness && strcmp(o->witness, "all") != 0)
        return error_set(e, "--witness stands alone, or is --witness=all; not \"%s\"", o->witness);
    if (o->witness && *o->witness && o->quasi_factor)
        return error_set(
            e, "--witness=all counts orders; with --quasi-factor there is no single condition");
    if (o->follow && o->witness)
        return error_set(e, "--follow forgets the past, so it has no --witness");
    return true;
}

// With --quasi-factor the condition comes without its factor.
static bool find_judge(const check_options *o, check_task *t, error *e)
{
    const char *name = o->condition ? o->condition : o->quasi_factor ? "quasi" : "linearizable";
    char *tried = text_format("%s%s", name, o->quasi_factor ? ":0" : "");
    t->judge = judge_find(tried, e);
    free(tried);
    t->least = o->quasi_factor ? name : NULL;
    return t->judge != NULL;
}

static int check_one(const check_task *t, const check_options *o, const cli_arguments *arguments,
                     limits *l)
{
    const cli_common *common = &o->common;
    check_result r;
    (o->follow ? check_follow : check_file)(t, arguments->values[0], l, &r);
    if (r.verdict.outcome == LP_VIOLATED && strcmp(arguments->values[0], "-") != 0)
        r.verdict.reproduce = cli_command_line(arguments, NULL, NULL);
    // Without an error of its own, what is wrong is in the verdict: judges that disagree.
    bool bad_input = r.verdict.outcome == LP_ERROR && r.error.message[0];
    int code = bad_input ? cli_error(common, &r.error) : cli_finish(common, &r.verdict);
    check_result_fini(&r);
    return code;
}

// What is about one object only.
static bool may_be_several(const check_specs *s, const check_options *o, error *e)
{
    const char *what = o->follow                   ? "--follow"
                       : o->quasi_factor           ? "--quasi-factor"
                       : o->witness && *o->witness ? "--witness=all"
                                                   : NULL;
    return s->spec || !what || error_set(e, "%s takes one spec, not one for each object", what);
}

static int run(void *given, const cli_arguments *arguments)
{
    const check_options *o = given;
    error e = {0};
    if (!check_arguments(o, arguments, &e))
        return cli_error(&o->common, &e);
    limits l;
    cli_limits(&o->common, &l);
    bool shown = output_files_given(&o->common) || (o->common.json ? o->explain : !o->common.quiet);
    check_task t = {.witness = o->witness != NULL,
                    .all_orders = o->witness && *o->witness,
                    .bare = !shown,
                    .whole = o->common.report != NULL,
                    .times = o->times};
    spec_options how = {.map = o->map, .cc = o->cc, .limits = &l};
    check_specs specs;
    bool fine = check_specs_get(&specs, o->spec, &how, &e) && may_be_several(&specs, o, &e) &&
                find_judge(o, &t, &e) &&
                (!o->format || (t.format = history_format_named(o->format, &e)));
    t.spec = specs.spec;
    t.objects = specs.objects;
    int code = !fine                  ? cli_stopped(&o->common, &l, &e)
               : arguments->count > 1 ? check_many(&t, &o->common, arguments, &l)
                                      : check_one(&t, o, arguments, &l);
    judge_release(t.judge);
    check_specs_fini(&specs);
    return code;
}

static const char *user_code(const void *given, const cli_arguments *arguments)
{
    const check_options *o = given;
    (void)arguments;
    return o->spec && check_specs_run_code(o->spec) ? o->spec : NULL;
}

static const cli_values values[] = {
    {"witness", "all"},
    {NULL, NULL},
};

const cli_command cmd_check = {
    .name = "check",
    .usage = "FILE… --spec NAME [options]",
    .summary = "decide whether a recorded history is correct",
    .details = "FILE holds calls and returns, one JSON object per line:\n"
               "  {\"process\":0,\"type\":\"invoke\",\"f\":\"enq\",\"value\":5}\n"
               "  {\"process\":0,\"type\":\"ok\",\"f\":\"enq\",\"value\":null}\n"
               "`linchpin specs` lists the other formats. FILE - is stdin. A violation is shown\n"
               "as the smallest part of the history that still violates. Several files are\n"
               "judged on all cores and get a line each; the exit code is 2 if one of them could\n"
               "not be judged, else 1 if one is violated.",
    .options = options,
    .takes = "*",
    .values = values,
    .options_size = sizeof(check_options),
    .run = run,
    .judges = true,
    .user_code = user_code,
};
