// SPDX-License-Identifier: MIT
// Notes of crashes: see crash_note.h.

#include "harness/stress/crash_note.h"

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

enum { HANDLER_STACK = 65536 };

static const recorder *note;
static pid_t owner;
static _Thread_local int32_t own_lane = -1;

static void on_crash(int signal, siginfo_t *info, void *context)
{
    (void)context;
    int32_t none = -1;
    const char *start = (const char *)note->shared, *at = info->si_addr;
    if (getpid() == owner)
        atomic_compare_exchange_strong(&note->shared->crash_lane, &none, own_lane);
    else if (signal == SIGSEGV && at >= start && at < start + note->bytes)
        atomic_store(note->strayed, 1);
    raise(signal); // SA_RESETHAND: the default now
}

void crash_note_init(const recorder *r)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS};
    struct sigaction action = {.sa_sigaction = on_crash,
                               .sa_flags =
                                   (int)(SA_SIGINFO | SA_RESETHAND | SA_ONSTACK | SA_NODEFER)};
    note = r;
    owner = getpid();
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &action, NULL);
}

void crash_note_thread(int32_t lane)
{
    own_lane = lane;
    // A stack of its own: the crash may be that the thread's is full.
    stack_t stack = {.ss_size = HANDLER_STACK};
    stack.ss_sp = mmap(NULL, HANDLER_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                       0); // lives as long as the process
    if (stack.ss_sp != MAP_FAILED)
        sigaltstack(&stack, NULL);
}
