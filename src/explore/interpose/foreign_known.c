// SPDX-License-Identifier: MIT
// What is known about functions of the C and C++ libraries: see foreign.h. A function
// that is not here may touch anything.

#include "explore/interpose/foreign.h"

#include <string.h>

static const foreign_known functions[] = {
#define PURE(name) {name, FOREIGN_PURE, NULL},
#define MEMORY(name, touches) {name, FOREIGN_MEMORY, touches},
#define BUILTIN(name, touches) {name, FOREIGN_MEMORY, touches},
#define HIDDEN(name, touches) {name, FOREIGN_HIDDEN, touches},
#include "toolchain/libc_functions.def"
};

// A stream is no larger; a string that a function gives back comes first.
#define STREAM "w0=400"
#define STREAM_RESULT "w0=32r1=400"

// A name that begins so.
static const foreign_known families[] = {
    {"_Unwind_", FOREIGN_PURE, NULL},
    {"__cxa_", FOREIGN_PURE, NULL},
    {"_Znw", FOREIGN_PURE, NULL}, // operator new and delete: malloc and free are ours
    {"_Zna", FOREIGN_PURE, NULL},
    {"_Zdl", FOREIGN_PURE, NULL},
    {"_Zda", FOREIGN_PURE, NULL},
    {"pthread_attr_", FOREIGN_PURE, NULL},
    {"pthread_mutexattr_", FOREIGN_PURE, NULL},
    {"pthread_condattr_", FOREIGN_PURE, NULL},
    {"pthread_rwlockattr_", FOREIGN_PURE, NULL},
    {"pthread_barrierattr_", FOREIGN_PURE, NULL},
    {"_ZNSt6thread", FOREIGN_PURE, NULL}, // std::thread, on pthread_create and pthread_join
    {"_ZNSt18condition_variable", FOREIGN_PURE, NULL},
    {"_ZNKSt18condition_variable", FOREIGN_PURE, NULL},
    {"_ZNSt3_V2", FOREIGN_PURE, NULL}, // error categories, clocks, condition_variable_any
    {"_ZNSt6chrono", FOREIGN_PURE, NULL},
    {"_ZNSt11this_thread", FOREIGN_PURE, NULL},
    {"_ZSt20__throw_", FOREIGN_PURE, NULL},
    {"_ZNSt28__atomic_futex_unsigned_base", FOREIGN_PURE, NULL}, // on futexes, which are ours
    {"_ZNSt9exception", FOREIGN_PURE, NULL},
    {"_ZNKSt9exception", FOREIGN_PURE, NULL},
    {"_ZNSt13__future_base", FOREIGN_PURE, NULL},
    {"_ZNSt12future_error", FOREIGN_PURE, NULL},
    {"_ZNSt9once_flag", FOREIGN_PURE, NULL},
    {"_ZNSt15__exception_ptr", FOREIGN_HIDDEN, NULL},
    {"_ZNKSt15__exception_ptr", FOREIGN_HIDDEN, NULL},
    {"_ZNSt6locale", FOREIGN_HIDDEN, NULL},
    {"_ZNKSt6locale", FOREIGN_HIDDEN, NULL},
    {"_ZNSt8ios_base", FOREIGN_HIDDEN, NULL},
    {"_ZNKSt8ios_base", FOREIGN_HIDDEN, NULL},
    // Streams, by the object they are called for.
    {"_ZNSo", FOREIGN_HIDDEN, STREAM},
    {"_ZNSi", FOREIGN_HIDDEN, STREAM},
    {"_ZNSd", FOREIGN_HIDDEN, STREAM},
    {"_ZSt16__ostream_insert", FOREIGN_HIDDEN, STREAM},
    {"_ZStlsI", FOREIGN_HIDDEN, STREAM},
    {"_ZStrsI", FOREIGN_HIDDEN, STREAM},
    {"_ZSt4endl", FOREIGN_HIDDEN, STREAM},
    {"_ZSt5flush", FOREIGN_HIDDEN, STREAM},
    {"_ZNSt9basic_ios", FOREIGN_HIDDEN, STREAM},
    {"_ZNKSt9basic_ios", FOREIGN_HIDDEN, STREAM},
    {"_ZNSt15basic_streambuf", FOREIGN_HIDDEN, STREAM},
    {"_ZNSt7__cxx1115basic_stringbuf", FOREIGN_HIDDEN, STREAM},
    {"_ZNSt7__cxx1118basic_stringstream", FOREIGN_HIDDEN, STREAM},
    {"_ZNSt7__cxx1119basic_istringstream", FOREIGN_HIDDEN, STREAM},
    {"_ZNSt7__cxx1119basic_ostringstream", FOREIGN_HIDDEN, STREAM},
    {"_ZNKSt7__cxx1115basic_stringbuf", FOREIGN_HIDDEN, STREAM_RESULT},
    {"_ZNKSt7__cxx1118basic_stringstream", FOREIGN_HIDDEN, STREAM_RESULT},
    {"_ZNKSt7__cxx1119basic_istringstream", FOREIGN_HIDDEN, STREAM_RESULT},
    {"_ZNKSt7__cxx1119basic_ostringstream", FOREIGN_HIDDEN, STREAM_RESULT},
    {"_ZNSt5ctype", FOREIGN_HIDDEN, NULL},
    {"_ZNKSt5ctype", FOREIGN_HIDDEN, NULL},
};

static bool begins(const char *name, const char *with)
{
    return !strncmp(name, with, strlen(with));
}

foreign_known foreign_classify(const char *name, const char *module)
{
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (!strcmp(name, functions[i].name))
            return functions[i];
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (begins(name, families[i].name))
            return families[i];
    bool cxx = begins(module, "libstdc++.");
    if (cxx && strstr(name, "__throw_"))
        return (foreign_known){name, FOREIGN_PURE, NULL};
    // Exceptions keep their texts to themselves.
    if (cxx && begins(name, "_ZNSt") && strstr(name, "_error"))
        return (foreign_known){name, FOREIGN_PURE, NULL};
    if (begins(module, "libm.") || begins(module, "libgcc_s.") || begins(module, "ld-linux"))
        return (foreign_known){name, FOREIGN_PURE, NULL};
    return (foreign_known){name, FOREIGN_OPAQUE, NULL};
}
