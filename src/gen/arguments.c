// SPDX-License-Identifier: MIT
// Arguments: see arguments.h. What an argument is for is written as one letter:
//
//     f  a fresh value           s  a fresh value, in no order (priorities)
//     m  a fresh value, somewhat larger than most before (a maximum)
//     u  a value that was added  d  the same, and it is to be removed
//     k  a key                   o  the value that is probably there now
//     a  a small amount, 1 to 3  i  a small index, 0 to 3
//     p  the caller's number     t  a transaction on registers 0 to 3
//
// The rules name method by method; what no rule names is told from the spec.

#include "gen/arguments.h"

#include "base/intern.h"
#include "base/memory.h"
#include "base/text.h"
#include "spec/registry.h"

#include <stdlib.h>
#include <string.h>

static const struct rule {
    const char *methods; // separated by spaces
    const char *letters; // one for each argument
} rules[] = {
    {"remove delete", "d"},
    {"contains count", "u"},
    {"cas cas_weak", "of"},
    {"cas cas_weak", "kof"},
    {"get delete remove", "k"},
    {"put append set write", "kf"},
    {"fetch_add add_fetch acquire release", "a"},
    {"get read", "i"},
    {"update write", "if"},
};

// Where a method's name says too little, the spec's does.
static const struct {
    const char *spec, *method, *letters;
} special[] = {
    {"priority-queue", "insert", "s"}, {"priority-queue", "try_insert", "s"},
    {"max-register", "write", "m"},    {"counter", "add", "a"},
    {"multi-register", "txn", "t"},
};

// Values that were added and not removed, and some that were.
enum { LIVE = 64, GONE = 16, RECENT = 8 };

struct gen_arguments {
    const lp_spec *spec;
    const gen_options *options;
    lp_pool *pool;
    rng *rng;
    char letters[LP_MAX_METHODS][LP_MAX_ARITY];
    bool quoted[LP_MAX_METHODS][LP_MAX_ARITY]; // a string, says the example
    bool keyed;                                // the first argument is a key
    unsigned scatter_bits;
    uint64_t fresh; // values handed out so far
    lp_value live[LIVE], gone[GONE], recent[RECENT];
    uint32_t live_count, gone_count, recent_count;
    intern *keys;          // those written to …
    lp_value *last_of_key; // … and what was written last
    size_t last_capacity;
    int64_t focus;          // the only key for now; negative: any
    uint32_t proposed_live; // the proposal takes this one; LIVE: none
    bool proposed_fresh;
};

static bool has_word(const char *words, const char *word)
{
    size_t n = strlen(word);
    for (const char *at = words; (at = strstr(at, word)); at += n)
        if ((at == words || at[-1] == ' ') && (at[n] == ' ' || !at[n]))
            return true;
    return false;
}

// Keys come first, so methods with and without a value beside the key tell.
static bool is_keyed(const lp_spec *spec)
{
    bool with_value = false;
    for (uint32_t m = 0; m < spec_method_count(spec); m++)
        with_value |= spec->methods[m].args >= 2;
    return spec->split && with_value;
}

static void find_letters(gen_arguments *a, uint32_t m)
{
    const lp_spec_method *method = &a->spec->methods[m];
    char *letters = a->letters[m];
    size_t n = (size_t)method->args;
    for (size_t i = 0; i < sizeof special / sizeof *special; i++) {
        if (spec_is(a->spec, special[i].spec) && strcmp(special[i].method, method->name) == 0 &&
            strlen(special[i].letters) == n) {
            memcpy(letters, special[i].letters, n);
            return;
        }
    }
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        bool fits = strlen(rules[i].letters) == n && (rules[i].letters[0] == 'k') == a->keyed;
        if (fits && has_word(rules[i].methods, method->name)) {
            memcpy(letters, rules[i].letters, n);
            return;
        }
    }
    memset(letters, 'f', n);
    if (a->keyed && n)
        letters[0] = 'k';
}

// "put(\"a\", 5)": the first is a string.
static void find_quoted(gen_arguments *a, uint32_t m)
{
    const char *at = a->spec->methods[m].example;
    at = at ? strchr(at, '(') : NULL;
    for (int i = 0; at && i < a->spec->methods[m].args; i++) {
        at++;
        while (*at == ' ')
            at++;
        a->quoted[m][i] = *at == '"';
        at = strchr(at, ',');
    }
}

