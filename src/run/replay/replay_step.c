// SPDX-License-Identifier: MIT
// The steps of a trace: which action of which component each of them is.

#include "run/replay/replaying.h"

#include "model/syntax/finite_type.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

bool replay_differs(replay *r, uint32_t at, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    free(r->difference.why);
    r->difference = (replay_difference){true, text_format_list(format, list), at};
    va_end(list);
    return false;
}

bool replay_receives(const replay *r, const replay_process *p, replay_link *out)
{
    const trace_line *l = &p->trace.lines[0];
    bool receives = strcmp(l->step, "receive") == 0 || strcmp(l->step, "late") == 0;
    if (!receives || !l->link || !replay_process_parse(&r->names, l->link, &out->from))
        return false;
    out->to = p->process;
    out->number = l->number + (out->from == out->to ? p->lives << 48 : 0);
    return true;
}

// The message is the one that was sent, and arrives where it was sent to.
static const replay_message *arriving(replay *r, const replay_process *p, replay_who me,
                                      replay_link link)
{
    const trace_line *l = &p->trace.lines[0];
    const replay_message *m = replay_network_find(&r->network, link);
    replay_who sender;
    if (!m) {
        replay_differs(r, REPLAY_NO_PLACE, "it has received this message before");
        return NULL;
    }
    if (!l->with || !replay_who_parse(&r->names, l->with, &sender) ||
        !replay_who_same(sender, m->sender) || !replay_who_same(me, m->receiver) ||
        l->key != m->key) {
        text from = {0}, to = {0};
        replay_who_print(&r->names, m->sender, &from);
        replay_who_print(&r->names, m->receiver, &to);
        replay_differs(r, REPLAY_NO_PLACE, "this message was sent by %s to %s, of key %lld",
                       from.bytes, to.bytes, (long long)m->key);
        text_fini(&from);
        text_fini(&to);
        return NULL;
    }
    return m;
}

static void print_message(const replay *r, const replay_message *m, text *out)
{
    const message_kind *kind = &r->s->m->messages[m->kind];
    const int64_t *cells = m->cells;
    text_add(out, "%s", kind->name);
    for (uint32_t i = 0; i < kind->param_count; i++) {
        text_add(out, i ? ", " : "(");
        enact_print(r->s, kind->params[i].type, cells, out);
        cells += enact_width(kind->params[i].type);
    }
    text_add(out, kind->param_count ? ")" : "");
}

static bool same_message(replay *r, const replay_message *m, const char *what)
{
    text sent = {0};
    print_message(r, m, &sent);
    bool same = strcmp(sent.bytes, what) == 0;
    if (!same)
        replay_differs(r, REPLAY_NO_PLACE, "what was sent is %s", sent.bytes);
    text_fini(&sent);
    return same;
}

static const method *receiving(const replay *r, const component *c, const replay_message *m)
{
    const char *message = r->s->m->messages[m->kind].name;
    const char *sender = r->s->parts[m->sender.part].part->name;
    for (uint32_t i = 0; i < c->u->method_count; i++) {
        const method *f = c->u->methods[i];
        if (f->message && strcmp(f->message, message) == 0 && strcmp(f->sender, sender) == 0)
            return f;
    }
    return NULL;
}

// A server begins, for each key, with the first message of it.
static replay_component *begun(replay *r, replay_who who, int64_t key)
{
    replay_component *c = replay_find(r, who, key);
    if (c || r->s->parts[who.part].is_operation)
        return c;
    enact_outcome out = {0};
    c = replay_add(r, who, key);
    enact_begin(&r->parts[who.part], who.who, c->state, &out);
    if (out.problem)
        replay_differs(r, out.at, "it cannot begin: %s", out.problem);
    enact_outcome_fini(&out);
    return c;
}

static bool receive(replay *r, replay_process *p, replay_who me)
{
    const trace_line *l = &p->trace.lines[0];
    bool late = strcmp(l->step, "late") == 0;
    replay_link link;
    if (!replay_receives(r, p, &link))
        return replay_differs(r, REPLAY_NO_PLACE, "it is not said which message this is");
    const replay_message *m = arriving(r, p, me, link);
    if (!m || !same_message(r, m, l->what))
        return false;
    replay_component *c = late ? replay_find(r, me, l->key) : begun(r, me, l->key);
    if (late && c)
        return replay_differs(r, REPLAY_NO_PLACE, "the operation has not returned: it hears this");
    const component *of = &r->s->parts[me.part];
    const method *f = receiving(r, of, m);
    if (r->difference.found)
        return false;
    if (!late && !c)
        return replay_differs(r, REPLAY_NO_PLACE, "the operation has returned, or never began");
    if (!late && !f)
        return replay_differs(r, of->u->at, "%s has no such input", of->u->name);
    replay_taking t = {.process = p, .component = c, .step = {.action = f, .who = me.who}};
    const int64_t *cells = m->cells;
    for (uint32_t i = 0; i < r->s->m->messages[m->kind].param_count; i++) {
        uint32_t width = enact_width(r->s->m->messages[m->kind].params[i].type);
        memcpy(t.step.arguments[i].cells, cells, width * sizeof *cells);
        cells += width;
    }
    t.step.sender = m->sender.who;
    if (!replay_network_receive(&r->network, link))
        return replay_differs(r, REPLAY_NO_PLACE,
                              "one that was sent before has not arrived, and the channel is fifo");
    return late || replay_take(r, &t);
}

// ---- Calls ----

