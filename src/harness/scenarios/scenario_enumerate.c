// SPDX-License-Identifier: MIT
// See scenario_enumerate.h. A letter is a method with its arguments; a word is what one
// thread calls. Words are listed by length and then in the order of their
// letters, so scenarios are tuples of numbers; of the tuples that are the same
// scenario, the first one is taken.

#include "harness/scenarios/scenario_enumerate.h"

#include "base/memory.h"
#include "harness/scenarios/well_formed.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_WORDS = 100000,
    MOST_SCENARIOS = 200000,
    PARTS_MAX = SCENARIO_MAX_THREADS + 2,
    LIMITS_EVERY = 4096, // scenarios that are thought of
};

typedef struct letter {
    uint32_t method;
    lp_value args[LP_MAX_ARGS]; // those of LP_UNIQUE and LP_THREAD come later
} letter;

// Letters, from letters[at] on.
typedef struct word {
    uint32_t at, count;
} word;

typedef struct tuple {
    uint32_t calls, threads;
    uint32_t parts[PARTS_MAX]; // words: before, after, threads
} tuple;

struct enumeration {
    const subject *subject;
    enumeration_options options;
    uint32_t most[PARTS_MAX]; // calls: before, after, threads, the longest first
    uint32_t most_threads;
    bool threads_differ; // a method gets the number of its thread
    letter *letters;
    uint32_t letter_count, letter_capacity;
    uint32_t *spelling; // of words
    uint32_t spelling_count, spelling_capacity;
    word *words; // number 0 is the empty one
    uint32_t word_count, word_capacity;
    tuple *tuples;
    uint32_t tuple_count, tuple_capacity;
    uint32_t until_limits;
    scenario trial;
};

static uint64_t variants(const enumeration *all, const lp_generator *g)
{
    if (g->kind != LP_GEN_INTS && g->kind != LP_GEN_BOOL)
        return 1;
    uint64_t span = (uint64_t)g->high - (uint64_t)g->low + 1;
    return span && span < all->options.values ? span : all->options.values;
}

static bool list_letters(enumeration *all, uint32_t method, error *e)
{
    const subject *s = all->subject;
    const lp_method *m = &s->object->methods[method];
    uint64_t count = 1;
    for (uint32_t a = 0; a < s->arg_counts[method]; a++) {
        if (m->args[a].kind == LP_GEN_NONE)
            return error_set(e,
                             "method '%s' takes arguments, and .args does not say which: "
                             "describe them (LP_INTS(1, 4)) or give a scenario",
                             m->name);
        all->threads_differ = all->threads_differ || m->args[a].kind == LP_GEN_THREAD;
        count *= variants(all, &m->args[a]);
        if (count > MOST_WORDS)
            return error_set(e, "method '%s' has too many arguments to try them all", m->name);
    }
    for (uint64_t i = 0; i < count; i++) {
        MEMORY_GROW(all->letters, all->letter_capacity, all->letter_count + 1);
        letter *l = &all->letters[all->letter_count++];
        *l = (letter){.method = method};
        uint64_t rest = i;
        for (uint32_t a = 0; a < s->arg_counts[method]; a++) {
            const lp_generator *g = &m->args[a];
            uint64_t step = rest % variants(all, g);
            rest /= variants(all, g);
            l->args[a] = g->kind == LP_GEN_BOOL ? lp_bool(step != 0)
                                                : lp_int((int64_t)((uint64_t)g->low + step));
        }
    }
    return true;
}

static bool too_many(error *e, const char *what)
{
    return error_set(e, "there are too many %s of this size: give a smaller one", what);
}

static bool list_words(enumeration *all, uint32_t longest, error *e)
{
    uint32_t from = 0;
    MEMORY_GROW(all->words, all->word_capacity, 1);
    all->words[all->word_count++] = (word){0};
    for (uint32_t length = 1; length <= longest; length++) {
        uint32_t to = all->word_count;
        for (uint32_t w = from; w < to; w++)
            for (uint32_t l = 0; l < all->letter_count; l++) {
                if (all->word_count == MOST_WORDS)
                    return too_many(e, "sequences of calls");
                uint32_t at = all->spelling_count;
                MEMORY_GROW(all->spelling, all->spelling_capacity, at + length);
                memcpy(&all->spelling[at], &all->spelling[all->words[w].at],
                       all->words[w].count * sizeof *all->spelling);
                all->spelling[at + length - 1] = l;
                all->spelling_count += length;
                MEMORY_GROW(all->words, all->word_capacity, all->word_count + 1);
                all->words[all->word_count++] = (word){at, length};
            }
        from = to;
    }
    return true;
}

