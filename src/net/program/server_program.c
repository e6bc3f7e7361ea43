// SPDX-License-Identifier: MIT
// lp_server_main: a server as a program.

#include "base/text.h"
#include "net/node/connection.h"
#include "net/node/recovery.h"
#include "net/program/control.h"
#include "net/program/node_options.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void complain(const char *sentence)
{
    fprintf(stderr, "%s\n", sentence);
}

static void before_sending(void *data)
{
    control_flush(data);
}

static bool find_instance(const lp_system *system, unsigned kind, const node_options *o,
                          process_name *name, error *e)
{
    const lp_component_kind *k = system->kinds[kind];
    const char *word = o->word_count ? o->words[0] : "";
    if (o->word_count > 1)
        return error_set(e, "one instance is expected, not also '%s'", o->words[1]);
    for (uint32_t i = 0; i < k->instance_count; i++)
        if (strcmp(word, k->instances[i]) == 0) {
            *name = (process_name){kind, i};
            return true;
        }
    return error_set(e, word[0] ? "there is no %s[%s]" : "which %s? --help says more%s", k->name,
                     word);
}

static bool prepare(node *n, const node_options *o, text *where, error *e)
{
    if (!o->directory)
        return error_set(e, "--directory is missing: a server has a log");
    if (mkdir(o->directory, 0777) != 0 && errno != EEXIST)
        return error_set(e, "cannot make %s: %s", o->directory, strerror(errno));
    signal(SIGXFSZ, SIG_IGN); // a log that is too large is an error like any other
    n->sync = o->sync;
    n->complain = complain;
    if (o->trace && !(n->trace = step_trace_open(o->trace, e)))
        return false;
    return recovery_open(n, o->directory, e) && node_listen(n, o->listen, where, e) &&
           (!o->servers || control_read_servers(n, o->servers, e));
}

static bool serve(node *n, const node_options *o, error *e)
{
    text where = {0};
    control *c = NULL;
    bool good = prepare(n, o, &where, e) && (c = control_open(n, !o->alone, NULL, NULL, e));
    if (good) {
        text name = {0};
        name_add(&name, n->system, n->name);
        control_say(c, "ready %s %s", name.bytes, where.bytes);
        text_fini(&name);
        control_flush(c);
        n->before_sending = before_sending;
        n->before_sending_data = c;
        node_run(n, NULL, NULL);
        if (n->failure[0])
            good = error_set(e, "%s", n->failure);
    }
    text_fini(&where);
    node_fini(n);
    control_close(c);
    return good;
}

int lp_server_main(const lp_system *system, unsigned kind, int argc, char **argv)
{
    error e = {0};
    node_options o;
    process_name name = {0};
    node *n = calloc(1, sizeof *n);
    bool good = n && node_options_parse(&o, argc, argv, false, &e);
    if (good && o.help) {
        node_options_help(system, argv[0], false);
    } else if (good) {
        good = find_instance(system, kind, &o, &name, &e) &&
               node_init(n, system, name, o.seed ^ (uint64_t)(name.number + 1) << 32, &e) &&
               serve(n, &o, &e);
    }
    if (!good) {
        char *sentence = error_text(&e);
        fprintf(stderr, "%s: %s\n", argv[0], sentence);
        free(sentence);
    }
    free(n);
    return good ? 0 : 2;
}