static const method *called_action(const component *c, const component_operation *o)
{
    for (uint32_t i = 0; i < c->u->method_count; i++) {
        const method *f = c->u->methods[i];
        if (f->role == ACTION_INPUT && !f->message && strcmp(f->name, o->call->head->name) == 0)
            return f;
    }
    return NULL;
}

static bool call(replay *r, replay_process *p, replay_who me)
{
    const trace_line *l = &p->trace.lines[0];
    const component *c = &r->s->parts[me.part];
    if (!c->is_operation)
        return replay_differs(r, REPLAY_NO_PLACE, "it is no operation");
    const component_operation *o = &c->operations[me.operation];
    const method *f = called_action(c, o);
    int64_t *last = &p->last_id[o->supply], argument = 0;
    size_t n = strlen(o->method);
    char *end = NULL;
    if (strncmp(l->what, o->method, n) == 0 && l->what[n] == '(')
        argument = strtoll(l->what + n + 1, &end, 10);
    if (!f || !end || strcmp(end, ")") != 0 || (end == l->what + n + 1) == (o->arguments > 0))
        return replay_differs(r, o->call->at, "it is an operation of %s", o->method);
    if (*last && (uint64_t)*last >= (uint64_t)me.who)
        return replay_differs(r, o->call->at, "there was one of this name before");
    *last = me.who;
    replay_note_argument(r, me.who, argument);
    enact_outcome out = {0};
    replay_taking t = {
        .process = p, .component = replay_add(r, me, l->key), .step = {.action = f, .who = me.who}};
    t.step.arguments[0].cells[0] = me.who;
    enact_begin(&r->parts[me.part], me.who, t.component->state, &out);
    if (out.problem)
        replay_differs(r, out.at, "it cannot begin: %s", out.problem);
    enact_outcome_fini(&out);
    return !r->difference.found && replay_take(r, &t);
}

// ---- Locally controlled actions ----

static uint32_t parameter_number(const method *f, uint32_t local)
{
    uint32_t number = 0;
    for (uint32_t i = 0; i < local; i += type_width(variable_type(&f->locals[i])))
        number++;
    return number;
}

static bool read_argument(const replay *r, replay_taking *t, const action_argument *a,
                          const char **at)
{
    const method *f = t->step.action;
    const enact_part *part = &r->parts[t->component->who.part];
    if (!a->fixed)
        return enact_parse(r->s, variable_type(&f->locals[a->local]), at,
                           t->step.arguments[parameter_number(f, a->local)].cells);
    enact_value given;
    enact_outcome out = {0};
    enact_value fixed = enact_fixed(part, &t->step, t->component->state, a->fixed, &out);
    bool same = !out.problem && enact_parse(r->s, a->fixed->type, at, given.cells) &&
                enact_compare(r->s, a->fixed->type, fixed.cells, given.cells) == 0;
    enact_outcome_fini(&out);
    return same;
}

static bool read_arguments(const replay *r, replay_taking *t, const char *at)
{
    const method *f = t->step.action;
    for (uint32_t i = 0; i < f->arg_count; i++) {
        if (i && strncmp(at, ", ", 2) != 0)
            return false;
        at += i ? 2 : 0;
        if (!read_argument(r, t, &f->args[i], &at))
            return false;
    }
    return strcmp(at, ")") == 0;
}

// An action may be described several times: one of these descriptions must fit.
static bool act(replay *r, replay_process *p, replay_who me)
{
    const trace_line *l = &p->trace.lines[0];
    const component *c = &r->s->parts[me.part];
    size_t n = strcspn(l->what, "(");
    replay_taking t = {.process = p, .component = begun(r, me, l->key), .step = {.who = me.who}};
    if (!t.component)
        return replay_differs(r, REPLAY_NO_PLACE, "the operation has returned, or never began");
    if (r->difference.found)
        return false;
    bool described = false;
    for (uint32_t i = 0; i < c->u->method_count; i++) {
        const method *f = c->u->methods[i];
        if (f->role == ACTION_INPUT || strlen(f->name) != n || strncmp(f->name, l->what, n) != 0)
            continue;
        t.step.action = f;
        if (l->what[n] != '(' || !read_arguments(r, &t, l->what + n + 1))
            continue;
        described = true;
        if (replay_take(r, &t)) {
            r->difference.found = false; // an earlier description did not fit
            return true;
        }
    }
    return described ? false : replay_differs(r, c->u->at, "%s has no such action", c->u->name);
}

// ---- Crashes ----

static bool recover(replay *r, replay_process *p, replay_who me)
{
    const component *c = &r->s->parts[me.part];
    if (c->is_operation)
        return replay_differs(r, REPLAY_NO_PLACE, "an operation is not started again");
    if (c->crashes && c->crashes->mode == CRASH_STOPS)
        return replay_differs(r, c->crashes->at, "it has crashed, and stays down");
    if (c->crashes && c->crashes->mode == CRASH_FORGETS)
        replay_forget(r, me);
    p->lives++;
    return true;
}

bool replay_step(replay *r, replay_process *p)
{
    const trace_line *l = &p->trace.lines[0];
    replay_who me;
    if (!replay_who_parse(&r->names, l->at, &me))
        return replay_differs(r, REPLAY_NO_PLACE, "the model has no %s", l->at);
    if (replay_process_of(&r->names, me) != p->process)
        return replay_differs(r, REPLAY_NO_PLACE, "%s belongs to another process", l->at);
    switch (l->step[0]) {
    case 'c':
        return call(r, p, me);
    case 'a':
        return act(r, p, me);
    case 'l':
        return receive(r, p, me);
    default:
        return strcmp(l->step, "receive") == 0 ? receive(r, p, me) : recover(r, p, me);
    }
}
