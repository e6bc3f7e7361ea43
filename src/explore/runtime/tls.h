// SPDX-License-Identifier: MIT
// Thread-local storage of fibers. For each fiber a real thread is created that
// sleeps for ever; the fiber runs with that donor's thread pointer. So every
// fiber has true TLS blocks at addresses of its own (queue locks keep nodes
// there), its own errno and its own pthread_self.

#ifndef EXPLORE_TLS_H
#define EXPLORE_TLS_H

#include "base/error.h"
#include "explore/runtime/runtime.h"

#include <asm/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

bool tls_init(error *e);

extern bool tls_has_wrfsbase;

static inline void tls_switch(void *fs)
{
    if (tls_has_wrfsbase)
        __asm__ volatile("wrfsbase %0" : : "r"(fs) : "memory");
    else
        syscall(SYS_arch_prctl, ARCH_SET_FS, fs);
}

void *tls_current(void);

// After loading: the blocks of these modules are made to exist in each donor
// and are remembered as they are now.
void tls_add_module(size_t id, size_t size, uint64_t base); // base: where it is loaded
void tls_snapshot(void);
void tls_reset(void);
// Feeds each block of a fiber, and its errno, to `visit`.
void tls_visit(const fiber *f, void (*visit)(void *context, const void *bytes, size_t size),
               void *context);
// Whose thread-local variable it is; NULL: nobody's.
fiber *fiber_of_tls(const void *address);
bool tls_owns(const fiber *f, const void *address);
// In which module's block, by where that is loaded, and where in it; false: it is errno.
bool tls_place(const fiber *f, const void *address, uint64_t *base, size_t *offset);

#endif
