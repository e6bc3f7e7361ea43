// SPDX-License-Identifier: MIT
// See decision_path.h.

#include "explore/search/decision_path.h"

#include "base/memory.h"
#include "explore/runtime/footprint.h"
#include "explore/runtime/region.h"

#include <assert.h>
#include <stdlib.h>

void path_init(path *p, size_t frame_size)
{
    assert(frame_size >= sizeof(path_frame));
    *p = (path){.frame_size = (uint32_t)frame_size};
}

void path_fini(path *p)
{
    free(p->frames);
}

void path_clear(path *p)
{
    p->count = p->depth = 0;
}

void *path_room(path *p)
{
    MEMORY_GROW(p->frames, p->capacity, ((size_t)p->count + 1) * p->frame_size);
    return path_at(p, p->count);
}

uint16_t schedule_step(bool is_choice, uint32_t option)
{
    return (uint16_t)(is_choice ? SCHEDULE_CHOICE | option : thread_number(&rt.fibers[option]));
}

void schedule_note_shared(schedule *s)
{
    for (uint32_t i = 0; i < FIBERS_MAX; i++) {
        const fiber *f = &rt.fibers[i];
        s->shared_stacks |= (uint64_t)f->stack_shared << thread_number(f);
        s->shared_tls |= (uint64_t)f->tls_shared << thread_number(f);
    }
    s->plain = !learnt.invisible_plain;
    uint32_t count;
    const uintptr_t *promoted = footprint_promoted(&count);
    s->promoted_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t module;
        uint64_t offset;
        bool data = region_data_offset((const void *)promoted[i], &module, &offset);
        schedule_add_promoted(s,
                              data ? SCHEDULE_DATA | (uint64_t)module << 48 | offset : promoted[i]);
    }
}

void schedule_set_shared(const schedule *s)
{
    for (uint32_t i = 0; i < FIBERS_MAX; i++) {
        fiber *f = &rt.fibers[i];
        f->stack_shared = f->stack_shared || (s->shared_stacks >> thread_number(f) & 1);
        f->tls_shared = f->tls_shared || (s->shared_tls >> thread_number(f) & 1);
    }
    learnt.invisible_plain = !s->plain;
    for (uint32_t i = 0; i < s->promoted_count; i++) {
        uint64_t at = s->promoted[i];
        const void *address =
            at & SCHEDULE_DATA ? region_data_at((uint32_t)(at >> 48 & 0x7fff), at & 0xffffffffffff)
                               : (const void *)(uintptr_t)at;
        if (address)
            footprint_promote(address);
    }
}

void path_schedule(const path *p, schedule *out)
{
    schedule_note_shared(out);
    for (uint32_t i = 0; i < p->depth; i++) {
        const path_frame *f = path_at(p, i);
        schedule_add(out, schedule_step(f->is_choice, f->taken));
    }
}
