// SPDX-License-Identifier: MIT
// Functions of the C library that are one step here and are not in truth: fine on a
// thread's own stack, where there is one thread, and on memory that threads only read; named
// where another thread works on the same memory at the same time.
// run: --object sorting --scenario 'a | a'
// expect: 3 the object calls qsort on memory that other threads use at the same time
// run: --object sorting --scenario 'b | b'
// expect: 0 "verdict":"holds"
// run: --object sorting --scenario 'a a'
// expect: 0 "verdict":"holds"
// run: --object sorting --scenario 'a ; b | b'
// expect: 0 "verdict":"holds"
// run: --object writing --scenario 'a | a'
// expect: 3 the object calls snprintf on memory that other threads use at the same time
// run: --object writing --scenario 'b | b'
// expect: 0 "verdict":"holds"
// run: --object writing --scenario 'c | c'
// expect: 0 "verdict":"holds"
// run: --object writing --scenario 'd | d'
// expect: 3 the object calls vsnprintf on memory that other threads use at the same time

#include "specs.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int numbers[3] = {3, 1, 2};
static char words[32] = "a,b";
static _Atomic int n;

static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

#define METHOD(name, ...)                                                                          \
    static lp_value name(void *object, const lp_value *args)                                       \
    {                                                                                              \
        (void)object;                                                                              \
        (void)args;                                                                                \
        n++;                                                                                       \
        __VA_ARGS__                                                                                \
    }

METHOD(sort_shared, qsort(numbers, 3, sizeof *numbers, compare); return LP_TRUE;)
METHOD(sort_own, int own[] = {2, 1}; qsort(own, 2, sizeof *own, compare);
       return lp_bool(own[0] == 1);)

static int print(char *to, size_t size, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int length = vsnprintf(to, size, format, list);
    va_end(list);
    return length;
}

METHOD(write_shared, return lp_bool(snprintf(words, sizeof words, "%d", 17) == 2);)
METHOD(write_own, char own[8]; return lp_bool(snprintf(own, sizeof own, "%d%.1f", 17, 0.5) == 5);)
METHOD(look, return lp_bool(strchr(words, 'z') == NULL);)
METHOD(print_shared, return lp_bool(print(words, sizeof words, "%s", "xyz") == 3);)

LP_OBJECT(sorting, .create = create_nothing, .custom_spec = &fine,
          .methods = {{"a", sort_shared}, {"b", sort_own}})
LP_OBJECT(writing, .create = create_nothing, .custom_spec = &fine,
          .methods = {{"a", write_shared}, {"b", write_own}, {"c", look}, {"d", print_shared}})
