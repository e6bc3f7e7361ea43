// SPDX-License-Identifier: MIT
// For test_states.sh. An operation leaves bytes below its stack pointer, where the frames of the
// next hook will be; no code ever reads them. -DLEFT=seen: they tell what the operation has seen;
// -DLEFT=0: they are always the same. -DACCESS=…: the access in whose hook the thread waits then.

#include <linchpin/linchpin.h>
#include <stdatomic.h>

static _Atomic int first, seen_by, word;
static int plain, expected;
static volatile int told;

static void initial(const lp_spec *self, lp_step *s)
{
    (void)self;
    s->emit(s, NULL, "", 0);
}
static void step(lp_step *s)
{
    s->emit(s, &LP_UNIT, "", 0);
}
static const lp_spec any = {.name = "any",
                            .initial = initial,
                            .step = step,
                            .methods = {{.name = "work"}, {.name = "set"}}};

static void *create(void)
{
    return &word;
}

__attribute__((noinline)) static void look(void)
{
    volatile int bytes[300];
    int seen = atomic_load(&seen_by);
    (void)seen;
    for (int i = 0; i < 300; i++)
        bytes[i] = LEFT;
}

__attribute__((noinline)) static void access_now(void)
{
    ACCESS;
}

static lp_value work(void *x, const lp_value *args)
{
    (void)x, (void)args;
    atomic_load(&first); // the call goes with this step, whatever is seen
    look();
    access_now();
    return LP_UNIT;
}

static lp_value set(void *x, const lp_value *args)
{
    (void)x, (void)args;
    told = 0;
    atomic_store(&seen_by, 1);
    atomic_load(&first);
    return LP_UNIT;
}

LP_OBJECT(scratch_bytes, .create = create, .custom_spec = &any,
          .methods = {{"work", work}, {"set", set}})
