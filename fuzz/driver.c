// SPDX-License-Identifier: MIT
// A fuzzer without feedback, for where libFuzzer is not: inputs that the target
// makes, damaged. driver [RUNS [SEED]], or files to try again: driver FILE…

#include "base/io/file_read.h"
#include "base/random.h"
#include "fuzz.h"
#include "fuzz_input.h"
#include "mutate.h"
#include "setting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    text t = {0};
    text_add(&t, "%s", "");
    fuzz_input(r, &t);
    for (uint64_t n = rng_below(r, 6); n; n--)
        mutate(r, &t, fuzz_words);
    try_text(&t);
    text_fini(&t);
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
    printf("%llu inputs\n", (unsigned long long)runs);
    return 0;
}
