// SPDX-License-Identifier: MIT
// See foreign_jump.h. Runs within the step that the call is, on the user's stack. glibc keeps the
// stack pointer in the buffer, turned and xored with a secret that all threads share.

#include "explore/interpose/foreign_jump.h"

#include "explore/runtime/fiber.h"
#include "explore/runtime/hook_scope.h"
#include "explore/runtime/schedule.h"

#include <setjmp.h>
#include <stdint.h>
#include <string.h>

enum { SAVED_STACK = 6, SAVED_PC = 7 };

static const char *saved_stack(const struct __jmp_buf_tag *from)
{
    uint64_t value = (uint64_t)from->__jmpbuf[SAVED_STACK];
    __asm__("ror $17, %0\n\txor %%fs:0x30, %0" : "+r"(value) : : "cc");
    return (const char *)(uintptr_t)value;
}

// A stack that is no thread's is one that the object switches to itself.
static void check(const struct __jmp_buf_tag *from, const char *here, const void *pc)
{
    if (!from->__jmpbuf[SAVED_STACK] && !from->__jmpbuf[SAVED_PC])
        execution_break(LP_VIOLATION_MISUSE, pc,
                        "longjmp with a buffer that setjmp has not filled");
    const char *to = saved_stack(from);
    const fiber *owner = fiber_of_stack(to, NULL);
    if (owner && owner != rt.current)
        execution_break(LP_VIOLATION_MISUSE, pc, "longjmp with a buffer that thread %u has filled",
                        thread_number(owner));
    if (owner && fiber_of_stack(here, NULL) == owner && to < here)
        execution_break(LP_VIOLATION_MISUSE, pc, "longjmp into a function that has returned");
    fiber_state *s = &rt.current->s;
    if ((const char *)s->foreign_slot < to)
        s->foreign_slot = NULL;
}

static void jump(struct __jmp_buf_tag *from, int value)
{
    {
        HOOK_SCOPE;
        check(from, __builtin_frame_address(0), CALLER);
    }
    longjmp(from, value);
}

void *foreign_jump(const char *name)
{
    static const char *const all[] = {"longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!strcmp(name, all[i]))
            return (void *)jump;
    return NULL;
}
