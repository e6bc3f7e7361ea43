// SPDX-License-Identifier: MIT
// For the tests of parts of the runner: what those parts refer to and the tests do not come to,
// or need no more of than this. Weak: where the real one is linked, or a test has its own, that
// is taken.

#include "explore/interpose/foreign.h"
#include "explore/runtime/arena.h"
#include "explore/runtime/execution_observer.h"
#include "explore/runtime/fiber.h"
#include "explore/runtime/interposed.h"
#include "explore/runtime/lost_thread.h"
#include "explore/runtime/region.h"
#include "explore/search/strategy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define WEAK __attribute__((weak))

WEAK configuration config;
WEAK execution_state rt;
WEAK knowledge learnt;
WEAK execution_result ended;

WEAK size_t arena_block_room(const void *block)
{
    (void)block;
    return 0;
}

WEAK fiber *fiber_of_stack(const void *address, bool *guard)
{
    (void)address;
    (void)guard;
    return NULL;
}

WEAK void foreign_footprint(const pending *p)
{
    (void)p;
}

WEAK bool region_data_offset(const void *address, uint32_t *module, uint64_t *offset)
{
    (void)address;
    *module = 0;
    *offset = 0;
    return false;
}

WEAK const void *region_data_at(uint32_t module, uint64_t offset)
{
    (void)module;
    (void)offset;
    return NULL;
}

WEAK void schedule_add(schedule *s, uint16_t step)
{
    (void)s;
    (void)step;
}

WEAK void schedule_add_promoted(schedule *s, uint64_t address)
{
    (void)s;
    (void)address;
}

WEAK uint32_t strategy_differs(void)
{
    fail_msg("an execution differs from the one before it");
    return DECIDE_STOP;
}

WEAK _Noreturn void execution_end(end_kind why, const void *pc, const char *format, ...)
{
    (void)why;
    (void)pc;
    fail_msg("an execution was ended: %s", format);
    abort();
}

WEAK bool lost_own_code(const void *pc)
{
    (void)pc;
    return false;
}

WEAK void lost_note(const ucontext_t *at)
{
    (void)at;
}

WEAK void stack_note(const ucontext_t *at)
{
    (void)at;
}

WEAK void stack_forget(void)
{
}
