// SPDX-License-Identifier: MIT
// A fuzzer without feedback, for where libFuzzer is not: random histories of
// the target's format, damaged. driver [RUNS [SEED]], or files to try again:
// driver FILE…

#include "base/io/file_read.h"
#include "base/random.h"
#include "fuzz.h"
#include "mutate.h"
#include "setting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const words[] = {"\"process\":1,",
                                    "\"type\":\"ok\",",
                                    "\"f\":\"cas\",",
                                    "\"value\":null,",
                                    "\"id\":7,",
                                    ":process 1 ",
                                    ":type :ok ",
                                    ":f :read ",
                                    ":value [1 2] ",
                                    ":key \"a\" ",
                                    ":fail",
                                    ":info",
                                    ":timed-out",
                                    "INFO  jepsen.util - 1\t",
                                    "[1] ",
                                    "call ",
                                    "return ",
                                    "empty",
                                    "nil",
                                    "null",
                                    "true",
                                    "#{",
                                    "#inst ",
                                    "#_",
                                    "\\newline",
                                    "\\u0041",
                                    "\"",
                                    "\\",
                                    "[",
                                    "]",
                                    "{",
                                    "}",
                                    "(",
                                    ")",
                                    "1/2",
                                    "1e999",
                                    "99999999999999999999",
                                    "-",
                                    ";",
                                    "\n",
                                    "\r\n",
                                    "\xff",
                                    "\xef\xbb\xbf",
                                    NULL};

static int try_file(const char *path)
{
    text t = {0};
    error e = {0};
    if (!file_read(path, NULL, &t, &e)) {
        fprintf(stderr, "%s\n", e.message);
        return 2;
    }
    LLVMFuzzerTestOneInput((const uint8_t *)t.bytes, t.length);
    text_fini(&t);
    return 0;
}

// An exact copy, so that the sanitizer sees reading past the end.
static void try_text(const text *t)
{
    uint8_t *copy = malloc(t->length ? t->length : 1);
    if (!copy)
        abort();
    if (t->length)
        memcpy(copy, t->bytes, t->length);
    LLVMFuzzerTestOneInput(copy, t->length);
    free(copy);
}

static void run(rng *r)
{
    lp_pool *pool = lp_pool_new();
    lp_history *h = lp_history_new(pool);
    random_history(r, fuzz_format, h);
    text t = {0};
    text_add(&t, "%s", "");
    history_format_find(fuzz_format)->write(h, NULL, &t);
    for (uint64_t n = rng_below(r, 6); n; n--)
        mutate(r, &t, words);
    try_text(&t);
    text_fini(&t);
    lp_history_free(h);
    lp_pool_free(pool);
}

int main(int argc, char **argv)
{
    char *end = NULL;
    uint64_t runs = argc > 1 ? strtoull(argv[1], &end, 10) : setting("LINCHPIN_CASES", 10000);
    if (argc > 1 && *end) {
        int code = 0;
        for (int i = 1; i < argc && !code; i++)
            code = try_file(argv[i]);
        return code;
    }
    rng r;
    rng_init(&r, argc > 2 ? strtoull(argv[2], NULL, 10) : setting("LINCHPIN_SEED", 1));
    for (uint64_t i = 0; i < runs; i++)
        run(&r);
    printf("%s: %llu inputs\n", fuzz_format, (unsigned long long)runs);
    return 0;
}
