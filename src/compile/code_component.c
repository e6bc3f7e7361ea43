// SPDX-License-Identifier: MIT
// The files of a component: a struct with its variables, a function for each action, and the
// table through which they are called.

#include "compile/code_action.h"

#include "model/syntax/finite_type.h"

#include <stdlib.h>
#include <string.h>

static const type unit_type = {.kind = TYPE_UNIT};

// The functions of the model that this automaton alone has.
static bool is_own(const coder *c, const method *f)
{
    const unit *u = c->part->u;
    for (uint32_t i = u->function_from; f->is_let && i < u->function_to; i++)
        if (c->m->functions[i] == f)
            return true;
    return false;
}

const char *code_parameter(coder *c, const component *part, uint32_t i, const char *number)
{
    if (part->is_operation)
        return code_format(c, "%s.id", number);
    uint32_t below = 1;
    for (uint32_t k = i + 1; k < part->part->domain_count; k++)
        below *= type_card(part->part->domains[k]);
    const char *rank = code_format(c, "%s.number", number);
    if (below > 1)
        rank = code_format(c, "%s / %u", rank, below);
    if (i)
        rank = code_format(c, "%s %% %u", rank, type_card(part->part->domains[i]));
    return code_at(c, part->part->domains[i], rank, part->part->at);
}

// A clock is read once in each step: at its beginning.
static const char *read_clocks(coder *c)
{
    const unit *u = c->part->u;
    text t = {0};
    for (uint32_t i = u->shared_from; i < u->shared_to; i++)
        if (c->m->shared[i].clock)
            text_add(&t, "    self->%s = lp_clock(turn);\n", code_member(c, c->m->shared[i].name));
    return code_keep(c, &t);
}

static void write_begin(coder *c, text *out)
{
    const unit *u = c->part->u;
    text body = {0};
    code_begin(c, "begin", &body);
    for (uint32_t i = 0; i < u->param_count; i++)
        code_line(c, "self->%s = %s;", code_member(c, u->params[i].name),
                  code_parameter(c, c->part, i, "me"));
    for (uint32_t i = u->shared_from; i < u->shared_to; i++) {
        const variable *v = &c->m->shared[i];
        const expr *x = v->initial;
        const char *name = code_member(c, variable_name(v));
        if (variable_type(v).use == USE_MACHINE)
            code_line(c, "lp_machine_begin(&self->%s, &%s_object);", name, c->s->system->name);
        if (x && type_is_open_set(c->m, variable_type(v))) {
            code_line(c, "lp_set_assign(&%s_items, &self->%s, %s);",
                      code_open_set(c, variable_type(v), v->at)->name, name,
                      code_argument(c, x, variable_type(v)));
            continue;
        }
        for (uint32_t k = 0; x && x->kind == EXPR_LIST && k < x->item_count; k++)
            code_line(c, "self->%s[%u] = %s;", name, k,
                      code_argument(c, x->items[k], variable_type(v)));
        if (x && x->kind != EXPR_LIST && v->length)
            code_fails(c, v->at, "write a list", "this initial value cannot be compiled yet");
        else if (x && x->kind != EXPR_LIST)
            code_line(c, "self->%s = %s;", name, code_argument(c, x, variable_type(v)));
    }
    if (u->init)
        code_block(c, &u->init->body, 0, unit_type);
    if (c->turn)
        code_fails(c, u->init ? u->init->at : u->at, "send it when the first message arrives",
                   "a message that is sent at the start cannot be compiled yet");
    if (c->before.length)
        text_add_bytes(out, c->before.bytes, c->before.length);
    text_add(out, "static void begin(void *state, lp_component me)\n{\n");
    if (body.length)
        text_add(out, "    %s *self = state;\n%s%s", c->part->part->name,
                 u->param_count ? "" : "    (void)me;\n", body.bytes);
    else
        text_add(out, "    (void)state;\n    (void)me;\n");
    text_add(out, "}\n\n");
    text_fini(&body);
}

