// SPDX-License-Identifier: MIT
// See depth_first.h.

#include "explore/search/depth_first.h"

#include "explore/search/state_table.h"

void depth_first_init(depth_first *s, uint32_t bound)
{
    *s = (depth_first){.bound = bound};
    path_init(&s->path, sizeof(branch));
}

void depth_first_fini(depth_first *s)
{
    path_fini(&s->path);
}

void depth_first_begin(depth_first *s)
{
    path_begin(&s->path);
    s->preemptions = 0;
}

// How many of the options are within the bound.
static uint32_t allowed(const depth_first *s, const decision *d)
{
    return d->stays && s->preemptions >= s->bound ? 1 : d->count;
}

static uint32_t sign(const decision *d)
{
    uint64_t h = 0;
    for (uint32_t i = 0; i < d->count && !d->is_choice; i++)
        h = path_sign(h, &rt.fibers[d->options[i]]);
    return (uint32_t)(h >> 32);
}

static bool same(const depth_first *s, const branch *b, const decision *d)
{
    if (b->at.is_choice != d->is_choice || b->stays != d->stays || b->count != allowed(s, d) ||
        b->at.sign != sign(d))
        return false;
    for (uint32_t i = 0; i < b->count; i++)
        if (b->options[i] != decision_option(d, i))
            return false;
    return true;
}

branch *depth_first_at(depth_first *s, const decision *d, bool *fresh)
{
    *fresh = path_ends(&s->path);
    if (!*fresh) {
        branch *b = depth_first_branch(s, s->path.depth);
        return same(s, b, d) ? b : NULL;
    }
    branch *b = path_room(&s->path);
    *b = (branch){.at = {.is_choice = d->is_choice, .sign = sign(d)},
                  .state = STATE_NONE,
                  .stays = d->stays,
                  .count = (uint8_t)allowed(s, d)};
    s->bounded = s->bounded || b->count < d->count;
    for (uint32_t i = 0; i < b->count; i++)
        b->options[i] = (uint8_t)decision_option(d, i);
    b->at.taken = b->options[0];
    return b;
}

uint32_t depth_first_take(depth_first *s, const branch *b)
{
    path_take(&s->path);
    s->preemptions += b->stays && b->index;
    return b->index;
}

bool depth_first_has_more(const depth_first *s)
{
    for (uint32_t i = s->path.count; i-- > 0;) {
        const branch *b = depth_first_branch(s, i);
        if (b->index + 1 < b->count)
            return true;
    }
    return false;
}

// The deepest decision with an alternative left takes it.
bool depth_first_next(depth_first *s)
{
    for (; s->path.count; s->path.count--) {
        branch *b = depth_first_branch(s, s->path.count - 1);
        if (++b->index < b->count) {
            b->at.taken = b->options[b->index];
            return true;
        }
    }
    return false;
}
