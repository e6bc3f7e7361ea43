// SPDX-License-Identifier: MIT
// Words are numbered by several threads at once: the same words get the same number, other words another
// one, and what a number stands for stays.

#include "base/memory.h"
#include "base/random.h"
#include "model/process/word_table.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { THREADS = 4, STRINGS = 3000, MOST = 5 };

typedef struct putter {
    word_table *t;
    uint64_t seed;
    uint32_t numbers[STRINGS];
    pthread_t thread;
} putter;

// The string of a number, of one to five words of which many are the same.
static uint32_t string_of(uint32_t which, uint32_t *words)
{
    uint32_t length = 1 + which % MOST;
    for (uint32_t i = 0; i < length; i++)
        words[i] = i == 0 ? which / 7 : which % (i + 2);
    words[length - 1] += which << 8;
    return length;
}

static void *put_all(void *context)
{
    putter *p = context;
    rng r;
    uint32_t words[MOST];
    rng_init(&r, p->seed);
    memset(p->numbers, 0xff, sizeof p->numbers);
    for (uint32_t i = 0; i < 4 * STRINGS; i++) {
        // Every string, and then any of them again.
        uint32_t which = i < STRINGS ? (i * 7 + (uint32_t)p->seed * 1000) % STRINGS
                                     : (uint32_t)rng_below(&r, STRINGS);
        uint32_t length = string_of(which, words);
        uint32_t number = word_table_put(p->t, &(word_entry){.flags = which}, words, length);
        if (i >= STRINGS && number != p->numbers[which])
            p->numbers[which] = WORD_TABLE_FULL - 1; // seen below
        else
            p->numbers[which] = number;
    }
    return NULL;
}

static void numbers_agree(void **state)
{
    (void)state;
    word_table *t = word_table_new();
    putter *all = memory_new(THREADS, sizeof *all);
    uint32_t words[MOST];
    for (uint32_t i = 0; i < THREADS; i++) {
        all[i].t = t;
        all[i].seed = i + 1;
        assert_int_equal(pthread_create(&all[i].thread, NULL, put_all, &all[i]), 0);
    }
    for (uint32_t i = 0; i < THREADS; i++)
        pthread_join(all[i].thread, NULL);
    bool *used = memory_new((size_t)word_table_count(t) + 1, sizeof *used);
    for (uint32_t k = 0; k < STRINGS; k++) {
        uint32_t number = all[0].numbers[k], length = string_of(k, words);
        for (uint32_t i = 1; i < THREADS; i++)
            assert_int_equal(all[i].numbers[k], number);
        assert_true(number < word_table_count(t));
        assert_false(used[number]);
        used[number] = true;
        const word_entry *e = word_table_get(t, number);
        assert_int_equal(e->number, number);
        assert_int_equal(e->flags, k);
        assert_int_equal(e->length, length);
        assert_memory_equal(e->words, words, length * sizeof *words);
    }
    free(used);
    free(all);
    word_table_free(t, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(numbers_agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
