// SPDX-License-Identifier: MIT
// For test_states.sh. What a thread waits to do depends on what it has read before, and only the
// hook that it waits in still knows: the operands were in registers that calls do not preserve.
// -DPICK=…: which operand is picked so.

#include <linchpin/linchpin.h>
#include <stdatomic.h>

static _Atomic int first, seen_by, word = 7;
static int expected[2] = {1, 1};

static void initial(const lp_spec *self, lp_step *s)
{
    (void)self;
    s->emit(s, NULL, "", 0);
}
static void step(lp_step *s)
{
    if (s->want && s->want[0].kind == LP_KIND_INT)
        s->emit(s, s->want, "", 0);
}
static const lp_spec any = {.name = "any",
                            .needs_result = true,
                            .initial = initial,
                            .step = step,
                            .methods = {{.name = "work"}, {.name = "set"}}};

static void *create(void)
{
    return &word;
}

// Each of them ends by a jump, so that the hook's return address tells nothing either.
__attribute__((noinline)) static int pick_hook(int seen)
{
    return seen ? atomic_fetch_add(&word, 1) : atomic_fetch_sub(&word, 1);
}
__attribute__((noinline)) static void pick_value(int seen)
{
    atomic_store(&word, seen);
}
__attribute__((noinline)) static int pick_update(int seen)
{
    return atomic_fetch_add(&word, seen);
}
// Where a compare-exchange that fails puts what it found. Compilers call this with the address of
// a variable of their own.
int __tsan_atomic32_compare_exchange_strong(_Atomic int *a, int *expected, int v, int order,
                                            int failure);
__attribute__((noinline)) static int pick_place(int seen)
{
    return __tsan_atomic32_compare_exchange_strong(&word, &expected[seen], 3, 5, 5);
}

static lp_value work(void *x, const lp_value *args)
{
    (void)x, (void)args;
    atomic_load(&first); // the call goes with this step, whatever is seen
    PICK(atomic_load(&seen_by));
    return lp_int(atomic_load(&word) * 10 + expected[0]);
}

static lp_value set(void *x, const lp_value *args)
{
    (void)x, (void)args;
    atomic_store(&seen_by, 1);
    return lp_int(atomic_fetch_add(&word, 1)); // the other one may wait to do its own
}

LP_OBJECT(hook_operands, .create = create, .custom_spec = &any,
          .methods = {{"work", work}, {"set", set}})
