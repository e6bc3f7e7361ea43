// SPDX-License-Identifier: MIT
// linchpin simulate: walks through a model, at random or as the user chooses.

#include "base/io/file_read.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/runs/terminal.h"
#include "verify/simulate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct simulate_command {
    cli_common common;
    uint64_t steps, seed;
    bool ask;
    const char *cc;
} simulate_command;

static const cli_option options[] = {
    {"steps", CLI_COUNT, offsetof(simulate_command, steps), "N", "stop after so many; default: 40"},
    {"seed", CLI_COUNT, offsetof(simulate_command, seed), "N", "another walk; default: 1"},
    {"ask", CLI_FLAG, offsetof(simulate_command, ask), NULL,
     "show what is possible and read the number of a move"},
    {"cc", CLI_STRING, offsetof(simulate_command, cc), "COMPILER", "default: $CC, else cc"},
    {NULL, CLI_FLAG, 0, NULL, NULL},
};

static const cli_meaning meanings[] = {
    {"json", "no effect here, but for errors"},
    {"quiet", "no effect here"},
    {"memory", "no effect here"},
    {NULL, NULL},
};

static void show(void *context, const char *line)
{
    terminal_print_data(line, strlen(line));
    puts("");
    terminal_failed(context);
}

static uint32_t ask(void *context, const char *list, uint32_t count)
{
    char line[32] = "";
    terminal_print_data(list, strlen(list));
    for (;;) {
        printf("which? (0 … %u, or q) ", count - 1);
        fflush(stdout);
        // stdin has no buffer: what is not waiting there has not been read either.
        if (terminal_failed(context) || !limits_wait(context, STDIN_FILENO) ||
            !fgets(line, sizeof line, stdin) || line[0] == 'q') {
            if (!isatty(STDIN_FILENO) || line[0] != 'q')
                puts(""); // nobody typed the end of the line
            return UINT32_MAX;
        }
        char *end;
        unsigned long chosen = strtoul(line, &end, 10);
        if (line[0] >= '0' && line[0] <= '9' && *end == '\n' && chosen < count)
            return (uint32_t)chosen;
    }
}

// What was shown stands; a walk that was cut short is no whole walk.
static int finish(const simulate_command *c, bool ok, const limits *l, const error *e)
{
    if (!ok)
        return cli_stopped_data(&c->common, l, e);
    if (!l->reached || ferror(stdout))
        return 0;
    fflush(stdout);
    terminal_complain("%s: the walk ends here", limits_reason(l));
    return LP_UNKNOWN;
}

static int walk(const simulate_command *c, const model *m, limits *l)
{
    error e = {0};
    if (m->instance_count == 0) {
        error_at(&e, m->source.file, 0, 0, "there is no verify block: what is to be simulated?");
        return cli_error(&c->common, &e);
    }
    simulate_options o = {.seed = c->seed ? c->seed : 1,
                          .steps =
                              c->steps ? (uint32_t)(c->steps < 1000000 ? c->steps : 1000000) : 40,
                          .ask = c->ask ? ask : NULL,
                          .show = show,
                          .context = l,
                          .cc = c->cc,
                          .limits = l};
    lp_pool *pool = lp_pool_new();
    if (c->ask)
        setvbuf(stdin, NULL, _IONBF, 0);
    else
        printf("seed %llu\n", (unsigned long long)o.seed);
    bool ok = simulate(&m->instances[0], &o, pool, &e);
    lp_pool_free(pool);
    return finish(c, ok, l, &e);
}

static int run(void *given, const cli_arguments *arguments)
{
    const simulate_command *c = given;
    error e = {0};
    if (arguments->count != 1 || arguments->after_count) {
        error_set(&e, "simulate takes one model: linchpin simulate treiber.lin");
        return cli_error(&c->common, &e);
    }
    const char *file = arguments->values[0];
    text bytes = {0};
    model *m = NULL;
    limits l;
    cli_limits(&c->common, &l);
    if (file_read(file, &l, &bytes, &e))
        m = model_read(file, bytes.bytes ? bytes.bytes : "", bytes.length, &e);
    int code = m ? walk(c, m, &l) : cli_stopped_data(&c->common, &l, &e);
    model_free(m);
    text_fini(&bytes);
    return code;
}

const cli_command cmd_simulate = {
    .name = "simulate",
    .usage = "MODEL.lin [options]",
    .summary = "walk through a model step by step",
    .details = "One walk through the first verify block of the model, without its spec: any\n"
               "thread may move at any time, at random, or as you choose with --ask.",
    .options = options,
    .meanings = meanings,
    .takes = "*.lin",
    .options_size = sizeof(simulate_command),
    .run = run,
};