static void spell(const enumeration *all, uint32_t which, uint32_t thread, int64_t *unique,
                  scenario_part *out)
{
    const word *w = &all->words[which];
    out->count = w->count;
    for (uint32_t i = 0; i < w->count; i++) {
        const letter *l = &all->letters[all->spelling[w->at + i]];
        const lp_method *m = &all->subject->object->methods[l->method];
        scenario_call *call = &out->calls[i];
        call->method = all->subject->names[l->method];
        call->arg_count = all->subject->arg_counts[l->method];
        memcpy(call->args, l->args, sizeof l->args);
        for (uint32_t a = 0; a < call->arg_count; a++) {
            if (m->args[a].kind == LP_GEN_UNIQUE)
                call->args[a] = lp_int((int64_t)((uint64_t)m->args[a].low + (uint64_t)(*unique)++));
            else if (m->args[a].kind == LP_GEN_THREAD)
                call->args[a] = lp_int(thread);
        }
    }
}

static void write_down(const enumeration *all, const tuple *t, scenario *out)
{
    int64_t unique = 0;
    out->thread_count = t->threads;
    spell(all, t->parts[0], t->threads, &unique, &out->before);
    for (uint32_t i = 0; i < t->threads; i++)
        spell(all, t->parts[2 + i], i, &unique, &out->threads[i]);
    spell(all, t->parts[1], t->threads, &unique, &out->after);
}

static bool add(enumeration *all, const tuple *t, error *e)
{
    if (all->tuple_count == MOST_SCENARIOS)
        return too_many(e, "scenarios");
    MEMORY_GROW(all->tuples, all->tuple_capacity, all->tuple_count + 1);
    all->tuples[all->tuple_count++] = *t;
    return true;
}

// The next order of the threads' words; false: that was the last one.
static bool permute(tuple *t)
{
    uint32_t *w = t->parts + 2, n = t->threads, i = n;
    while (i > 1 && w[i - 2] >= w[i - 1])
        i--;
    if (i <= 1)
        return false;
    uint32_t k = n - 1;
    while (w[k] <= w[i - 2])
        k--;
    uint32_t kept = w[i - 2];
    w[i - 2] = w[k];
    w[k] = kept;
    for (uint32_t a = i - 1, b = n - 1; a < b; a++, b--) {
        kept = w[a];
        w[a] = w[b];
        w[b] = kept;
    }
    return true;
}

// Words in ascending order: a scenario but for who is who.
static bool add_all(enumeration *all, const tuple *sorted, error *e)
{
    tuple t = *sorted;
    do {
        write_down(all, &t, &all->trial);
        if (!subject_keeps_roles(all->subject, &all->trial))
            continue;
        if (all->options.well_formed && !scenario_well_formed(all->subject, &all->trial))
            return true; // nor any other order
        if (!add(all, &t, e))
            return false;
        if (!all->threads_differ)
            return true;
    } while (permute(&t));
    return true;
}

// The longest threads must fit the longest places, of which `most` says how many calls
// they have room for.
static bool fits(const enumeration *all, const tuple *t, const uint32_t *most, uint32_t threads)
{
    if (t->threads > threads)
        return false;
    for (uint32_t i = 0; i < t->threads; i++) // ascending, so the longest come last
        if (all->words[t->parts[2 + t->threads - 1 - i]].count > most[i])
            return false;
    return true;
}

static bool is_smaller(const enumeration *all, const tuple *t)
{
    for (uint32_t i = 0; i < all->options.smaller_count; i++) {
        const scenario_shape *s = &all->options.smaller[i];
        if (all->words[t->parts[0]].count <= s->before &&
            all->words[t->parts[1]].count <= s->after && fits(all, t, s->threads, s->thread_count))
            return true;
    }
    return false;
}

