// SPDX-License-Identifier: MIT
// Differences in an interning table, and the states that were used last: see spec_states.h.

#include "spec/spec_states.h"

#include "base/intern.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
    VIEWS = 4,
    LEAST = 32, // bytes in common at an end that are worth sharing
};

// A shared state, put together.
typedef struct view {
    uint32_t state; // STATE_NONE: it is empty
    char *bytes;
    size_t size, capacity;
} view;

struct state_store {
    intern *table;
    view views[VIEWS];
    uint32_t held; // the view that was handed out last: adding leaves it alone
    uint32_t next; // the view to be filled next
};

state_store *state_store_new(void)
{
    state_store *s = memory_new(1, sizeof *s);
    s->table = intern_new();
    for (uint32_t i = 0; i < VIEWS; i++)
        s->views[i].state = STATE_NONE;
    return s;
}

void state_store_free(state_store *s)
{
    if (!s)
        return;
    intern_free(s->table);
    for (uint32_t i = 0; i < VIEWS; i++)
        free(s->views[i].bytes);
    free(s);
}

// A view to be filled with this state.
static view *empty_view(state_store *s, uint32_t state, size_t size)
{
    s->next = (s->next + 1) % VIEWS;
    if (s->next == s->held)
        s->next = (s->next + 1) % VIEWS;
    view *v = &s->views[s->next];
    MEMORY_GROW(v->bytes, v->capacity, size);
    v->state = state;
    v->size = size;
    return v;
}

static view *view_of(state_store *s, uint32_t state)
{
    for (uint32_t i = 0; i < VIEWS; i++)
        if (s->views[i].state == state)
            return &s->views[i];
    view *v = empty_view(s, state, intern_length(s->table, state));
    intern_copy(s->table, state, v->bytes);
    return v;
}

const void *state_store_get(state_store *s, uint32_t state, size_t *size)
{
    const void *whole = intern_if_whole(s->table, state, size);
    if (whole)
        return whole;
    const view *v = view_of(s, state);
    s->held = (uint32_t)(v - s->views);
    if (size)
        *size = v->size;
    return v->bytes;
}

static uint64_t word_at(const char *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

// How many bytes two strings have in common, from these places on, and back from them.
static size_t common_start(const char *a, const char *b, size_t most)
{
    size_t n = 0;
    while (n + sizeof(uint64_t) <= most && word_at(a + n) == word_at(b + n))
        n += sizeof(uint64_t);
    while (n < most && a[n] == b[n])
        n++;
    return n;
}

static size_t common_end(const char *a, const char *b, size_t most)
{
    size_t n = 0;
    while (n + sizeof(uint64_t) <= most &&
           word_at(a - n - sizeof(uint64_t)) == word_at(b - n - sizeof(uint64_t)))
        n += sizeof(uint64_t);
    while (n < most && a[-1 - (ptrdiff_t)n] == b[-1 - (ptrdiff_t)n])
        n++;
    return n;
}

static uint32_t add_near(state_store *s, const char *bytes, size_t size, uint32_t near)
{
    size_t like_size;
    const char *like = intern_if_whole(s->table, near, &like_size);
    if (!like) {
        const view *v = view_of(s, near);
        like = v->bytes;
        like_size = v->size;
    }
    size_t most = size < like_size ? size : like_size;
    size_t prefix = common_start(bytes, like, most);
    prefix = prefix < LEAST ? 0 : prefix; // a little at both ends is a fork in the chain
    size_t suffix = common_end(bytes + size, like + like_size, most - prefix);
    suffix = suffix < LEAST ? 0 : suffix;
    return intern_add_spliced(s->table, bytes, size, near, prefix, suffix);
}

uint32_t state_store_add(state_store *s, const void *bytes, size_t size, uint32_t near)
{
    if (size < INTERN_SHARE_FROM || near == STATE_NONE)
        return intern_add(s->table, bytes, size);
    // Specs emit one state with several results, and states that stay as they are.
    for (uint32_t i = 0; i < VIEWS; i++)
        if (s->views[i].state != STATE_NONE && s->views[i].size == size &&
            memcmp(s->views[i].bytes, bytes, size) == 0)
            return s->views[i].state;
    uint32_t count = intern_count(s->table), state = add_near(s, bytes, size, near);
    // What is new is most often looked at next.
    if (state == count && intern_is_shared(s->table, state))
        memcpy(empty_view(s, state, size)->bytes, bytes, size);
    return state;
}

uint32_t state_store_count(const state_store *s)
{
    return intern_count(s->table);
}

uint64_t state_store_bytes(const state_store *s)
{
    uint64_t bytes = intern_bytes(s->table);
    for (uint32_t i = 0; i < VIEWS; i++)
        bytes += s->views[i].capacity;
    return bytes;
}
