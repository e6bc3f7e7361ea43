// SPDX-License-Identifier: MIT
// The files of the system: types, constants and functions of the model, messages with what puts
// them into bytes and gets them out, and the table of the system.

#include "compile/coder.h"

#include "model/syntax/finite_type.h"

#include <inttypes.h>
#include <string.h>

const char *code_kind(coder *c, const component *part, uint32_t operation)
{
    if (part->operation_count < 2)
        return part->part->name;
    const char *called = part->operations[operation].method;
    for (uint32_t i = 0; i < part->operation_count; i++)
        if (i != operation && strcmp(part->operations[i].method, called) == 0)
            return code_format(c, "%s_%s", part->part->name,
                               c->s->supplies[part->operations[operation].supply].name);
    return code_format(c, "%s_%s", part->part->name, called);
}

static uint32_t kinds_of(const component *part)
{
    return part->is_operation ? part->operation_count : 1;
}

static void write_supplies(coder *c)
{
    for (uint32_t i = 0; i < c->s->supply_count; i++) {
        const supply *s = &c->s->supplies[i];
        const enumeration *n = c->m->enums[s->of];
        if (!i || c->s->supplies[i - 1].of != s->of)
            code_line(c, "// %s  enum %s: identifiers without end, of these supplies",
                      code_comment(c, n->at), n->name);
        code_line(c, "enum { supply_%s = %u };", s->name, i + 1);
    }
    if (c->s->supply_count)
        code_line(c, "extern const char *const supply_names[];\n");
}

static void write_small(coder *c)
{
    if (c->uses & USES_HELD_ID)
        code_line(c, "%s",
                  "static inline lp_id held_id(lp_id x, const char *where)\n{\n    if (!x.id)\n"
                  "        lp_violate(LP_FAULT_MISUSE, where, \"there is no value\");\n    return "
                  "x;\n}\n");
    if (c->uses & USES_DIVISION)
        code_line(c, "%s",
                  "static inline int64_t quotient(int64_t a, int64_t b, const char *where)\n{\n"
                  "    if (b == 0)\n        lp_violate(LP_FAULT_ARITHMETIC, where, \"a division by "
                  "zero\");\n"
                  "    return b == -1 ? lp_subtract(0, a, where) : a / b;\n}\n\n"
                  "static inline int64_t modulo(int64_t a, int64_t b, const char *where)\n{\n"
                  "    if (b == 0)\n        lp_violate(LP_FAULT_ARITHMETIC, where, \"a division by "
                  "zero\");\n"
                  "    return b == -1 ? 0 : a % b;\n}\n");
    for (uint32_t from = 0; from < c->s->supply_count; from++)
        for (uint32_t to = from; to < c->s->supply_count; to++) {
            if (!c->as_supply[from][to])
                continue;
            const char *a = c->s->supplies[from].name, *b = c->s->supplies[to].name;
            code_line(c, "static inline lp_id as_%s%s%s(lp_id x, const char *where)\n{", a,
                      to > from ? "_to_" : "", to > from ? b : "");
            code_line(c,
                      "    if (x.id && (lp_id_supply(x) < supply_%s || lp_id_supply(x) > "
                      "supply_%s))",
                      a, b);
            code_line(c, "        lp_violate(LP_FAULT_ARITHMETIC, where, \"the value is not in the "
                         "range of its type\");\n"
                         "    return x;\n}\n");
        }
}

