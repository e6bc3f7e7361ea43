// SPDX-License-Identifier: MIT
// See watchdog.h. A timer of the kernel sends a signal now and then. Its handler looks
// whether the user's code has made a step since; if not for too long, it leaves the
// fiber for good, by switching to the scheduler.
//
// The signal is the one that the C library keeps for cancelling threads: its functions
// neither block it nor let anyone else handle it, so user code cannot turn the watchdog
// off by mistake, and keeps SIGALRM to itself. It is sent to the one thread that runs.
// System calls that it interrupts are restarted (SA_RESTART): user code does not notice,
// and the handler that has seen enough does not return.
//
// Time is counted in ticks that came: a process that was stopped, or hardly got a
// processor, is not thought to hang.
//
// Where nothing may be ended, in the scheduler or in a judge, only the time limit counts.
// If they do not answer a while after it, or after user code was left behind (it may
// have held a lock that they wait for), the handler gives the answer itself.

#include "explore/runtime/watchdog.h"

#include "explore/runtime/execution_observer.h"
#include "explore/runtime/fiber.h"
#include "explore/runtime/hook_scope.h"
#include "explore/runtime/lost_thread.h"
#include "explore/runtime/runtime.h"
#include "explore/runtime/schedule.h"
#include "judge/evidence/verdict.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
    SIGNAL = 32,        // the C library's SIGCANCEL
    TICKS = 8,          // until code that makes no step hangs
    RESTORER = 1 << 26, // SA_RESTORER
};
static const double often = 0.01;    // seconds, when something is to be ended
static const double notice = 0.2;    // after the limit, before user code is ended
static const double last_resort = 5; // to tell what happened, after user code was ended
static const double farewell = 1.5;  // likewise, after the user has interrupted

typedef struct progress {
    uint64_t steps, total;
    uint32_t invisible_run, events;
    const fiber *current;
} progress;

// A verdict for when nothing else may be called.
#define LAST_WORD(reason)                                                                          \
    VERDICT_LAST_WORD(reason ", and the exploration could not be stopped in order")

static struct {
    watchdog_plan plan;
    int timer;
    bool started, resting;
    volatile sig_atomic_t hurry;
    volatile sig_atomic_t telling; // a line is on its way to plan.answer
    progress last;
    double looked, still; // when it looked last; how long nothing had happened by then
    double end_by;        // when the last resort comes; 0: nothing was ended
    dev_t device;         // of plan.answer
    ino_t node;
} dog;

long bare_call(long number, long a, long b, long c, long d)
{
    long result;
    register long r10 __asm__("r10") = d;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10)
                     : "rcx", "r11", "memory");
    return result;
}

void bare_write(int file, const char *bytes, size_t size)
{
    for (size_t done = 0; done < size;) {
        long n = bare_call(SYS_write, file, (long)(bytes + done), (long)(size - done), 0);
        if (n < 0 && n != -EINTR)
            return;
        done += n > 0 ? (size_t)n : 0;
    }
}

_Noreturn void bare_exit(int code)
{
    for (;;)
        bare_call(SYS_exit_group, code, 0, 0, 0);
}

static void arm(double seconds)
{
    struct itimerspec t = {0};
    t.it_value.tv_sec = (time_t)seconds;
    t.it_value.tv_nsec = (long)((seconds - (double)t.it_value.tv_sec) * 1e9);
    bare_call(SYS_timer_settime, dog.timer, 0, (long)&t, 0);
}

static double period(void)
{
    return dog.plan.hang / TICKS;
}

// When user code is ended whatever it does; 0: never.
static double deadline(void)
{
    const limits *l = dog.plan.limits;
    return dog.hurry ? 1e-9 : l && l->timeout > 0 ? l->started + l->timeout + notice : 0;
}

// User code that makes no step is ended before the limit, so that where it is can be told
// in time on a busy machine, too: by a tenth of it, or a second. 0: never.
static double reserve(void)
{
    const limits *l = dog.plan.limits;
    double tenth = l && !dog.hurry ? l->timeout / 10 : 0;
    return tenth < 1 ? tenth : 1;
}

// When to look next: in `next` seconds, but not past one of the two points.
static double sooner(double now, double next)
{
    double limit = deadline(), early = limit - notice - reserve();
    if (reserve() > 0 && early > now && early - now < next)
        next = early - now;
    return limit > now && limit - now < next ? limit - now : next;
}

static void give_sign_of_life(void)
{
    struct stat now;
    if (dog.plan.alive)
        atomic_fetch_add(dog.plan.alive, 1);
    if (dog.telling) // a line, which is one, too
        return;
    // It may be another file by now: user code runs in this process.
    if (dog.plan.answer >= 0 && !fstat(dog.plan.answer, &now) && now.st_dev == dog.device &&
        now.st_ino == dog.node)
        bare_write(dog.plan.answer, "\n", 1);
}

static void count_still(double now)
{
    progress p = {rt.steps, ended.total_steps, rt.invisible_run, rt.event_count, rt.current};
    double passed = now - dog.looked;
    dog.looked = now;
    bool same = !memcmp(&p, &dog.last, sizeof p);
    dog.last = p;
    dog.still = same ? dog.still + (passed > 2 * period() ? 2 * period() : passed) : 0;
}

static void expect_end(double now)
{
    dog.end_by = now + last_resort;
    dog.still = 0;
    arm(often);
}

