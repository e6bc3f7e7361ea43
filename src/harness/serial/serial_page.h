// SPDX-License-Identifier: MIT
// How a process asks another one to run calls one after the other on a fresh
// object. The user's code may crash, spin or wait for ever there; who asks is
// told so. The request and the answer are in shared memory, so what was done
// before a crash is known; a byte through a socket says "go on".

#ifndef HARNESS_SERIAL_PAGE_H
#define HARNESS_SERIAL_PAGE_H

#include "base/io/limits.h"
#include "harness/test_object.h"

enum { SERIAL_CALLS_MAX = 256, SERIAL_PROCESSES_MAX = SCENARIO_MAX_THREADS + 1 };

typedef enum serial_end {
    SERIAL_DONE,   // every call has returned
    SERIAL_NEVER,  // the call after the last that returned never returns
    SERIAL_LONG,   // it had not returned when the patience was used up
    SERIAL_FAILED, // `why` says what happened
} serial_end;

typedef struct serial_call {
    uint32_t process, method;
    lp_value args[LP_MAX_ARGS];
} serial_call;

typedef struct serial_page {
    uint32_t count;
    serial_call calls[SERIAL_CALLS_MAX];
    volatile uint32_t done; // so many have returned
    lp_value results[SERIAL_CALLS_MAX];
    serial_end end;
    bool spent; // this process is of no use any more
    char why[512];
} serial_page;

// In the process that runs them, for each request: from count and calls to the rest.
typedef void (*serial_run)(serial_page *page, void *context);
// Answers requests until nobody asks any more. `ready` false: says why and ends.
_Noreturn void serial_serve(int socket, int memory, bool ready, const char *why, serial_run run,
                            void *context);
// One call has returned. False: not with anything a method may return.
bool serial_returned(serial_page *page, const lp_object *o, lp_value result);
// A `serial_run` on real threads, one for each process: some objects look at who
// calls. The context is the lp_object.
void serial_run_threads(serial_page *page, void *object);
// To be `enter` below: serves so.
void serial_enter_threads(void *object, int socket, int memory);

// The process that asks. `enter` is called in a fresh child, and does not return.
typedef struct serial_source {
    void (*enter)(void *context, int socket, int memory);
    void *context;
} serial_source;

typedef struct serial_client serial_client;
serial_client *serial_client_new(const serial_source *source);
void serial_client_free(serial_client *c);
// Where the request is written and the answer found; NULL: no memory.
serial_page *serial_client_page(serial_client *c);
void serial_client_ask(serial_client *c, limits *l); // `l`: may be NULL

#endif