static void write_addresses(coder *c)
{
    text kinds = {0};
    for (uint32_t i = 0; i < c->s->part_count; i++)
        for (uint32_t k = 0; k < kinds_of(&c->s->parts[i]); k++)
            text_add(&kinds, "%skind_%s", kinds.length ? ", " : "",
                     code_kind(c, &c->s->parts[i], k));
    code_line(c, "// The kinds of components, and how they are addressed.\nenum { %s };\n",
              kinds.bytes);
    text_fini(&kinds);
    for (uint32_t i = 0; i < c->s->part_count; i++) {
        const component *p = &c->s->parts[i];
        const char *name = p->part->name;
        if (p->is_operation) {
            code_line(c, "static inline lp_component to_%s(lp_id x)\n{", name);
            for (uint32_t k = 0; k + 1 < p->operation_count; k++)
                code_line(c,
                          "    if (lp_id_supply(x) == supply_%s)\n        return "
                          "lp_operation(kind_%s, x);",
                          c->s->supplies[p->operations[k].supply].name, code_kind(c, p, k));
            code_line(c, "    return lp_operation(kind_%s, x);\n}\n",
                      code_kind(c, p, p->operation_count - 1));
            continue;
        }
        code_line(c,
                  "static inline lp_component to_each_%s(void)\n{\n    return "
                  "lp_server(kind_%s, LP_EACH);\n}\n",
                  name, name);
        text params = {0}, number = {0};
        text_add(&number, "0");
        for (uint32_t k = 0; k < p->part->domain_count; k++) {
            type t = p->part->domains[k];
            const char *x = code_local(c, p->u->params[k].name);
            text_add(&params, "%s%s %s", k ? ", " : "", code_type(c, t, p->part->at), x);
            const char *before = code_keep(c, &number);
            number = (text){0};
            const char *rank = code_rank(c, t, (piece){x, LEVEL_WORD}, p->part->at);
            if (k)
                text_add(&number, "(%s) * %u + (unsigned)%s", before, type_card(t), rank);
            else
                text_add(&number, "(unsigned)%s", rank);
        }
        code_line(
            c, "static inline lp_component to_%s(%s)\n{\n    return lp_server(kind_%s, %s);\n}\n",
            name, params.length ? params.bytes : "void", name, number.bytes);
        text_fini(&params);
        text_fini(&number);
    }
}

static void write_message_type(coder *c)
{
    text names = {0};
    bool any = false;
    for (uint32_t i = 0; i < c->m->message_count; i++) {
        text_add(&names, "%smessage_%s", i ? ", " : "", c->m->messages[i].name);
        any |= c->m->messages[i].param_count > 0;
    }
    code_line(c, "// %s  message …\n%s\n",
              code_comment(c, c->m->message_count ? c->m->messages[0].at : 0),
              code_list(c, "enum {", names.length ? names.bytes : "message_none", "};"));
    text_fini(&names);
    code_line(c, "typedef struct message {\n    unsigned number;");
    if (any)
        code_line(c, "    union {");
    for (uint32_t i = 0; i < c->m->message_count; i++) {
        const message_kind *k = &c->m->messages[i];
        if (k->param_count)
            code_line(c, "        struct {");
        for (uint32_t n = 0; n < k->param_count; n++)
            code_line(c, "            %s %s;", code_type(c, k->params[n].type, k->at),
                      code_member(c, k->params[n].name));
        if (k->param_count)
            code_line(c, "        } %s;", code_member(c, k->name));
    }
    code_line(c, any ? "    };\n} message;\n" : "} message;\n");
}

static const char *send_head(coder *c, const message_kind *k)
{
    text t = {0};
    text_add(&t, "void send_%s(lp_turn *turn, lp_component receiver", k->name);
    for (uint32_t n = 0; n < k->param_count; n++)
        text_add(&t, ", %s %s", code_type(c, k->params[n].type, k->at),
                 code_local(c, k->params[n].name));
    text_add(&t, ")");
    return code_keep(c, &t);
}

static void write_sends(coder *c)
{
    for (uint32_t i = 0; i < c->m->message_count; i++) {
        const message_kind *k = &c->m->messages[i];
        code_line(c, "// %s  message %s\n%s\n{", code_comment(c, k->at), k->name, send_head(c, k));
        c->indent++;
        code_line(c, "%slp_message(turn, message_%s);", k->param_count ? "lp_bytes *to = " : "",
                  k->name);
        for (uint32_t n = 0; n < k->param_count; n++)
            code_put(c, k->params[n].type, code_local(c, k->params[n].name), k->at);
        code_line(c, "lp_send(turn, receiver);");
        c->indent--;
        code_line(c, "}\n");
    }
}

