// SPDX-License-Identifier: MIT
// See tls.h. The thread pointer is set by WRFSBASE where the kernel allows it
// (AT_HWCAP2), else by a system call.

#include "explore/runtime/tls.h"

#include "base/memory.h"

#include <asm/prctl.h>
#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef __x86_64__
#error "explore switches the thread pointer of x86-64; other machines are not supported yet"
#endif

enum { TLS_MODULES_MAX = 8 };

typedef struct tls_module {
    size_t id, size;
    uint64_t base;
    char *blocks[FIBERS_MAX];
    char *initial[FIBERS_MAX];
} tls_module;

static tls_module modules[TLS_MODULES_MAX];
static uint32_t module_count;
bool tls_has_wrfsbase;

typedef struct tls_index {
    unsigned long module, offset;
} tls_index;
extern void *__tls_get_addr(tls_index *index);

void *tls_current(void)
{
    void *fs;
    __asm__("mov %%fs:0, %0" : "=r"(fs)); // the x86-64 ABI: the first word points to itself
    return fs;
}

typedef struct hello {
    sem_t ready;
    void *fs;
    int *errno_at;
} hello;

static void *sleep_forever(void *argument)
{
    hello *h = argument;
    h->fs = tls_current();
    h->errno_at = &errno;
    sem_post(&h->ready);
    for (;;)
        pause();
    return NULL;
}

// Called before any hook is live, so these are the C library's own threads.
bool tls_init(error *e)
{
    tls_has_wrfsbase = getauxval(AT_HWCAP2) & 2; // HWCAP2_FSGSBASE
    rt.scheduler_fs = tls_current();
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old); // signals are for the thread that runs
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 64 << 10);
    bool ok = true;
    for (uint32_t i = 0; ok && i < FIBERS_MAX; i++) {
        hello h = {0};
        sem_init(&h.ready, 0, 0);
        ok = pthread_create(&rt.fibers[i].donor, &attributes, sleep_forever, &h) == 0;
        while (ok && sem_wait(&h.ready))
            ;
        rt.fibers[i].fs = h.fs;
        rt.fibers[i].errno_at = h.errno_at;
    }
    pthread_attr_destroy(&attributes);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return ok || error_set(e, "could not create %d threads", (int)FIBERS_MAX);
}

void tls_add_module(size_t id, size_t size, uint64_t base)
{
    REQUIRE(module_count < TLS_MODULES_MAX);
    tls_module *m = &modules[module_count++];
    m->id = id;
    m->size = size;
    m->base = base;
    void *current = tls_current();
    for (uint32_t i = 0; i < FIBERS_MAX; i++) {
        tls_switch(rt.fibers[i].fs);
        tls_index index = {id, 0};
        m->blocks[i] = __tls_get_addr(&index);
        tls_switch(current);
        m->initial[i] = memory_copy(m->blocks[i], size);
    }
}

void tls_snapshot(void)
{
    for (uint32_t k = 0; k < module_count; k++)
        for (uint32_t i = 0; i < FIBERS_MAX; i++)
            memcpy(modules[k].initial[i], modules[k].blocks[i], modules[k].size);
}

void tls_reset(void)
{
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        for (uint32_t k = 0; k < module_count; k++)
            memcpy(modules[k].blocks[i], modules[k].initial[i], modules[k].size);
        *rt.fibers[i].errno_at = 0;
    }
}

void tls_visit(const fiber *f, void (*visit)(void *context, const void *bytes, size_t size),
               void *context)
{
    for (uint32_t k = 0; k < module_count; k++)
        visit(context, modules[k].blocks[f->number], modules[k].size);
    visit(context, f->errno_at, sizeof *f->errno_at);
}

static const tls_module *module_of(const fiber *f, const char *a)
{
    for (uint32_t k = 0; k < module_count; k++)
        if (a >= modules[k].blocks[f->number] && a < modules[k].blocks[f->number] + modules[k].size)
            return &modules[k];
    return NULL;
}

bool tls_owns(const fiber *f, const void *address)
{
    return module_of(f, address) || address == f->errno_at;
}

bool tls_place(const fiber *f, const void *address, uint64_t *base, size_t *offset)
{
    const tls_module *m = module_of(f, address);
    if (!m)
        return false;
    *base = m->base;
    *offset = (size_t)((const char *)address - m->blocks[f->number]);
    return true;
}

fiber *fiber_of_tls(const void *address)
{
    for (uint32_t i = 0; i < FIBERS_MAX; i++)
        if (tls_owns(&rt.fibers[i], address))
            return &rt.fibers[i];
    return NULL;
}
