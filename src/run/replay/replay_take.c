// SPDX-License-Identifier: MIT
// One action taken by the interpreter, and held against what the trace says of it: the messages that
// it sent, what the operation returned, the variables after it.

#include "run/replay/replaying.h"

#include "model/syntax/finite_type.h"

#include <linchpin/value.h>

#include <stdlib.h>
#include <string.h>

// ---- Variables ----

// "tag = (2, writer.1.5); val = none": the text of the next variable, which is called so.
static bool next_variable(const char **at, const char *name, const char **value, size_t *length)
{
    size_t n = strlen(name);
    if (strncmp(*at, name, n) != 0 || strncmp(*at + n, " = ", 3) != 0)
        return false;
    *value = *at + n + 3;
    const char *end = strstr(*value, "; ");
    *length = end ? (size_t)(end - *value) : strlen(*value);
    *at = *value + *length + (end ? 2 : 0);
    return true;
}

// A clock is what the process has read; it never goes back.
static bool read_clock(replay *r, const replay_taking *t, int64_t *cell, const char *value)
{
    char *end;
    int64_t now = strtoll(value, &end, 10);
    if (end == value || now < t->process->clock)
        return replay_differs(r, t->step.action->at, "its clock goes back, from %lld to %lld",
                              (long long)t->process->clock, (long long)now);
    *cell = t->process->clock = now;
    return true;
}

static const char *recorded_state(const replay_taking *t)
{
    return t->process->trace.lines[t->process->trace.count - 1].what;
}

static bool read_clocks(replay *r, const replay_taking *t, int64_t *state)
{
    const enact_part *part = &r->parts[t->component->who.part];
    const unit *u = part->component->u;
    const char *at = recorded_state(t), *value;
    size_t length;
    for (uint32_t i = u->shared_from; i < u->shared_to;) {
        const variable *v = &r->s->m->shared[i];
        if (!next_variable(&at, variable_name(v), &value, &length))
            return replay_differs(r, v->at, "it is not said what %s is then", variable_name(v));
        if (v->clock && !read_clock(r, t, enact_variable(part, state, i), value))
            return false;
        i += type_width(variable_type(v));
    }
    return !*at || replay_differs(r, u->at, "it has no variable for %s", at);
}

static bool same_state(replay *r, const replay_taking *t, int64_t *state)
{
    const enact_part *part = &r->parts[t->component->who.part];
    const unit *u = part->component->u;
    const char *at = recorded_state(t), *value = "";
    size_t length = 0;
    bool same = true;
    for (uint32_t i = u->shared_from; i < u->shared_to && same;) {
        const variable *v = &r->s->m->shared[i];
        text shown = {0};
        enact_print_variable(part, state, i, &shown);
        same = next_variable(&at, variable_name(v), &value, &length) && shown.length == length &&
               strncmp(shown.bytes, value, length) == 0;
        if (!same)
            replay_differs(r, t->step.action->at, "%s is then %s in the model, and %.*s in the run",
                           variable_name(v), shown.bytes, (int)length, value);
        text_fini(&shown);
        i += type_width(variable_type(v));
    }
    return same;
}

// ---- Messages ----

// What the model sends, one receiver at a time.
typedef struct sending {
    const enact_outcome *out;
    uint32_t i, instance;
    const enact_sent *sent;
    replay_who to;
} sending;

static bool next_sent(const replay *r, sending *s)
{
    if (s->i == s->out->sent_count)
        return false;
    s->sent = &s->out->sent[s->i];
    s->to.part = (uint32_t)(s->sent->to - r->s->parts);
    s->to.who = s->sent->each ? (int64_t)s->instance++ : s->sent->who;
    if (!s->sent->each || s->instance == s->sent->to->instances) {
        s->i++;
        s->instance = 0;
    }
    return true;
}

static void print_sent(const replay *r, const enact_sent *sent, text *out)
{
    const message_kind *kind = &r->s->m->messages[sent->message];
    text_add(out, "%s", kind->name);
    for (uint32_t i = 0; i < kind->param_count; i++) {
        text_add(out, i ? ", " : "(");
        enact_print(r->s, kind->params[i].type, sent->parts[i].cells, out);
    }
    text_add(out, kind->param_count ? ")" : "");
}

static bool is_message(const trace_line *l)
{
    return strcmp(l->step, "send") == 0 || strcmp(l->step, "lost") == 0;
}

