// SPDX-License-Identifier: MIT
// linchpin run: a system of automata, compiled, running, and judged while it runs.

#include "base/random.h"
#include "base/text.h"
#include "cli/conflicts.h"
#include "judge/evidence/verdict.h"
#include "run/run.h"

#include <stdlib.h>
#include <string.h>

typedef struct run_command {
    cli_common common;
    const char *system, *spec, *output, *faults, *cluster, *history, *reads, *seed, *transport,
        *traces, *recorded;
    uint64_t clients, sessions, keys, rate, operations, port;
    double time, wait;
    bool trace, replay;
} run_command;

static const cli_option options[] = {
    {"operations", CLI_COUNT, offsetof(run_command, operations), "N", "how many operations"},
    {"time", CLI_SECONDS, offsetof(run_command, time), "TIME",
     "how long, if --operations does not say; default: 10s"},
    {"clients", CLI_COUNT, offsetof(run_command, clients), "N",
     "processes that call operations; default: 4"},
    {"sessions", CLI_COUNT, offsetof(run_command, sessions), "N",
     "of each client: operations at once; default: 1"},
    {"rate", CLI_COUNT, offsetof(run_command, rate), "N",
     "operations a second, of all clients; default: as many as can be"},
    {"reads", CLI_STRING, offsetof(run_command, reads), "SHARE",
     "calls of a method without an argument, or that changes nothing; default: 50%"},
    {"keys", CLI_COUNT, offsetof(run_command, keys), "N",
     "independent copies of the object; default: 1"},
    {"seed", CLI_STRING, offsetof(run_command, seed), "N",
     "of what is decided by chance; default: a fresh one"},
    {"faults", CLI_STRING, offsetof(run_command, faults), "FILE",
     "a schedule: 2s kill replica[p1]; or the word random"},
    {"wait", CLI_SECONDS, offsetof(run_command, wait), "TIME",
     "end if nothing returns for so long; default: 10s"},
    {"history", CLI_OUTPUT, offsetof(run_command, history), "FILE",
     "write what was called and returned, as check reads it"},
    {"trace", CLI_FLAG, offsetof(run_command, trace), NULL,
     "record messages, too: a violation shows those around it"},
    {"replay", CLI_FLAG, offsetof(run_command, replay), NULL,
     "record every step, and replay them all in the interpreter of the model"},
    {"traces", CLI_STRING, offsetof(run_command, traces), "DIR",
     "keep the recorded steps, a file for each process, in this folder"},
    {"recorded", CLI_STRING, offsetof(run_command, recorded), "DIR",
     "run nothing: replay what --traces DIR has kept"},
    {"output", CLI_STRING, offsetof(run_command, output), "DIR",
     "keep the compiled system in this folder, with where servers listen"},
    {"port", CLI_COUNT, offsetof(run_command, port), "N",
     "of the first server, the others after it; default: free ones"},
    {"transport", CLI_STRING, offsetof(run_command, transport), "HOW",
     "tcp, udp or unix: what messages go over; default: tcp"},
    {"cluster", CLI_STRING, offsetof(run_command, cluster), "FILE",
     "a line for each host: [user@]host [slots or processes]; over ssh"},
    {"system", CLI_STRING, offsetof(run_command, system), "NAME",
     "the system to run, where the file has several that could be"},
    {"spec", CLI_STRING, offsetof(run_command, spec), "SPEC",
     "what the model's machine is: queue, set, cas-register, bounded-queue:4, …"},
    {NULL, CLI_FLAG, 0, NULL, NULL},
};

// What says how a system is run.
static const char *const running[] = {
    "operations", "time",    "clients", "sessions", "rate",   "reads", "keys",   "seed", "faults",
    "wait",       "history", "trace",   "replay",   "traces", "port",  "output", NULL};

static const cli_meaning meanings[] = {
    {"timeout", "stop after 10s, 500ms, 2m, 1h, and judge what was seen"},
    {NULL, NULL},
};

static bool read_share(const char *given, uint64_t *in_1000, error *e)
{
    char *end = NULL;
    double share = given[0] >= '0' && given[0] <= '9' ? strtod(given, &end) : -1;
    bool percent = end && *end == '%';
    if (percent) {
        share /= 100;
        end++;
    }
    if (!end || !(share >= 0 && share <= 1) || *end)
        return error_set(e, "--reads: \"%s\" is no share: 90%% or 0.9", given);
    *in_1000 = (uint64_t)(share * 1000 + 0.5);
    return true;
}

static bool read_seed(const char *given, uint64_t *seed, error *e)
{
    char *end;
    if (!given) {
        *seed = rng_fresh_seed();
        return true;
    }
    size_t n = strspn(given, "0123456789");
    *seed = strtoull(given, &end, 10);
    return (n && n < 16 && !*end) ||
           error_set(e, "--seed: \"%s\" is not a whole number of at most 15 digits", given);
}