// Thinks of one scenario, but for who is who.
static bool consider(enumeration *all, const tuple *t, error *e)
{
    if (++all->until_limits >= LIMITS_EVERY) {
        all->until_limits = 0;
        if (limits_reached(all->options.limits))
            return error_set(e, "%s", limits_reason(all->options.limits));
    }
    bool some = t->threads || t->parts[0] || t->parts[1];
    if (!some || !fits(all, t, all->most + 2, all->most_threads) || is_smaller(all, t))
        return true;
    return add_all(all, t, e);
}

static bool choose_threads(enumeration *all, tuple *t, uint32_t from, error *e)
{
    if (!consider(all, t, e))
        return false;
    if (t->threads == all->most_threads)
        return true;
    for (uint32_t w = from; w < all->word_count; w++) {
        if (all->words[w].count > all->most[2])
            break;
        t->parts[2 + t->threads++] = w;
        t->calls += all->words[w].count;
        bool ok = choose_threads(all, t, w, e);
        t->calls -= all->words[w].count;
        t->threads--;
        if (!ok)
            return false;
    }
    return true;
}

static bool choose_ends(enumeration *all, error *e)
{
    for (uint32_t b = 0; b < all->word_count && all->words[b].count <= all->most[0]; b++)
        for (uint32_t a = 0; a < all->word_count && all->words[a].count <= all->most[1]; a++) {
            tuple t = {.calls = all->words[b].count + all->words[a].count, .parts = {b, a}};
            if (!choose_threads(all, &t, 1, e))
                return false;
        }
    return true;
}

static int by_size(const void *a, const void *b)
{
    const tuple *x = a, *y = b;
    if (x->calls != y->calls)
        return x->calls < y->calls ? -1 : 1;
    if (x->threads != y->threads) // without any thread last: it is the least to learn from
        return !x->threads ? 1 : !y->threads || x->threads < y->threads ? -1 : 1;
    for (uint32_t i = 0; i < x->threads + 2; i++)
        if (x->parts[i] != y->parts[i])
            return x->parts[i] < y->parts[i] ? -1 : 1;
    return 0;
}

static int longest_first(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x > y ? -1 : x < y;
}

enumeration *enumeration_new(const subject *s, const scenario_shape *largest,
                             const enumeration_options *o, error *e)
{
    enumeration *all = memory_new(1, sizeof *all);
    all->subject = s;
    all->options = *o;
    all->most[0] = largest->before;
    all->most[1] = largest->after;
    all->most_threads = largest->thread_count;
    memcpy(all->most + 2, largest->threads, largest->thread_count * sizeof *all->most);
    qsort(all->most + 2, largest->thread_count, sizeof *all->most, longest_first);
    uint32_t longest = 0;
    for (uint32_t i = 0; i < PARTS_MAX; i++)
        longest = all->most[i] > longest ? all->most[i] : longest;
    bool ok = !o->well_formed || well_formed_known(s, e);
    for (uint32_t m = 0; ok && m < s->method_count; m++)
        ok = list_letters(all, m, e);
    ok = ok && list_words(all, longest, e) && choose_ends(all, e);
    if (ok && !all->tuple_count && !o->may_be_none)
        ok = error_set(e, "there is no scenario of this size for object '%s'", s->object->name);
    if (!ok) {
        enumeration_free(all);
        return NULL;
    }
    qsort(all->tuples, all->tuple_count, sizeof *all->tuples, by_size);
    return all;
}

void enumeration_free(enumeration *all)
{
    if (!all)
        return;
    free(all->letters);
    free(all->spelling);
    free(all->words);
    free(all->tuples);
    free(all);
}

uint32_t enumeration_count(const enumeration *all)
{
    return all->tuple_count;
}

bool enumeration_get(const enumeration *all, uint32_t i, scenario *out, error *e)
{
    REQUIRE(i < all->tuple_count);
    memset(out, 0, sizeof *out);
    write_down(all, &all->tuples[i], out);
    return subject_begin(all->subject, out, e);
}
