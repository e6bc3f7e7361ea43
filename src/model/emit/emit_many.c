// SPDX-License-Identifier: MIT
// Operations of seq, set and map as C. A collection is an array of cells: how many
// items there are, then the items, each of `width` cells, of which the first `keys`
// are compared; see variable_cells.

#include "model/emit/emitted.h"
#include "model/emit/emitter.h"

#include <assert.h>

static const char helpers[] =
    "\n// A claim looks at a channel.\n"
    "static inline void look(struct run *r, const void *cells, const int32_t *at, int before)\n{\n"
    "    if (r->looked)\n        r->looked[at - (const int32_t *)cells] |= before ? 2 : 1;\n}\n"
    "\nstatic inline int insert(struct run *r, int32_t *c, int32_t width, int32_t at,\n"
    "                         const int32_t *item, uint32_t where)\n{\n"
    "    if (c[0] == ITEMS)\n        return fail(r, FULL, where);\n"
    "    for (int32_t i = c[0] * width; i > at * width; i--)\n        c[i + width] = c[i];\n"
    "    for (int32_t i = 0; i < width; i++)\n        c[1 + at * width + i] = item[i];\n"
    "    c[0]++;\n    return 1;\n}\n"
    "\n// Takes the item out, to `item` if that is wanted.\n"
    "static inline void extract(int32_t *c, int32_t width, int32_t at, int32_t *item)\n{\n"
    "    for (int32_t i = 0; item && i < width; i++)\n        item[i] = c[1 + at * width + i];\n"
    "    c[0]--;\n"
    "    for (int32_t i = 1 + at * width; i <= c[0] * width; i++)\n        c[i] = c[i + width];\n"
    "    for (int32_t i = 0; i < width; i++)\n        c[1 + c[0] * width + i] = 0;\n}\n"
    "\nstatic inline int filled(struct run *r, const int32_t *c, uint32_t where)\n{\n"
    "    return c[0] ? 1 : fail(r, NOTHING_THERE, where);\n}\n"
    "\n// Where the key is, or would be.\n"
    "static inline int find(const int32_t *c, int32_t width, int32_t keys, const int32_t *key,\n"
    "                       int32_t *at)\n{\n"
    "    for (*at = 0; *at < c[0]; ++*at) {\n"
    "        const int32_t *item = c + 1 + *at * width;\n        int32_t k = 0;\n"
    "        while (k < keys && item[k] == key[k])\n            k++;\n"
    "        if (k == keys || item[k] > key[k])\n            return k == keys;\n    }\n"
    "    return 0;\n}\n"
    "\n// The first item of a seq that is equal.\n"
    "static inline int seek(const int32_t *c, int32_t width, const int32_t *item, int32_t *at)\n{\n"
    "    for (*at = 0; *at < c[0]; ++*at) {\n        int32_t k = 0;\n"
    "        while (k < width && c[1 + *at * width + k] == item[k])\n            k++;\n"
    "        if (k == width)\n            return 1;\n    }\n    return 0;\n}\n"
    "\nstatic inline int holds(const int32_t *c, int32_t width, const int32_t *item)\n{\n"
    "    int32_t at;\n    return seek(c, width, item, &at);\n}\n"
    "\nstatic inline int has(const int32_t *c, int32_t width, int32_t keys, const int32_t "
    "*key)\n{\n"
    "    int32_t at;\n    return find(c, width, keys, key, &at);\n}\n"
    "\nstatic inline int32_t get(const int32_t *c, int32_t width, int32_t keys, const int32_t "
    "*key,\n"
    "                          int32_t missing)\n{\n"
    "    int32_t at;\n"
    "    return find(c, width, keys, key, &at) ? c[1 + at * width + keys] : missing;\n}\n"
    "\nstatic inline int32_t item_or_0(struct run *r, const int32_t *c, int32_t width, int front,\n"
    "                                uint32_t where)\n{\n"
    "    return filled(r, c, where) ? c[1 + (front ? 0 : c[0] - 1) * width] : 0;\n}\n";

void emit_collections(emitter *e)
{
    if (program_collects(e->p))
        text_add(e->out, "%s", helpers);
}

typedef struct shape {
    uint32_t width, keys;
    const char *missing; // what get gives where there is no such key
} shape;

static shape shape_of(type t)
{
    bool pointers = t.kind == TYPE_MAP && t.parts[1].kind == TYPE_POINTER;
    return (shape){item_cells(t), type_width(t.parts[0]), pointers ? "0" : "NONE"};
}

static void emit_keyed(emitter *e, const instr *i, shape s)
{
    text *out = e->out;
    bool adds = i->seq == SET_ADD || i->seq == MAP_PUT;
    bool removes = i->seq == SET_REMOVE || i->seq == MAP_REMOVE;
    if (i->seq == MAP_GET) {
        text_add(out, "            got[0] = get(c, %u, %u, item, %s);\n", s.width, s.keys,
                 s.missing);
        return;
    }
    text_add(out, "            int32_t at, found = find(c, %u, %u, item, &at);\n", s.width, s.keys);
    if (i->seq == MAP_PUT)
        text_add(out, "            if (found)\n                c[1 + at * %u + %u] = item[%u];\n",
                 s.width, s.keys, s.keys);
    if (adds)
        text_add(out,
                 "            if (!found && !insert(r, c, %u, at, item, %u))\n"
                 "                return;\n",
                 s.width, i->at);
    if (removes)
        text_add(out, "            if (found)\n                extract(c, %u, at, 0);\n", s.width);
    text_add(out, "            got[0] = %sfound;\n", i->seq == SET_ADD ? "!" : "");
}

