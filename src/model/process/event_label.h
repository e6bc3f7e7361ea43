// SPDX-License-Identifier: MIT
// Labels of events, and sets of them, as words.
//
//     a label     how it came about, the number of its name, how many values, and for each value its
//                 type and itself
//     a pattern   the number of a name, whether there are no more values than these, how many, and
//                 each as in a label, or any
//     a set       its patterns, one after the other

#ifndef MODEL_EVENT_LABEL_H
#define MODEL_EVENT_LABEL_H

#include "base/text.h"
#include "model/syntax/ast_process.h"

typedef enum event_way { EVENT_PLAIN, EVENT_SENT, EVENT_RECEIVED } event_way;

enum { VALUE_ANY = UINT32_MAX };

typedef struct event_words {
    uint32_t words[3 + 2 * PROCESS_MAX_VALUES];
    uint32_t length;
} event_words;

// A set that is being made.
typedef struct event_list {
    uint32_t *words;
    uint32_t length;
    size_t capacity;
} event_list;

uint32_t value_tag(type t);
void label_make(event_words *out, event_way way, uint32_t name, const type *types,
                const int32_t *values, uint32_t count);
void label_value_print(const model *m, uint32_t tag, int32_t value, text *out);
void label_print(const model *m, const uint32_t *label, text *out); // e.1.red, c!1

void event_list_fini(event_list *s);
// `known`: of each value; NULL: all are.
void event_list_add(event_list *s, uint32_t name, bool exact, const type *types,
                    const int32_t *values, const bool *known, uint32_t count);
void event_list_append(event_list *s, const uint32_t *pattern);
uint32_t pattern_length(const uint32_t *pattern);
// Is every event of the pattern one of the other's?
bool pattern_covers(const uint32_t *pattern, const uint32_t *other);
bool event_set_has(const uint32_t *set, uint32_t length, const uint32_t *label);

#endif
