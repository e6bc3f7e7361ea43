// SPDX-License-Identifier: MIT
// See serial_spec.h. The sequences form a tree; a state is the number of a node. Judges
// may work on several threads, and the one who runs sequences serves one at a time.

#include "harness/serial/serial_spec.h"

#include "base/intern.h"
#include "base/memory.h"
#include "base/value/value_text.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { ROOT = 0 };

// What makes a node; as bytes its key.
typedef struct serial_key {
    uint32_t parent, unused;
    serial_call call;
} serial_key;

typedef struct serial_node {
    uint32_t depth;
    uint32_t asked; // in which judgement, last
    serial_end end;
    lp_value result;
    char *why; // of SERIAL_FAILED
} serial_node;

typedef struct serial_runs {
    lp_spec spec;
    const lp_object *object;
    serial_client *client;
    intern *keys; // number 0 is the root's
    serial_node *nodes;
    uint32_t count, capacity;
    uint32_t judgement;  // which one this is
    uint32_t unfinished; // a node that was asked for in it; ROOT: none
    limits *limits;      // of this judgement; may be NULL
    pthread_mutex_t lock;
} serial_runs;

// What is remembered is not part of what the spec is.
static serial_runs *runs_of(const lp_spec *spec)
{
    return (serial_runs *)(uintptr_t)spec->context;
}

static const serial_key *key_of(const serial_runs *r, uint32_t node)
{
    return intern_get(r->keys, node, NULL);
}

static void print_call(const serial_runs *r, const serial_call *call, const lp_value *result,
                       lp_pool *pool, text *out)
{
    text_add(out, "%s(", r->object->methods[call->method].name);
    for (int i = 0; i < r->spec.methods[call->method].args; i++) {
        text_add(out, i ? ", " : "");
        if (call->args[i].kind > LP_KIND_INT)
            text_add(out, "…"); // of another pool
        else
            value_print(pool, call->args[i], out);
    }
    text_add(out, ")");
    if (result && result->kind != LP_KIND_UNIT) {
        text_add(out, " → ");
        value_print(pool, lp_unpair(pool, *result), out);
    }
}

static void print_sequence(const serial_runs *r, uint32_t node, lp_pool *pool, text *out)
{
    if (node == ROOT)
        return;
    const serial_key *k = key_of(r, node);
    const serial_node *n = &r->nodes[node];
    print_sequence(r, k->parent, pool, out);
    text_add(out, out->length ? ", " : "");
    print_call(r, &k->call, n->end == SERIAL_DONE ? &n->result : NULL, pool, out);
}

static bool fail(serial_node *n, const char *why)
{
    n->end = SERIAL_FAILED;
    free(n->why);
    n->why = memory_string(why);
    return false;
}

// Writes the sequence down. False: it cannot be asked for.
static bool request(serial_runs *r, uint32_t node, serial_page *p)
{
    serial_node *n = &r->nodes[node];
    if (!p)
        return fail(n, "cannot be run: no memory");
    if (n->depth > SERIAL_CALLS_MAX)
        return fail(n, "has too many calls");
    p->count = n->depth;
    for (uint32_t at = node; at != ROOT; at = key_of(r, at)->parent) {
        const serial_call *call = &key_of(r, at)->call;
        for (uint32_t i = 0; i < LP_MAX_ARGS; i++)
            if (call->args[i].kind > LP_KIND_INT)
                return fail(n, "has an argument that is neither an integer nor a boolean");
        if (call->process >= SERIAL_PROCESSES_MAX)
            return fail(n, "has too many threads");
        p->calls[r->nodes[at].depth - 1] = *call;
    }
    return true;
}

// `again`: what it did then should be what it does now.
static void run(serial_runs *r, uint32_t node, bool again)
{
    serial_page *p = serial_client_page(r->client);
    serial_node *n = &r->nodes[node];
    if (!request(r, node, p))
        return;
    serial_client_ask(r->client, r->limits);
    uint32_t at = again ? node : key_of(r, node)->parent;
    bool same = p->done + 1 >= n->depth;
    for (; at != ROOT && same; at = key_of(r, at)->parent)
        same = lp_value_equal(r->nodes[at].result, p->results[r->nodes[at].depth - 1]);
    same = same && (!again || p->end == n->end);
    n->end = p->end;
    n->result = p->results[n->depth - 1];
    if (p->end == SERIAL_FAILED)
        fail(n, p->why);
    else if (!same)
        fail(n, "did not do the same as before");
}

// The node for a call after a sequence; run if it is new.
static uint32_t node_after(serial_runs *r, const serial_key *key)
{
    bool fresh;
    uint32_t node = intern_add_fresh(r->keys, key, sizeof *key, &fresh);
    if (!fresh)
        return node;
    MEMORY_GROW(r->nodes, r->capacity, node + 1);
    r->nodes[node] = (serial_node){.depth = r->nodes[key->parent].depth + 1};
    r->count = node + 1;
    run(r, node, false);
    return node;
}

static serial_key key_after(const lp_spec *spec, const lp_pool *pool, const void *state,
                            const lp_call *call)
{
    serial_key key;
    memset(&key, 0, sizeof key);
    memcpy(&key.parent, state, sizeof key.parent);
    key.call.process = (uint32_t)call->process;
    key.call.method = call->method;
    for (int i = 0; i < spec->methods[call->method].args; i++)
        key.call.args[i] = lp_call_arg(spec, pool, call->method, call->arg, (uint32_t)i);
    return key;
}

static void emit_node(lp_step *s, lp_value result, uint32_t node)
{
    s->emit(s, &result, &node, sizeof node);
}

