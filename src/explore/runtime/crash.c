// SPDX-License-Identifier: MIT
// See crash.h. The handlers run on a stack of their own and leave it by
// switching to the scheduler, which never resumes the fiber.

#include "explore/runtime/crash.h"

#include "explore/runtime/fiber.h"
#include "explore/runtime/hook_scope.h"
#include "explore/runtime/lost_thread.h"
#include "explore/runtime/region.h"
#include "explore/runtime/schedule.h"
#include "explore/runtime/watchdog.h"

#include <signal.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

static char signal_stack[64 << 10];

static void on_crash(int number, siginfo_t *info, void *context)
{
    const ucontext_t *at = context;
    // The pc points at the instruction, where hooks have one behind it.
    const void *pc = (const char *)(uintptr_t)at->uc_mcontext.gregs[REG_RIP] + 1;
    bool guard = false, hook = !rt.in_user;
    bool on_fiber = fiber_of_stack((const void *)(uintptr_t)at->uc_mcontext.gregs[REG_RSP], NULL);
    static bool before; // an execution has ended so, and may have destroyed more
    if (hook && !on_fiber) {
        if (before)
            watchdog_give_up();
        signal(number, SIG_DFL);
        raise(number);
        return;
    }
    const void *announced = number == SIGSEGV ? region_wild_pc(info->si_addr) : NULL;
    if (rt.probe_pc || announced)
        pc = rt.probe_pc ? rt.probe_pc : announced;
    rt.probe_pc = NULL;
    side_runner();
    before = true;
    lost_note(at);
    if (ended.lost)
        watchdog_expect_end(true);
    ended.signal = number;
    if (number == SIGSEGV && fiber_of_stack(info->si_addr, &guard) && guard)
        execution_end(END_UNKNOWN, pc, "a thread needs more stack than explore's %d kB",
                      FIBER_STACK >> 10);
    if (hook) // it was the object's call, but the fault may be linchpin's
        execution_end(END_UNKNOWN, rt.current->s.next.pc,
                      "crashed in a function of linchpin's that the object called (address %p, "
                      "signal %d)",
                      info->si_addr, number);
    if (number == SIGSEGV && (uintptr_t)info->si_addr < 4096)
        execution_break(LP_VIOLATION_NULL, pc, "crashed: null pointer dereference");
    if (number == SIGSEGV || number == SIGBUS)
        execution_break(LP_VIOLATION_CRASH, pc, "crashed: invalid memory access at %p (signal %d)",
                        info->si_addr, number);
    execution_break(LP_VIOLATION_CRASH, pc, "crashed: %s", strsignal(number));
}

bool crash_init(error *e)
{
    stack_t stack = {.ss_sp = signal_stack, .ss_size = sizeof signal_stack};
    if (sigaltstack(&stack, NULL))
        return error_set(e, "no stack for signals");
    struct sigaction action = {.sa_sigaction = on_crash,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaction(numbers[i], &action, NULL);
    return true;
}
