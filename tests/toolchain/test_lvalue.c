// SPDX-License-Identifier: MIT
// What a line of C touches at a column. The columns are those that gcc's and clang's line
// tables give for such lines.

#include "toolchain/lvalue.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

typedef struct example {
    const char *line; // ^ is before the column
    bool writes;
    const char *what; // NULL: nothing is said
} example;

static const example examples[] = {
    {"    unsigned tail = ^atomic_load(&r->tail);", false, "r->tail"},
    {"    while (!^atomic_compare_exchange_weak(&n->top, &t, m))", false, "n->top"},
    {"    t = ^atomic_load_explicit(slot, memory_order_acquire);", false, "*slot"},
    {"    ^__atomic_store_n( &n->a[i + 1] , 3, __ATOMIC_RELEASE);", true, "n->a[i + 1]"},
    {"    ^atomic_store(choose(a, b), 1);", true, NULL},
    {"    n->value ^= v + 1;", true, "n->value"},
    {"    n->value ^= v + 1;", false, NULL},
    {"    m->next->value ^= n->next->value;", false, "n->next->value"},
    {"    n->value^++;", false, "n->value"},
    {"    ^++n->value;", true, "n->value"},
    {"    n->value ^+= 2;", false, "n->value"},
    {"    n->value ^<<= 2;", true, "n->value"},
    {"    n->b[i] += n->b^[1];", false, "n->b[1]"},
    {"    n->b[i] += ^n->b[1];", false, "n->b[1]"},
    {"    *pp ^= n;", true, "*pp"},
    {"    node *m = ^*pp;", false, "*pp"},
    {"    int ^v = n->value;", false, "n->value"},
    {"    int ^v = n->value + m->value;", false, NULL},
    {"    node *t = n^->top;", false, "n->top"},
    {"    node *t = n->^top;", false, "n->top"},
    {"    return (*pp)^->value;", false, "(*pp)->value"},
    {"    return (*pp)->^value;", false, "(*pp)->value"},
    {"    if (n^->value == i && n->next != m)", false, "n->value"},
    {"    if (n->value ^== i)", false, NULL},
    {"    if (q.items^[q.first] > 0)", false, "q.items[q.first]"},
    {"    q.items[a[0]] ^= 1;", true, "q.items[a[0]]"},
    {"    ^print(n->value);", false, NULL},
    {"    x = ^3;", false, NULL},
    {"^", false, NULL},
    {"    a[^", false, NULL},
    {"    a]^.b", false, NULL},
    {")^[", true, NULL},
};

// Of calls: gcc's tables point at the bracket of a method, at the name of a function, at an
// operator; clang's at the name of a method.
static const example calls[] = {
    {"    long x = q.head_.load^(order);", false, "q.head_"},
    {"    long x = q.head_.^load(order);", false, "q.head_"},
    {"    while (!r->head_.compare_exchange_weak^(x, y))", false, "r->head_"},
    {"    p->load^();", false, "*p"},
    {"    q.slots[i].next.^store(n);", false, "q.slots[i].next"},
    {"    x = ^load_int(&b->ready);", false, "b->ready"},
    {"    x = ^load_int(word);", false, "*word"},
    {"    x = ^std::atomic_load(&q.head_);", false, "q.head_"},
    {"    x = std::atomic_load^(&q.head_);", false, "q.head_"},
    {"    r->head_ ^= 5;", false, "r->head_"},
    {"    r->head_ ^+= 5;", false, "r->head_"},
    {"    r->head_^++;", false, "r->head_"},
    {"    ^r->head_++;", false, "r->head_"},
    {"    long y = r->^head_;", false, "r->head_"},
    {"    ^pthread_mutex_lock(&q->lock);", false, "q->lock"},
    {"    ^syscall(SYS_futex, &t->word, FUTEX_WAIT, 2);", false, "t->word"},
    {"    ^syscall(f(1, 2), &t->word, FUTEX_WAIT, 2);", false, "t->word"},
    {"    ^syscall(SYS_gettid);", false, NULL},
    {"    x = ^load_int((int *)word);", false, NULL},
    {"    x = f()^(1);", false, NULL},
    {"    ^(x)", false, NULL},
    {"^", false, NULL},
};

static void what_is_handed_over(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        const example *e = &calls[i];
        const char *mark = strchr(e->line, '^');
        text line = {0}, out = {0};
        text_add(&line, "%.*s%s", (int)(mark - e->line), e->line, mark + 1);
        bool said = lvalue_handed(line.bytes, (uint32_t)(mark - e->line) + 1, &out);
        if (said != (e->what != NULL) || (said && strcmp(out.bytes, e->what) != 0))
            fail_msg("%s: %s", e->line, said ? out.bytes : "nothing");
        text_fini(&line);
        text_fini(&out);
    }
}

static void what_is_touched(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        const example *e = &examples[i];
        const char *mark = strchr(e->line, '^');
        text line = {0}, out = {0};
        text_add(&line, "%.*s%s", (int)(mark - e->line), e->line, mark + 1);
        bool said = lvalue_at(line.bytes, (uint32_t)(mark - e->line) + 1, e->writes, &out);
        if (said != (e->what != NULL) || (said && strcmp(out.bytes, e->what) != 0))
            fail_msg("%s: %s", e->line, said ? out.bytes : "nothing");
        text_fini(&line);
        text_fini(&out);
    }
}

// Any column of any line: no reading past the ends (a sanitizer watches).
static void any_column(void **state)
{
    (void)state;
    static const char pieces[][4] = {"a", "->", ".", "[", "]", "(", ")", "*", "=", "++", "-", " "};
    uint32_t random = 1, said = 0;
    for (int i = 0; i < 20000; i++) {
        text line = {0}, out = {0};
        for (int k = 0; k < 9; k++) {
            random = random * 1664525 + 1013904223;
            text_add(&line, "%s", pieces[(random >> 16) % (sizeof pieces / sizeof *pieces)]);
        }
        for (uint32_t c = 0; c <= line.length + 1; c++) {
            text_clear(&out);
            if (lvalue_at(line.bytes, c, c % 2, &out)) {
                assert_non_null(strstr(line.bytes, out.bytes));
                said++;
            }
            text_clear(&out);
            said += lvalue_handed(line.bytes, c, &out);
        }
        text_fini(&line);
        text_fini(&out);
    }
    assert_true(said > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_touched),
        cmocka_unit_test(what_is_handed_over),
        cmocka_unit_test(any_column),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
