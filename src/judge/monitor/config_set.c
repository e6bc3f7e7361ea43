// SPDX-License-Identifier: MIT
// Sets of configurations: see config_set.h.

#include "judge/monitor/config_set.h"

#include "base/error.h"
#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { SOUND_MAX = 16 }; // configurations: larger sets are not checked

_Static_assert(sizeof(open_operation) == OPEN_WORDS * sizeof(uint32_t), "as it is stored");

set_view set_get(const intern *sets, uint32_t set)
{
    size_t bytes;
    const uint32_t *w = intern_get(sets, set, &bytes);
    assert(bytes >= 2 * sizeof *w);
    set_view v = {.open_count = w[0], .config_count = w[1], .config_words = 1 + w[0]};
    v.open = (const open_operation *)(const void *)(w + 2);
    v.configs = w + 2 + (size_t)v.open_count * OPEN_WORDS;
    assert((size_t)(v.configs - w) + (size_t)v.config_count * v.config_words == bytes / sizeof *w);
    (void)bytes;
    return v;
}

uint32_t set_position(const set_view *v, uint32_t slot)
{
    uint32_t at = 0;
    while (at < v->open_count && v->open[at].slot != slot)
        at++;
    REQUIRE(at < v->open_count);
    return at;
}

static int compare(const void *a, const void *b, void *words)
{
    const uint32_t *x = a, *y = b;
    for (size_t i = 0; i < *(const uint32_t *)words; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

bool config_dominates(const open_operation *open, uint32_t open_count, const uint32_t *a,
                      const uint32_t *b)
{
    if (a[0] != b[0])
        return false;
    for (uint32_t i = 0; i < open_count; i++) {
        uint32_t x = a[i + 1], y = b[i + 1];
        if (x != y && !(open[i].forever && x == 0))
            return false;
    }
    return true;
}

bool set_is_sound(const set_view *v)
{
    uint32_t words = v->config_words;
    for (uint32_t i = 0; i < v->config_count; i++)
        for (uint32_t k = 0; k < i; k++) {
            const uint32_t *a = v->configs + (size_t)k * words, *b = v->configs + (size_t)i * words;
            if (compare(a, b, &words) >= 0 || config_dominates(v->open, v->open_count, a, b))
                return false;
        }
    return v->config_count > 0;
}

__attribute__((unused)) static bool sound_if_small(const intern *sets, uint32_t set)
{
    set_view v = set_get(sets, set);
    return v.config_count > SOUND_MAX || set_is_sound(&v);
}

void set_begin(set_builder *b, const open_operation *open, uint32_t open_count)
{
    b->open = open;
    b->open_count = open_count;
    b->config_words = 1 + open_count;
    b->count = 0;
}

void set_add(set_builder *b, const uint32_t *config)
{
    MEMORY_GROW(b->configs, b->capacity, (b->count + 1) * b->config_words);
    memcpy(b->configs + b->count++ * b->config_words, config, b->config_words * sizeof *config);
}

// A dominating configuration has zeros where the other has TAKEN, so it stands
// before it in sorted order, among those with the same state.
static bool dominated(const set_builder *b, const uint32_t *config, const uint32_t *kept,
                      size_t kept_count)
{
    for (size_t i = kept_count; i-- > 0;) {
        const uint32_t *other = kept + i * b->config_words;
        if (other[0] != config[0])
            return false;
        if (config_dominates(b->open, b->open_count, other, config))
            return true;
    }
    return false;
}

uint32_t set_finish(set_builder *b, intern *sets)
{
    bool any_forever = false;
    for (uint32_t i = 0; i < b->open_count; i++)
        any_forever |= b->open[i].forever != 0;
    size_t size = b->config_words * sizeof *b->configs;
    if (b->count)
        qsort_r(b->configs, b->count, size, compare, &b->config_words);
    MEMORY_GROW(b->words, b->words_capacity,
                2 + (size_t)b->open_count * OPEN_WORDS + b->count * b->config_words);
    uint32_t *w = b->words;
    *w++ = b->open_count;
    uint32_t *kept_count = w++;
    *kept_count = 0;
    if (b->open_count)
        memcpy(w, b->open, b->open_count * sizeof *b->open);
    uint32_t *kept = w += (size_t)b->open_count * OPEN_WORDS;
    for (size_t i = 0; i < b->count; i++) {
        const uint32_t *config = b->configs + i * b->config_words;
        if (i && memcmp(config - b->config_words, config, size) == 0)
            continue;
        if (any_forever && dominated(b, config, kept, *kept_count))
            continue;
        memcpy(w, config, size);
        w += b->config_words;
        ++*kept_count;
    }
    if (*kept_count == 0)
        return 0; // MONITOR_VIOLATED: nothing explains what was seen
    uint32_t set = intern_add(sets, b->words, (size_t)(w - b->words) * sizeof *w);
    assert(sound_if_small(sets, set));
    return set;
}

void set_fini(set_builder *b)
{
    free(b->configs);
    free(b->words);
}
