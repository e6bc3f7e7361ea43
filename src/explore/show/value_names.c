// SPDX-License-Identifier: MIT
// See value_names.h.

#include "explore/show/value_names.h"

#include "explore/runtime/arena.h"
#include "explore/runtime/region.h"
#include "explore/show/names_seen.h"
#include "explore/show/region_names.h"

#include <string.h>

// May a pointer to it carry marks in its lowest bits? Letters may lie at any address.
static bool is_marked(const void *address)
{
    if (arenas_own(address) && arena_block_size(address) > 0)
        return true;
    return source_has_word(address) || (arenas_own(address) && seen_as_word(address));
}

// Is there something of the user's?
static bool is_object(const void *address)
{
    size_t size;
    uint32_t module;
    uint64_t offset;
    if (arenas_own(address))
        return arena_block(address, &size) != NULL;
    return region_data_offset(address, &module, &offset) && offset >= sizeof(void *);
}

// A pointer whose unused bits carry something: low ones are marks, the upper sixteen
// usually count.
typedef struct tagged {
    const void *pointer;
    uint64_t low, high;
} tagged;

static tagged untag(uint64_t v)
{
    enum { HIGH = 48, LOW = 3 };
    uint64_t all = v & (((uint64_t)1 << HIGH) - 1);
    tagged t = {.low = v & LOW, .high = v >> HIGH};
    t.pointer = (const void *)(uintptr_t)(all - t.low);
    if (t.low && !((uintptr_t)t.pointer % sizeof(void *) == 0 && is_marked(t.pointer))) {
        t.low = 0;
        t.pointer = (const void *)(uintptr_t)all;
    }
    return t;
}

static bool show_tagged(uint64_t v, text *out)
{
    const tagged t = untag(v);
    if ((!t.high && !t.low) || !is_object(t.pointer))
        return false;
    region_print(t.pointer, out);
    if (t.low)
        text_add(out, " | tag %llu", (unsigned long long)t.low);
    if (t.high)
        text_add(out, " | tag %llu << 48", (unsigned long long)t.high);
    return true;
}

const void *show_target(const void *bytes, size_t size)
{
    uint64_t word;
    if (size != sizeof word && size != 2 * sizeof word)
        return NULL;
    memcpy(&word, bytes, sizeof word);
    const tagged t = untag(word);
    return is_object(t.pointer) ? t.pointer : NULL;
}

static void show_word(uint64_t v, size_t size, text *out)
{
    int64_t s = size == 1   ? (int8_t)v
                : size == 2 ? (int16_t)v
                : size == 4 ? (int32_t)v
                            : (int64_t)v;
    if (size == 8 && show_tagged(v, out))
        return;
    if (size == 8 && v > 65536 && s > 0) {
        size_t before = out->length;
        region_print((const void *)(uintptr_t)v, out);
        if (strncmp(out->bytes + before, "0x", 2) != 0)
            return;
        text_cut(out, before);
    }
    if (s > -1000000 && s < 1000000)
        text_add(out, "%lld", (long long)s);
    else if (size == 4)
        text_add(out, "0x%x", (unsigned)v);
    else
        text_add(out, "0x%llx", (unsigned long long)v);
}

void show_value(const void *bytes, size_t size, text *out)
{
    uint64_t words[2] = {0};
    if (size > sizeof words || (size > 8 && size < sizeof words)) {
        text_add(out, "(%zu bytes)", size);
        return;
    }
    memcpy(words, bytes, size);
    if (size <= 8) {
        show_word(words[0], size, out);
        return;
    }
    text_add(out, "(");
    show_word(words[0], 8, out);
    text_add(out, ", ");
    show_word(words[1], 8, out);
    text_add(out, ")");
}

static source_use use_of(const pending *p)
{
    switch (p->kind) {
    case OP_READ:
        return USE_READ;
    case OP_WRITE:
        return USE_WRITE;
    case OP_LOAD:
    case OP_STORE:
    case OP_UPDATE:
        return USE_ATOMIC;
    default:
        return USE_OBJECT;
    }
}

// "q->tail [main#1]": how the source calls it, and in which block it is; where the name
// does not tell which byte, "c->seq [main#1.cells[2].seq]", or "[main#1+32]" if the block
// has no type. Without a name from the source the type alone may tell: "main#1.tail".
static void show_in_block(const pending *p, const source_stack *s, text *out)
{
    size_t size;
    const void *block = arena_block(p->address, &size);
    size_t offset = block ? (size_t)((const char *)p->address - (const char *)block) : 0;
    text member = {0};
    bool known = block && source_member(block, size, offset, p->size, &member) && member.length;
    bool exact = false;
    bool named = block && s &&
                 source_stack_name(s,
                                   &(source_access){.address = p->address,
                                                    .size = p->size,
                                                    .use = use_of(p),
                                                    .block = block,
                                                    .member = known ? member.bytes : NULL},
                                   out, &exact);
    text_add(out, named ? " [" : "");
    region_print(block && (known || exact) ? block : p->address, out);
    if (known && !exact)
        text_add(out, "%s", member.bytes);
    text_add(out, named ? "]" : "");
    text_fini(&member);
}

static void show_elsewhere(const pending *p, const source_stack *s, text *out)
{
    bool exact,
        named = !region_of_module(p->address) && s && p->kind != OP_FREE &&
                source_stack_name(s, &(source_access){p->address, p->size, use_of(p), NULL, NULL},
                                  out, &exact);
    text_add(out, named ? " [" : "");
    region_print_bytes(p->address, p->size, out);
    text_add(out, named ? "]" : "");
}

void show_place(const pending *p, const source_stack *s, text *out)
{
    size_t before = out->length;
    if (p->size && arenas_own(p->address))
        seen_access(p->address, p->size);
    if (arenas_own(p->address) && p->kind != OP_FREE)
        show_in_block(p, s, out);
    else
        show_elsewhere(p, s, out);
    if (!p->address || seen_name(out->bytes + before, p->address))
        return;
    text_add(out, " at ");
    if (arenas_own(p->address))
        arena_print(p->address, out);
    else
        text_add(out, "%p", p->address);
}
