// SPDX-License-Identifier: MIT
#include "net/node/node.h"

#include "base/memory.h"
#include "net/node/connection.h"
#include "net/node/outgoing.h"
#include "net/node/peers.h"
#include "net/node/recovery.h"
#include "net/node/steps.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

uint64_t node_now(const node *n)
{
    return uv_now(&n->loop) + 1; // never 0
}

void node_end(node *n)
{
    n->ended = true;
    uv_stop(&n->loop);
}

void node_fail(node *n, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    if (!n->failure[0])
        vsnprintf(n->failure, sizeof n->failure, format, list);
    va_end(list);
    node_end(n);
}

void lp_fail(const char *where, const char *what)
{
    // Nothing of this turn was logged or sent.
    fprintf(stderr, "%s: %s\n", where, what);
    _exit(2);
}

void lp_violate(lp_fault fault, const char *where, const char *what)
{
    text by = {0};
    steps_name_taken(&by);
    fprintf(stderr, "%s: %s%s\n", where, what, by.length ? by.bytes : "");
    _exit((int)fault);
}

void node_complain(const node *n, process_name about, const char *sentence)
{
    if (!n->complain)
        return;
    text t = {0};
    name_add(&t, n->system, about);
    text_add(&t, ": ");
    text_add_visible(&t, sentence, strlen(sentence), "");
    n->complain(t.bytes);
    text_fini(&t);
}

static void idle(uv_idle_t *handle)
{
    (void)handle; // its only use is that the loop does not wait
}

static void on_time(uv_timer_t *timer)
{
    node *n = timer->data;
    outgoing_on_time(n);
    steps_on_tick(n);
}

static void schedule(node *n, bool done)
{
    uint64_t next = outgoing_next_time(n), now = node_now(n);
    if (n->components.timed && next > now + 1)
        next = now + 1;
    if (next == UINT64_MAX)
        uv_timer_stop(&n->timer);
    else if (next != n->timer_at || !uv_is_active((uv_handle_t *)&n->timer))
        uv_timer_start(&n->timer, on_time, next > now ? next - now : 0, 0);
    n->timer_at = next;
    if (done)
        uv_idle_stop(&n->busy);
    else
        uv_idle_start(&n->busy, idle);
}

void node_end_turn(node *n)
{
    error e = {0};
    if (n->ended && n->failure[0])
        return;
    bool done = steps_go_on(n);
    if (n->journal ? !recovery_log(n, &e) : n->trace && !step_trace_end(n->trace)) {
        node_fail(n, "%s", e.message[0] ? e.message : "cannot write the trace");
        return;
    }
    if (n->before_sending)
        n->before_sending(n->before_sending_data);
    if (n->failure[0])
        return;
    outgoing_flush(n);
    n->figures.turns++;
    schedule(n, done && !n->components.over.count);
}

static void before_wait(uv_prepare_t *handle)
{
    node_end_turn(handle->data);
}

static void after_wait(uv_check_t *handle)
{
    node_end_turn(handle->data);
}

static void init_handles(node *n)
{
    uv_prepare_init(&n->loop, &n->before_wait);
    uv_check_init(&n->loop, &n->after_wait);
    uv_timer_init(&n->loop, &n->timer);
    uv_idle_init(&n->loop, &n->busy);
    uv_timer_init(&n->loop, &n->strangers);
    n->before_wait.data = n->after_wait.data = n->timer.data = n->busy.data = n->strangers.data = n;
    uv_prepare_start(&n->before_wait, before_wait);
    uv_check_start(&n->after_wait, after_wait);
}

bool node_init(node *n, const lp_system *system, process_name name, uint64_t seed, error *e)
{
    *n = (node){.system = system, .name = name};
    if (!name_exists(system, name) && name.kind != NAME_CLIENT)
        return error_set(e, "there is no such process");
    int code = uv_loop_init(&n->loop);
    if (code)
        return error_set(e, "cannot make an event loop: %s", uv_strerror(code));
    init_handles(n);
    peers_init(n);
    components_init(&n->components);
    n->decoded_size = (system->message_size + 15) / 16 * 16;
    n->decoded = memory_new(2, n->decoded_size ? n->decoded_size : 1);
    rng_init(&n->random, seed);
    rng own;
    rng_init(&own, rng_fresh_seed() ^ (uint64_t)getpid() << 32);
    n->incarnation = rng_next(&own) | 1;
    return true;
}

void node_run(node *n, bool (*more)(void *data), void *data)
{
    while (!n->ended && (!more || more(data)))
        uv_run(&n->loop, UV_RUN_ONCE);
}

static void close_handle(uv_handle_t *handle, void *data)
{
    node *n = data;
    if (!uv_is_closing(handle) && handle != n->listener)
        uv_close(handle, NULL);
}

void node_fini(node *n)
{
    for (connection *c = n->connections; c; c = c->next)
        connection_close(c, NULL);
    if (n->listener && n->listener->loop && !uv_is_closing(n->listener))
        uv_close(n->listener, NULL);
    uv_prepare_stop(&n->before_wait);
    uv_check_stop(&n->after_wait);
    uv_walk(&n->loop, close_handle, n);
    while (uv_run(&n->loop, UV_RUN_DEFAULT)) // it returns once more for each uv_stop
        ;
    int code = uv_loop_close(&n->loop);
    assert(code == 0);
    (void)code;
    free(n->listener);
    peers_fini(n);
    components_fini(&n->components);
    bytes_fini(&n->parts);
    bytes_fini(&n->head);
    bytes_fini(&n->to_oneself);
    bytes_fini(&n->scratch);
    bytes_fini(&n->datagram);
    bytes_fini(&n->datagram_in);
    bytes_fini(&n->record);
    free(n->decoded);
    journal_close(n->journal);
    step_trace_close(n->trace);
    fault_rules_fini(&n->rules);
}
