// SPDX-License-Identifier: MIT
// Takes memory without end: HOW it does, WHERE: in an operation, in the set-up, or while it is
// loaded.
#include <linchpin/linchpin.h>

#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

enum { OPERATION = 1, SET_UP, LOADING };

static void eat()
{
    const size_t size = 1 << 20;
    for (;;) {
#if HOW == 1
        void *p = malloc(size);
#elif HOW == 2
        void *p = new char[size];
#else
        void *p = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
#endif
        memset(p, 1, size);
    }
}

static struct at_start {
    at_start()
    {
        if (WHERE == LOADING)
            eat();
    }
} instance;

static void *create()
{
    if (WHERE == SET_UP)
        eat();
    return malloc(8);
}

static lp_value next(void *, const lp_value *)
{
    if (WHERE == OPERATION)
        eat();
    return lp_int(0);
}

LP_OBJECT(hungry, .create = create, .destroy = free, .spec = "counter",
          .methods = {{.name = "next", .run = next}})