gen_arguments *gen_arguments_new(const lp_spec *spec, const gen_options *options, lp_pool *pool,
                                 rng *r)
{
    gen_arguments *a = memory_new(1, sizeof *a);
    a->spec = spec;
    a->options = options;
    a->pool = pool;
    a->rng = r;
    a->keys = intern_new();
    a->proposed_live = LIVE;
    a->focus = -1;
    a->keyed = is_keyed(spec);
    a->scatter_bits = 8;
    while (a->scatter_bits < 40 && (UINT64_C(1) << a->scatter_bits) <= options->ops)
        a->scatter_bits++;
    for (uint32_t m = 0; m < spec_method_count(spec); m++) {
        find_letters(a, m);
        find_quoted(a, m);
    }
    return a;
}

void gen_arguments_free(gen_arguments *a)
{
    if (!a)
        return;
    intern_free(a->keys);
    free(a->last_of_key);
    free(a);
}

// A bijection on numbers of so many bits that looks like none.
static uint64_t scatter(uint64_t x, unsigned bits)
{
    uint64_t mask = (UINT64_C(1) << bits) - 1;
    for (int round = 0; round < 3; round++) {
        x = (x * UINT64_C(0x9e3779b97f4a7c15) + 0x7f4a7c15) & mask;
        x ^= x >> (bits / 2 + 1);
    }
    return x;
}

static lp_value as_value(gen_arguments *a, bool quoted, int64_t n)
{
    if (!quoted)
        return lp_int(n);
    char digits[24];
    size_t at = sizeof digits;
    for (uint64_t rest = (uint64_t)n; at == sizeof digits || rest; rest /= 10)
        digits[--at] = (char)('0' + rest % 10);
    return lp_string(a->pool, digits + at, sizeof digits - at);
}

static lp_value random_value(gen_arguments *a, bool quoted)
{
    uint64_t n = rng_below(a->rng, a->options->values);
    // Where the value itself is the key, as in a set, it is what one focuses on.
    if (a->focus >= 0 && a->spec->split && !a->keyed)
        n = (uint64_t)a->focus % a->options->values;
    return as_value(a, quoted, 1 + (int64_t)n);
}

static lp_value fresh_value(gen_arguments *a, char letter, bool quoted)
{
    if (a->options->values)
        return random_value(a, quoted);
    a->proposed_fresh = true;
    uint64_t n = a->fresh;
    if (letter == 's')
        n = scatter(n, a->scatter_bits);
    if (letter == 'm')
        n = n / 16 * 16 + scatter(n % 16, 4);
    return as_value(a, quoted, (int64_t)n + 1);
}

// One that was added: mostly one that is there.
static lp_value used_value(gen_arguments *a, char letter, bool quoted)
{
    if (a->options->values)
        return random_value(a, quoted);
    uint64_t dice = rng_below(a->rng, 8);
    if (a->live_count && (dice || !a->gone_count)) {
        uint32_t i = (uint32_t)rng_below(a->rng, a->live_count);
        if (letter == 'd')
            a->proposed_live = i;
        return a->live[i];
    }
    if (a->gone_count)
        return a->gone[rng_below(a->rng, a->gone_count < GONE ? a->gone_count : GONE)];
    return as_value(a, quoted, (int64_t)a->fresh + 1); // nobody ever added it
}

static lp_value old_value(gen_arguments *a, bool quoted, const lp_value *key)
{
    uint32_t k = key ? intern_find(a->keys, key, sizeof *key) : INTERN_NONE;
    if (k != INTERN_NONE && rng_below(a->rng, 3))
        return a->last_of_key[k];
    if (!a->recent_count || (a->options->values && rng_below(a->rng, 2)))
        return a->options->values ? random_value(a, quoted) : as_value(a, quoted, 1);
    uint32_t known = a->recent_count < RECENT ? a->recent_count : RECENT;
    uint32_t back = rng_below(a->rng, 3) ? 0 : (uint32_t)rng_below(a->rng, known);
    return a->recent[(a->recent_count - 1 - back) % RECENT];
}