static void end_execution(const ucontext_t *at, double now, bool hangs, bool hook)
{
    const void *pc = (const void *)(uintptr_t)at->uc_mcontext.gregs[REG_RIP];
    stack_note(at);
    ended.hung = true; // and its stack is noted
    lost_note(at);
    expect_end(now);
    if (hangs)
        execution_end(END_UNKNOWN, pc, "no scheduling point for %g s: the code spins or waits %s",
                      dog.plan.hang,
                      hook ? "in a function that it called, one of explore's"
                           : "where explore does not see it");
    execution_end(END_UNKNOWN, pc, "%s in code that comes to no scheduling point",
                  dog.hurry ? "interrupted" : "the time limit was reached");
}

static _Noreturn void give_up(const char *word)
{
    if (dog.plan.answer >= 0 && dog.telling) // what was said until now is no line of its own
        bare_write(dog.plan.answer, "\n", 1);
    if (dog.plan.answer >= 0)
        bare_write(dog.plan.answer, word, strlen(word));
    bare_exit(WATCHDOG_EXIT);
}

void watchdog_tell(int file, const char *line, size_t size)
{
    dog.telling = 1;
    bare_write(file, line, size);
    dog.telling = 0;
}

// Whether the runner must stop waiting for itself.
static void look_at_end(double now)
{
    double limit = deadline();
    const limits *l = dog.plan.limits;
    double late = l && l->timeout > 0 ? l->started + 1.06 * l->timeout + 0.5 : 0;
    bool over = (dog.end_by > 0 && now > dog.end_by) || (limit > 0 && late > 0 && now > late);
    if (!over)
        return;
    const char *word = dog.hurry                  ? LAST_WORD("interrupted")
                       : limit > 0 && now > limit ? LAST_WORD("the time limit was reached")
                       : ended.lost && !ended.hung
                           ? LAST_WORD("the object crashed in a library")
                           : LAST_WORD("the code spins or waits where explore does not see it");
    give_up(word);
}

static void on_tick(int number, siginfo_t *info, void *context)
{
    (void)number;
    (void)info;
    const ucontext_t *at = context;
    HOOK_SCOPE_OF(user, hook_enter()); // what is called here is not the user's
    int error_before = errno;
    double now = clock_seconds(), limit = deadline();
    give_sign_of_life();
    if (!dog.hurry && !ended.hung && !ended.lost)
        dog.end_by = 0; // the search has gone on
    if (dog.hurry && dog.end_by <= 0)
        dog.end_by = now + farewell;
    look_at_end(now);
    count_still(now);
    bool on_fiber = fiber_of_stack((const void *)(uintptr_t)at->uc_mcontext.gregs[REG_RSP], NULL);
    double early = limit - notice - reserve();
    bool stands = reserve() > 0 && now >= early && dog.still >= reserve();
    bool hangs = dog.still >= dog.plan.hang, late = limit > 0 && (now > limit || stands);
    // Code of ours may be about to switch fibers.
    bool ours = lost_own_code((const void *)(uintptr_t)at->uc_mcontext.gregs[REG_RIP]);
    if (!dog.resting && on_fiber && (hangs || late) &&
        (hangs || stands ? !user || !ours : user && !ours))
        end_execution(at, now, hangs, !user);
    if (on_fiber && late) // in a hook that is called again and again: it ends at the next one
        rt.invisible_run = INVISIBLE_ENOUGH;
    double next = (on_fiber && (hangs || late)) || dog.end_by > 0 ? often : period();
    next = sooner(now, next);
    if (late && next > 0.05)
        next = 0.05;
    arm(next);
    errno = error_before;
}

// What a handler returns to.
__asm__(".text\n"
        ".local watchdog_return\n"
        "watchdog_return:\n"
        "    mov $15, %eax\n" // rt_sigreturn
        "    syscall\n");
extern void watchdog_return(void);

// As the kernel has it: the C library's sigaction refuses this signal.
typedef struct kernel_action {
    void (*handler)(int, siginfo_t *, void *);
    unsigned long flags;
    void (*restorer)(void);
    uint64_t mask;
} kernel_action;

bool watchdog_start(const watchdog_plan *plan, error *e)
{
    memset(&dog, 0, sizeof dog);
    dog.plan = *plan;
    struct stat file;
    if (plan->answer >= 0 && !fstat(plan->answer, &file)) {
        dog.device = file.st_dev;
        dog.node = file.st_ino;
    }
    kernel_action action = {.handler = on_tick,
                            .flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART | RESTORER,
                            .restorer = watchdog_return};
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGNAL};
    event._sigev_un._tid = gettid();
    if (bare_call(SYS_rt_sigaction, SIGNAL, (long)&action, 0, sizeof action.mask) ||
        bare_call(SYS_timer_create, CLOCK_MONOTONIC, (long)&event, (long)&dog.timer, 0))
        return error_set(e, "there is no timer for the watchdog");
    dog.looked = clock_seconds();
    dog.started = true;
    arm(sooner(dog.looked, period()));
    return true;
}

void watchdog_rest(void)
{
    dog.resting = true;
    dog.end_by = 0;
    dog.still = 0;
    arm(0);
}

void watchdog_wake(void)
{
    dog.resting = false;
    dog.still = 0;
    dog.looked = clock_seconds();
    stack_forget();
    arm(period());
}

void watchdog_expect_end(bool soon)
{
    if (!dog.started)
        return;
    expect_end(clock_seconds());
    dog.end_by = soon ? dog.end_by : 0;
}

void watchdog_give_up(void)
{
    give_up(LAST_WORD("the object crashed and has overwritten memory that is not its own"));
}

void watchdog_hurry(void)
{
    dog.hurry = 1;
    if (dog.started)
        arm(often);
}
