// SPDX-License-Identifier: MIT
// See step_evidence.h and docs/json.md.

#include "judge/evidence/step_evidence.h"

#include "base/error.h"
#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char *const access_kinds[] = {
    [LP_ACCESS_READ] = "read",         [LP_ACCESS_WRITE] = "write", [LP_ACCESS_CAS] = "cas",
    [LP_ACCESS_UPDATE] = "update",     [LP_ACCESS_FENCE] = "fence", [LP_ACCESS_LOCK] = "lock",
    [LP_ACCESS_UNLOCK] = "unlock",     [LP_ACCESS_WAIT] = "wait",   [LP_ACCESS_WAKE] = "wake",
    [LP_ACCESS_ALLOCATE] = "allocate", [LP_ACCESS_FREE] = "free",
};
_Static_assert(sizeof access_kinds / sizeof *access_kinds == ACCESS_KINDS, "every kind has a name");

static const char *const memory_orders[] = {
    [LP_ORDER_NONE] = "none",       [LP_ORDER_RELAXED] = "relaxed", [LP_ORDER_CONSUME] = "consume",
    [LP_ORDER_ACQUIRE] = "acquire", [LP_ORDER_RELEASE] = "release", [LP_ORDER_ACQ_REL] = "acq_rel",
    [LP_ORDER_SEQ_CST] = "seq_cst",
};
_Static_assert(sizeof memory_orders / sizeof *memory_orders == MEMORY_ORDERS,
               "every order has a name");

const char *lp_access_kind_name(lp_access_kind k)
{
    REQUIRE((unsigned)k < ACCESS_KINDS);
    return access_kinds[k];
}

const char *lp_memory_order_name(lp_memory_order o)
{
    REQUIRE((unsigned)o < MEMORY_ORDERS);
    return memory_orders[o];
}

static lp_trace_step *last_step(lp_verdict *v)
{
    assert(v->trace_count);
    return &v->trace[v->trace_count - 1];
}

void verdict_events(lp_verdict *v, uint32_t events)
{
    last_step(v)->events = events;
}

void verdict_happened(lp_verdict *v, uint32_t events)
{
    last_step(v)->happened = events;
}

static void free_access(lp_step_access *a)
{
    if (!a)
        return;
    free(a->cell);
    free(a->before);
    free(a->after);
    free(a);
}

void verdict_access(lp_verdict *v, const lp_step_access *a)
{
    lp_trace_step *s = last_step(v);
    lp_step_access *fresh = memory_copy(a, sizeof *a);
    fresh->cell = memory_string(a->cell);
    fresh->before = memory_string(a->before);
    fresh->after = memory_string(a->after);
    free_access(s->access);
    s->access = fresh;
}

static bool of_box(const lp_cell_change *c)
{
    return c->made || c->freed || c->unreachable;
}

void verdict_change(lp_verdict *v, const lp_cell_change *c)
{
    lp_trace_step *s = last_step(v);
    assert((c->cell == NULL) == of_box(c));
    s->changes = memory_resize(s->changes, s->change_count + 1, sizeof *s->changes);
    lp_cell_change *fresh = &s->changes[s->change_count++];
    *fresh = *c;
    fresh->cell = memory_string(c->cell);
    fresh->before = memory_string(c->before);
    fresh->after = memory_string(c->after);
}

void step_clear(lp_trace_step *s)
{
    for (uint32_t i = 0; i < s->change_count; i++) {
        free(s->changes[i].cell);
        free(s->changes[i].before);
        free(s->changes[i].after);
    }
    free(s->changes);
    free_access(s->access);
    s->changes = NULL;
    s->change_count = 0;
    s->access = NULL;
}

static void write_access(json_writer *w, const lp_step_access *a)
{
    json_key(w, "access");
    json_open(w, '{');
    json_member_text(w, "kind", access_kinds[a->kind]);
    json_member_some(w, "cell", a->cell);
    json_member_some(w, "old", a->before);
    json_member_some(w, "new", a->after);
    if (a->order != LP_ORDER_NONE)
        json_member_text(w, "order", memory_orders[a->order]);
    if (a->failed)
        json_member_bool(w, "failed", true);
    json_close(w);
}

static void write_change(json_writer *w, const lp_cell_change *c)
{
    json_open(w, '{');
    json_member_integer(w, "box", c->box);
    if (c->made)
        json_member_bool(w, "made", true);
    if (c->freed)
        json_member_bool(w, "freed", true);
    if (c->unreachable)
        json_member_bool(w, "unreachable", true);
    json_member_some(w, "cell", c->cell);
    json_member_some(w, "old", c->before);
    json_member_some(w, "new", c->after);
    if (c->to != LP_NO_BOX)
        json_member_integer(w, "to", c->to);
    json_close(w);
}

