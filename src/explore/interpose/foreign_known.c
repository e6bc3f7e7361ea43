// SPDX-License-Identifier: MIT
// What is known about functions of the C and C++ libraries: see foreign.h. A function
// that is not here may touch anything.

#include "explore/interpose/foreign.h"

#include <string.h>

#define PURE(name)                                                                                 \
    {                                                                                              \
        name, FOREIGN_PURE, NULL                                                                   \
    }
#define MEMORY(name, touches)                                                                      \
    {                                                                                              \
        name, FOREIGN_MEMORY, touches                                                              \
    }
#define HIDDEN(name, touches)                                                                      \
    {                                                                                              \
        name, FOREIGN_HIDDEN, touches                                                              \
    }

static const foreign_known functions[] = {
#include "explore/interpose/foreign_list.def"
};

// A stream is no larger; a string that a function gives back comes first.
#define STREAM "w0=400"
#define STREAM_RESULT "w0=32r1=400"

// A name that begins so.
static const foreign_known families[] = {
    PURE("_Unwind_"),
    PURE("__cxa_"),
    PURE("_Znw"), // operator new and delete: malloc and free are ours
    PURE("_Zna"),
    PURE("_Zdl"),
    PURE("_Zda"),
    PURE("pthread_attr_"),
    PURE("pthread_mutexattr_"),
    PURE("pthread_condattr_"),
    PURE("pthread_rwlockattr_"),
    PURE("pthread_barrierattr_"),
    PURE("_ZNSt6thread"), // std::thread, on pthread_create and pthread_join
    PURE("_ZNSt18condition_variable"),
    PURE("_ZNKSt18condition_variable"),
    PURE("_ZNSt3_V2"), // error categories, clocks, condition_variable_any
    PURE("_ZNSt6chrono"),
    PURE("_ZNSt11this_thread"),
    PURE("_ZSt20__throw_"),
    PURE("_ZNSt28__atomic_futex_unsigned_base"), // on futexes, which are ours
    PURE("_ZNSt9exception"),
    PURE("_ZNKSt9exception"),
    PURE("_ZNSt13__future_base"),
    PURE("_ZNSt12future_error"),
    PURE("_ZNSt9once_flag"),
    HIDDEN("_ZNSt15__exception_ptr", NULL),
    HIDDEN("_ZNKSt15__exception_ptr", NULL),
    HIDDEN("_ZNSt6locale", NULL),
    HIDDEN("_ZNKSt6locale", NULL),
    HIDDEN("_ZNSt8ios_base", NULL),
    HIDDEN("_ZNKSt8ios_base", NULL),
    // Streams, by the object they are called for.
    HIDDEN("_ZNSo", STREAM),
    HIDDEN("_ZNSi", STREAM),
    HIDDEN("_ZNSd", STREAM),
    HIDDEN("_ZSt16__ostream_insert", STREAM),
    HIDDEN("_ZStlsI", STREAM),
    HIDDEN("_ZStrsI", STREAM),
    HIDDEN("_ZSt4endl", STREAM),
    HIDDEN("_ZSt5flush", STREAM),
    HIDDEN("_ZNSt9basic_ios", STREAM),
    HIDDEN("_ZNKSt9basic_ios", STREAM),
    HIDDEN("_ZNSt15basic_streambuf", STREAM),
    HIDDEN("_ZNSt7__cxx1115basic_stringbuf", STREAM),
    HIDDEN("_ZNSt7__cxx1118basic_stringstream", STREAM),
    HIDDEN("_ZNSt7__cxx1119basic_istringstream", STREAM),
    HIDDEN("_ZNSt7__cxx1119basic_ostringstream", STREAM),
    HIDDEN("_ZNKSt7__cxx1115basic_stringbuf", STREAM_RESULT),
    HIDDEN("_ZNKSt7__cxx1118basic_stringstream", STREAM_RESULT),
    HIDDEN("_ZNKSt7__cxx1119basic_istringstream", STREAM_RESULT),
    HIDDEN("_ZNKSt7__cxx1119basic_ostringstream", STREAM_RESULT),
    HIDDEN("_ZNSt5ctype", NULL),
    HIDDEN("_ZNKSt5ctype", NULL),
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