// Is this line about what the model sends?
static bool same_sent(const replay *r, const trace_line *l, const sending *s, const char *what)
{
    replay_who to;
    uint64_t process;
    return is_message(l) && l->with && strcmp(l->what, what) == 0 &&
           replay_who_parse(&r->names, l->with, &to) && replay_who_same(to, s->to) &&
           replay_process_parse(&r->names, l->link, &process) &&
           process == replay_process_of(&r->names, to);
}

static bool put_on_its_way(replay *r, const replay_taking *t, const trace_line *l, const sending *s,
                           channel over)
{
    const message_kind *kind = &r->s->m->messages[s->sent->message];
    replay_message m = {.sender = t->component->who,
                        .receiver = s->to,
                        .key = t->component->key,
                        .kind = s->sent->message,
                        .fifo = over.fifo};
    m.link = (replay_link){t->process->process, replay_process_of(&r->names, s->to), l->number};
    if (m.link.from == m.link.to)
        m.link.number += t->process->lives << 48;
    if (replay_network_was_sent(&r->network, m.link))
        return replay_differs(r, REPLAY_NO_PLACE, "there was a message %llu to %s before",
                              (unsigned long long)l->number, l->link);
    uint32_t width = 0;
    m.cells = memory_new((size_t)ENACT_CELLS * MODEL_MAX_ARGS, sizeof *m.cells);
    for (uint32_t i = 0; i < kind->param_count; i++) {
        uint32_t own = enact_width(kind->params[i].type);
        memcpy(m.cells + width, s->sent->parts[i].cells, own * sizeof *m.cells);
        width += own;
    }
    m.cells = memory_resize(m.cells, width + 1, sizeof *m.cells);
    return replay_network_send(&r->network, &m);
}

static uint32_t sends_recorded(const trace_reader *trace)
{
    uint32_t count = 0;
    for (size_t i = 1; i < trace->count; i++)
        count += is_message(&trace->lines[i]);
    return count;
}

static uint32_t sends_expected(const replay *r, const enact_outcome *out)
{
    uint32_t count = 0;
    for (sending s = {.out = out}; next_sent(r, &s);)
        count++;
    return count;
}

static bool lacks(replay *r, const replay_taking *t, const sending *s, const char *what)
{
    text to = {0};
    replay_who_print(&r->names, s->to, &to);
    replay_differs(r, t->step.action->at, "the model sends %s to %s, and the run does not", what,
                   to.bytes);
    text_fini(&to);
    return false;
}

// Messages that the run sends must be those that the model sends, in the same order. Where the channel allows it, one
// may be lost, or be there twice. `really`: they are on their way from now on.
static bool same_messages(replay *r, const replay_taking *t, const enact_outcome *out, bool really)
{
    const trace_reader *trace = &t->process->trace;
    uint32_t recorded = sends_recorded(trace), expected = sends_expected(r, out);
    uint32_t more = recorded > expected ? recorded - expected : 0;
    size_t at = 1;
    bool good = true;
    for (sending s = {.out = out}; good && next_sent(r, &s);) {
        text what = {0};
        channel over = replay_channel(r->s, t->component->who.part, s.to.part);
        print_sent(r, s.sent, &what);
        const trace_line *l = &trace->lines[at++];
        good = same_sent(r, l, &s, what.bytes) || lacks(r, t, &s, what.bytes);
        bool lost = good && strcmp(l->step, "lost") == 0;
        if (lost && !over.lossy && !s.sent->to->is_operation)
            good = replay_differs(r, t->step.action->at, "%s is lost, and the channel is reliable",
                                  what.bytes);
        good = good && (lost || !really || put_on_its_way(r, t, l, &s, over));
        for (; good && over.duplicating && more && same_sent(r, &trace->lines[at], &s, what.bytes);
             more--, at++)
            good = !really || put_on_its_way(r, t, &trace->lines[at], &s, over);
        text_fini(&what);
    }
    for (; good && at < trace->count; at++)
        if (is_message(&trace->lines[at]))
            good =
                replay_differs(r, t->step.action->at, "the run sends %s to %s, the model does not",
                               trace->lines[at].what, trace->lines[at].with);
    return good;
}

// ---- Returns ----

static const component_operation *returns_by(const replay *r, const replay_taking *t)
{
    const component *c = &r->s->parts[t->component->who.part];
    if (!c->is_operation || t->step.action->role != ACTION_OUTPUT)
        return NULL;
    const component_operation *o = &c->operations[t->component->who.operation];
    return strcmp(o->back->head->name, t->step.action->name) == 0 ? o : NULL;
}

