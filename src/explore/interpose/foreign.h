// SPDX-License-Identifier: MIT
// Calls that leave the instrumented code: into the C library, into libraries that
// were built without instrumentation, through a pointer that dlsym gave. What such
// a function touches is not seen, so each call is a scheduling point before it and
// one step until the thread comes to its next point.
//
//     user code ──call──▶ GOT slot ──▶ thunk ──▶ foreign_enter: point() ──▶ function
//
// The thunk jumps: the function finds registers and stack as its caller left them
// and returns to it directly. Variadic functions, exceptions and longjmp need no care.
//
// How much a step may touch is its footprint (foreign_class). A call with an unknown
// footprint conflicts with every access of the other threads.

#ifndef EXPLORE_FOREIGN_H
#define EXPLORE_FOREIGN_H

#include "base/error.h"
#include "base/text.h"
#include "explore/runtime/interposed.h"

typedef enum foreign_class {
    FOREIGN_PURE,   // touches nothing that others see, or only through our hooks: not intercepted
    FOREIGN_HIDDEN, // state that only such calls touch (files, rand48), and what its arguments say
    FOREIGN_MEMORY, // only what its arguments say
    FOREIGN_OPAQUE, // anything
} foreign_class;

// What is known about a function: its class and which memory its arguments name.
// `touches` is a list of words, read by foreign_touch.c:
//   r1n2   reads argument 1, as many bytes as argument 2 says; r1n2x3: times argument 3
//   w0=8   writes eight bytes at argument 0         r0s  reads a string at argument 0
//   w0e    writes at argument 0, as far as the heap block goes
//   v2     from argument 2 on, whatever points to shared memory is read as a string
//   f1     uses the stream that is argument 1       fo   uses stdout (fi, fe: stdin, stderr)
typedef struct foreign_known {
    const char *name;
    foreign_class kind;
    const char *touches;
} foreign_known;

// `module`: the base name of the file that the function is in.
foreign_known foreign_classify(const char *name, const char *module);

// After the user's modules are loaded: their calls to functions elsewhere come to us.
bool foreign_link(error *e);
// A function to call in the place of this one, which dlsym or the like has given.
void *foreign_function(void *function, const char *name);

// A thread whose first function is not instrumented: all that it does is such a call.
void foreign_thread(fiber *f, const void *body);

// A function of the user's begins that was called from there, and ends. Where it returns to a
// library whose footprint is unknown, that goes on with a step of its own.
void foreign_called_back(const void *from, const char *frame);
void foreign_calls_back_end(const char *frame, const void *pc);

// The names of the opaque functions that were called while there were threads.
void foreign_names(text *out);

// Streams, which have locks of their own: see stream_locks.c.
bool stream_free_for(const void *stream, const fiber *f);

#endif
