// SPDX-License-Identifier: MIT
// Fuzz target: verdicts as JSON, which linchpin reads from its runners. What is
// accepted is the same when written and read again. See fuzz.h.

#include "fuzz.h"
#include "fuzz_input.h"
#include "history/history_format.h"
#include "judge/evidence/verdict.h"
#include "judge/judge.h"
#include "spec/registry.h"

#include <string.h>

const char *const fuzz_words[] = {"{",
                                  "}",
                                  "[",
                                  "]",
                                  ":",
                                  ",",
                                  "\"",
                                  "null",
                                  "true",
                                  "1e999",
                                  "-",
                                  "99999999999999999999",
                                  "\"verdict\":",
                                  "\"holds\"",
                                  "\"history\":",
                                  "\"witness\":",
                                  "\\u0000",
                                  NULL};

// The verdict of a queue that is right or wrong, with its evidence.
void fuzz_input(rng *r, text *out)
{
    static const char *const histories[] = {
        "[0] call enq(1)\n[1] call deq\n[0] return\n[1] return 1\n",
        "[0] call enq(1)\n[0] return\n[0] call enq(2)\n[0] return\n[1] call deq\n[1] return 2\n",
        "[0] call deq\n[0] return 7\n[1] call enq(3)\n",
    };
    const char *source = histories[rng_below(r, sizeof histories / sizeof *histories)];
    lp_pool *pool = lp_pool_new();
    lp_history *h = lp_history_new(pool);
    lp_verdict v;
    error e = {0};
    lp_verdict_init(&v);
    MUST(history_read(history_format_find("calls"), "in", source, strlen(source), h, &e));
    MUST(judge_history(judge_find("linearizable", &e), h, spec_find("queue", &e), NULL, true, &v,
                       &e));
    verdict_set(&v.reproduce, "linchpin check \"in\"");
    verdict_figure(&v, LP_FIGURE_STATES, 17);
    verdict_trace(&v, 1, true, "a.c:3", "read top = 0x10");
    verdict_trace_frame(&v, "a.c:3", "run");
    verdict_write_json(&v, out);
    lp_verdict_fini(&v);
    lp_history_free(h);
    lp_pool_free(pool);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    lp_pool *pool = lp_pool_new();
    lp_verdict v, back;
    error e = {0};
    text first = {0}, second = {0};
    if (verdict_read_json(size ? (const char *)data : "", size, pool, &v, &e)) {
        verdict_write_json(&v, &first);
        MUST(verdict_read_json(first.bytes, first.length, pool, &back, &e));
        verdict_write_json(&back, &second);
        MUST(strcmp(first.bytes, second.bytes) == 0);
        lp_verdict_fini(&v);
        lp_verdict_fini(&back);
    } else {
        MUST(e.message[0]);
    }
    text_fini(&first);
    text_fini(&second);
    lp_pool_free(pool);
    return 0;
}
