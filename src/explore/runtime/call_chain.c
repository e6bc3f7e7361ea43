// SPDX-License-Identifier: MIT
// See call_chain.h.

#include "explore/runtime/call_chain.h"

#include "explore/runtime/region.h"

#include <unwind.h>

typedef struct walk {
    chain *into;
    chain_frame *last; // whose frame begins where the next one's stack pointer is
} walk;

static _Unwind_Reason_Code visit(struct _Unwind_Context *context, void *argument)
{
    static const uint8_t preserved[] = {3, 6, 12, 13, 14, 15}; // rbx, rbp, r12 to r15
    enum { STACK_POINTER = 7 };
    walk *w = argument;
    const void *pc = (const void *)_Unwind_GetIP(context);
    bool users = region_of_module(pc) && !region_of_system(pc);
    if (w->last)
        w->last->cfa = _Unwind_GetCFA(context);
    if (!users && !w->last)
        return _URC_NO_REASON; // the hook and what it called
    if (!users || w->into->count == CHAIN_MAX)
        return _URC_END_OF_STACK;
    chain_frame *f = &w->into->frames[w->into->count++];
    *f = (chain_frame){.pc = pc};
    for (uint32_t i = 0; i < sizeof preserved; i++) {
        f->registers[preserved[i]] = _Unwind_GetGR(context, preserved[i]);
        f->known |= 1u << preserved[i];
    }
    f->registers[STACK_POINTER] = _Unwind_GetCFA(context);
    f->known |= 1u << STACK_POINTER;
    w->last = f;
    return _URC_NO_REASON;
}

void chain_capture(chain *c)
{
    walk w = {.into = c};
    c->count = 0;
    _Unwind_Backtrace(visit, &w);
}
