// SPDX-License-Identifier: MIT
// See region_names.h.

#include "explore/show/region_names.h"

#include "explore/runtime/arena.h"
#include "explore/runtime/fiber.h"
#include "explore/runtime/tls.h"
#include "explore/show/source_lines.h"

enum { NULL_PAGE = 4096 };

// "node.next of thread 0"
static void print_thread_local(const fiber *owner, const void *address, size_t size, text *out)
{
    uint64_t base;
    size_t offset;
    if (!tls_place(owner, address, &base, &offset))
        text_add(out, "errno");
    else if (!source_thread_local(base, offset, size, out))
        text_add(out, "thread-local+%zu", offset);
    text_add(out, " of thread %u", thread_number(owner));
}

void region_print(const void *address, text *out)
{
    region_print_bytes(address, 0, out);
}

void region_print_bytes(const void *address, size_t size, text *out)
{
    if (!address) {
        text_add(out, "NULL");
        return;
    }
    if ((uintptr_t)address < NULL_PAGE) {
        text_add(out, "NULL+%zu", (size_t)(uintptr_t)address);
        return;
    }
    if (arenas_own(address)) {
        arena_print(address, out);
        return;
    }
    fiber *owner = fiber_of_stack(address, NULL);
    if (owner) {
        text_add(out, "stack of %u-%zu", thread_number(owner),
                 (size_t)(owner->stack_high - (const char *)address));
        return;
    }
    owner = fiber_of_tls(address);
    if (owner) {
        print_thread_local(owner, address, size, out);
        return;
    }
    if (!source_symbol(address, size, out))
        text_add(out, "%p", address);
}
