// SPDX-License-Identifier: MIT
// See event_label.h.

#include "model/process/event_label.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { LABEL_HEAD = 3, TAG_INT = 0, TAG_BOOL = 1, TAG_NONE = 2, TAG_ENUM = 3 };

uint32_t value_tag(type t)
{
    return t.kind == TYPE_ENUM   ? TAG_ENUM + t.record
           : t.kind == TYPE_BOOL ? TAG_BOOL
           : t.kind == TYPE_NONE ? TAG_NONE
                                 : TAG_INT;
}

void label_make(event_words *out, event_way way, uint32_t name, const type *types,
                const int32_t *values, uint32_t count)
{
    out->words[0] = (uint32_t)way;
    out->words[1] = name;
    out->words[2] = count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t tag = value_tag(types[i]);
        out->words[LABEL_HEAD + 2 * i] = tag;
        out->words[LABEL_HEAD + 2 * i + 1] = (uint32_t)(tag == TAG_NONE ? CELL_NONE : values[i]);
    }
    out->length = LABEL_HEAD + 2 * count;
}

void label_value_print(const model *m, uint32_t tag, int32_t value, text *out)
{
    if (tag == TAG_INT)
        text_add(out, "%d", value);
    else
        text_add(out, "%s",
                 tag == TAG_NONE   ? "none"
                 : tag == TAG_BOOL ? value ? "true" : "false"
                                   : m->enums[tag - TAG_ENUM]->items[value]);
}

void label_print(const model *m, const uint32_t *label, text *out)
{
    static const char *const before[] = {
        [EVENT_PLAIN] = ".", [EVENT_SENT] = "!", [EVENT_RECEIVED] = "?"};
    text_add(out, "%s", m->processes->events[label[1]]);
    for (uint32_t i = 0; i < label[2]; i++) {
        uint32_t tag = label[LABEL_HEAD + 2 * i];
        int32_t value = (int32_t)label[LABEL_HEAD + 2 * i + 1];
        text_add(out, "%s", i ? "." : before[label[0]]);
        label_value_print(m, tag, value, out);
    }
}

void event_list_fini(event_list *s)
{
    free(s->words);
    *s = (event_list){0};
}

uint32_t pattern_length(const uint32_t *pattern)
{
    return LABEL_HEAD + 2 * pattern[2];
}

void event_list_append(event_list *s, const uint32_t *pattern)
{
    uint32_t length = pattern_length(pattern);
    for (uint32_t at = 0; at < s->length; at += pattern_length(s->words + at))
        if (pattern_length(s->words + at) == length &&
            memcmp(s->words + at, pattern, length * sizeof *pattern) == 0)
            return;
    MEMORY_GROW(s->words, s->capacity, (size_t)s->length + length);
    memcpy(s->words + s->length, pattern, length * sizeof *pattern);
    s->length += length;
}

void event_list_add(event_list *s, uint32_t name, bool exact, const type *types,
                    const int32_t *values, const bool *known, uint32_t count)
{
    event_words made;
    label_make(&made, EVENT_PLAIN, name, types, values, count);
    made.words[0] = name;
    made.words[1] = exact;
    for (uint32_t i = 0; known && i < count; i++)
        if (!known[i]) {
            made.words[LABEL_HEAD + 2 * i] = VALUE_ANY;
            made.words[LABEL_HEAD + 2 * i + 1] = 0;
        }
    event_list_append(s, made.words);
}

static bool values_fit(const uint32_t *pattern, const uint32_t *values)
{
    for (uint32_t i = 0; i < pattern[2]; i++) {
        const uint32_t *want = pattern + LABEL_HEAD + (size_t)2 * i;
        const uint32_t *is = values + LABEL_HEAD + (size_t)2 * i;
        if (want[0] != VALUE_ANY && (want[0] != is[0] || want[1] != is[1]))
            return false;
    }
    return true;
}

bool pattern_covers(const uint32_t *pattern, const uint32_t *other)
{
    bool counts = pattern[1] ? other[1] && other[2] == pattern[2] : other[2] >= pattern[2];
    return pattern[0] == other[0] && counts && values_fit(pattern, other);
}

bool event_set_has(const uint32_t *set, uint32_t length, const uint32_t *label)
{
    for (uint32_t at = 0; at < length; at += pattern_length(set + at)) {
        const uint32_t *p = set + at;
        if (p[0] == label[1] && (p[1] ? label[2] == p[2] : label[2] >= p[2]) &&
            values_fit(p, label))
            return true;
    }
    return false;
}