void step_evidence_write(json_writer *w, const lp_trace_step *s)
{
    if (s->events != LP_NO_EVENT)
        json_member_integer(w, "events", s->events);
    if (s->happened != LP_NO_EVENT)
        json_member_integer(w, "happened", s->happened);
    if (s->access)
        write_access(w, s->access);
    if (!s->change_count)
        return;
    json_key(w, "changes");
    json_open(w, '[');
    for (uint32_t i = 0; i < s->change_count; i++)
        write_change(w, &s->changes[i]);
    json_close(w);
}

static bool read_number(json *j, uint32_t *into)
{
    bool fine = json_next(j) == JSON_INTEGER && j->integer >= 0 && j->integer < UINT32_MAX;
    *into = fine ? (uint32_t)j->integer : 0;
    return fine;
}

// One of the names. False: it is none of them.
static bool read_choice(json *j, const char *const *names, uint32_t count, uint32_t *out)
{
    if (json_next(j) != JSON_STRING)
        return false;
    *out = 0;
    while (*out < count && strcmp(names[*out], j->string.bytes) != 0)
        ++*out;
    return *out < count;
}

static bool read_access_member(json *j, lp_step_access *a, uint32_t *kind)
{
    const char *key = j->string.bytes;
    uint32_t order = 0;
    if (strcmp(key, "kind") == 0)
        return read_choice(j, access_kinds, ACCESS_KINDS, kind);
    if (strcmp(key, "cell") == 0)
        return json_take_string(j, &a->cell);
    if (strcmp(key, "old") == 0)
        return json_take_string(j, &a->before);
    if (strcmp(key, "new") == 0)
        return json_take_string(j, &a->after);
    if (strcmp(key, "failed") == 0)
        return a->failed = json_next(j) == JSON_TRUE;
    bool fine = strcmp(key, "order") == 0 && read_choice(j, memory_orders, MEMORY_ORDERS, &order);
    a->order = (lp_memory_order)order;
    return fine;
}

static bool read_access(json *j, lp_trace_step *s)
{
    uint32_t kind = ACCESS_KINDS;
    free_access(s->access);
    s->access = memory_new(1, sizeof *s->access);
    json_token t = json_next(j);
    if (t != JSON_OBJECT)
        return false;
    while ((t = json_next(j)) == JSON_KEY)
        if (!read_access_member(j, s->access, &kind))
            return false;
    if (t != JSON_CLOSE || kind == ACCESS_KINDS)
        return false;
    s->access->kind = (lp_access_kind)kind;
    return true;
}

static bool read_change_member(json *j, lp_cell_change *c)
{
    const char *key = j->string.bytes;
    if (strcmp(key, "box") == 0)
        return read_number(j, &c->box);
    if (strcmp(key, "to") == 0)
        return read_number(j, &c->to);
    if (strcmp(key, "cell") == 0)
        return json_take_string(j, &c->cell);
    if (strcmp(key, "old") == 0)
        return json_take_string(j, &c->before);
    if (strcmp(key, "new") == 0)
        return json_take_string(j, &c->after);
    if (strcmp(key, "made") == 0)
        return c->made = json_next(j) == JSON_TRUE;
    if (strcmp(key, "unreachable") == 0)
        return c->unreachable = json_next(j) == JSON_TRUE;
    return strcmp(key, "freed") == 0 && (c->freed = json_next(j) == JSON_TRUE);
}

static bool read_changes(json *j, lp_trace_step *s)
{
    json_token t = json_next(j);
    if (t != JSON_ARRAY)
        return false;
    while ((t = json_next(j)) == JSON_OBJECT) {
        s->changes = memory_resize(s->changes, s->change_count + 1, sizeof *s->changes);
        lp_cell_change *c = &s->changes[s->change_count++];
        *c = (lp_cell_change){.box = LP_NO_BOX, .to = LP_NO_BOX};
        while ((t = json_next(j)) == JSON_KEY)
            if (!read_change_member(j, c))
                return false;
        if (t != JSON_CLOSE || (c->cell == NULL) != of_box(c))
            return false;
    }
    return t == JSON_CLOSE;
}

bool step_evidence_read(json *j, const char *key, lp_trace_step *s, bool *known)
{
    *known = true;
    if (strcmp(key, "events") == 0)
        return read_number(j, &s->events);
    if (strcmp(key, "happened") == 0)
        return read_number(j, &s->happened);
    if (strcmp(key, "access") == 0)
        return read_access(j, s);
    if (strcmp(key, "changes") == 0)
        return read_changes(j, s);
    *known = false;
    return true;
}