// One to three reads and writes. All writes of one are of the same value.
static lp_value transaction(gen_arguments *a)
{
    lp_value ops[3], value = fresh_value(a, 'f', false);
    size_t n = 1 + rng_below(a->rng, 3);
    for (size_t i = 0; i < n; i++) {
        bool reads = rng_below(a->rng, 2);
        lp_value key = as_value(a, true, (int64_t)rng_below(a->rng, 4));
        lp_value op[3] = {lp_string(a->pool, reads ? "r" : "w", 1), key, reads ? LP_NIL : value};
        ops[i] = lp_vector(a->pool, op, 3);
    }
    return lp_vector(a->pool, ops, n);
}

static lp_value propose_one(gen_arguments *a, char letter, bool quoted, int64_t process,
                            const lp_value *key)
{
    switch (letter) {
    case 'u':
    case 'd':
        return used_value(a, letter, quoted);
    case 'k':
        return as_value(a, quoted,
                        a->focus >= 0 ? a->focus : (int64_t)rng_below(a->rng, a->options->keys));
    case 'o':
        return old_value(a, quoted, key);
    case 'a':
        return as_value(a, quoted, 1 + (int64_t)rng_below(a->rng, 3));
    case 'i':
        return as_value(a, quoted, (int64_t)rng_below(a->rng, 4));
    case 'p':
        return as_value(a, quoted, process);
    case 't':
        return transaction(a);
    default:
        return fresh_value(a, letter, quoted);
    }
}

lp_value gen_arguments_propose(gen_arguments *a, uint32_t method, int64_t process)
{
    const char *letters = a->letters[method];
    size_t n = (size_t)a->spec->methods[method].args;
    a->proposed_live = LIVE;
    a->proposed_fresh = false;
    lp_value values[LP_MAX_ARITY];
    for (size_t i = 0; i < n; i++)
        values[i] = propose_one(a, letters[i], a->quoted[method][i], process,
                                i && letters[0] == 'k' ? &values[0] : NULL);
    return n == 0 ? LP_NIL : n == 1 ? values[0] : lp_vector(a->pool, values, n);
}

void gen_arguments_take(gen_arguments *a)
{
    a->fresh += a->proposed_fresh;
    a->proposed_fresh = false;
    if (a->proposed_live < LIVE) {
        a->gone[a->gone_count++ % GONE] = a->live[a->proposed_live];
        a->live[a->proposed_live] = a->live[--a->live_count];
        a->proposed_live = LIVE;
    }
}

static bool is_fresh(char letter)
{
    return letter == 'f' || letter == 's' || letter == 'm';
}

void gen_arguments_effected(gen_arguments *a, uint32_t method, lp_value arg)
{
    size_t n = (size_t)a->spec->methods[method].args;
    for (size_t i = 0; i < n; i++) {
        if (!is_fresh(a->letters[method][i]))
            continue;
        size_t count;
        lp_value value = n == 1 ? arg : lp_items(a->pool, arg, &count)[i];
        a->recent[a->recent_count++ % RECENT] = value;
        if (i && a->letters[method][0] == 'k') {
            const lp_value *key = lp_items(a->pool, arg, &count);
            uint32_t k = intern_add(a->keys, key, sizeof *key);
            MEMORY_GROW(a->last_of_key, a->last_capacity, (size_t)k + 1);
            a->last_of_key[k] = value;
        }
        if (a->live_count < LIVE)
            a->live[a->live_count++] = value;
    }
}

bool gen_arguments_adds(const gen_arguments *a, uint32_t method)
{
    for (int i = 0; i < a->spec->methods[method].args; i++)
        if (is_fresh(a->letters[method][i]))
            return true;
    return false;
}

void gen_arguments_focus(gen_arguments *a, int64_t key)
{
    a->focus = key;
}

bool gen_arguments_split(gen_arguments *a, const uint32_t *methods, uint32_t count)
{
    if (!a->spec->split)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        lp_value arg = gen_arguments_propose(a, methods[i], 0);
        if (lp_is_nil(a->spec->split(a->spec, a->pool, methods[i], arg)))
            return false;
    }
    return true;
}
