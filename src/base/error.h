// SPDX-License-Identifier: MIT
// Errors: bad input and a failing environment. Misuse of an interface aborts
// (REQUIRE); a broken invariant is an assert.

#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// One sentence a user can act on, and where. Zeroed: no error.
typedef struct error {
    char file[256];        // empty: not about a file
    uint64_t line, column; // from 1, in bytes; 0: not known
    uint64_t characters;   // the column as people count, if that is known to be another; else 0
    char message[1024];
} error;

// Both return false, so that a failing function can `return error_set(…)`. The message is one line:
// a line feed in a name is shown as \x0a. With the format "%s" it is as it is: a message that is
// handed on, or one with further lines, which are indented by two blanks.
bool error_set(error *e, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool error_at(error *e, const char *file, uint64_t line, uint64_t column, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
// "file:line:column: message", as compilers print it. Caller frees.
char *error_text(const error *e);

// The nearest of the names to what was typed, or NULL if none is near.
const char *did_you_mean(const char *typed, const char *const *names, size_t count);

_Noreturn void misuse(const char *function, const char *what);
#define REQUIRE(condition)                                                                         \
    do {                                                                                           \
        if (!(condition))                                                                          \
            misuse(__func__, #condition);                                                          \
    } while (0)

#endif
