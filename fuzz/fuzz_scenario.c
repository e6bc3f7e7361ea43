// SPDX-License-Identifier: MIT
// Fuzz target: scenarios and their shapes. What is accepted is the same when
// printed and read again. See fuzz.h.

#include "fuzz.h"
#include "fuzz_input.h"
#include "history/scenario.h"

#include <string.h>

const char *const fuzz_examples[] = {
    "enq(7) ; enq(1) deq | enq(2) deq ; deq",
    "push(1) pop | push(2) pop | pop",
    "cas(1, -2) | write([1, \"a b\"], true, nil)",
    "2+3x4+1",
    "3x4",
    NULL,
};
const char *const fuzz_words[] = {"|", ";",  "(",   ")",     ",", "[",
                                  "]", "\"", "nil", "true",  "-", "99999999999999999999",
                                  "x", "+",  "1x1", "17x65", NULL};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *source = strndup(size ? (const char *)data : "", size);
    lp_pool *pool = lp_pool_new();
    scenario *s = calloc(1, sizeof *s);
    scenario_shape shape;
    error e = {0};
    text first = {0}, second = {0};
    MUST(source && s);
    text_add(&first, "%s", "");
    text_add(&second, "%s", "");
    if (scenario_parse(pool, source, s, &e)) {
        scenario_print(pool, s, &first);
        MUST(scenario_parse(pool, first.bytes, s, &e));
        scenario_print(pool, s, &second);
        MUST(strcmp(first.bytes, second.bytes) == 0);
    } else {
        MUST(e.message[0]);
    }
    e = (error){0};
    MUST(scenario_shape_parse(source, &shape, &e) || e.message[0]);
    text_fini(&first);
    text_fini(&second);
    lp_pool_free(pool);
    free(source);
    free(s);
    return 0;
}
