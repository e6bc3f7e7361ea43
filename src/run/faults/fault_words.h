// SPDX-License-Identifier: MIT
// The words of a line of a fault schedule, one after the other.

#ifndef RUN_FAULT_WORDS_H
#define RUN_FAULT_WORDS_H

#include "run/faults/fault_schedule.h"

typedef struct fault_words {
    const char *start, *at;
    const fault_names *names;
    const char *file;
    uint64_t line;
    error *e;
} fault_words;

// Of the place where the next word is, or, with `at`, of that one. False.
bool words_wrong(const fault_words *w, const char *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// Each line of a file. False: with the error.
bool words_read_lines(const char *file, const fault_names *names,
                      bool (*read)(void *data, fault_words *w), void *data, error *e);
bool words_end(fault_words *w);                     // nothing is left
bool words_is(fault_words *w, const char *word);    // passed over, if it is the next
bool words_seconds(fault_words *w, double *out);    // 500ms, 1.5s, 2m; passed over, if it is one
bool words_count(fault_words *w, uint64_t *out);    // likewise, a whole number
bool words_processes(fault_words *w, bool *marked); // false with the error
// 1..20ms, 5ms: milliseconds. 10%, 0.5%: in 1000. False with the error.
bool words_delay(fault_words *w, uint64_t *least, uint64_t *most);
bool words_percent(fault_words *w, uint64_t *in_1000);

#endif
