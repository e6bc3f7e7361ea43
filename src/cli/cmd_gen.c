// SPDX-License-Identifier: MIT
// linchpin gen: made-up histories, for tests and benchmarks.

#include "base/io/output.h"
#include "cli/command.h"
#include "cli/runs/terminal.h"
#include "gen/gen.h"
#include "model/spec/spec_file.h"
#include "spec/made_spec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct gen_command_options {
    cli_common common;
    uint64_t ops, processes, seed, values, keys, pending, failed;
    const char *overlap, *methods, *output;
    bool bad;
} gen_command_options;

static const cli_option options[] = {
    {"ops", CLI_COUNT, offsetof(gen_command_options, ops), "N",
     "how many operations; default: 1000"},
    {"procs", CLI_COUNT, offsetof(gen_command_options, processes), "N",
     "how many processes; default: 8"},
    {"overlap", CLI_STRING, offsetof(gen_command_options, overlap), "X",
     "about how many operations are open at once; default: half of --procs"},
    {"seed", CLI_COUNT, offsetof(gen_command_options, seed), "N",
     "the same seed gives the same history; default: 1"},
    {"values", CLI_COUNT, offsetof(gen_command_options, values), "N",
     "add the values 1 to N again and again; default: each value once"},
    {"keys", CLI_COUNT, offsetof(gen_command_options, keys), "N",
     "how many keys, of objects with keys; default: 10"},
    {"methods", CLI_STRING, offsetof(gen_command_options, methods), "LIST",
     "only these, such as enq,deq; default: all but those that may fail for no reason"},
    {"pending", CLI_COUNT, offsetof(gen_command_options, pending), "N",
     "so many operations never return"},
    {"failed", CLI_COUNT, offsetof(gen_command_options, failed), "N",
     "so many operations fail: they have no effect"},
    {"bad", CLI_FLAG, offsetof(gen_command_options, bad), NULL,
     "with one violation, at a random place"},
    {"output", CLI_OUTPUT, offsetof(gen_command_options, output), "FILE",
     "where the history goes; default: stdout"},
    {NULL, CLI_FLAG, 0, NULL, NULL},
};

static const cli_meaning meanings[] = {
    {"json", "no effect here: a history is JSON Lines anyway"},
    {"quiet", "no effect here"},
    {"timeout", "stop after 10s, 500ms, 2m, 1h: the history is then not complete"},
    {"memory", "no effect here"},
    {NULL, NULL},
};

enum { MOST_PROCESSES = 100000, MOST_KEYS = 100000000 };

static bool read_overlap(const char *s, double *out, error *e)
{
    // strtod also reads hexadecimal, infinity and nan; this is digits and a point.
    size_t digits = strspn(s, "0123456789.");
    char *end = NULL;
    if (digits && digits < 16 && !s[digits])
        *out = strtod(s, &end);
    if (end == s + digits && *out >= 1)
        return true;
    return error_set(e, "--overlap: \"%s\" is not a number from 1 up", s);
}

static bool fill_in(const gen_command_options *o, gen_options *g, error *e)
{
    if (o->processes > MOST_PROCESSES)
        return error_set(e, "--procs: at most %d", MOST_PROCESSES);
    if (o->keys > MOST_KEYS)
        return error_set(e, "--keys: at most %d", MOST_KEYS);
    if (o->values > INT64_MAX / 2)
        return error_set(e, "--values: too large");
    *g = (gen_options){.ops = o->ops ? o->ops : 1000,
                       .processes = o->processes ? (uint32_t)o->processes : 8,
                       .seed = o->seed ? o->seed : 1,
                       .values = o->values,
                       .keys = o->keys ? (uint32_t)o->keys : 10,
                       .pending = o->pending,
                       .failed = o->failed,
                       .methods = o->methods,
                       .bad = o->bad};
    g->overlap = g->processes < 2 ? 1 : g->processes / 2.0;
    return !o->overlap || read_overlap(o->overlap, &g->overlap, e);
}

static void put(void *to, const char *bytes, size_t length)
{
    fwrite(bytes, 1, length, stdout);
    terminal_failed(to);
}

static void put_nowhere(void *to, const char *bytes, size_t length)
{
    (void)to, (void)bytes, (void)length;
}

// What was written to stdout cannot be taken back. So first: can the violation be placed at all?
static bool write_stdout(const lp_spec *spec, gen_options *g, error *e)
{
    g->only_try = g->bad;
    if (g->bad && !gen_history(spec, g, put_nowhere, NULL, e))
        return false;
    g->only_try = false;
    return gen_history(spec, g, put, g->limits, e);
}

typedef struct destination {
    output file;
    limits *limits;
} destination;

static void put_file(void *to, const char *bytes, size_t length)
{
    destination *d = to;
    output_put(&d->file, bytes, length);
    if (d->file.why)
        d->limits->reached = "the file cannot be written";
}

// Writes the history where it should go.
static bool write_history(const gen_command_options *o, const lp_spec *spec, limits *l, error *e)
{
    gen_options g = {0};
    if (!fill_in(o, &g, e))
        return false;
    g.limits = l;
    if (!o->output || strcmp(o->output, "-") == 0)
        return write_stdout(spec, &g, e);
    destination d = {.limits = l};
    if (!output_open(&d.file, o->output, e))
        return false;
    error why = {0};
    bool fine = gen_history(spec, &g, put_file, &d, e);
    // What there is when a limit was reached is what the user waited for.
    if (!output_close(&d.file, fine || l->reached, &why) && (fine || l->reached)) {
        *e = why;
        l->reached = NULL;
        fine = false;
    }
    return fine;
}

static int run(void *given, const cli_arguments *arguments)
{
    const gen_command_options *o = given;
    error e = {0};
    if (arguments->count != 1 || arguments->after_count) {
        error_set(&e, "gen takes one spec; `linchpin specs` lists them");
        return cli_error(&o->common, &e);
    }
    limits l;
    cli_limits(&o->common, &l);
    spec_options how = {.limits = &l};
    const lp_spec *spec = spec_file_get(arguments->values[0], &how, &e);
    if (!spec)
        return cli_stopped_data(&o->common, &l, &e);
    bool fine = write_history(o, spec, &l, &e) && !spec_failed(spec, &e);
    spec_release(spec);
    if (!fine && ferror(stdout)) // as terminal_close will say, if anybody cares
        return 0;
    return fine ? 0 : cli_stopped_data(&o->common, &l, &e);
}

static const char *user_code(const void *given, const cli_arguments *arguments)
{
    (void)given;
    return arguments->count && spec_is_code(arguments->values[0]) ? arguments->values[0] : NULL;
}

const cli_command cmd_gen = {
    .name = "gen",
    .usage = "SPEC [options]",
    .summary = "make up a history, right or wrong",
    .details = "Simulates an object that follows SPEC and writes its history as JSON Lines.\n"
               "SPEC is what --spec takes elsewhere.\n"
               "Every history holds, or with --bad is violated, also under `linearizable`.\n"
               "Not for specs whose operations meet in several ways, or in groups that each step\n"
               "decides: barrier, closeable-channel, combining-barrier, enrollable-barrier,\n"
               "terminating-queue, timeout-channel, timeout-exchanger.",
    .options = options,
    .meanings = meanings,
    .takes = "<specs> *.c *.lin",
    .options_size = sizeof(gen_command_options),
    .run = run,
    .user_code = user_code,
    .writes_data = true,
};
