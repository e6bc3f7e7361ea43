// SPDX-License-Identifier: MIT
// Noise injection: see noise.h. The state is per thread and reached from a signal handler,
// which uses nothing but it, atomics and sched_yield.

#include "harness/noise/noise.h"

#include "base/random.h"
#include "harness/stress/gate.h"

#include <linchpin/spec.h>

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
    FIRST_LENGTH = 8, // accesses; what an operation is taken to have at first
    MOST_LENGTH = 10000,
    ONE_IN = 3,           // operations that are held up
    MAX_TURNS = 16,       // of one wait
    MAX_TICKS = 50000,    // of one wait: beside busy programs a single turn takes longer
    LONG_YIELD = 1000000, // ticks: then it was not our threads that ran
    SHORT_SLEEP = 20000,  // nanoseconds
    OUTSIDERS_STAY = 100, // turns
    TURN_SPINS = 40,      // in a turn, when there is a processor for every thread
    MAX_EVENTS = 3,       // returns of others during one wait
    TIMER_LOW = 10000,    // nanoseconds between two timer signals
    TIMER_HIGH = 80000,
};

typedef struct noise {
    noise_kind kind;
    rng random;
    const _Atomic uint64_t *clock;
    uint64_t last;                   // on it: the others are through
    bool crowded;                    // more threads than processors
    uint32_t outsiders;              // turns for which others are taken to be busy here
    uint64_t sleep;                  // nanoseconds at most; 0: waits for others
    volatile sig_atomic_t inside;    // the user's function runs
    uint32_t points, target;         // of this operation; wait when they meet
    uint32_t length[LP_MAX_METHODS]; // how many points it seems to have
    timer_t timer;
    bool has_timer;
} noise;

static _Thread_local noise self;

static void sleep_randomly(void)
{
    uint64_t ns = 1 + rng_below(&self.random, self.sleep);
    nanosleep(
        &(struct timespec){.tv_sec = (time_t)(ns / 1000000000), .tv_nsec = (long)(ns % 1000000000)},
        NULL);
}

// Beside busy programs a yield lets all of them run first. Who sleeps comes back sooner.
static void give_way(void)
{
    uint64_t from = gate_ticks();
    if (self.outsiders) {
        self.outsiders--;
        nanosleep(&(struct timespec){.tv_nsec = SHORT_SLEEP}, NULL);
        return;
    }
    sched_yield();
    if (gate_ticks() - from > LONG_YIELD)
        self.outsiders = OUTSIDERS_STAY;
}

// A turn lets another thread run: by giving it the processor when threads share
// one. Other programs may take it too, so there are few turns.
static void wait_for_others(void)
{
    uint64_t until = atomic_load_explicit(self.clock, memory_order_relaxed) + 1 +
                     rng_below(&self.random, MAX_EVENTS);
    until = until < self.last ? until : self.last;
    uint64_t turns = 1 + rng_below(&self.random, MAX_TURNS);
    uint64_t from = gate_ticks();
    while (turns-- && atomic_load_explicit(self.clock, memory_order_relaxed) < until &&
           gate_ticks() - from < MAX_TICKS) {
        if (self.crowded)
            give_way();
        for (uint32_t i = 0; !self.crowded && i < TURN_SPINS; i++)
            pause_briefly();
    }
}

static void hold_up(void)
{
    int saved = errno;
    if (self.sleep)
        sleep_randomly();
    else
        wait_for_others();
    errno = saved;
}

void noise_point(void)
{
    if (!self.inside || ++self.points != self.target)
        return;
    hold_up();
    // Some faults need the same operation to be late twice.
    if (rng_below(&self.random, 2) == 0)
        self.target += 1 + (uint32_t)rng_below(&self.random, FIRST_LENGTH);
}

bool noise_wakes(void)
{
    return self.inside && rng_below(&self.random, ONE_IN) == 0;
}

void noise_now(void)
{
    hold_up();
}

static void timer_again(void)
{
    struct itimerspec in = {.it_value.tv_nsec =
                                TIMER_LOW + (long)rng_below(&self.random, TIMER_HIGH - TIMER_LOW)};
    timer_settime(self.timer, 0, &in, NULL);
}

static void on_timer(int signal)
{
    (void)signal;
    int saved = errno;
    if (self.inside)
        hold_up();
    if (self.has_timer)
        timer_again();
    errno = saved;
}

static void timer_start(void)
{
    int signal = SIGRTMIN + 6;
    struct sigaction action = {.sa_handler = on_timer, .sa_flags = SA_RESTART};
    sigaction(signal, &action, NULL);
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = signal};
    event._sigev_un._tid = (pid_t)syscall(SYS_gettid);
    if (timer_create(CLOCK_MONOTONIC, &event, &self.timer) != 0)
        return; // fewer surprises for the object, none for the user
    self.has_timer = true;
    timer_again();
}

void noise_calls_start(const _Atomic uint64_t *clock, uint64_t end, uint32_t calls)
{
    self.clock = clock;
    self.last = end - calls;
}

void noise_thread_start(const noise_options *o, uint64_t seed, bool crowded)
{
    static const _Atomic uint64_t none; // until a round starts
    self = (noise){
        .kind = o->kind, .clock = &none, .crowded = crowded, .sleep = (uint64_t)(o->sleep * 1e9)};
    rng_init(&self.random, seed);
    for (uint32_t i = 0; i < LP_MAX_METHODS; i++)
        self.length[i] = FIRST_LENGTH;
    if (o->kind == NOISE_TIMER)
        timer_start();
}

void noise_thread_end(void)
{
    if (self.has_timer) {
        self.has_timer = false;
        timer_delete(self.timer);
    }
    self.kind = NOISE_NONE;
}

void noise_between(void)
{
    if (self.kind != NOISE_NONE && rng_below(&self.random, ONE_IN) == 0)
        hold_up();
}

void noise_enter(uint32_t method)
{
    if (self.kind == NOISE_NONE)
        return;
    if (self.kind == NOISE_CALLS) {
        if (rng_below(&self.random, ONE_IN) == 0)
            hold_up();
        return;
    }
    self.points = 0;
    self.target = 0;
    if (self.kind == NOISE_ACCESS && rng_below(&self.random, ONE_IN) == 0)
        self.target = 1 + (uint32_t)rng_below(&self.random, self.length[method]);
    self.inside = 1;
}

void noise_leave(uint32_t method)
{
    if (self.kind == NOISE_CALLS && rng_below(&self.random, ONE_IN) == 0)
        hold_up();
    self.last++; // it will count its return
    if (!self.inside)
        return;
    self.inside = 0;
    // The longest seen, slowly forgotten: a rare retry must not thin out the rest.
    uint32_t *length = &self.length[method];
    uint32_t points = self.points < MOST_LENGTH ? self.points : MOST_LENGTH;
    *length = points >= *length ? points + 1 : *length - (*length - points) / 8;
}