static const char *from_kind(coder *c, const component *from)
{
    text t = {0};
    uint32_t kinds = from->is_operation ? from->operation_count : 1;
    for (uint32_t i = 0; i < kinds; i++)
        text_add(&t, "%sfrom.kind == kind_%s", i ? " || " : "", code_kind(c, from, i));
    return kinds > 1 ? code_format(c, "(%s)", code_keep(c, &t)) : code_keep(c, &t);
}

static void write_case(coder *c, const method *f, action_code *a, bool first)
{
    const component *from = component_named(c->s, f->sender);
    uint32_t given = 0, part = 0;
    const message_kind *kind = &c->m->messages[message_find(c->m, f->message)];
    for (uint32_t i = 0; i < f->param_count; i += type_width(variable_type(&f->locals[i])), part++)
        if (given < a->param_count &&
            strcmp(a->params[given].name, variable_name(&f->locals[i])) == 0)
            a->given[given++] = code_format(c, "m->%s.%s", code_member(c, kind->name),
                                            code_member(c, kind->params[part].name));
    for (uint32_t i = 0; i < f->sender_count; i++)
        if (given < a->param_count && strcmp(a->params[given].name, f->sender_names[i]) == 0)
            a->given[given++] = code_parameter(c, from, i, "from");
    bool hears = c->part->hands_over;
    code_line(c, "%sif (m->number == message_%s && %s)%s", first ? "" : "else ", f->message,
              from_kind(c, from), hears ? " {" : "");
    if (hears) {
        code_line(c,
                  "    if (!self->handed || self->heard || from.kind != self->handed_to.kind ||");
        code_line(c, "        from.number != self->handed_to.number)");
        code_line(c, "        lp_fail(%s, \"somebody else answers, or twice\");",
                  code_where(c, f->at));
        code_line(c, "    self->heard = true;");
    }
    code_line(c, "    %s;", code_action_call(c, a));
    if (hears)
        code_line(c, "}");
}

static void write_receive(coder *c, action_code *effects, text *out)
{
    const unit *u = c->part->u;
    bool turn = false, self = false, first = true;
    text body = {0};
    code_begin(c, "receive", &body);
    for (uint32_t i = 0; i < u->method_count; i++)
        if (u->methods[i]->message) {
            write_case(c, u->methods[i], &effects[i], first);
            turn |= effects[i].turn;
            self |= effects[i].self || c->part->hands_over;
            first = false;
        }
    text_add(out, "static bool receive(void *state, lp_turn *turn, lp_component from, const void "
                  "*received)\n{\n");
    if (first) {
        text_add(out, "    (void)state;\n    (void)turn;\n    (void)from;\n    (void)received;\n"
                      "    return false;\n}\n\n");
        return;
    }
    const char *clocks = read_clocks(c);
    if (self || *clocks)
        text_add(out, "    %s *self = state;\n", c->part->part->name);
    text_add(out,
             "    const message *m = received;\n%s%s%s%s    else\n        return false;\n"
             "    return true;\n}\n\n",
             self || *clocks ? "" : "    (void)state;\n",
             turn || *clocks ? "" : "    (void)turn;\n", clocks, body.bytes);
    text_fini(&body);
}

static bool write_act(coder *c, local_action *locals, uint32_t count, text *out)
{
    text body = {0};
    code_begin(c, "act", &body);
    for (uint32_t i = 0; i < count; i++)
        code_acting(c, &locals[i]);
    if (count) {
        if (c->before.length)
            text_add_bytes(out, c->before.bytes, c->before.length);
        text_add(out,
                 "static bool act(void *state, lp_turn *turn)\n{\n    %s *self = state;\n%s%s%s"
                 "    return false;\n}\n\n",
                 c->part->part->name, read_clocks(c),
                 c->part->hands_over ? "    if (self->handed && !self->heard)\n        return "
                                       "false; // it is about to hear\n"
                                     : "",
                 body.bytes);
    }
    text_fini(&body);
    return count > 0;
}

static const char *call_name(const coder *c)
{
    return c->part->operation_count ? c->part->operations[0].call->head->name : "";
}

