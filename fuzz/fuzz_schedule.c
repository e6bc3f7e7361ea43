// SPDX-License-Identifier: MIT
// Fuzz target: schedules as text. What is accepted is the same when printed and
// read again. See fuzz.h.

#include "explore/runtime/schedule_text.h"
#include "fuzz.h"
#include "fuzz_input.h"

#include <string.h>

const char *const fuzz_examples[] = {
    "2x4,0x5,1,=1,1x3",
    "s2,t0,h7f001234,d1.40,p,0x3,1,2",
    "0,1,0,1,=0,=3",
    NULL,
};
const char *const fuzz_words[] = {
    "x",         ",", "=",  "s",  "t",  "h",     "d",           "p",
    ".",         "0", "31", "32", "64", "65535", "99999999999", "ffffffffffffffff",
    "x10000001", NULL};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *source = strndup(size ? (const char *)data : "", size);
    schedule s = {0}, back = {0};
    error e = {0};
    text first = {0}, second = {0};
    MUST(source);
    text_add(&first, "%s", "");
    text_add(&second, "%s", "");
    if (schedule_parse(source, &s, &e)) {
        schedule_print(&s, &first);
        MUST(schedule_parse(first.bytes, &back, &e));
        schedule_print(&back, &second);
        MUST(strcmp(first.bytes, second.bytes) == 0);
    } else {
        MUST(e.message[0]);
    }
    schedule_fini(&s);
    schedule_fini(&back);
    text_fini(&first);
    text_fini(&second);
    free(source);
    return 0;
}
