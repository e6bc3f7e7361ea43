// SPDX-License-Identifier: MIT
// See show.h.

#include "explore/show.h"

#include "explore/arena.h"
#include "explore/region.h"

#include <string.h>

// The start of a block, or a variable of the user's: what a tag would be put on.
static bool is_object(uint64_t v)
{
    const void *address = (const void *)(uintptr_t)v;
    uint32_t module;
    uint64_t offset;
    if (v % sizeof(void *))
        return false;
    if (arenas_own(address))
        return arena_block_size(address) > 0;
    text name = {0};
    bool begins = region_data_offset(address, &module, &offset) && offset >= sizeof(void *) &&
                  source_symbol(address, 0, &name) && !strchr(name.bytes, '+');
    text_fini(&name);
    return begins;
}

// A pointer whose unused bits carry something: low ones are marks, the upper sixteen
// usually count.
static bool show_tagged(uint64_t v, text *out)
{
    enum { HIGH = 48, LOW = 3 };
    uint64_t high = v >> HIGH, low = v & LOW;
    uint64_t pointer = (v & (((uint64_t)1 << HIGH) - 1)) - low;
    if ((!high && !low) || !is_object(pointer))
        return false;
    region_print((const void *)(uintptr_t)pointer, out);
    if (low)
        text_add(out, " | tag %llu", (unsigned long long)low);
    if (high)
        text_add(out, " | tag %llu << 48", (unsigned long long)high);
    return true;
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
        out->length = before;
        out->bytes[before] = '\0';
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

// "q->tail [main#1]": how the source calls it, and in which block it is; where the source
// does not tell which byte, "q->items[i] [main#1+8]". Without a name from the source, the
// block's type may tell: "main#1.tail".
static void show_in_block(const pending *p, const source_stack *s, text *out)
{
    size_t size, before = out->length;
    const void *block = arena_block(p->address, &size);
    size_t offset = block ? (size_t)((const char *)p->address - (const char *)block) : 0;
    text member = {0};
    bool known = block && source_member(block, size, offset, p->size, &member) && member.length;
    if (block && s &&
        source_stack_name(s, p->address, p->size, use_of(p), offset, known ? member.bytes : NULL,
                          out)) {
        bool plain = !strpbrk(out->bytes + before, "[*");
        text_add(out, " [");
        region_print(plain ? block : p->address, out);
        text_add(out, "]");
    } else if (known) {
        region_print(block, out);
        text_add(out, "%s", member.bytes);
    } else {
        region_print(p->address, out);
    }
    text_fini(&member);
}

void show_place(const pending *p, const source_stack *s, text *out)
{
    if (arenas_own(p->address) && p->kind != OP_FREE) {
        show_in_block(p, s, out);
        return;
    }
    bool elsewhere = !region_of_module(p->address);
    bool named = elsewhere && s && p->kind != OP_FREE &&
                 source_stack_name(s, p->address, p->size, use_of(p), SIZE_MAX, NULL, out);
    text_add(out, named ? " [" : "");
    region_print_bytes(p->address, p->size, out);
    text_add(out, named ? "]" : "");
}
