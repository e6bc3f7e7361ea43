// SPDX-License-Identifier: MIT
// See decision_path.h.

#include "explore/search/decision_path.h"

#include "base/memory.h"
#include "explore/runtime/footprint.h"
#include "explore/runtime/region.h"
#include "explore/search/state_table.h"

#include <stdlib.h>

void path_init(path *p, uint32_t bound)
{
    *p = (path){.bound = bound};
}

void path_fini(path *p)
{
    free(p->frames);
}

void path_begin(path *p)
{
    p->depth = p->preemptions = 0;
}

void path_clear(path *p)
{
    p->count = 0;
}

// How many of the options are within the bound.
static uint32_t allowed(const path *p, const decision *d)
{
    return d->stays && p->preemptions >= p->bound ? 1 : d->count;
}

static uint32_t sign(const decision *d)
{
    uint64_t h = 0;
    for (uint32_t i = 0; i < d->count && !d->is_choice; i++) {
        const pending *n = &rt.fibers[d->options[i]].s.next;
        h = (h ^ (uintptr_t)n->address ^ (uintptr_t)n->pc << 7 ^ n->kind) * 0x9e3779b97f4a7c15;
    }
    return (uint32_t)(h >> 32);
}

static bool same(const path *p, const path_frame *f, const decision *d)
{
    if (f->is_choice != d->is_choice || f->stays != d->stays || f->count != allowed(p, d) ||
        f->sign != sign(d))
        return false;
    for (uint32_t i = 0; i < f->count; i++)
        if (f->options[i] != decision_option(d, i))
            return false;
    return true;
}

path_frame *path_at(path *p, const decision *d, bool *fresh)
{
    *fresh = p->depth == p->count;
    if (!*fresh)
        return same(p, &p->frames[p->depth], d) ? &p->frames[p->depth] : NULL;
    MEMORY_GROW(p->frames, p->capacity, p->count + 1);
    path_frame *f = &p->frames[p->count];
    *f = (path_frame){.state = STATE_NONE,
                      .is_choice = d->is_choice,
                      .stays = d->stays,
                      .sign = sign(d),
                      .count = (uint8_t)allowed(p, d)};
    p->bounded = p->bounded || f->count < d->count;
    for (uint32_t i = 0; i < f->count; i++)
        f->options[i] = (uint8_t)decision_option(d, i);
    return f;
}

uint32_t path_take(path *p, const path_frame *f)
{
    if (p->depth == p->count)
        p->count++;
    p->depth++;
    p->preemptions += f->stays && f->taken;
    return f->taken;
}

bool path_has_more(const path *p)
{
    for (uint32_t i = p->count; i-- > 0;)
        if (p->frames[i].taken + 1 < p->frames[i].count)
            return true;
    return false;
}

// The deepest decision with an alternative left takes it.
bool path_next(path *p)
{
    while (p->count) {
        path_frame *f = &p->frames[p->count - 1];
        if (++f->taken < f->count)
            return true;
        p->count--;
    }
    return false;
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
        const path_frame *f = &p->frames[i];
        schedule_add(out, schedule_step(f->is_choice, f->options[f->taken]));
    }
}