static void initial(const lp_spec *self, lp_step *s)
{
    (void)self;
    emit_node(s, LP_NIL, ROOT);
}

static void step(lp_step *s)
{
    serial_runs *r = runs_of(s->spec);
    serial_key key = key_after(s->spec, s->pool, s->state, &s->calls[0]);
    pthread_mutex_lock(&r->lock);
    uint32_t node = node_after(r, &key);
    r->nodes[node].asked = r->judgement;
    serial_node n = r->nodes[node];
    if (n.end == SERIAL_LONG || n.end == SERIAL_FAILED)
        r->unfinished = node;
    pthread_mutex_unlock(&r->lock);
    if (n.end == SERIAL_DONE)
        emit_node(s, lp_unpair(s->pool, n.result), node);
}

static void print(const lp_spec *self, const lp_pool *pool, const void *state, size_t size,
                  void (*put)(void *to, const char *text), void *to)
{
    (void)pool;
    (void)size;
    uint32_t node;
    memcpy(&node, state, sizeof node);
    lp_pool *own = lp_pool_new(); // pairs are printed as vectors
    text t = {0};
    print_sequence(self->context, node, own, &t);
    put(to, "after [");
    put(to, t.length ? t.bytes : "");
    put(to, "]");
    text_fini(&t);
    lp_pool_free(own);
}

static void why(const lp_why *w)
{
    serial_runs *r = runs_of(w->spec);
    serial_key key = key_after(w->spec, w->pool, w->state, w->call);
    pthread_mutex_lock(&r->lock);
    uint32_t node = node_after(r, &key);
    const serial_node *n = &r->nodes[node];
    lp_pool *own = lp_pool_new();
    text t = {0};
    value_print(own, lp_unpair(own, n->result), &t);
    if (n->end == SERIAL_DONE)
        lp_why_say(w, "in a serial run it returns %s", t.bytes);
    else
        lp_why_say(w, "in a serial run it does not return");
    pthread_mutex_unlock(&r->lock);
    text_fini(&t);
    lp_pool_free(own);
}

const lp_spec *serial_spec_new(const lp_object *o, const uint32_t *args,
                               const serial_source *source)
{
    serial_runs *r = memory_new(1, sizeof *r);
    r->object = o;
    r->client = serial_client_new(source);
    r->keys = intern_new();
    pthread_mutex_init(&r->lock, NULL);
    intern_add(r->keys, "", 0);
    MEMORY_GROW(r->nodes, r->capacity, 1);
    r->nodes[ROOT] = (serial_node){0};
    r->count = 1;
    r->spec = (lp_spec){.name = "object",
                        .summary = "what the object does when its operations come one by one",
                        .initial = initial,
                        .step = step,
                        .print = print,
                        .why = why,
                        .looks_at_process = true,
                        .runs_programs = true,
                        .context = r};
    for (uint32_t i = 0; i < LP_MAX_METHODS && o->methods[i].name; i++)
        r->spec.methods[i] = (lp_spec_method){.name = o->methods[i].name, .args = (int)args[i]};
    return &r->spec;
}

void serial_spec_free(const lp_spec *spec)
{
    serial_runs *r = runs_of(spec);
    for (uint32_t i = 0; i < r->count; i++)
        free(r->nodes[i].why);
    free(r->nodes);
    intern_free(r->keys);
    serial_client_free(r->client);
    pthread_mutex_destroy(&r->lock);
    free(r);
}

bool serial_spec_is(const lp_spec *spec)
{
    return spec->step == step;
}

// That no order fits is only known if the object does the same every time.
static void run_again(serial_runs *r)
{
    for (uint32_t i = 1; i < r->count && r->unfinished == ROOT && !limits_reached(r->limits); i++)
        if (r->nodes[i].asked == r->judgement && r->nodes[i].end == SERIAL_DONE) {
            run(r, i, true);
            if (r->nodes[i].end != SERIAL_DONE)
                r->unfinished = i;
        }
}

static void say_unfinished(const serial_runs *r, lp_verdict *v)
{
    const serial_node *n = &r->nodes[r->unfinished];
    lp_pool *own = lp_pool_new();
    text t = {0};
    print_sequence(r, r->unfinished, own, &t);
    lp_verdict_fini(v);
    lp_verdict_init(v);
    verdict_decide(v, LP_UNKNOWN,
                   "no serial run that is known explains the history; but the serial run %s %s",
                   t.bytes, n->end == SERIAL_LONG ? "takes too long" : n->why);
    text_fini(&t);
    lp_pool_free(own);
}

bool serial_judge(const judge *j, lp_history *h, const lp_spec *spec, limits *l, lp_verdict *v,
                  error *e)
{
    serial_runs *r = serial_spec_is(spec) ? runs_of(spec) : NULL;
    if (r) {
        r->unfinished = ROOT;
        r->judgement++;
        r->limits = l;
    }
    bool ok = judge_history(j, h, spec, l, false, v, e);
    if (ok && r && r->unfinished == ROOT && v->outcome == LP_VIOLATED)
        run_again(r);
    if (r)
        r->limits = NULL;
    if (ok && r && l && l->reached && v->outcome == LP_VIOLATED) {
        lp_verdict_fini(v);
        lp_verdict_init(v);
        verdict_decide(v, LP_UNKNOWN, "%s", limits_reason(l));
    } else if (ok && r && r->unfinished != ROOT && v->outcome == LP_VIOLATED) {
        say_unfinished(r, v);
    }
    return ok;
}
