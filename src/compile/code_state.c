// SPDX-License-Identifier: MIT
// The variables of a component as bytes, for its log, as text, for its trace, and what becomes of them when it ends.

#include "compile/coder.h"

void code_saved(coder *c, bool save, text *out)
{
    const unit *u = c->part->u;
    text body = {0};
    code_begin(c, save ? "save" : "load", &body);
    for (uint32_t i = u->shared_from; i < u->shared_to;
         i += type_width(variable_type(&c->m->shared[i]))) {
        const variable *v = &c->m->shared[i];
        const char *place = code_format(c, "self->%s", code_member(c, variable_name(v)));
        if (v->clock)
            continue;
        if (code_is_many(c, v)) {
            code_saved_many(c, v, save);
            continue;
        }
        if (v->length) {
            code_line(c, "for (unsigned i = 0; i < %u; i++)", v->length);
            place = code_format(c, "%s[i]", place);
            c->indent++;
        }
        if (!save && variable_type(v).use == USE_MACHINE)
            code_line(c, "lp_get_machine(from, &%s);", place);
        else if (save)
            code_put(c, variable_type(v), place, v->at);
        else
            code_line(c, "%s = %s;", place, code_get(c, variable_type(v), v->at));
        c->indent -= v->length > 0;
    }
    const char *head = save ? "static void save(const void *state, lp_bytes *to)"
                            : "static void load(void *state, lp_bytes *from)";
    if (body.length)
        text_add(out, "%s\n{\n    %s%s *self = state;\n%s}\n\n", head, save ? "const " : "",
                 c->part->part->name, body.bytes);
    else
        text_add(out, "%s\n{\n    (void)state;\n    (void)%s;\n}\n\n", head, save ? "to" : "from");
    text_fini(&body);
}

// What its sets hold is its own.
bool code_end(coder *c, text *out)
{
    const unit *u = c->part->u;
    text body = {0};
    code_begin(c, "end", &body);
    for (uint32_t i = u->shared_from; i < u->shared_to;
         i += type_width(variable_type(&c->m->shared[i]))) {
        const variable *v = &c->m->shared[i];
        bool machine = variable_type(v).use == USE_MACHINE;
        if (machine || code_is_many(c, v))
            code_line(c, "%s(&self->%s);", machine ? "lp_machine_end" : "lp_set_end",
                      code_member(c, variable_name(v)));
    }
    bool ends = body.length > 0;
    if (ends)
        text_add(out, "static void end(void *state)\n{\n    %s *self = state;\n%s}\n\n",
                 c->part->part->name, body.bytes);
    text_fini(&body);
    return ends;
}

// For a trace.
void code_shown(coder *c, text *out)
{
    const unit *u = c->part->u;
    text body = {0};
    code_begin(c, "show", &body);
    for (uint32_t i = u->shared_from; i < u->shared_to;
         i += type_width(variable_type(&c->m->shared[i]))) {
        const variable *v = &c->m->shared[i];
        const char *place = code_format(c, "self->%s", code_member(c, variable_name(v)));
        code_line(c, "lp_show(text, \"%s%s = \");", i > u->shared_from ? "; " : "",
                  variable_name(v));
        if (code_is_many(c, v)) {
            code_shown_many(c, v);
            continue;
        }
        if (v->length) {
            code_line(c, "for (unsigned i = 0; i < %u; i++) {", v->length);
            c->indent++;
            code_line(c, "lp_show(text, i ? \", \" : \"[\");");
            place = code_format(c, "%s[i]", place);
        }
        code_show(c, variable_type(v), place, v->at);
        if (v->length) {
            c->indent--;
            code_line(c, "}");
            code_line(c, "lp_show(text, \"]\");");
        }
    }
    text_add(out, "static void show(const void *state, lp_text *text)\n{\n");
    if (body.length)
        text_add(out, "    const %s *self = state;\n", c->part->part->name);
    else
        text_add(out, "    (void)state;\n");
    text_add(out, "%s}\n\n", body.length ? body.bytes : "    (void)text;\n");
    text_fini(&body);
}
