// SPDX-License-Identifier: MIT
// Atomic operations of every width, as the runner does them when the test is
// compiled for noise: each must do what the language says. A wrong one aborts.

#include <linchpin/linchpin.h>

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define REQUIRE(condition)                                                                         \
    do {                                                                                           \
        if (!(condition))                                                                          \
            abort();                                                                               \
    } while (0)

#define CHECK_WIDTH(type)                                                                          \
    do {                                                                                           \
        const type a = (type)(((type)5 << (sizeof(type) * 8 - 8)) | 9), b = (type)(a ^ 3);         \
        _Atomic(type) x = 0;                                                                       \
        atomic_store_explicit(&x, b, memory_order_relaxed);                                        \
        REQUIRE(atomic_load_explicit(&x, memory_order_relaxed) == b);                              \
        atomic_store_explicit(&x, a, memory_order_release);                                        \
        REQUIRE(atomic_load_explicit(&x, memory_order_acquire) == a);                              \
        REQUIRE(atomic_exchange(&x, b) == a && atomic_load(&x) == b);                              \
        REQUIRE(atomic_fetch_add(&x, a) == b && x == (type)(a + b));                               \
        REQUIRE(atomic_fetch_sub(&x, b) == (type)(a + b) && x == a);                               \
        REQUIRE(atomic_fetch_or(&x, 2) == a && x == (type)(a | 2));                                \
        REQUIRE(atomic_fetch_and(&x, b) == (type)(a | 2) && x == (type)((a | 2) & b));             \
        atomic_store(&x, a);                                                                       \
        REQUIRE(atomic_fetch_xor(&x, b) == a && x == (type)(a ^ b));                               \
        atomic_store(&x, a);                                                                       \
        type expected = b;                                                                         \
        REQUIRE(!atomic_compare_exchange_strong(&x, &expected, 1) && expected == a && x == a);     \
        REQUIRE(atomic_compare_exchange_strong(&x, &expected, b) && x == b);                       \
        expected = a;                                                                              \
        REQUIRE(!atomic_compare_exchange_weak(&x, &expected, 1) && expected == b);                 \
        while (!atomic_compare_exchange_weak(&x, &expected, a))                                    \
            ;                                                                                      \
        REQUIRE(x == a);                                                                           \
    } while (0)

typedef struct big {
    char bytes[64];
} big;

static volatile big copies[2];

static lp_value check(void *object, const lp_value *args)
{
    (void)object;
    (void)args;
    CHECK_WIDTH(uint8_t);
    CHECK_WIDTH(uint16_t);
    CHECK_WIDTH(uint32_t);
    CHECK_WIDTH(uint64_t);
#ifdef WIDE
    CHECK_WIDTH(unsigned __int128);
#endif
    atomic_thread_fence(memory_order_seq_cst);
    atomic_signal_fence(memory_order_seq_cst);
    big here;
    memset(&here, 7, sizeof here);
    copies[0] = here;
    copies[1] = copies[0];
    return LP_UNIT;
}

static void initial(const lp_spec *self, lp_step *s)
{
    (void)self;
    s->emit(s, NULL, "", 0);
}

static void step(lp_step *s)
{
    lp_step_emit_values(s, LP_UNIT, NULL, 0);
}

static const lp_spec nothing = {
    .name = "nothing", .methods = {{"check", NULL, 0, ""}}, .initial = initial, .step = step};

static void *create(void)
{
    return NULL;
}

LP_OBJECT(atomics, .create = create, .custom_spec = &nothing, .methods = {{"check", check}})
