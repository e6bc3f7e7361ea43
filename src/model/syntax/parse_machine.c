// SPDX-License-Identifier: MIT
// machine<op> and answer<op>: see type_use.

#include "model/syntax/parser.h"

#include <string.h>

// machine<op>, answer<op>: elsewhere these are names as others are.
bool machine_ahead(const parser *p, const token *t)
{
    return (token_is(p->s, t, "machine") || token_is(p->s, t, "answer")) &&
           token_is(p->s, &t[1], "<") && t[2].kind == TOKEN_NAME && token_is(p->s, &t[3], ">");
}

// A place for each operation of the enum.
bool parse_machine(parser *p, type *out)
{
    type_use use = parser_at(p, "machine") ? USE_MACHINE : USE_ANSWER;
    uint32_t at = p->t->at;
    type of;
    p->t += 2;
    if (!parse_type(p, &of))
        return false;
    const enumeration *n = NULL;
    for (uint32_t i = 0; of.kind == TYPE_ENUM && of.name && i < p->m->enum_count; i++)
        if (strcmp(p->m->enums[i]->name, of.name) == 0)
            n = p->m->enums[i];
    if (!n || of.ranged || of.optional)
        return source_error(p->s, p->e, of.at, "for example, above: enum op { x1, x2, ... }",
                            "%s is of an enum, whose names are operations",
                            use == USE_MACHINE ? "a machine" : "an answer");
    if (n->item_count < 2 || n->item_count > MODEL_MAX_PARTS)
        return source_error(p->s, p->e, of.at, NULL, "%s has 2 to %d operations",
                            use == USE_MACHINE ? "a machine" : "an answer", MODEL_MAX_PARTS);
    *out = (type){.kind = TYPE_TUPLE, .use = use, .at = at, .part_count = n->item_count};
    out->parts = model_allocate(p->m, MODEL_MAX_PARTS * sizeof *out->parts);
    for (uint32_t i = 0; i < out->part_count; i++) {
        out->parts[i] = of;
        out->parts[i].optional = true;
    }
    return parser_expect(p, ">", "after the type of the operations");
}
