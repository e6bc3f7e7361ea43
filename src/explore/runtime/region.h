// SPDX-License-Identifier: MIT
// Which memory is it? Module data and heap blocks can be seen by every thread;
// a stack or a thread-local variable is private until an execution shows that
// another fiber reaches into it. Then it counts as shared and the exploration
// begins again, which is sound and happens at most twice per fiber.

#ifndef EXPLORE_REGION_H
#define EXPLORE_REGION_H

#include "base/error.h"
#include "base/text.h"
#include "explore/runtime/runtime.h"

// Before and after the user's modules are loaded: what came in between is theirs.
void regions_before(void);
bool regions_after(error *e);
// The object has loaded something itself: what is new is tracked from now on, as it is now.
bool regions_more(bool *fresh, error *e);
void regions_snapshot(void);
void regions_reset(void);
void regions_visit(void (*visit)(void *context, const void *bytes, size_t size), void *context);

// Is an access here a scheduling point? For the current fiber, in a hook.
bool region_shared(const void *address, const void *pc);
// An atomic or volatile access to what is private to the current fiber. One that is made over
// and over waits for somebody who has its address and has not come to use it: then it counts as
// shared from now on, like memory that another was seen to reach into.
void region_waits(const void *address);
// Was nothing known at this address, of which region_shared was the last to be asked?
bool region_is_wild(const void *address);
// Who announced that access, if a fault at `fault` is of it. Compilers move the access
// itself, and its line is then another's. NULL: it is not.
const void *region_wild_pc(const void *fault);
// The access is about to happen: ends the execution if it must not.
void region_check(const void *address, size_t size, const void *pc);
// Tries an address that is not known to be memory, so that a bad one crashes here
// and in the name of the user's code, not in the scheduler.
void region_probe(const void *address, size_t size, bool write, const void *pc);
// Where in which module's data, and back; false, NULL: nowhere.
bool region_data_offset(const void *address, uint32_t *module, uint64_t *offset);
const void *region_data_at(uint32_t module, uint64_t offset);
// Writable data of such a module, but for the addresses of standard streams.
extern const char *region_system_low, *region_system_high;
bool region_in_system_data(const void *address);
static inline bool region_of_system_data(const void *address)
{
    const char *a = address;
    return a >= region_system_low && a < region_system_high && region_in_system_data(address);
}
// In the data of a module that the runner has without the user's object.
bool region_of_system(const void *address);
bool region_of_module(const void *address); // the user's or the system's
bool region_in_libc(const void *pc);        // the C library or the loader

#endif
