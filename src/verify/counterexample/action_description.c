// SPDX-License-Identifier: MIT
// See action_description.h.

#include "verify/counterexample/action_description.h"

#include "model/syntax/finite_type.h"
#include "verify/counterexample/cell_text.h"

#include <string.h>

static void describe_argument(describer *d, const method *f, const action_argument *a,
                              const int32_t *args, text *out)
{
    type t = variable_type(&f->locals[a->local]);
    if (a->fixed && a->fixed->kind == EXPR_INT && !a->fixed->name)
        text_add(out, "%lld", (long long)a->fixed->number);
    else if (a->fixed && a->fixed->kind == EXPR_BOOL)
        text_add(out, "%s", a->fixed->number ? "true" : "false");
    else if (a->fixed)
        text_add(out, "%s", a->fixed->name);
    else if (type_card(t))
        finite_print(d->s->m, t, finite_rank(t, args + a->local), out);
    else
        print_cell(d, t, args[a->local], out);
}

// client[x].send(y): of an action that is internal to a component, whose it is stands first.
static void describe_own(describer *d, const method *f, const int32_t *args, text *out)
{
    const char *dot = f->outer ? strchr(f->name, '.') : NULL;
    size_t owner = dot ? (size_t)(dot - f->name) : 0;
    if (dot)
        text_add(out, "%.*s[", (int)owner, f->name);
    for (uint32_t i = 0; dot && i < f->outer; i++) {
        text_add(out, "%s", i ? ", " : "");
        describe_argument(d, f, &(action_argument){.local = i}, args, out);
    }
    text_add(out, "%s%s(", dot ? "]" : "", f->name + owner);
    for (uint32_t i = 0; i < f->arg_count; i++) {
        text_add(out, "%s", i ? ", " : "");
        describe_argument(d, f, &f->args[i], args, out);
    }
    text_add(out, ")");
}

// The message that a move takes out of a channel: the first one, or the one that it chooses.
static void describe_message(describer *d, const move *m, const method *f, const int32_t *args,
                             const int32_t *before, text *out)
{
    const program *p = d->s->p;
    const variable *v = &d->s->m->shared[f->on_its_way];
    uint32_t item = v->length ? finite_rank(v->index, args) : 0;
    const int32_t *cells =
        before + p->layout.variable[f->on_its_way] + (size_t)item * variable_unit(p, v);
    bool first = f->over->fifo && f->message;
    uint32_t at = first || cells[0] < 2 ? 0 : m->choice[0];
    print_cell(d, v->type.parts[0], cells[1 + at], out);
}

static void describe_instance(describer *d, const method *f, const char *name, uint32_t from,
                              uint32_t to, const int32_t *args, text *out)
{
    text_add(out, "%s", name);
    for (uint32_t i = from; i < to; i++) {
        text_add(out, i == from ? "[" : ", ");
        describe_argument(d, f, &(action_argument){.local = i}, args, out);
    }
    text_add(out, "%s", to > from ? "]" : "");
}

// replica[p] receives store(t) from client[x]; or it is lost.
static void describe_delivery(describer *d, const move *m, const method *f, const int32_t *before,
                              text *out)
{
    const int32_t *args = d->s->offers[m->offer].args;
    uint32_t middle = d->s->m->shared[f->on_its_way].outer;
    if (f->message) {
        describe_instance(d, f, f->over->to, middle, f->param_count, args, out);
        text_add(out, " receives ");
    }
    describe_message(d, m, f, args, before, out);
    text_add(out, " from ");
    describe_instance(d, f, f->over->from, 0, middle, args, out);
    if (!f->message) {
        text_add(out, " to ");
        describe_instance(d, f, f->over->to, middle, f->param_count, args, out);
        text_add(out, " is lost");
    }
}

void describe_sent(describer *d, const move *m, const method *f, const int32_t *before, text *out)
{
    describe_message(d, m, f, d->s->offers[m->offer].args, before, out);
}

void describe_event(describer *d, const move *m, const method *f, const int32_t *before, text *out)
{
    if (f->over || f->struck || f->outer) {
        describe_action(d, m, f, before, out);
        return;
    }
    text_add(out, "%s", f->name);
    for (uint32_t i = 0; i < f->arg_count; i++) {
        text_add(out, ".");
        describe_argument(d, f, &f->args[i], d->s->offers[m->offer].args, out);
    }
}

void describe_action(describer *d, const move *m, const method *f, const int32_t *before, text *out)
{
    if (f->over) {
        describe_delivery(d, m, f, before, out);
    } else if (f->struck) {
        text_add(out, "%s(", f->name);
        describe_instance(d, f, f->struck, 0, f->param_count, d->s->offers[m->offer].args, out);
        text_add(out, ")");
    } else {
        describe_own(d, f, d->s->offers[m->offer].args, out);
    }
}