static bool read_transport(const char *given, transport *how, error *e)
{
    static const char *const names[] = {"tcp", "udp", "unix"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!given || strcmp(given, names[i]) == 0) {
            *how = (transport)i;
            return true;
        }
    return error_set(e, "--transport: \"%s\" is none of tcp, udp and unix", given);
}

static bool within(const char *option, uint64_t value, uint64_t most, error *e)
{
    return value <= most || error_set(e, "--%s is at most %llu", option, (unsigned long long)most);
}

static bool read_options(const run_command *c, const cli_arguments *a, run_options *o, error *e)
{
    if (a->count != 1 || a->after_count)
        return error_set(e, "run takes one model with automata: linchpin run abd.lin");
    for (const char *const *name = running; c->recorded && *name; name++)
        if (option_given(options, c, *name))
            return error_set(e, "--recorded runs nothing, so --%s means nothing beside it", *name);
    if (c->operations && c->time > 0)
        return error_set(e, "--operations or --time says when it ends, not both");
    if (c->cluster && (c->trace || c->replay || c->traces))
        return error_set(e, "--%s is for processes on one machine: not with --cluster",
                         c->trace    ? "trace"
                         : c->replay ? "replay"
                                     : "traces");
    if (c->cluster && c->transport && strcmp(c->transport, "tcp") != 0)
        return error_set(e, "--transport %s is for processes on one machine: not with --cluster",
                         c->transport);
    if (c->cluster && c->transport && strcmp(c->transport, "tcp") != 0)
        return error_set(e, "the hosts of a --cluster talk over TCP: no other --transport");
    *o = (run_options){
        .file = a->values[0],
        .system = c->system,
        .spec = c->spec,
        .folder = c->output,
        .clients = c->clients ? c->clients : 4,
        .sessions = c->sessions ? c->sessions : 1,
        .keys = c->keys ? c->keys : 1,
        .rate = c->rate,
        .reads = 500,
        .operations = c->operations,
        .time = c->time > 0 ? c->time : 10,
        .wait = c->wait > 0 ? c->wait : 10,
        .port = c->port,
        .cluster = c->cluster,
        .faults = c->faults,
        .history = c->history,
        .trace = c->trace,
        .replay = c->replay,
        .traces = c->traces,
    };
    return within("clients", o->clients, 1000, e) && within("sessions", o->sessions, 65536, e) &&
           within("rate", o->rate, 1000000000, e) && within("port", o->port, 65000, e) &&
           within("keys", o->keys, INT64_MAX, e) &&
           (!c->reads || read_share(c->reads, &o->reads, e)) && read_seed(c->seed, &o->seed, e) &&
           read_transport(c->transport, &o->transport, e);
}

static int run(void *given, const cli_arguments *a)
{
    const run_command *c = given;
    error e = {0};
    run_options o;
    limits l;
    lp_verdict v;
    if (!read_options(c, a, &o, &e))
        return cli_error(&c->common, &e);
    cli_limits(&c->common, &l);
    lp_pool *pool = lp_pool_new();
    lp_verdict_init(&v);
    int code;
    if (c->recorded ? !run_recorded(&o, c->recorded, &l, &v, &e)
                    : !run_system(&o, &l, pool, &v, &e)) {
        cli_progress_end(&l);
        code = cli_stopped(&c->common, &l, &e);
    } else {
        char *seed = text_format("%llu", (unsigned long long)o.seed);
        const char *added[] = {"--seed", seed, NULL};
        const char *without[] = {"--traces DIR", NULL}; // it is there, with these in it
        if (v.outcome == LP_VIOLATED && strcmp(o.file, "-") != 0)
            v.reproduce = cli_command_line(a, c->recorded ? NULL : added, without);
        code = cli_finish(&c->common, &v);
        free(seed);
    }
    lp_verdict_fini(&v);
    lp_pool_free(pool);
    return code;
}

static const cli_values values[] = {
    {"spec", "<specs>"},
    {"faults", "random *"},
    {"transport", "tcp udp unix"},
    {NULL, NULL},
};

const cli_command cmd_run = {
    .name = "run",
    .usage = "MODEL.lin [options]",
    .summary = "run verified automata as processes, and judge what they do",
    .details = "Compiles the system of the model, starts its servers and clients as processes that "
               "talk\n"
               "over loopback, calls operations, injects faults, and judges the history while it\n"
               "happens, with the spec that the model's verify block names. A violation ends it. "
               "When\n"
               "linchpin ends, however it does, so do the processes, and their files are removed. "
               "See\n"
               "docs/run.md for fault schedules.",
    .options = options,
    .meanings = meanings,
    .takes = "*.lin",
    .values = values,
    .options_size = sizeof(run_command),
    .run = run,
    .judges = true,
};
