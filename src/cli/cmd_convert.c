// SPDX-License-Identifier: MIT
// linchpin convert: a history in another format.

#include "base/io/output.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/runs/terminal.h"
#include "history/history_format.h"

#include <string.h>

typedef struct convert_options {
    cli_common common;
    const char *from, *to;
} convert_options;

static const cli_option options[] = {
    {"from", CLI_STRING, offsetof(convert_options, from), "FORMAT",
     "of IN; default: found from its content"},
    {"to", CLI_STRING, offsetof(convert_options, to), "FORMAT",
     "of OUT; `linchpin specs` lists the formats"},
    {NULL, CLI_FLAG, 0, NULL, NULL},
};

static const cli_meaning meanings[] = {
    {"json", "what is wrong also as JSON on stdout"},
    {"quiet", "no effect here"},
    {"timeout", "stop after 10s, 500ms, 2m, 1h: nothing is then written"},
    {"memory", "stop at 500M, 2G: nothing is then written; default: 3/4 of what is free"},
    {NULL, NULL},
};

static bool convert(const convert_options *o, const cli_arguments *arguments, limits *l,
                    lp_history *h, error *e)
{
    const history_format *from = o->from ? history_format_named(o->from, e) : NULL;
    const history_format *to = !o->from || from ? history_format_named(o->to, e) : NULL;
    if (!to || !history_load_all(arguments->values[0], from, l, h, e))
        return false;
    uint32_t lost = history_drop_failed(h, to);
    text out = {0};
    text_add(&out, "%s", "");
    const char *path = arguments->count > 1 ? arguments->values[1] : "-";
    bool fine = history_write(to, h, l, &out, e);
    // From here on to the end, so that no part of a file is left behind.
    if (fine && limits_reached(l))
        fine = error_set(e, "%s: nothing was written", limits_reason(l));
    if (fine && strcmp(path, "-") != 0)
        fine = output_write(path, out.bytes, out.length, e);
    else if (fine && !terminal_print_within(l, out.bytes, out.length))
        fine = error_set(e, "%s: only a part was written", limits_reason(l));
    if (fine && lost)
        terminal_complain("%u failed operation%s left out: the format \"%s\" cannot hold %s", lost,
                          lost == 1 ? " was" : "s were", to->name, lost == 1 ? "it" : "them");
    text_fini(&out);
    return fine;
}

static int run(void *given, const cli_arguments *arguments)
{
    const convert_options *o = given;
    error e = {0};
    if (arguments->count < 1 || arguments->count > 2 || arguments->after_count)
        error_set(&e, "convert takes a file to read, and one to write unless that is stdout");
    else if (!o->to)
        error_set(&e, "convert to what? Say --to FORMAT; `linchpin specs` lists them");
    if (e.message[0])
        return cli_error(&o->common, &e);
    lp_pool *pool = lp_pool_new();
    lp_history *h = lp_history_new(pool);
    limits l;
    cli_limits(&o->common, &l);
    int code = convert(o, arguments, &l, h, &e) ? 0 : cli_stopped_data(&o->common, &l, &e);
    lp_history_free(h);
    lp_pool_free(pool);
    return code;
}

static const cli_values values[] = {
    {"from", "<formats>"},
    {"to", "<written-formats>"},
    {NULL, NULL},
};

const cli_command cmd_convert = {
    .name = "convert",
    .usage = "IN [OUT] --to FORMAT [options]",
    .summary = "write a history in another format",
    .details = "IN - is stdin; without OUT the result goes to stdout. Operations that failed\n"
               "are kept; a format that cannot hold them leaves them out, as they had no effect,\n"
               "and stderr says how many. What else the other format cannot hold is an error.",
    .options = options,
    .meanings = meanings,
    .written = 1,
    .takes = "*",
    .values = values,
    .options_size = sizeof(convert_options),
    .run = run,
};
