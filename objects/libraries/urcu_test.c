// SPDX-License-Identifier: MIT
// Userspace RCU's queues and stacks (Debian: liburcu-dev).
//
//     linchpin test urcu_test.c --object wfcqueue -- -lurcu-common

#define _LGPL_SOURCE
#include <urcu/lfstack.h>
#include <urcu/wfcqueue.h>
#include <urcu/wfstack.h>

#include <linchpin/linchpin.h>

#include <stdlib.h>

// ---- wfcqueue: enqueuing never waits, dequeuing takes a lock ----------------------------

typedef struct queue {
    struct cds_wfcq_head head;
    struct cds_wfcq_tail tail;
} queue;

typedef struct queue_item {
    struct cds_wfcq_node node;
    int value;
} queue_item;

static void *queue_create(void)
{
    queue *q = malloc(sizeof *q);
    cds_wfcq_init(&q->head, &q->tail);
    return q;
}

static lp_value queue_enq(void *given, const lp_value *args)
{
    queue *q = given;
    queue_item *i = malloc(sizeof *i);
    cds_wfcq_node_init(&i->node);
    i->value = (int)lp_to_int(args[0]);
    cds_wfcq_enqueue(&q->head, &q->tail, &i->node);
    return LP_UNIT;
}

static lp_value queue_deq(void *given, const lp_value *args)
{
    queue *q = given;
    (void)args;
    struct cds_wfcq_node *n = cds_wfcq_dequeue_blocking(&q->head, &q->tail);
    return n ? lp_int(caa_container_of(n, queue_item, node)->value) : LP_NIL;
}

LP_OBJECT(wfcqueue, .create = queue_create, .destroy = free, .spec = "queue",
          .methods = {{"enq", queue_enq, .args = {LP_UNIQUE}}, {"deq", queue_deq}})

// ---- wfstack: pushing never waits, popping takes a lock ---------------------------------

typedef struct wfs_item {
    struct cds_wfs_node node;
    int value;
} wfs_item;

static void *wfs_create(void)
{
    struct cds_wfs_stack *s = malloc(sizeof *s);
    cds_wfs_init(s);
    return s;
}

static lp_value wfs_push(void *s, const lp_value *args)
{
    wfs_item *i = malloc(sizeof *i);
    cds_wfs_node_init(&i->node);
    i->value = (int)lp_to_int(args[0]);
    cds_wfs_push(s, &i->node);
    return LP_UNIT;
}

static lp_value wfs_pop(void *s, const lp_value *args)
{
    (void)args;
    struct cds_wfs_node *n = cds_wfs_pop_blocking(s);
    return n ? lp_int(caa_container_of(n, wfs_item, node)->value) : LP_NIL;
}

LP_OBJECT(wfstack, .create = wfs_create, .destroy = free, .spec = "stack",
          .methods = {{"push", wfs_push, .args = {LP_UNIQUE}}, {"pop", wfs_pop}})

// ---- lfstack: Treiber's; popping takes a lock here, which keeps ABA away -----------------

typedef struct lfs_item {
    struct cds_lfs_node node;
    int value;
} lfs_item;

static void *lfs_create(void)
{
    struct cds_lfs_stack *s = malloc(sizeof *s);
    cds_lfs_init(s);
    return s;
}

static lp_value lfs_push(void *s, const lp_value *args)
{
    lfs_item *i = malloc(sizeof *i);
    cds_lfs_node_init(&i->node);
    i->value = (int)lp_to_int(args[0]);
    cds_lfs_push((struct cds_lfs_stack *)s, &i->node);
    return LP_UNIT;
}

static lp_value lfs_pop(void *s, const lp_value *args)
{
    (void)args;
    struct cds_lfs_node *n = cds_lfs_pop_blocking(s);
    return n ? lp_int(caa_container_of(n, lfs_item, node)->value) : LP_NIL;
}

LP_OBJECT(lfstack, .create = lfs_create, .destroy = free, .spec = "stack",
          .methods = {{"push", lfs_push, .args = {LP_UNIQUE}}, {"pop", lfs_pop}})
