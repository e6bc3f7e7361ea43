// SPDX-License-Identifier: MIT
// Sleeping, time, random numbers; and waiting for the world outside, which is named.
// run: --object sleeping --scenario 'a b | c d'
// expect: 0 "verdict":"holds"
// run: --object sleeping --scenario 'a | a' --search paths
// expect: 0 "verdict":"holds"
// run: --object timing --scenario 'a | b'
// expect: 0 with the clock standing still
// run: --object timing --scenario 'c d'
// expect: 0 with the clock standing still
// run: --object chance --scenario 'a b | a b'
// expect: 0 "verdict":"holds"
// run: --object chance --scenario 'c'
// expect: 3 the object calls getrandom, which explore does not control
// run: --object outside --scenario 'a'
// expect: 1 deadlock: no thread can go on
// run: --object outside --scenario 'b'
// expect: 0 "verdict":"holds"
// run: --object outside --scenario 'c'
// expect: 3 the object calls poll, and nothing is ready, .* at system.c:[0-9]+
// run: --object outside --scenario 'd'
// expect: 3 the object calls select, .* at system.c:[0-9]+
// run: --object more --scenario 'a | b'
// expect: 0 "verdict":"holds"
// run: --object more --scenario 'c'
// expect: 3 the object calls pause, .* at system.c:[0-9]+
// run: --object closing --scenario 'b ; a | a'
// expect: 0 "verdict":"holds"
// run: --object closing --scenario 'a | a' --jobs 2
// expect: 0 "verdict":"holds"
// run: --object closing --scenario 'd ; a | a'
// expect: 0 "verdict":"holds"
// run: --object closing --scenario 'c'
// expect: 3 the object calls fclose of stdin, stdout or stderr, .* at system.c:[0-9]+
// compare: --object sleeping 'a | b'

#define _GNU_SOURCE
#include "specs.h"

#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/select.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static _Atomic int n;

static void *create(void)
{
    return &n;
}

#define METHOD(name, ...)                                                                          \
    static lp_value name(void *object, const lp_value *args)                                       \
    {                                                                                              \
        (void)object;                                                                              \
        (void)args;                                                                                \
        __VA_ARGS__                                                                                \
    }

// A thread that sleeps lets others go on, and sleeping takes no time.
METHOD(sleep_a, n++; struct timespec t = {.tv_sec = 1000};
       return lp_bool(nanosleep(&t, NULL) == 0);)
METHOD(sleep_b, n++; return lp_bool(sleep(1000) == 0);)
METHOD(sleep_c, n++; return lp_bool(usleep(1000000) == 0);)
METHOD(sleep_d, struct timespec t = {.tv_sec = 1000}; n++;
       return lp_bool(clock_nanosleep(CLOCK_MONOTONIC, 0, &t, NULL) == 0);)

// The time is the same whenever it is asked for.
METHOD(time_a, return lp_bool(time(NULL) == time(NULL));)
METHOD(time_b, struct timespec t; struct timespec u; clock_gettime(CLOCK_REALTIME, &t); n++;
       clock_gettime(CLOCK_REALTIME, &u);
       return lp_bool(t.tv_sec == u.tv_sec && t.tv_nsec == u.tv_nsec);)
METHOD(time_c, struct timeval t; gettimeofday(&t, NULL); return lp_bool(t.tv_sec == time(NULL));)
METHOD(time_d, return lp_bool(clock() == clock());)

// Random numbers are each thread's own: the same in every execution.
METHOD(chance_a, static _Thread_local int first; n++; if (!first) first = rand();
       return lp_bool(first == first);)
METHOD(chance_b, n++; srandom(7); long x = random(); srandom(7); return lp_bool(x == random());)
METHOD(chance_c, int x = 0; return lp_bool(getrandom(&x, sizeof x, 0) == sizeof x);)

METHOD(outside_a, int ends[2]; char c; if (pipe(ends)) return LP_FALSE;
       return lp_bool(read(ends[0], &c, 1) == 1);)
METHOD(outside_b, int ends[2]; char c = 1;
       bool fine = !pipe(ends) && write(ends[1], &c, 1) == 1 && read(ends[0], &c, 1) == 1;
       close(ends[0]); close(ends[1]); return lp_bool(fine);)
METHOD(outside_c, int ends[2]; if (pipe(ends)) return LP_FALSE;
       struct pollfd p = {.fd = ends[0], .events = POLLIN}; return lp_bool(poll(&p, 1, -1) == 1);)
METHOD(outside_d, return lp_bool(select(0, NULL, NULL, NULL, NULL) == 0);)

// poll as a way to sleep, and one that does not wait.
METHOD(more_a, n++; return lp_bool(poll(NULL, 0, 1000000) == 0);)
METHOD(more_b, struct pollfd p = {.fd = 0, .events = 0}; n++; return lp_bool(poll(&p, 1, 0) >= 0);)
METHOD(more_c, return lp_bool(pause() == -1);)

// To the object there are no descriptors of explore's, and the standard ones are as they were in
// every execution.
METHOD(closing_a, n++; for (int i = 3; i < 100; i++) close(i); return LP_TRUE;)
METHOD(closing_b, int ends[2]; n++;
       return lp_bool(close(1) == 0 && write(1, "", 1) < 0 && !pipe(ends) && ends[0] == 1);)
METHOD(closing_c, return lp_bool(fclose(stdout) == 0);)
METHOD(closing_d, int ends[2]; n++; if (pipe(ends)) return LP_FALSE; closefrom(3);
       return lp_bool(close(ends[0]) == -1 && close_range(3, 3000, 0) == 0);)

LP_OBJECT(sleeping, .create = create, .custom_spec = &fine,
          .methods = {{"a", sleep_a}, {"b", sleep_b}, {"c", sleep_c}, {"d", sleep_d}})
LP_OBJECT(timing, .create = create, .custom_spec = &fine,
          .methods = {{"a", time_a}, {"b", time_b}, {"c", time_c}, {"d", time_d}})
LP_OBJECT(chance, .create = create, .custom_spec = &fine,
          .methods = {{"a", chance_a}, {"b", chance_b}, {"c", chance_c}})
LP_OBJECT(outside, .create = create, .custom_spec = &fine,
          .methods = {{"a", outside_a}, {"b", outside_b}, {"c", outside_c}, {"d", outside_d}})
LP_OBJECT(more, .create = create, .custom_spec = &fine,
          .methods = {{"a", more_a}, {"b", more_b}, {"c", more_c}})
LP_OBJECT(closing, .create = create, .custom_spec = &fine,
          .methods = {{"a", closing_a}, {"b", closing_b}, {"c", closing_c}, {"d", closing_d}})
