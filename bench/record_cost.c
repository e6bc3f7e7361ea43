// SPDX-License-Identifier: MIT
// record_cost: nanoseconds that recording adds to an operation. The same empty
// function is called with and without the two stamps, by one thread and by as
// many as there are processors. Of several tries the one counts in which the
// threads met most often: on a busy machine they may run one after the other. First,
// how long a word takes from one processor to another and back: of virtual processors
// nobody knows how far apart they are, and it changes while they run.

#include "harness/stress/gate.h"
#include "harness/stress/recorder.h"

#include <linchpin/linchpin.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { CALLS = SCENARIO_MAX_CALLS, PASSES = 20000, TRIES = 7 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

typedef struct pair {
    _Alignas(128) _Atomic uint32_t there;
    _Alignas(128) _Atomic uint32_t back;
} pair;

static void pin(uint32_t cpu)
{
    cpu_set_t own;
    CPU_ZERO(&own);
    CPU_SET(cpu, &own);
    pthread_setaffinity_np(pthread_self(), sizeof own, &own);
}

static void *echo(void *context)
{
    pair *p = context;
    pin(1);
    for (uint32_t i = 1; i <= PASSES; i++) {
        while (atomic_load_explicit(&p->there, memory_order_acquire) != i)
            ;
        atomic_store_explicit(&p->back, i, memory_order_release);
    }
    return NULL;
}

// Nanoseconds: the best of many short stretches, as few of them are left in peace.
static double there_and_back(void)
{
    enum { STRETCH = 50 };
    double best = 1e9, before = 0;
    pair p = {0};
    pthread_t other;
    if (pthread_create(&other, NULL, echo, &p))
        abort();
    pin(0);
    for (uint32_t i = 1; i <= PASSES; i++) {
        if (i % STRETCH == 1)
            before = now();
        atomic_store_explicit(&p.there, i, memory_order_release);
        while (atomic_load_explicit(&p.back, memory_order_acquire) != i)
            ;
        double each = i % STRETCH == 0 ? (now() - before) * 1e9 / STRETCH : best;
        best = each < best ? each : best;
    }
    pthread_join(other, NULL);
    return best;
}

typedef struct runner {
    recorder *recorder;
    uint32_t lane;
    bool records;
    _Atomic uint32_t *waiting;
    double seconds;
    uint64_t met; // operations during which another returned
    pthread_t thread;
} runner;

__attribute__((noinline)) static lp_value nothing(void *object, const lp_value *args)
{
    (void)object;
    (void)args;
    return LP_UNIT;
}

static void *run(void *context)
{
    runner *it = context;
    recorder *r = it->recorder;
    lp_method_function volatile method = nothing;
    pin(it->lane); // or two threads may take turns on one processor, and look cheap
    atomic_fetch_sub(it->waiting, 1);
    while (atomic_load(it->waiting))
        pause_briefly();
    double before = now();
    for (uint32_t pass = 0; pass < PASSES; pass++)
        for (uint32_t i = 0; i < CALLS; i++) {
            record *rec = recorder_at(r, 0, it->lane, i);
            if (it->records)
                record_call(r->clock, rec);
            lp_value result = method(NULL, NULL);
            if (it->records) {
                record_return(r->clock, rec, result);
                it->met += rec->ret != rec->call + 1;
            }
        }
    it->seconds = now() - before;
    return NULL;
}

typedef struct result {
    double nanoseconds; // per operation, of the slowest thread
    double met;         // share of the operations
} result;

static result measure_once(recorder *r, uint32_t threads, bool records)
{
    runner runners[SCENARIO_MAX_THREADS];
    _Atomic uint32_t waiting = threads;
    result out = {0};
    recorder_begin(r, 0, 1, 0);
    for (uint32_t i = 0; i < threads; i++) {
        runners[i] = (runner){r, i, records, &waiting, 0, 0, 0};
        if (pthread_create(&runners[i].thread, NULL, run, &runners[i]))
            abort();
    }
    for (uint32_t i = 0; i < threads; i++) {
        pthread_join(runners[i].thread, NULL);
        double each = runners[i].seconds * 1e9 / PASSES / CALLS;
        out.nanoseconds = each > out.nanoseconds ? each : out.nanoseconds;
        out.met += (double)runners[i].met / PASSES / CALLS / threads;
    }
    return out;
}

static result measure(recorder *r, uint32_t threads, bool records)
{
    result best = {0};
    for (int try = 0; try < TRIES; try++) {
        result now = measure_once(r, threads, records);
        if (try == 0 || now.met > best.met ||
            (now.met >= best.met && now.nanoseconds < best.nanoseconds))
            best = now;
    }
    return best;
}

int main(void)
{
    static scenario sc;
    recorder r;
    error e = {0};
    if (!recorder_init(&r, &e))
        return 1;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    sc.thread_count = cores < 2                      ? 2
                      : cores > SCENARIO_MAX_THREADS ? SCENARIO_MAX_THREADS
                                                     : (uint32_t)cores;
    for (uint32_t t = 0; t < sc.thread_count; t++)
        sc.threads[t].count = CALLS;
    if (cores > 1)
        printf("two processors          %5.0f ns there and back\n", there_and_back());
    recorder_prepare(&r, &sc, &(const uint32_t){0}, 1);
    for (uint32_t threads = 1; threads <= sc.thread_count; threads += sc.thread_count - 1) {
        result bare = measure(&r, threads, false), full = measure(&r, threads, true);
        printf("recording, %2u thread%s  %5.1f ns per operation, %2.0f %% of them met another\n",
               threads, threads == 1 ? " " : "s", full.nanoseconds - bare.nanoseconds,
               100 * full.met);
    }
    recorder_fini(&r);
    return 0;
}