static void write_decode(coder *c)
{
    code_line(c, "static bool decode(void *decoded, unsigned number, lp_bytes *from)\n{\n"
                 "    message *m = decoded;\n    m->number = number;\n    switch (number) {");
    c->indent++;
    for (uint32_t i = 0; i < c->m->message_count; i++) {
        const message_kind *k = &c->m->messages[i];
        code_line(c, "case message_%s:", k->name);
        c->indent++;
        for (uint32_t n = 0; n < k->param_count; n++)
            code_line(c, "m->%s.%s = %s;", code_member(c, k->name),
                      code_member(c, k->params[n].name),
                      code_get(c, k->params[n].type, k->params[n].type.at));
        code_line(c, "break;");
        c->indent--;
    }
    code_line(c, "default:\n        return false;\n    }\n    return lp_get_end(from);");
    c->indent--;
    code_line(c, "}\n");
    text names = {0};
    for (uint32_t i = 0; i < c->m->message_count; i++)
        text_add(&names, "%s\"%s\"", i ? ", " : "", c->m->messages[i].name);
    code_line(c, "%s\n",
              code_list(c, "static const char *const message_names[] = {",
                        names.length ? names.bytes : "NULL", "};"));
    text_fini(&names);
    code_line(c,
              "static void show(lp_text *text, const void *decoded)\n{\n    const message *m = "
              "decoded;\n    lp_show(text, message_names[m->number]);\n    switch (m->number) {");
    c->indent++;
    for (uint32_t i = 0; i < c->m->message_count; i++) {
        const message_kind *k = &c->m->messages[i];
        if (!k->param_count)
            continue;
        code_line(c, "case message_%s:", k->name);
        c->indent++;
        for (uint32_t n = 0; n < k->param_count; n++) {
            code_line(c, "lp_show(text, \"%s\");", n ? ", " : "(");
            code_show(c, k->params[n].type,
                      code_format(c, "m->%s.%s", code_member(c, k->name),
                                  code_member(c, k->params[n].name)),
                      k->at);
        }
        code_line(c, "lp_show(text, \")\");");
        code_line(c, "break;");
        c->indent--;
    }
    code_line(c, "default:\n        break;\n    }");
    c->indent--;
    code_line(c, "}\n");
}

static uint32_t write_channels(coder *c)
{
    uint32_t count = 0;
    code_line(c, "static const lp_channel channels[] = {");
    for (uint32_t i = 0; i < c->s->system->channel_count; i++) {
        const channel *h = &c->s->system->channels[i];
        const component *from = component_named(c->s, h->from), *to = component_named(c->s, h->to);
        if (h->bound)
            code_fails(c, h->from_at, "leave the bound out",
                       "a channel that holds only so many messages cannot be compiled yet");
        for (uint32_t a = 0; from && to && a < kinds_of(from); a++)
            for (uint32_t b = 0; b < kinds_of(to); b++, count++)
                code_line(c, "    {kind_%s, kind_%s, %s%s%s%s%s},", code_kind(c, from, a),
                          code_kind(c, to, b), h->fifo ? "LP_FIFO" : "",
                          h->fifo && (h->lossy || h->duplicating) ? " | " : "",
                          h->lossy ? "LP_LOSSY" : "", h->lossy && h->duplicating ? " | " : "",
                          h->duplicating        ? "LP_DUPLICATING"
                          : h->fifo || h->lossy ? ""
                                                : "0");
    }
    if (!count)
        code_line(c, "    {0, 0, 0},");
    code_line(c, "};\n");
    return count;
}

static void write_table(coder *c)
{
    text kinds = {0};
    uint32_t count = 0;
    const char *name = c->s->system->name;
    for (uint32_t i = 0; i < c->s->part_count; i++)
        for (uint32_t k = 0; k < kinds_of(&c->s->parts[i]); k++, count++)
            text_add(&kinds, "%s&%s_kind", count ? ", " : "", code_kind(c, &c->s->parts[i], k));
    code_line(c, "// %s  system %s\n%s", code_comment(c, c->s->system->at), name,
              code_list(c, "static const lp_component_kind *const kinds[] = {", kinds.bytes, "};"));
    text_fini(&kinds);
    uint32_t channels = write_channels(c);
    code_line(c,
              "const lp_system %s_system = {\n    .name = \"%s\",\n    .version = "
              "UINT64_C(0x%016" PRIx64 "),\n    .spec = \"%s\",",
              name, name, code_version(c), code_spec(c));
    code_line(c,
              "    .kinds = kinds,\n    .kind_count = %u,\n    .channels = channels,\n    "
              ".channel_count = %u,",
              count, channels);
    code_line(c,
              "    .messages = message_names,\n    .message_count = %u,\n    .message_size = "
              "sizeof(message),\n    .decode = decode,\n    .show = show,\n};",
              c->m->message_count);
}

static bool is_file_function(const method *f)
{
    return !f->is_let;
}