// What takes an item from one of the ends, or looks at it; or at any item.
static void emit_end(emitter *e, const instr *i, shape s)
{
    bool front = i->seq == SEQ_FRONT || i->seq == SEQ_POP_FRONT;
    text_add(e->out,
             "            if (!filled(r, c, %u))\n                return;\n"
             "            int32_t at = ",
             i->at);
    if (i->seq == MANY_CHOOSE || i->seq == SEQ_TAKE)
        text_add(e->out, "(int32_t)choose(r, (uint32_t)c[0], %u)", i->at);
    else
        text_add(e->out, front ? "0" : "c[0] - 1");
    text_add(e->out, ";\n");
    if (i->seq == SEQ_POP || i->seq == SEQ_POP_FRONT || i->seq == SEQ_TAKE)
        text_add(e->out, "            extract(c, %u, at, got);\n", s.width);
    else
        text_add(e->out,
                 "            for (int32_t i = 0; i < %u; i++)\n"
                 "                got[i] = c[1 + at * %u + i];\n",
                 i->width, s.width);
}

static void emit_operation(emitter *e, const instr *i)
{
    shape s = shape_of(i->limit);
    switch (i->seq) {
    case SEQ_PUSH:
    case SEQ_PUSH_FRONT:
        text_add(e->out,
                 "            if (!insert(r, c, %u, %s, item, %u))\n                return;\n",
                 s.width, i->seq == SEQ_PUSH ? "c[0]" : "0", i->at);
        break;
    case SEQ_INSERT:
        text_add(e->out,
                 "            int32_t at;\n            find(c, %u, %u, item, &at);\n"
                 "            if (!insert(r, c, %u, at, item, %u))\n                return;\n",
                 s.width, s.width, s.width, i->at);
        break;
    case SEQ_POP:
    case SEQ_POP_FRONT:
    case SEQ_FRONT:
    case SEQ_BACK:
    case MANY_CHOOSE:
    case SEQ_TAKE:
        emit_end(e, i, s);
        break;
    case SEQ_HAS:
    case SEQ_REMOVE:
        text_add(e->out, "            int32_t at;\n            got[0] = seek(c, %u, item, &at);\n",
                 s.width);
        if (i->seq == SEQ_REMOVE)
            text_add(e->out, "            if (got[0])\n                extract(c, %u, at, 0);\n",
                     s.width);
        break;
    case SEQ_EMPTY:
        text_add(e->out, "            got[0] = c[0] == 0;\n");
        break;
    case SEQ_LEN:
        text_add(e->out, "            got[0] = c[0];\n");
        break;
    case MANY_CLEAR:
        text_add(e->out,
                 "            while (c[0] > 0)\n                extract(c, %u, c[0] - 1, 0);\n",
                 s.width);
        break;
    default:
        emit_keyed(e, i, s);
        break;
    }
}

// No component sees a channel: what looks at one, other than to send or receive, is a claim.
static void emit_look(emitter *e, const instr *i)
{
    static_assert(LOOKED_AFTER == 1 && LOOKED_BEFORE == 2, "it is written in `look`");
    bool messages = i->limit.kind == TYPE_SEQ && i->limit.parts[0].kind == TYPE_MESSAGE;
    if (messages && (e->is_function || i->claims))
        text_add(e->out, "            look(r, %s, c, %s);\n", i->place.before ? "&before" : "s",
                 e->is_function    ? "r->side"
                 : i->place.before ? "1"
                                   : "0");
}

void emit_many(emitter *e, const instr *i)
{
    text_add(e->out, "        {\n            int32_t *c = ");
    emit_place(e, &i->place);
    text_add(e->out, ", got[%u] = {0};\n", i->width);
    emit_look(e, i);
    emit_read(e, i);
    for (uint32_t k = 0; k < i->item_count; k++) {
        text_add(e->out, k ? ", " : "            int32_t item[] = {");
        emit_expr(e, i->items[k]);
    }
    if (i->item_count)
        text_add(e->out, "};\n            if (r->problem)\n                return;\n");
    emit_operation(e, i);
    for (uint32_t k = 0; k < i->width; k++) {
        text_add(e->out, "            ");
        emit_slot(e, (slot){i->to.kind, i->to.index + k});
        text_add(e->out, " = got[%u];\n", k);
    }
    text_add(e->out, "        }\n");
}

void emit_asked(emitter *e, const expr *x)
{
    shape s = shape_of(x->a->type);
    bool keyed = x->item_count > 0;
    switch (x->seq) {
    case SEQ_EMPTY:
    case SEQ_LEN:
        text_add(e->out, "(");
        emit_whole(e, x->a);
        text_add(e->out, x->seq == SEQ_LEN ? "[0])" : "[0] == 0)");
        return;
    case SEQ_FRONT:
    case SEQ_BACK:
        text_add(e->out, "item_or_0(r, ");
        break;
    default:
        text_add(e->out, x->seq == MAP_GET ? "get(" : x->seq == SEQ_HAS ? "holds(" : "has(");
        break;
    }
    emit_whole(e, x->a);
    text_add(e->out, ", %u, ", s.width);
    if (!keyed) {
        text_add(e->out, "%d, %u)", x->seq == SEQ_FRONT, x->at);
        return;
    }
    if (x->seq != SEQ_HAS)
        text_add(e->out, "%u, ", s.keys);
    text_add(e->out, "(const int32_t[]){");
    emit_whole(e, x->items[0]);
    text_add(e->out, x->seq == MAP_GET ? "}, %s)" : "})", s.missing);
}
