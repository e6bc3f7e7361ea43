// SPDX-License-Identifier: MIT
// linchpin check: decides a condition on a recorded history.

#include "cli/command.h"
#include "history/format.h"
#include "judge/judge.h"
#include "spec/get.h"

#include <stdio.h>
#include <string.h>

typedef struct check_options {
    cli_common common;
    const char *spec;
    const char *map;
    const char *cc;
    const char *condition;
    const char *format;
    bool witness;
} check_options;

static const cli_option options[] = {
    {"spec", CLI_STRING, offsetof(check_options, spec), "NAME",
     "what the object should be: one of `linchpin specs`, or a file of your own"},
    {"map", CLI_STRING, offsetof(check_options, map), "NAMES",
     "further names for methods: offer=enq,poll=deq"},
    {"cc", CLI_STRING, offsetof(check_options, cc), "COMMAND",
     "the compiler for a spec in C; default: $CC, else cc"},
    {"condition", CLI_STRING, offsetof(check_options, condition), "NAME",
     "how history and spec are compared; default: linearizable"},
    {"format", CLI_STRING, offsetof(check_options, format), "NAME",
     "of the file; default: found from its content"},
    {"witness", CLI_FLAG, offsetof(check_options, witness), NULL,
     "when it holds, show an order that explains the history"},
    {NULL, CLI_FLAG, 0, NULL, NULL},
};

static const char *file_name(const char *file)
{
    return strcmp(file, "-") == 0 ? "<stdin>" : file;
}

// Reads the file into `h`. What cannot be read has no verdict.
static bool read_history(const check_options *o, const char *file, lp_history *h, error *e)
{
    const history_format *f = o->format ? history_format_named(o->format, e) : NULL;
    return (f || !o->format) && history_load(file, f, h, e);
}

static int run(void *given, const cli_arguments *arguments)
{
    const check_options *o = given;
    error e = {0};
    if (arguments->count != 1) {
        error_set(&e,
                  arguments->count ? "check takes one file; \"%s\" is a second one"
                                   : "check needs a file with a history; - is stdin%s",
                  arguments->count ? arguments->values[1] : "");
        return cli_error(&o->common, &e);
    }
    if (arguments->after_count) {
        error_set(&e, "check takes nothing after --");
        return cli_error(&o->common, &e);
    }
    if (!o->spec) {
        error_set(&e, "what should the object be? Say --spec NAME; `linchpin specs` lists them");
        return cli_error(&o->common, &e);
    }
    const char *file = arguments->values[0];
    const char *shown = file_name(file);
    limits l;
    cli_limits(&o->common, &l);
    spec_options how = {.map = o->map, .cc = o->cc, .limits = &l};
    const lp_spec *spec = spec_get(o->spec, &how, &e);
    const judge *j = spec ? judge_find(o->condition ? o->condition : "linearizable", &e) : NULL;
    if (!j) {
        spec_release(spec);
        return cli_stopped(&o->common, &l, &e);
    }

    lp_pool *pool = lp_pool_new();
    lp_history *h = lp_history_new(pool);
    int code;
    if (!read_history(o, file, h, &e)) {
        code = cli_error(&o->common, &e);
    } else {
        lp_verdict v;
        lp_verdict_init(&v);
        if (judge_history(j, h, spec, &l, o->witness, &v, &e)) {
            verdict_set(&v.subject, "%s", shown);
            code = cli_finish(&o->common, &v);
        } else {
            // The judge knows the line but not the file.
            if (e.line && !e.file[0])
                snprintf(e.file, sizeof e.file, "%s", shown);
            code = cli_error(&o->common, &e);
        }
        lp_verdict_fini(&v);
    }
    lp_history_free(h);
    lp_pool_free(pool);
    spec_release(spec);
    return code;
}

const cli_command cmd_check = {
    .name = "check",
    .usage = "FILE --spec NAME [options]",
    .summary = "decide whether a recorded history is correct",
    .details = "FILE holds calls and returns, one JSON object per line:\n"
               "  {\"process\":0,\"type\":\"invoke\",\"f\":\"enq\",\"value\":5}\n"
               "  {\"process\":0,\"type\":\"ok\",\"f\":\"enq\",\"value\":null}\n"
               "FILE - is stdin. A violation is shown as the smallest part of the history\n"
               "that still violates.",
    .options = options,
    .options_size = sizeof(check_options),
    .run = run,
};