static void write_source(coder *c, text *code)
{
    c->out = code;
    c->indent = 0;
    write_sends(c);
    write_decode(c);
    if (c->s->supply_count) {
        code_line(c, "const char *const supply_names[] = {\n    \"none\",");
        for (uint32_t i = 0; i < c->s->supply_count; i++)
            code_line(c, "    \"%s\",", c->s->supplies[i].name);
        code_line(c, "};\n");
    }
    code_object(c);
    write_table(c);
}

static void declare_function(coder *c, const method *f)
{
    bool set = f->is_constant && !f->param_count && f->result.kind == TYPE_MASK;
    if (set)
        code_line(c, "// %s  let %s\nbool in_%s(%s item);", code_comment(c, f->at), f->name,
                  f->name, code_type(c, f->result.parts[0], f->at));
    if (set && !f->marks)
        return;
    text params = {0};
    for (uint32_t i = 0; i < f->param_count; i += type_width(variable_type(&f->locals[i])))
        text_add(&params, "%s%s", i ? ", " : "", code_type(c, variable_type(&f->locals[i]), f->at));
    code_line(c, "// %s\n%s %s(%s);\n", code_comment(c, f->at), code_type(c, f->result, f->at),
              code_function_name(c, f->name), params.length ? params.bytes : "void");
    text_fini(&params);
}

// What the header declares has different names.
static void check_names(coder *c)
{
    const char *names[CODE_TYPES + 2 * MODEL_MAX_NAMES + MODEL_MAX_FUNCTIONS];
    uint32_t at[sizeof names / sizeof *names], count = 0;
    names[count] = "message";
    at[count++] = 0;
    for (uint32_t i = 0; i < c->type_count; i++) {
        names[count] = c->types[i].name;
        at[count++] = c->types[i].at;
    }
    for (uint32_t i = 0; i < c->s->part_count; i++) {
        names[count] = c->s->parts[i].part->name;
        at[count++] = c->s->parts[i].u->at;
    }
    for (uint32_t i = 0; i < c->s->function_count; i++)
        if (is_file_function(c->s->functions[i])) {
            names[count] = c->s->functions[i]->name;
            at[count++] = c->s->functions[i]->at;
        }
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < i; k++)
            if (strcmp(names[i], names[k]) == 0)
                code_fails(c, at[i], "choose another name", "%s is something else in C, too",
                           names[i]);
}

void code_system(coder *c, text *code, text *header)
{
    const char *name = c->s->system->name;
    text functions = {0}, rest = {0}, later = {0}, types = {0};
    c->part = NULL;
    for (uint32_t i = 0; i < c->s->function_count; i++)
        if (is_file_function(c->s->functions[i]))
            code_function(c, c->s->functions[i], &functions);
    write_source(c, &rest);
    c->out = &later; // names types, too
    write_addresses(c);
    for (uint32_t i = 0; i < c->s->function_count; i++)
        if (is_file_function(c->s->functions[i]))
            declare_function(c, c->s->functions[i]);
    write_message_type(c);
    for (uint32_t i = 0; i < c->m->message_count; i++)
        code_line(c, "%s;", send_head(c, &c->m->messages[i]));
    c->out = &types; // when all that they need is known
    code_type_functions(c);
    text_add(code,
             "// From %s: types, messages and the table of the system %s.\n\n#include "
             "\"%s.h\"\n\n",
             c->m->source.file, name, name);
    for (uint32_t i = 0; i < c->s->part_count; i++)
        text_add(code, "#include \"%s.h\"\n", c->s->parts[i].part->name);
    text_add(code, "\n%s%s%s", types.bytes ? types.bytes : "",
             functions.bytes ? functions.bytes : "", rest.bytes);
    text_fini(&types);
    text_add(header,
             "// From %s: types, messages and the table of the system %s.\n\n#ifndef "
             "%s_SYSTEM_H\n#define %s_SYSTEM_H\n\n#include <linchpin/node.h>\n\n",
             c->m->source.file, name, code_upper(c, name), code_upper(c, name));
    check_names(c);
    c->out = header;
    write_supplies(c);
    code_type_declarations(c);
    write_small(c);
    text_add(header, "%s\n", later.bytes);
    if (c->s->object)
        text_add(header, "extern const lp_machine_type %s_object; // what machines are\n", name);
    text_add(header, "extern const lp_system %s_system;\n\n#endif\n", name);
    text_fini(&functions);
    text_fini(&rest);
    text_fini(&later);
}
