// SPDX-License-Identifier: MIT
// Making the calls of a scenario: see lane.h.

#include "harness/stress/lane.h"

#include "harness/stress/crash_note.h"

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

void lane_run(lane *l, const gate_work *work, _Atomic uint64_t *clock, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++) {
        const step *s = &l->steps[i];
        record *rec = recorder_at(l->task->recorder, work->slot, l->number, i);
        if (i > from)
            noise_between();
        record_call(clock, rec);
        noise_enter(s->method);
        lp_value result = s->run(work->instance, s->args);
        noise_leave(s->method);
        record_return(clock, rec, result);
    }
}

static void pin(uint32_t number)
{
    cpu_set_t allowed, one;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return;
    size_t count = (size_t)CPU_COUNT(&allowed);
    for (size_t cpu = 0, seen = 0; cpu < CPU_SETSIZE && count; cpu++)
        if (CPU_ISSET(cpu, &allowed) && seen++ == number % count) {
            CPU_ZERO(&one);
            CPU_SET(cpu, &one);
            pthread_setaffinity_np(pthread_self(), sizeof one, &one);
        }
}

void lane_run_timed(lane *l, gate_board *board, uint32_t round, uint64_t opened)
{
    gate_work work = board->work;
    // Whoever tends to be early waits for the other.
    int64_t lag = l->leads ? -work.lag : work.lag;
    gate_start(l->gate, l->number, round, board->gather, opened,
               rng_next(&l->random) % (l->usual / 4 + 16) + (uint64_t)(lag > 0 ? lag : 0));
    noise_calls_start(&board->clock, work.end, l->count);
    uint64_t before = gate_ticks();
    lane_run(l, &work, &board->clock, 0, l->count);
    uint64_t took = gate_ticks() - before;
    // A thread that lost the processor must not make the next ones wait as long.
    if (took < 2 * l->usual + 10000)
        l->usual = (7 * l->usual + took) / 8;
}

void lane_thread_start(lane *l)
{
    atomic_store(&l->id, gettid());
    crash_note_thread((int32_t)l->number);
    pin(l->number);
    noise_thread_start(&l->task->noise, rng_next(&l->random), l->gate->crowded);
}

void lane_fill(lane *l, const scenario_part *part)
{
    for (uint32_t i = 0; i < part->count; i++) {
        uint32_t m = subject_method(l->task->subject, part->calls[i].method);
        l->steps[l->count++] =
            (step){m, l->task->subject->object->methods[m].run, part->calls[i].args};
    }
}
