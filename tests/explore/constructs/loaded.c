// SPDX-License-Identifier: MIT
// A library that dlopen loads; its functions are called through pointers.
// Wrong: two of them, one to read and one to write.
// scenario: next | next
// flags: -DLIBRARY=LIBRARIES/libconstruct.so -ldl

#include "construct.h"

#include <dlfcn.h>

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)

struct object {
    void *library;
    long (*count)(long *);
    long (*get)(const long *);
    void (*set)(long *, long);
    long n;
};

static void init(struct object *o)
{
    o->library = dlopen(TEXT(LIBRARY), RTLD_NOW);
    if (!o->library)
        abort();
    *(void **)&o->count = dlsym(o->library, "library_next");
    *(void **)&o->get = dlsym(o->library, "library_get");
    *(void **)&o->set = dlsym(o->library, "library_set");
}

static void fini(struct object *o)
{
    dlclose(o->library);
}

static long next(struct object *o)
{
    IF_WRONG(long now = o->get(&o->n); o->set(&o->n, now + 1); return now;)
    return o->count(&o->n);
}

COUNTER(init, fini)
