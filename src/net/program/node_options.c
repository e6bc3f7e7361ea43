// SPDX-License-Identifier: MIT
#include "net/program/node_options.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum option_kind { TEXT, NUMBER, FLAG } option_kind;
typedef enum option_user { SERVER = 1, CLIENT = 2, BOTH = 3 } option_user;

static const struct option_row {
    const char *name, *argument, *help;
    option_kind kind;
    option_user user;
    size_t offset;
} rows[] = {
    {"--directory", "DIR", "where its log is; made if it is not there", TEXT, SERVER,
     offsetof(node_options, directory)},
    {"--listen", "ADDRESS",
     "HOST:PORT, udp:HOST:PORT or unix:PATH; by default 127.0.0.1:0, a free port", TEXT, SERVER,
     offsetof(node_options, listen)},
    {"--servers", "FILE", "a line for each server: replica[p1] 127.0.0.1:4711", TEXT, BOTH,
     offsetof(node_options, servers)},
    {"--alone", NULL, "stdin is not read, and its end is not the end of the process", FLAG, SERVER,
     offsetof(node_options, alone)},
    {"--sync", NULL, "the log survives a power failure, too", FLAG, SERVER,
     offsetof(node_options, sync)},
    {"--key", "N", "which of the objects; by default 0", NUMBER, CLIENT,
     offsetof(node_options, key)},
    {"--timeout", "MS", "how long to wait for a return; by default for ever", NUMBER, CLIENT,
     offsetof(node_options, timeout)},
    {"--driven", NULL, "a workload, as lines on stdin say", FLAG, CLIENT,
     offsetof(node_options, driven)},
    {"--number", "N", "of the client, with --driven", NUMBER, CLIENT,
     offsetof(node_options, number)},
    {"--seed", "N", "of what is decided by chance", NUMBER, BOTH, offsetof(node_options, seed)},
    {"--trace", "FILE", "every step, one a line", TEXT, BOTH, offsetof(node_options, trace)},
    {"--help", NULL, "this text", FLAG, BOTH, offsetof(node_options, help)},
};
enum { ROWS = sizeof rows / sizeof *rows };

static bool set_number(const struct option_row *row, void *field, const char *word, error *e)
{
    char *end;
    errno = 0;
    long long n = strtoll(word, &end, 10);
    if (!word[0] || *end || errno || (n < 0 && strcmp(row->name, "--key") != 0))
        return error_set(e, "%s: '%s' is no number", row->name, word);
    *(int64_t *)field = n;
    return true;
}

static const struct option_row *find_row(const char *name, option_user user)
{
    for (size_t i = 0; i < ROWS; i++)
        if (strcmp(name, rows[i].name) == 0 && (rows[i].user & user))
            return &rows[i];
    return NULL;
}

bool node_options_parse(node_options *o, int argc, char **argv, bool client, error *e)
{
    option_user user = client ? CLIENT : SERVER;
    *o = (node_options){.listen = "127.0.0.1:0", .timeout = -1, .seed = 1, .words = argv + 1};
    for (int i = 1; i < argc; i++) {
        const struct option_row *row = find_row(argv[i], user);
        if (!row && strncmp(argv[i], "--", 2) == 0)
            return error_set(e, "there is no option %s", argv[i]);
        if (!row) {
            o->words[o->word_count++] = argv[i];
            continue;
        }
        void *field = (char *)o + row->offset;
        if (row->kind != FLAG && ++i == argc)
            return error_set(e, "%s takes %s", row->name, row->argument);
        if (row->kind == FLAG)
            *(bool *)field = true;
        else if (row->kind == TEXT)
            *(const char **)field = argv[i];
        else if (!set_number(row, field, argv[i], e))
            return false;
    }
    return true;
}

void node_options_help(const lp_system *system, const char *program, bool client)
{
    if (client) {
        printf("%s --servers FILE METHOD [ARGUMENT] …\n\nA client of %s. Methods:", program,
               system->name);
        for (unsigned k = 0; k < system->kind_count; k++)
            if (!system->kinds[k]->instances)
                printf(" %s%s", system->kinds[k]->method,
                       &" N N"[4 - 2 * system->kinds[k]->arguments]);
        printf("\n");
    } else {
        printf("%s INSTANCE --directory DIR\n\nA server of %s.\n", program, system->name);
    }
    printf("\n");
    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].user & (client ? CLIENT : SERVER))
            printf("  %-11s %-8s %s\n", rows[i].name, rows[i].argument ? rows[i].argument : "",
                   rows[i].help);
}