static void write_call(coder *c, const action_code *effects, text *out)
{
    const unit *u = c->part->u;
    for (uint32_t i = 0; i < c->part->operation_count; i++)
        if (strcmp(c->part->operations[i].call->head->name, call_name(c)) != 0)
            code_fails(c, c->part->operations[i].call->at, NULL,
                       "operations of one automaton that begin with different actions cannot be "
                       "compiled yet");
    for (uint32_t i = 0; i < u->method_count; i++) {
        const method *f = u->methods[i];
        if (f->role != ACTION_INPUT || f->message || strcmp(f->name, call_name(c)) != 0)
            continue;
        const action_code *a = &effects[i];
        text_add(out, "static void call(void *state, lp_turn *turn)\n{\n");
        const char *clocks = read_clocks(c);
        if (a->self || *clocks)
            text_add(out, "    %s *self = state;\n", c->part->part->name);
        text_add(out, "%s%s%s    %s;\n}\n\n", a->self || *clocks ? "" : "    (void)state;\n",
                 a->turn || *clocks ? "" : "    (void)turn;\n", clocks, code_action_call(c, a));
        return;
    }
    code_fails(c, u->at, "it has the input that is called: input request(x) do …",
               "automaton %s does not hear %s", u->name, call_name(c));
}

static void write_table(coder *c, bool acts, bool ends, uint32_t operation, text *out)
{
    const component *part = c->part;
    const char *name = code_kind(c, part, operation);
    text_add(out, "const lp_component_kind %s_kind = {\n    .name = \"%s\",\n", name, name);
    text_add(out, "    .size = sizeof(%s),\n    .begin = begin,\n    .receive = receive,\n",
             part->part->name);
    if (ends)
        text_add(out, "    .end = end,\n");
    if (acts)
        text_add(out, "    .act = act,\n");
    text_add(out, "    .show = show,\n");
    if (*read_clocks(c))
        text_add(out, "    .timed = true,\n");
    if (part->is_operation) {
        const component_operation *o = &part->operations[operation];
        text_add(out, "    .method = \"%s\",\n", o->method);
        if (o->arguments)
            text_add(out, "    .arguments = %u,\n", o->arguments);
        if (o->reads_only)
            text_add(out, "    .reads_only = true,\n");
        if (o->looks_up)
            text_add(out, "    .looks_up = true,\n");
        text_add(out, "    .supply = supply_%s,\n    .call = call,\n",
                 c->s->supplies[o->supply].name);
    } else {
        crash_mode mode = part->crashes ? part->crashes->mode : CRASH_RECOVERS;
        text_add(out,
                 "    .instances = instances,\n    .instance_count = %u,\n    .crashes = %s,\n",
                 part->instances,
                 mode == CRASH_RECOVERS  ? "LP_RECOVERS"
                 : mode == CRASH_FORGETS ? "LP_FORGETS"
                                         : "LP_STAYS_DOWN");
        text_add(out, "    .save = save,\n    .load = load,\n");
    }
    text_add(out, "};\n");
}

static void write_instances(coder *c, text *out)
{
    const system_part *part = c->part->part;
    text_add(out, "static const char *const instances[] = {");
    for (uint32_t i = 0; i < c->part->instances; i++) {
        uint32_t rest = i, digits[MODEL_MAX_ARGS] = {0};
        for (uint32_t k = part->domain_count; k-- > 0;) {
            digits[k] = rest % type_card(part->domains[k]);
            rest /= type_card(part->domains[k]);
        }
        text_add(out, "%s\"%s", i ? ", " : "", part->domain_count ? "" : "1");
        for (uint32_t k = 0; k < part->domain_count; k++) {
            text_add(out, "%s", k ? "," : "");
            finite_print(c->m, part->domains[k], digits[k], out);
        }
        text_add(out, "\"");
    }
    text_add(out, "};\n\n");
}

