// SPDX-License-Identifier: MIT
// Machines, where an object was given: lp_machine of the runtime, which knows the spec.

#include "compile/coder.h"

#include <string.h>

const char *code_spec(const coder *c)
{
    const component_system *s = c->s;
    return s->object ? s->object->spec->name : s->claims ? s->claims->refines : "";
}

static uint64_t hash_more(uint64_t h, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        h = (h ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3); // FNV-1a
    return h;
}

// Of the model, and of the object that it is run as.
uint64_t code_version(const coder *c)
{
    const component_system *s = c->s;
    const source *from = &s->m->source;
    const char *object = s->object ? s->object->spec->name : "";
    return hash_more(hash_more(UINT64_C(0xcbf29ce484222325), from->bytes, from->length), object,
                     strlen(object));
}

// What its machines are.
void code_object(coder *c)
{
    if (!c->s->object)
        return;
    text methods = {0};
    uint32_t first = 0;
    while (c->s->supplies[first].of != c->s->operations)
        first++;
    for (uint32_t i = 0; i < c->s->object->count; i++)
        text_add(&methods, "%s\"%s\"", i ? ", " : "", c->s->object->methods[i].name);
    code_line(c, "%s", code_list(c, "static const char *const methods[] = {", methods.bytes, "};"));
    code_line(c,
              "const lp_machine_type %s_object = {\n    .spec = \"%s\",\n    .methods = methods,",
              c->s->system->name, code_spec(c));
    code_line(c, "    .first = supply_%s,\n    .count = %u,\n};\n", c->s->supplies[first].name,
              c->s->object->count);
    text_fini(&methods);
}

piece code_machine(coder *c, const expr *x)
{
    type operation = x->a->type.parts[0];
    operation.optional = false;
    return (piece){code_format(c, "lp_machine_%s(&%s, %s)", x->name, code_raw(c, x->a).text,
                               code_argument(c, x->items[0], operation)),
                   LEVEL_WORD};
}