// The value that the action has for this name of the verify block.
static void print_named(const replay *r, const replay_taking *t, const method *head,
                        const char *name, int64_t *state, text *out)
{
    const method *f = t->step.action;
    for (uint32_t i = 0; i < head->arg_count && i < f->arg_count; i++) {
        const action_argument *a = &f->args[i];
        if (head->args[i].fixed ||
            strcmp(variable_name(&head->locals[head->args[i].local]), name) != 0)
            continue;
        uint32_t number = 0;
        for (uint32_t k = 0; !a->fixed && k < a->local; number++)
            k += type_width(variable_type(&f->locals[k]));
        enact_outcome ignored = {0};
        type of = a->fixed ? a->fixed->type : variable_type(&f->locals[a->local]);
        enact_value v = a->fixed ? enact_fixed(&r->parts[t->component->who.part], &t->step, state,
                                               a->fixed, &ignored)
                                 : t->step.arguments[number];
        if (of.use == USE_ANSWER && v.cells[2] != LP_KIND_UNIT)
            enact_print_result(v.cells, out);
        else if (of.use != USE_ANSWER && v.cells[0] == ENACT_NONE)
            text_add(out, "nil");
        else if (type_is_supply(r->s->m, of))
            text_add(out, "%lld", (long long)replay_argument_of(r, v.cells[0]));
        else if (!of.use)
            enact_print(r->s, of, v.cells, out);
        return;
    }
}

static bool same_result(replay *r, const replay_taking *t, int64_t *state)
{
    const component_operation *o = returns_by(r, t);
    const trace_reader *trace = &t->process->trace;
    const trace_line *back = NULL;
    for (size_t i = 1; i < trace->count; i++) {
        if (strcmp(trace->lines[i].step, "return") != 0)
            continue;
        if (back)
            return replay_differs(r, t->step.action->at, "it returns twice in the run");
        back = &trace->lines[i];
    }
    if (!o || !back)
        return !o == !back || replay_differs(r, t->step.action->at,
                                             o ? "it returns in the model, and not in the run"
                                               : "it returns in the run, and not in the model");
    text want = {0};
    const expr *x = o->back->value_count ? o->back->values[0] : NULL;
    text_add(&want, "%s", "");
    if (x && (x->kind == EXPR_NAME || x->kind == EXPR_LOCAL))
        print_named(r, t, o->back->head, x->name, state, &want);
    else if (x && x->kind == EXPR_INT)
        text_add(&want, "%lld", (long long)x->number);
    else if (x)
        text_add(&want, "%s", x->kind == EXPR_NONE ? "nil" : x->number ? "true" : "false");
    bool same = strcmp(want.bytes, back->what) == 0;
    if (!same)
        replay_differs(r, o->back->at, "it returns %s in the model, and %s in the run",
                       want.length ? want.bytes : "nothing", *back->what ? back->what : "nothing");
    text_fini(&want);
    return same;
}

// ---- The action ----

static bool was_enabled(replay *r, const replay_taking *t, const enact_outcome *out)
{
    const method *f = t->step.action;
    r->unknown |= out->problem == enact_unknown;
    if (out->problem)
        return replay_differs(r, out->at, "the model fails: %s", out->problem);
    if (out->enabled)
        return true;
    const expr *guard = f->body.items[0]->a;
    char *said = source_excerpt(&r->s->m->source, guard->at, guard->end);
    replay_differs(r, guard->at, "its guard does not hold: %s", said);
    free(said);
    return false;
}

bool replay_take(replay *r, const replay_taking *t)
{
    replay_component *c = t->component;
    const enact_part *part = &r->parts[c->who.part];
    int64_t *state = enact_state_copy(part, c->state);
    enact_outcome out = {0};
    bool good = read_clocks(r, t, state);
    if (good)
        enact_take(part, &t->step, state, &out);
    good = good && was_enabled(r, t, &out) && same_messages(r, t, &out, false) &&
           same_result(r, t, state) && same_state(r, t, state) && replay_shared(r, t, &out) &&
           same_messages(r, t, &out, true);
    if (good) {
        int64_t *before = c->state;
        c->state = state;
        state = before;
    }
    enact_state_free(part, state);
    if (good && returns_by(r, t))
        replay_remove(r, c->who, c->key);
    enact_outcome_fini(&out);
    return good;
}