static void write_header(coder *c, text *out)
{
    const unit *u = c->part->u;
    const char *name = c->part->part->name;
    char *said = source_excerpt(&c->m->source, u->at, u->at + (uint32_t)strlen(u->name));
    text_add(out,
             "// From %s: the automaton %s.\n\n#ifndef %s_H\n#define %s_H\n\n#include \"%s.h\"\n\n",
             c->m->source.file, name, code_upper(c, name), code_upper(c, name), c->s->system->name);
    text_add(out, "// %s  automaton %s\ntypedef struct %s {\n", code_comment(c, u->at), said, name);
    free(said);
    for (uint32_t i = 0; i < u->param_count; i++)
        text_add(out, "    %s %s; // its parameter\n", code_type(c, u->params[i].type, u->at),
                 code_member(c, u->params[i].name));
    uint32_t count = u->param_count;
    if (c->part->hands_over) {
        text_add(out, "    lp_component handed_to; // the one that it shares actions with,\n"
                      "    bool handed, heard;     // from when on, and that has answered\n");
        count++;
    }
    for (uint32_t i = u->shared_from; i < u->shared_to;
         i += type_width(variable_type(&c->m->shared[i])), count++) {
        const variable *v = &c->m->shared[i];
        type t = variable_type(v);
        bool array = v->length && code_is_many(c, v);
        text_add(out, "    %s %s", array ? "lp_set" : code_type(c, t, v->at),
                 code_member(c, variable_name(v)));
        if (array)
            text_add(out, "; // of %s", code_open_array(c, v)->name);
        else if (v->length)
            text_add(out, "[%u]", v->length);
        if (array) {
            text_add(out, "\n");
            continue;
        }
        text_add(out, ";%s", type_is_supply(c->m, t) && t.optional ? " // or LP_NO_ID" : "");
        text_add(out, "\n");
    }
    text_add(out, "%s} %s;\n\n", count ? "" : "    char nothing;\n", name);
    for (uint32_t i = 0; i < (c->part->is_operation ? c->part->operation_count : 1); i++)
        text_add(out, "extern const lp_component_kind %s_kind;\n", code_kind(c, c->part, i));
    text_add(out, "\n#endif\n");
}

void code_component(coder *c, const component *part, text *code, text *header)
{
    const unit *u = part->u;
    action_code *effects = model_allocate(c->m, (u->method_count + 1) * sizeof *effects);
    local_action *locals = model_allocate(c->m, (u->method_count + 1) * sizeof *locals);
    uint32_t count = 0;
    c->part = part;
    if (code_member(c, part->part->name) != part->part->name)
        code_fails(c, u->at, "choose another name", "%s means something else in C", u->name);
    text_add(code, "// From %s: the automaton %s.\n\n#include \"%s.h\"\n\n", c->m->source.file,
             part->part->name, part->part->name);
    for (uint32_t i = 0; i < c->s->function_count; i++)
        if (is_own(c, c->s->functions[i]))
            code_function(c, c->s->functions[i], code);
    for (uint32_t i = 0; i < u->method_count; i++) {
        bool local = u->methods[i]->role != ACTION_INPUT;
        if (!local && !u->methods[i]->message && strcmp(u->methods[i]->name, call_name(c)) != 0) {
            code_fails(c, u->methods[i]->at, "let a message tell it",
                       "nobody who is compiled takes the action %s", u->methods[i]->name);
            continue;
        }
        if (local)
            code_guard(c, i, &locals[count], code);
        code_taken(c, i, &effects[i], code);
        if (local)
            locals[count++].effect = effects[i];
    }
    write_begin(c, code);
    if (part->is_operation)
        write_call(c, effects, code);
    write_receive(c, effects, code);
    bool acts = write_act(c, locals, count, code);
    bool ends = code_end(c, code);
    code_shown(c, code);
    if (!part->is_operation) {
        code_saved(c, true, code);
        code_saved(c, false, code);
        write_instances(c, code);
    }
    for (uint32_t i = 0; i < (part->is_operation ? part->operation_count : 1); i++)
        write_table(c, acts, ends, i, code);
    write_header(c, header);
    c->part = NULL;
}
