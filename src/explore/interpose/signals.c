// SPDX-License-Identifier: MIT
// Signals that a thread sends to itself. The handler is called as a function, where the
// thread is: its steps are steps like any others. The runner's own handlers stay as
// they are; which ones the object has set is kept here. A signal from elsewhere, at
// any moment, is not explored.

#include "explore/interpose/sync.h"
#include "explore/interpose/user_files.h"
#include "explore/runtime/execution_observer.h"
#include "explore/runtime/hook_scope.h"
#include "explore/runtime/interposed.h"
#include "explore/runtime/schedule.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { SIGNALS = 65 };

static struct sigaction actions[SIGNALS], loaded[SIGNALS];
static bool changed; // since the last reset

void signals_snapshot(void)
{
    memcpy(loaded, actions, sizeof actions);
}

void signals_reset(void)
{
    if (changed)
        memcpy(actions, loaded, sizeof actions);
    changed = false;
}

static bool known(int number)
{
    return number > 0 && number < SIGNALS;
}

static uint64_t bit_of(int number)
{
    return (uint64_t)1 << (number - 1);
}

static uint64_t bits_of(const sigset_t *set)
{
    uint64_t bits;
    memcpy(&bits, set, sizeof bits);
    return bits;
}

static bool is_ignored(int number)
{
    static const int quiet[] = {SIGCHLD, SIGURG, SIGWINCH, SIGCONT};
    if (actions[number].sa_handler == SIG_IGN)
        return true;
    for (size_t i = 0; i < sizeof quiet / sizeof *quiet; i++)
        if (quiet[i] == number)
            return actions[number].sa_handler == SIG_DFL;
    return false;
}

static void handle(int number, const void *pc)
{
    fiber_state *s = &rt.current->s;
    struct sigaction a = actions[number];
    if (is_ignored(number))
        return;
    if (number == SIGSTOP || number == SIGTSTP || number == SIGTTIN || number == SIGTTOU)
        unsupported("raise with a signal that stops the process", pc);
    if (a.sa_handler == SIG_DFL)
        execution_break(LP_VIOLATION_CRASH, pc, "crashed: killed by SIG%s",
                        sigabbrev_np(number) ? sigabbrev_np(number) : "?");
    uint64_t before = s->blocked;
    bool defers = !((unsigned)a.sa_flags & SA_NODEFER);
    s->blocked |= bits_of(&a.sa_mask) | (defers ? bit_of(number) : 0);
    if ((unsigned)a.sa_flags & SA_RESETHAND)
        changed = true, actions[number].sa_handler = SIG_DFL;
    siginfo_t info = {.si_signo = number, .si_code = SI_TKILL, .si_pid = getpid()};
    {
        USER_SCOPE;
        if (a.sa_flags & SA_SIGINFO)
            a.sa_sigaction(number, &info, NULL);
        else
            a.sa_handler(number);
    }
    s->blocked = before;
}

// Those that came while they were blocked, and are not any more.
static void handle_pending(const void *pc)
{
    fiber_state *s = &rt.current->s;
    for (int n = 1; n < SIGNALS; n++)
        if (s->raised & ~s->blocked & bit_of(n)) {
            s->raised &= ~bit_of(n);
            handle(n, pc);
        }
}

static int send_self(int number, const void *pc)
{
    if (!known(number)) {
        errno = EINVAL;
        return -1;
    }
    HOOK_SCOPE;
    point(OP_SYNC, actions, 1, 0, pc); // who sets a handler competes with who needs it
    TRACE_SAY("raise signal %d", number);
    rt.current->s.raised |= bit_of(number);
    handle_pending(pc);
    return 0;
}

int raise(int number)
{
    return files_by_user() ? send_self(number, CALLER) : REAL(raise)(number);
}

int kill(pid_t process, int number)
{
    if (!files_by_user())
        return REAL(kill)(process, number);
    bool own = process == getpid() || process <= 0;
    // What stops the process is not seen by it; another process is another matter.
    if (own && number && number != SIGSTOP)
        unsupported("kill of its own process", CALLER);
    HOOK_SCOPE;
    point(OP_SYNC, actions, 1, 0, CALLER);
    int result = REAL(kill)(process, number);
    return result;
}

int pthread_kill(pthread_t thread, int number)
{
    if (!files_by_user())
        return REAL(pthread_kill)(thread, number);
    if (!pthread_equal(thread, rt.current->donor))
        unsupported("pthread_kill of another thread", CALLER);
    return number ? send_self(number, CALLER) : 0;
}

int sigaction(int number, const struct sigaction *new, struct sigaction *old)
{
    if (!files_by_user())
        return REAL(sigaction)(number, new, old);
    if (!known(number) || number == SIGKILL || number == SIGSTOP) {
        errno = EINVAL;
        return -1;
    }
    HOOK_SCOPE;
    point(OP_SYNC, actions, 1, 0, CALLER);
    TRACE_SAY("set the handler of signal %d", number);
    if (old)
        *old = actions[number];
    if (new)
        actions[number] = *new;
    changed = true;
    return 0;
}

static sighandler_t set_handler(int number, sighandler_t handler, const void *pc)
{
    if (!known(number)) {
        errno = EINVAL;
        return SIG_ERR;
    }
    HOOK_SCOPE;
    point(OP_SYNC, actions, 1, 0, pc);
    TRACE_SAY("set the handler of signal %d", number);
    sighandler_t old = actions[number].sa_handler;
    actions[number] = (struct sigaction){.sa_handler = handler, .sa_flags = SA_RESTART};
    changed = true;
    return old;
}

sighandler_t signal(int number, sighandler_t handler)
{
    return files_by_user() ? set_handler(number, handler, CALLER) : REAL(signal)(number, handler);
}

static int change_mask(int how, const sigset_t *new, sigset_t *old, const void *pc)
{
    fiber_state *s = &rt.current->s;
    uint64_t before = s->blocked, bits = new ? bits_of(new) : 0;
    HOOK_SCOPE;
    if (new &&how == SIG_BLOCK)
        s->blocked |= bits;
    else if (new &&how == SIG_UNBLOCK)
        s->blocked &= ~bits;
    else if (new &&how == SIG_SETMASK)
        s->blocked = bits;
    if (old) {
        memset(old, 0, sizeof *old);
        memcpy(old, &before, sizeof before);
    }
    handle_pending(pc);
    return 0;
}

int pthread_sigmask(int how, const sigset_t *new, sigset_t *old)
{
    return files_by_user() ? change_mask(how, new, old, CALLER)
                           : REAL(pthread_sigmask)(how, new, old);
}

int sigprocmask(int how, const sigset_t *new, sigset_t *old)
{
    return files_by_user() ? change_mask(how, new, old, CALLER) : REAL(sigprocmask)(how, new, old);
}

unsigned alarm(unsigned seconds)
{
    if (files_by_user())
        unsupported("alarm", CALLER);
    return REAL(alarm)(seconds);
}
