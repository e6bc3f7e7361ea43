// SPDX-License-Identifier: MIT
// lp_client_main: the command line of clients.

#include "base/text.h"
#include "net/program/client_node.h"
#include "net/program/control.h"
#include "net/program/node_options.h"
#include "net/program/workload.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- A workload ----

static void complain(const char *sentence)
{
    fprintf(stderr, "%s\n", sentence);
}

// A call is on record before anybody can see its effect, also if this process is killed then.
static void before_sending(void *data)
{
    control_flush(data);
}

static bool drive(const lp_system *system, const node_options *o, error *e)
{
    node *n = calloc(1, sizeof *n);
    if (!n || o->number < 1 || o->number > UINT32_MAX) {
        free(n);
        return error_set(e, "--driven takes --number N, from 1");
    }
    if (!client_init(n, system, (uint32_t)o->number, o->seed ^ o->number << 40, e)) {
        free(n);
        return false;
    }
    n->complain = complain;
    workload *w = workload_new(n);
    control *c = NULL;
    bool good = (!o->trace || (n->trace = step_trace_open(o->trace, e))) &&
                (!o->servers || control_read_servers(n, o->servers, e)) &&
                (c = control_open(n, true, workload_command, w, e));
    if (good) {
        workload_speaks_to(w, c);
        control_say(c, "ready client[%" PRIu64 "]", o->number);
        control_flush(c);
        n->before_sending = before_sending;
        n->before_sending_data = c;
        node_run(n, NULL, NULL);
        if (n->failure[0])
            good = error_set(e, "%s", n->failure);
        client_say_bye(n);
    }
    node_fini(n);
    control_close(c);
    workload_free(w);
    free(n);
    return good;
}

// ---- Calls from the command line ----

static bool find_method(const lp_system *system, const char *word, unsigned *kind, error *e)
{
    for (*kind = 0; *kind < system->kind_count; (*kind)++)
        if (system->kinds[*kind]->method && strcmp(system->kinds[*kind]->method, word) == 0)
            return true;
    return error_set(e, "%s has no method '%s'", system->name, word);
}

static bool read_argument(const lp_component_kind *kind, const char *word, int64_t *argument,
                          error *e)
{
    char *end;
    bool two = kind->arguments == 2;
    if (!word)
        return error_set(e, two ? "%s takes two arguments" : "%s takes an argument", kind->method);
    errno = 0;
    *argument = strtoll(word, &end, 10);
    if (!word[0] || *end || errno)
        return error_set(e, "'%s' is no integer", word);
    return !two || (*argument >= INT32_MIN && *argument <= INT32_MAX) ||
           error_set(e, "'%s' is no integer of 32 bits, as the two arguments of %s are", word,
                     kind->method);
}

// The arguments that follow a method: *at is the last of them then.
static bool read_arguments(const lp_component_kind *kind, const node_options *o, int *at,
                           int64_t *argument, error *e)
{
    int64_t given[2] = {0, 0};
    for (unsigned i = 0; i < kind->arguments; i++)
        if (!read_argument(kind, ++*at < o->word_count ? o->words[*at] : NULL, &given[i], e))
            return false;
    *argument = kind->arguments == 2 ? lp_both((int32_t)given[0], (int32_t)given[1]) : given[0];
    return true;
}

static void print_result(lp_value result)
{
    if (result.kind == LP_KIND_INT)
        printf("%" PRId64 "\n", result.bits);
    else if (result.kind == LP_KIND_BOOL)
        puts(result.bits ? "true" : "false");
    else
        puts(result.kind == LP_KIND_NIL ? "nil" : "ok");
    fflush(stdout);
}

static bool call_methods(lp_client *client, const lp_system *system, const node_options *o,
                         error *e)
{
    for (int i = 0; i < o->word_count; i++) {
        unsigned kind;
        int64_t argument = 0;
        lp_value result;
        const char *method = o->words[i];
        if (!find_method(system, method, &kind, e))
            return false;
        if (!read_arguments(system->kinds[kind], o, &i, &argument, e))
            return false;
        int timeout = o->timeout < 0 || o->timeout > INT32_MAX ? LP_FOR_EVER : (int)o->timeout;
        if (!lp_client_call(client, kind, o->key, argument, timeout, &result))
            return error_set(e, "%s has not returned within %" PRId64 " ms", method, o->timeout);
        print_result(result);
    }
    return true;
}

static bool call(const lp_system *system, const node_options *o, error *e)
{
    char why[LP_CLIENT_ERROR];
    if (!o->word_count)
        return error_set(e, "which method? --help says more");
    if (!o->servers)
        return error_set(e, "--servers is missing: where does %s run?", system->name);
    lp_client *client = lp_client_open(system, o->servers, why);
    if (!client)
        return error_set(e, "%s", why);
    bool good = call_methods(client, system, o, e);
    lp_client_close(client);
    return good;
}

int lp_client_main(const lp_system *system, int argc, char **argv)
{
    error e = {0};
    node_options o;
    bool good = node_options_parse(&o, argc, argv, true, &e);
    if (good && o.help)
        node_options_help(system, argv[0], true);
    else if (good)
        good = o.driven ? drive(system, &o, &e) : call(system, &o, &e);
    if (!good) {
        char *sentence = error_text(&e);
        fprintf(stderr, "%s: %s\n", argv[0], sentence);
        free(sentence);
    }
    return good ? 0 : 2;
}
