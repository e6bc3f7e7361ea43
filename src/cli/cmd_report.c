// SPDX-License-Identifier: MIT
// linchpin report: the page of verdicts that were saved with --json.

#include "base/io/file_read.h"
#include "base/io/json.h"
#include "base/io/output.h"
#include "cli/command.h"
#include "cli/runs/terminal.h"
#include "judge/evidence/verdict.h"
#include "report/page/page.h"

#include <string.h>

typedef struct report_options {
    cli_common common;
    const char *output;
} report_options;

static const cli_option options[] = {
    {"output", CLI_OUTPUT, offsetof(report_options, output), "PAGE",
     "the file that is written; also -o; default: report.html; - is stdout"},
    {NULL, CLI_FLAG, 0, NULL, NULL},
};

static const cli_meaning meanings[] = {
    {"json", "no effect here, but for errors"},
    {"quiet", "do not say where the page is"},
    {"timeout", "stop after 10s, 500ms, 2m, 1h: nothing is then written"},
    {"memory", "no effect here"},
    {NULL, NULL},
};

// Which version of the schema a document says it has; 0: none.
static int64_t schema_version(const char *bytes, size_t length)
{
    json j;
    json_init(&j, bytes, length);
    int64_t version = 0;
    json_token t = json_next(&j);
    while (version == 0 && t == JSON_OBJECT && json_next(&j) == JSON_KEY) {
        bool it = strcmp(j.string.bytes, "linchpin") == 0;
        json_token value = json_next(&j);
        if (it && value == JSON_INTEGER)
            version = j.integer;
        else if (!json_skip(&j, value))
            break;
    }
    json_fini(&j);
    return version;
}

static bool add_verdict(const page_entry *as, text *out, error *e)
{
    int64_t version = schema_version(as->json, as->json_length);
    if (version == 0)
        return error_set(e, "this is not a verdict as --json prints it: it has no \"linchpin\"");
    if (version != 1)
        return error_set(e, "the verdict has version %lld of the schema, and this linchpin knows 1",
                         (long long)version);
    lp_pool *pool = lp_pool_new();
    lp_verdict v;
    bool fine = verdict_read_json(as->json, as->json_length, pool, &v, e);
    if (fine) {
        page_entry entry = *as;
        entry.verdict = &v;
        page_add(&entry, out);
        lp_verdict_fini(&v);
    }
    lp_pool_free(pool);
    return fine;
}

// All documents of the file.
static bool add_verdicts(text *out, const char *file, const char *const *places, const text *t,
                         limits *l, error *e)
{
    json j;
    json_init(&j, t->bytes, t->length);
    bool fine = true;
    uint32_t count = 0;
    error why = {0};
    while (fine) {
        json_token first = json_next(&j);
        if (first == JSON_END)
            break;
        uint64_t line = j.token_line;
        page_entry entry = {.json = j.at - 1, .places = places}; // from the bracket on
        if (first == JSON_ERROR || !json_skip(&j, first))
            fine = json_fail(&j, file, e);
        else if (first != JSON_OBJECT)
            fine = error_at(e, file, line, 0, "a verdict is a JSON object");
        entry.json_length = (size_t)(j.at - entry.json);
        if (fine && count++)
            text_add(out, ",");
        if (fine && !add_verdict(&entry, out, &why))
            fine = error_at(e, file, line, 0, "%s", why.message);
        if (fine && limits_reached(l))
            fine = error_set(e, "%s: nothing was written", limits_reason(l));
    }
    json_fini(&j);
    if (fine && count == 0)
        fine = error_at(e, file, 0, 0, "there is no verdict in it");
    return fine;
}

static void to_text(void *context, const char *bytes, size_t length)
{
    text_add_bytes(context, bytes, length);
}

static bool make_page(const report_options *o, const cli_arguments *a, limits *l, error *e)
{
    const char *given = a->values[0], *file = strcmp(given, "-") == 0 ? "<stdin>" : given;
    const char *to = o->output ? o->output : "report.html";
    bool to_stdout = strcmp(to, "-") == 0;
    text saved = {0}, out = {0};
    page_begin(NULL, &out);
    bool fine = file_read(given, l, &saved, e) && add_verdicts(&out, file, a->values, &saved, l, e);
    if (fine) {
        page_end(to_text, &out);
        if (to_stdout)
            terminal_print(&out);
        else
            fine = output_write(to, out.bytes, out.length, e);
    }
    if (fine && !to_stdout && !o->common.quiet) {
        text said = {0};
        text_add_visible(&said, to, strlen(to), "");
        text_add(&said, "\n");
        terminal_print_text(&said);
        text_fini(&said);
    }
    text_fini(&saved);
    text_fini(&out);
    return fine;
}

static int run(void *given, const cli_arguments *arguments)
{
    const report_options *o = given;
    error e = {0};
    limits l;
    cli_limits(&o->common, &l);
    if (arguments->count == 0)
        error_set(&e, "report needs a file with what --json printed; - is stdin");
    else if (arguments->after_count)
        error_set(&e, "report takes nothing after --");
    if (e.message[0])
        return cli_error(&o->common, &e);
    return make_page(o, arguments, &l, &e) ? 0 : cli_stopped_data(&o->common, &l, &e);
}

const cli_command cmd_report = {
    .name = "report",
    .usage = "RESULTS.json [SOURCE…] [-o PAGE]",
    .summary = "make a page of verdicts that were saved with --json",
    .details = "The page is one file that opens in any browser, from disk and without a network.\n"
               "check, test, explore, verify and run write the same with --report PAGE. Source\n"
               "files that steps name are shown if they are among SOURCE, in a folder that is, or\n"
               "beside RESULTS.json, which is stdin if it is -.",
    .options = options,
    .meanings = meanings,
    .takes = "*",
    .options_size = sizeof(report_options),
    .run = run,
    .writes_data = true,
};
