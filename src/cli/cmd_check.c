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

static const history_format *choose_format(const char *name, const char *file, const text *bytes,
                                           error *e)
{
    if (!name) {
        const history_format *f = history_format_detect(bytes->bytes, bytes->length);
        if (!f)
            error_at(e, file, 0, 0,
                     "this looks like no history format linchpin reads; --format chooses one, "
                     "`linchpin specs` lists them");
        return f;
    }
    const history_format *f = history_format_find(name);
    if (f)
        return f;
    const char *names[64];
    size_t count = 0;
    for (; history_formats[count] && count < 64; count++)
        names[count] = history_formats[count]->name;
    const char *near = did_you_mean(name, names, count);
    if (near)
        error_set(e, "there is no format \"%s\"; did you mean \"%s\"?", name, near);
    else
        error_set(e, "there is no format \"%s\"; `linchpin specs` lists them", name);
    return NULL;
}

static const char *file_name(const char *file)
{
    return strcmp(file, "-") == 0 ? "<stdin>" : file;
}

// Reads the file into `h`. What cannot be read has no verdict.
static bool read_history(const check_options *o, const char *file, lp_history *h, error *e)
{
    text bytes = {0};
    const char *shown = file_name(file);
    bool ok = file_read(file, &bytes, e);
    if (ok && strspn(bytes.bytes, " \t\r\n") == bytes.length)
        ok = error_at(e, shown, 0, 0, "the file is empty: there is no history to judge");
    if (ok) {
        const history_format *f = choose_format(o->format, shown, &bytes, e);
        ok = f && f->read(shown, bytes.bytes, bytes.length, h, e);
    }
    text_fini(&bytes);
    return ok;
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
