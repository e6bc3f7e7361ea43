// SPDX-License-Identifier: MIT
// See memory_log.h. What a thread does between two steps that are written down (allocating, writing
// where no hook is) goes to the step before, but not beyond the end of its operation: then it is
// kept for the thread's next step.

#include "explore/show/memory_log.h"

#include "base/memory.h"
#include "explore/runtime/arena.h"
#include "explore/runtime/region.h"
#include "explore/show/source_cells.h"

#include <stdlib.h>
#include <string.h>

enum {
    WORD = 8,
    VARIABLES_MOST = 1 << 16, // bytes of all variables that are looked at
};

watched *log_watched;
uint32_t log_watched_count;
memory_note *log_notes;
uint32_t log_note_count;
unsigned char *log_bytes;
bool log_full;

static uint32_t watched_capacity, note_capacity;
static size_t byte_count, byte_capacity, variable_bytes;
static bool begun;

static watched *watch(const void *address, size_t size, bool heap)
{
    if (log_watched_count == WATCHED_COUNT) {
        log_full = true;
        return NULL;
    }
    MEMORY_GROW(log_watched, watched_capacity, log_watched_count + 1);
    watched *w = &log_watched[log_watched_count++];
    *w = (watched){.address = address,
                   .whole = size,
                   .size = size < WATCHED_MOST ? size : WATCHED_MOST,
                   .heap = heap};
    w->then = memory_copy(address, w->size);
    w->now = memory_copy(address, w->size);
    return w;
}

static void watch_block(void *context, const void *block, size_t size)
{
    (void)context;
    watch(block, size, true);
}

// What no code can change shows nothing that the source does not.
static void watch_variable(void *context, const void *address, size_t size)
{
    uint32_t module;
    uint64_t offset;
    (void)context;
    variable_bytes += size;
    if (region_data_offset(address, &module, &offset) && variable_bytes <= VARIABLES_MOST)
        watch(address, size, false);
}

void log_begin(void)
{
    log_end();
    begun = true;
}

// At the first sign of the execution: only then memory is as it begins with.
static void begin(void)
{
    if (!begun)
        return;
    begun = false;
    arenas_live(watch_block, NULL);
    source_variables(watch_variable, NULL);
}

void log_end(void)
{
    for (uint32_t i = 0; i < log_watched_count; i++) {
        free(log_watched[i].then);
        free(log_watched[i].now);
    }
    log_watched_count = log_note_count = 0;
    byte_count = variable_bytes = 0;
    begun = log_full = false;
}

uint32_t log_find(const void *address)
{
    for (uint32_t i = 0; i < log_watched_count; i++) {
        const watched *w = &log_watched[i];
        if ((uintptr_t)address - (uintptr_t)w->address < (w->size ? w->size : 1))
            return i;
    }
    return UINT32_MAX;
}

static size_t keep_bytes(const void *bytes, size_t size)
{
    while (byte_count + size > byte_capacity) {
        byte_capacity = byte_capacity ? 2 * byte_capacity : 4096;
        log_bytes = memory_resize(log_bytes, byte_capacity, 1);
    }
    memcpy(log_bytes + byte_count, bytes, size);
    byte_count += size;
    return byte_count - size;
}

static memory_note *note(uint32_t step, uint32_t what, note_kind kind, size_t offset, size_t size)
{
    MEMORY_GROW(log_notes, note_capacity, log_note_count + 1);
    memory_note *n = &log_notes[log_note_count++];
    *n = (memory_note){.step = step, .what = what, .kind = kind, .offset = offset, .size = size};
    if (kind == NOTE_MADE || kind == NOTE_CHANGE)
        n->bytes = keep_bytes(log_watched[what].address + offset, size);
    return n;
}

// Until it is known which step of the thread is the next.
static uint32_t step_or_later(const fiber *f, uint32_t step)
{
    return step == NO_STEP ? (uint32_t)LOG_LATER | f->number : step;
}

// Words of eight bytes, or what is left of one.
static size_t word_at(const watched *w, size_t offset)
{
    return w->size - offset < WORD ? w->size - offset : WORD;
}

static void look_at(uint32_t what, uint32_t step)
{
    watched *w = &log_watched[what];
    if (memcmp(w->now, w->address, w->size) == 0)
        return;
    for (size_t at = 0; at < w->size; at += WORD) {
        size_t size = word_at(w, at);
        if (memcmp(w->now + at, w->address + at, size) != 0)
            note(step, what, NOTE_CHANGE, at, size);
    }
    memcpy(w->now, w->address, w->size);
}

void log_look(const fiber *f, uint32_t step)
{
    begin();
    for (uint32_t i = 0; i < log_watched_count && !log_full; i++)
        look_at(i, step_or_later(f, step));
}

void log_step(const fiber *f, uint32_t step, const void *address, size_t size)
{
    begin();
    for (uint32_t i = log_note_count; i-- > 0;)
        if (log_notes[i].step == ((uint32_t)LOG_LATER | f->number))
            log_notes[i].step = step;
    uint32_t what = address ? log_find(address) : UINT32_MAX;
    if (what == UINT32_MAX)
        return;
    const watched *w = &log_watched[what];
    size_t offset = (size_t)((const char *)address - w->address);
    if (size && offset + size <= w->size)
        note(step, what, NOTE_ACCESS, offset, size);
}

// The memory of one that was freed: it may have been smaller.
static void grow(watched *w, size_t size)
{
    size_t before = w->size;
    w->whole = size;
    if (size <= before || before == WATCHED_MOST)
        return;
    w->size = size < WATCHED_MOST ? size : WATCHED_MOST;
    w->then = memory_resize(w->then, w->size, 1);
    w->now = memory_resize(w->now, w->size, 1);
    memset(w->then + before, 0, w->size - before);
}

void log_made(const fiber *f, uint32_t step, const void *block, size_t size, bool known)
{
    bool first = begun; // it is there already
    begin();
    uint32_t what = log_find(block);
    if (first || what == UINT32_MAX) {
        watched *w = what == UINT32_MAX ? watch(block, size, true) : &log_watched[what];
        if (!w)
            return;
        w->made = true;
        memset(w->then, 0, w->size);
        what = (uint32_t)(w - log_watched);
    }
    watched *w = &log_watched[what];
    grow(w, size);
    memcpy(w->now, w->address, w->size);
    note(step_or_later(f, step), what, NOTE_MADE, 0, w->size)->known = known;
}

void log_freed(uint32_t step, const void *block)
{
    uint32_t what = log_find(block);
    if (what != UINT32_MAX && log_watched[what].address == block)
        note(step, what, NOTE_FREED, 0, 0);
}
