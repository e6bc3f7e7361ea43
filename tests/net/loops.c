// SPDX-License-Identifier: MIT
#include "loops.h"

#include "net/node/connection.h"
#include "net/node/peers.h"
#include "net/node/recovery.h"
#include "net/node/steps.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

// Nobody has anything to complain of: a connection that breaks is nobody's fault.
static void complain(const char *sentence)
{
    fail_msg("%s", sentence);
}

static void introduce(loops *l, unsigned which)
{
    for (unsigned other = 0; other < l->count; other++)
        if (other != which && l->address[other][0]) {
            peer_set_address(peer_get(&l->nodes[other], l->names[which]), l->front[which]);
            peer_set_address(peer_get(&l->nodes[which], l->names[other]), l->front[other]);
        }
}

void loops_start(loops *l, unsigned which)
{
    node *n = &l->nodes[which];
    error e = {0};
    text where = {0};
    char directory[128], listen[128] = "127.0.0.1:0";
    assert_true(node_init(n, l->system, l->names[which], rng_next(&l->random), &e));
    n->complain = complain;
    snprintf(directory, sizeof directory, "%s/%u", l->root, which);
    mkdir(directory, 0777);
    if (l->logged && !recovery_open(n, directory, &e))
        fail_msg("%s", e.message);
    if (l->logged)
        journal_set_limit(n->journal, l->log_limit);
    if (l->transport == LOOPS_UNIX)
        snprintf(listen, sizeof listen, "unix:%s/%u.socket", l->root, which);
    else if (l->transport == LOOPS_UDP)
        snprintf(listen, sizeof listen, "udp:127.0.0.1:0");
    if (!node_listen(n, listen, &where, &e))
        fail_msg("%s", e.message);
    snprintf(l->address[which], sizeof l->address[which], "%s", where.bytes);
    snprintf(l->front[which], sizeof l->front[which], "%s", where.bytes);
    if (l->transport == LOOPS_UDP)
        relay_to(&l->relays[which], where.bytes, l->front[which], sizeof l->front[which]);
    text_fini(&where);
    steps_component(n, 0);
    introduce(l, which);
}

void loops_begin(loops *l, uint64_t seed)
{
    signal(SIGPIPE, SIG_IGN);
    temporary_name(l->root, "linchpin-loops");
    assert_non_null(mkdtemp(l->root));
    rng_init(&l->random, seed);
    for (unsigned i = 0; i < l->count; i++) {
        if (l->transport == LOOPS_UDP)
            relay_begin(&l->relays[i], seed + i, l->bad);
        loops_start(l, i);
    }
}

void loops_crash(loops *l, unsigned which)
{
    node_fini(&l->nodes[which]);
    l->address[which][0] = 0;
}

void loops_turn(loops *l)
{
    for (unsigned i = 0; i < l->count; i++) {
        if (!l->address[i][0])
            continue;
        for (connection *c = l->nodes[i].connections; c; c = c->next)
            if (!c->closing && c->established) {
                int small = 1; // as little as the system allows: writes are cut short
                uv_send_buffer_size(&c->uv.handle, &small);
            }
        uv_run(&l->nodes[i].loop, UV_RUN_NOWAIT);
        if (l->nodes[i].failure[0])
            fail_msg("%s", l->nodes[i].failure);
        if (l->transport == LOOPS_UDP)
            relay_turn(&l->relays[i]);
    }
}

void loops_say(loops *l, unsigned which, const char *fault)
{
    node *n = &l->nodes[which];
    error e = {0};
    assert_true(fault_rules_add(&n->rules, n->system, fault, &e));
    peers_apply_faults(n);
}

void *loops_state(loops *l, unsigned which)
{
    return steps_component(&l->nodes[which], 0)->state;
}

void loops_end(loops *l)
{
    char command[128];
    for (unsigned i = 0; i < l->count; i++)
        if (l->address[i][0])
            node_fini(&l->nodes[i]);
    for (unsigned i = 0; l->transport == LOOPS_UDP && i < l->count; i++)
        relay_end(&l->relays[i]);
    snprintf(command, sizeof command, "rm -rf '%s'", l->root);
    assert_int_equal(system(command), 0);
}
