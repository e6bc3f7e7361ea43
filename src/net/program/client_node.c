// SPDX-License-Identifier: MIT
#include "net/program/client_node.h"

#include "base/memory.h"
#include "net/node/connection.h"
#include "net/node/peers.h"
#include "net/node/steps.h"
#include "net/program/control.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum { FIRST_BY_CHANCE = 1 << 16 }; // smaller numbers are for those who give them out

// A call that somebody waits for, or has given up waiting for.
typedef struct pending_call {
    bool done;
    lp_value result;
    lp_client *client;
    lp_returned returned; // of one that was submitted
    void *data;
    struct pending_call *next, **link;
} pending_call;

struct lp_client {
    node node;
    uint64_t submitted; // and not returned
    pending_call *calls;
    uv_timer_t timer;
    bool late;
};

static bool by_chance(void *into, size_t length, error *e)
{
    return getrandom(into, length, 0) == (ssize_t)length ||
           error_set(e, "the system has no random numbers");
}

bool client_init(node *n, const lp_system *system, uint32_t number, uint64_t seed, error *e)
{
    uint32_t numbers[17] = {0};
    if (!number && !by_chance(numbers, sizeof numbers, e))
        return false;
    bool chosen = number > 0;
    if (!chosen)
        number = numbers[16] % (UINT32_MAX - FIRST_BY_CHANCE) + FIRST_BY_CHANCE;
    if (!node_init(n, system, (process_name){NAME_CLIENT, number}, seed, e))
        return false;
    for (int supply = 0; supply < 16; supply++)
        n->components.numbers[supply] = chosen ? 1 : numbers[supply] & 0x7ffffff;
    return true;
}

void client_say_bye(node *n)
{
    for (uint64_t i = 0; i <= n->peers.mask; i++) {
        peer *p = peer_at(n, i);
        connection *c = p ? p->connection : NULL;
        if (!c || !c->established)
            continue;
        frame_put_bye(&c->out);
        connection_flush(c);
    }
}

lp_client *lp_client_open(const lp_system *system, const char *servers,
                          char message[LP_CLIENT_ERROR])
{
    error e = {0};
    lp_client *client = memory_new(1, sizeof *client);
    signal(SIGPIPE, SIG_IGN);
    if (!client_init(&client->node, system, 0, 1, &e)) {
        free(client);
        client = NULL;
    } else {
        uv_timer_init(&client->node.loop, &client->timer);
        client->timer.data = client;
        if (!control_read_servers(&client->node, servers, &e)) {
            lp_client_close(client);
            client = NULL;
        }
    }
    if (!client) {
        char *sentence = error_text(&e);
        snprintf(message, LP_CLIENT_ERROR, "%s", sentence);
        free(sentence);
    }
    return client;
}

void lp_client_close(lp_client *client)
{
    if (!client)
        return;
    client_say_bye(&client->node);
    node_fini(&client->node);
    while (client->calls) {
        pending_call *next = client->calls->next;
        free(client->calls);
        client->calls = next;
    }
    free(client);
}

static pending_call *new_call(lp_client *client)
{
    pending_call *call = memory_new(1, sizeof *call);
    call->client = client;
    call->next = client->calls;
    call->link = &client->calls;
    if (call->next)
        call->next->link = &call->next;
    client->calls = call;
    return call;
}

static void free_call(pending_call *call)
{
    *call->link = call->next;
    if (call->next)
        call->next->link = call->link;
    free(call);
}

static void came_back(void *data, lp_value result)
{
    pending_call *call = data;
    call->done = true;
    call->result = result;
}

static void submitted_came_back(void *data, lp_value result)
{
    pending_call *call = data;
    lp_returned returned = call->returned;
    void *for_it = call->data;
    call->client->submitted--;
    free_call(call);
    if (returned)
        returned(for_it, result);
}

static void too_late(uv_timer_t *timer)
{
    lp_client *client = timer->data;
    client->late = true;
}

static void start_waiting(lp_client *client, int timeout)
{
    client->late = false;
    uv_update_time(&client->node.loop);
    if (timeout >= 0)
        uv_timer_start(&client->timer, too_late, (uint64_t)timeout, 0);
    else
        uv_timer_stop(&client->timer);
}

static bool call_is_open(void *data)
{
    pending_call *call = data;
    return !call->done && !call->client->late;
}

bool lp_client_call(lp_client *client, unsigned kind, int64_t key, int64_t argument, int timeout,
                    lp_value *result)
{
    REQUIRE(client);
    pending_call *call = new_call(client);
    start_waiting(client, timeout);
    steps_call(&client->node, kind, key, argument, came_back, call);
    node_run(&client->node, call_is_open, call);
    if (!call->done)
        return false; // it is kept until the client is closed: it may come back
    if (result)
        *result = call->result;
    free_call(call);
    return true;
}

void lp_client_submit(lp_client *client, unsigned kind, int64_t key, int64_t argument,
                      lp_returned returned, void *data)
{
    REQUIRE(client);
    pending_call *call = new_call(client);
    call->returned = returned;
    call->data = data;
    client->submitted++;
    steps_call(&client->node, kind, key, argument, submitted_came_back, call);
}

static bool some_are_open(void *data)
{
    lp_client *client = data;
    return client->submitted && !client->late;
}

bool lp_client_wait(lp_client *client, int timeout)
{
    REQUIRE(client);
    start_waiting(client, timeout);
    node_run(&client->node, some_are_open, client);
    return client->submitted == 0;
}
