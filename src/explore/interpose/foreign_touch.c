// SPDX-License-Identifier: MIT
// Which memory a call names by its arguments: see the words of foreign_known.

#include "explore/interpose/foreign_link.h"
#include "explore/runtime/arena.h"
#include "explore/runtime/fiber.h"
#include "explore/runtime/footprint.h"
#include "explore/runtime/region.h"

#include <stdio.h>
#include <string.h>

enum { ARGUMENTS = 6, STRING_MAX = 4096, DATA_REST = 256 };

static bool seen_by_others(const void *address)
{
    uint32_t module;
    uint64_t offset;
    const fiber *owner = fiber_of_stack(address, NULL);
    return arenas_own(address) || region_data_offset(address, &module, &offset) ||
           (owner && (owner->stack_shared || owner != rt.current));
}

// Up to and with its end, as far as it is in memory that may be read.
static size_t string_size(const char *s)
{
    size_t n = 0;
    while (s && n < STRING_MAX && (!arenas_own(s + n) || !arena_check(s + n, 1)) && s[n])
        n++;
    return n + 1;
}

// Memory that the call touches, one piece at a time.
typedef void touched(void *context, const void *address, size_t size, bool write);

static uint64_t digit(const char **at, const uint64_t *arguments)
{
    uint32_t i = (uint32_t)(*(*at)++ - '0');
    return i < ARGUMENTS ? arguments[i] : 0;
}

static void touch_strings(const uint64_t *arguments, uint32_t from, touched *each, void *context)
{
    for (uint32_t i = from; i < ARGUMENTS; i++) {
        const char *s = (const char *)arguments[i];
        if (seen_by_others(s))
            each(context, s, string_size(s), false);
    }
}

static void touch_range(const char **at, const uint64_t *arguments, bool write, touched *each,
                        void *context)
{
    const char *address = (const char *)digit(at, arguments);
    size_t size = 0;
    if (**at == 's') {
        ++*at;
        size = seen_by_others(address) ? string_size(address) : 0;
    } else if (**at == 'e') {
        ++*at;
        size = arenas_own(address) ? arena_rest(address) : DATA_REST;
    } else if (**at == '=') {
        for (++*at; **at >= '0' && **at <= '9'; ++*at)
            size = size * 10 + (size_t)(**at - '0');
    } else if (**at == 'n') {
        ++*at;
        size = digit(at, arguments);
        if (**at == 'x') {
            ++*at;
            size *= digit(at, arguments);
        }
    }
    if (address && size && seen_by_others(address))
        each(context, address, size, write);
}

static void touch_all(const char *words, const uint64_t *arguments, touched *each, void *context)
{
    for (const char *at = words ? words : ""; *at;) {
        char how = *at++;
        if (how == 'r' || how == 'w')
            touch_range(&at, arguments, how == 'w', each, context);
        else if (how == 'v')
            touch_strings(arguments, (uint32_t)(*at++ - '0'), each, context);
        else if (how == 'f')
            at++;
    }
}

static void add_touch(void *context, const void *address, size_t size, bool write)
{
    (void)context;
    footprint_add(address, size, write);
    footprint_reach(address);
    step_now.flags |= STEP_WHOLE;
}

void foreign_touch(foreign_class kind, const char *touches, const uint64_t *arguments)
{
    if (kind == FOREIGN_OPAQUE) {
        step_now.flags |= STEP_OPAQUE;
        return;
    }
    if (kind == FOREIGN_HIDDEN)
        footprint_add(&rt.hidden, 1, true);
    touch_all(touches, arguments, add_touch, NULL);
}

static void check_stack(void *context, const void *address, size_t size, bool write)
{
    (void)size;
    (void)write;
    if (fiber_of_other_stack(address))
        region_shared(address, *(const void **)context);
}

void foreign_check_stacks(const char *touches, const uint64_t *arguments, const void *pc)
{
    touch_all(touches, arguments, check_stack, &pc);
}

static void note_shared(void *context, const void *address, size_t size, bool write)
{
    (void)address;
    (void)size;
    (void)write;
    *(bool *)context = true;
}

bool foreign_shares(const char *touches, const uint64_t *arguments)
{
    bool shared = false;
    touch_all(touches, arguments, note_shared, &shared);
    return shared;
}

// One piece of memory, held against all that a call touches.
typedef struct piece {
    const char *address;
    size_t size;
    bool write, met;
    const char *touches; // of the other call
    const uint64_t *arguments;
} piece;

static void hold_against(void *context, const void *address, size_t size, bool write)
{
    piece *p = context;
    const char *a = address;
    p->met = p->met || ((write || p->write) && a < p->address + p->size && p->address < a + size);
}

bool foreign_meets(const char *touches, const uint64_t *arguments, const pending *p)
{
    bool write = p->kind == OP_WRITE || p->kind == OP_STORE || p->kind == OP_UPDATE;
    piece one = {.address = p->address, .size = p->size, .write = write};
    if (p->kind == OP_FREE)
        one.size = arena_block_room(p->address), one.write = true;
    else if (!write && p->kind != OP_READ && p->kind != OP_LOAD)
        return false;
    touch_all(touches, arguments, hold_against, &one);
    return one.met;
}

static void hold_all(void *context, const void *address, size_t size, bool write)
{
    piece *p = context;
    p->address = address;
    p->size = size;
    p->write = write;
    touch_all(p->touches, p->arguments, hold_against, p);
}

bool foreign_meet(const char *touches, const uint64_t *arguments, const char *others,
                  const uint64_t *their_arguments)
{
    piece p = {.touches = others, .arguments = their_arguments};
    touch_all(touches, arguments, hold_all, &p);
    return p.met;
}

void foreign_report_unseen(const char *name)
{
    if (!learnt.uncontrolled[0])
        snprintf(learnt.uncontrolled, sizeof learnt.uncontrolled,
                 "the object calls %s on memory that other threads use at the same time, and "
                 "explore does not see the steps of %s",
                 name, name);
}

const void *foreign_stream(const char *touches, const uint64_t *arguments)
{
    const char *f = touches ? strchr(touches, 'f') : NULL;
    if (!f)
        return NULL;
    switch (f[1]) {
    case 'o':
        return stdout;
    case 'i':
        return stdin;
    case 'e':
        return stderr;
    default:
        return (const void *)arguments[f[1] - '0'];
    }
}
