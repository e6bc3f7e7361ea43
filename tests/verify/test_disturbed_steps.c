// SPDX-License-Identifier: MIT
// Steps and actions that must not be taken at once (independent_steps.h, independent_actions.h): one small model
// for each of the conditions, whose verdict is another if that condition is left out.

#include "verify/system/reduction.h"
#include "written.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define COUNT(list) (sizeof(list) / sizeof *(list))

// Each needs one of the conditions: without it, some behaviour is lost, and with it the verdict.
static const struct {
    const char *written;
    lp_outcome want;
} needed[] = {
    // What others may still write is read,
    {"shared int y; shared int x; shared int bad;\n"
     "object o { f() @only(0) { y = 1; int v = x; bad = v; } h() @only(1) { await(y == 1); x = 1; "
     "} }\n"
     "verify o { threads 2; operations 2; reachable bad == 1; }\n",
     LP_HOLDS},
    // and what they may still read is written;
    {"shared int y; shared int x; shared int bad;\n"
     "object o { f() @only(0) { y = 1; x = 1; }\n"
     "  h() @only(1) { int t = y; int v = x; if (t == 1 && v == 0) bad = 1; } }\n"
     "verify o { threads 2; operations 2; reachable bad == 1; }\n",
     LP_HOLDS},
    // of an item by its number,
    {"shared int y; shared int[2] a; shared int bad;\n"
     "object o { f() @only(0) { int i = 1; y = 1; int v = a[i]; bad = v; }\n"
     "  h() @only(1) { await(y == 1); a[me] = 1; } }\n"
     "verify o { threads 2; operations 2; reachable bad == 1; }\n",
     LP_HOLDS},
    // or of any item.
    {"shared int y; shared int z; shared int[2] a; shared int bad;\n"
     "object o { f() @only(0) { int i = 1; int v = 0; y = 1; atomic { z = 1; v = a[i]; } bad = v; "
     "}\n"
     "  h() @only(1) { await(y == 1); a[me] = 1; } }\n"
     "verify o { threads 2; operations 2; reachable bad == 1; }\n",
     LP_HOLDS},
    // A step is seen by an invariant,
    {"shared int x;\n"
     "object o { f() @only(0) { x = 1; x = 0; } h() @only(1) { } }\ninvariant i { x == 0 }\n"
     "verify o { threads 2; operations 2; }\n",
     LP_VIOLATED},
    // goes several ways,
    {"shared int x; shared int y; shared int z;\n"
     "object o { f() @only(0) { y = 1; z = 1; choose c in 0..1; x = c; } h() @only(1) { int v = y; "
     "} }\n"
     "verify o { threads 2; operations 2; reachable x == 1; }\n",
     LP_HOLDS},
    // or takes effect.
    {"shared int y; shared int d;\n"
     "object o { f() @only(0) { y = 1; d = 1; @lin; } h() -> int @only(1) { int v = y; @lin return "
     "v; } }\n"
     "verify o commit-atomic { threads 2; operations 2; }\n",
     LP_VIOLATED},
    // A call waits at its first step.
    {"shared bool k;\nobject o { f() { lock(k); } }\n"
     "verify o { threads 2; operations 2; deadlockfree; }\n",
     LP_VIOLATED},
    // An action is disturbed by one that has another guard,
    {"automaton o { int 0..3 at; bool on; int 0..1 x; int 0..1 c; int 0..1 seen;\n"
     "  action go() when at == 0 do { on = true; at = 1; }\n"
     "  action look() when at == 1 do { c = x; at = 2; }\n"
     "  action tell() when at == 2 do { seen = c; at = 3; }\n"
     "  action stray() when on do { x = 1; } }\n"
     "verify o { reachable seen == 1; }\n",
     LP_HOLDS},
    // goes several ways,
    {"automaton o { int 0..3 at; int 0..1 c; int 0..1 seen;\n"
     "  action go() when at == 0 do { at = 1; }\n"
     "  action look() when at == 1 do { choose n in 0..1; c = n; at = 2; }\n"
     "  action tell() when at == 2 do { seen = c; at = 3; } }\n"
     "verify o { reachable seen == 1; }\n",
     LP_HOLDS},
    // is seen by an invariant,
    {"automaton o { int 0..3 at; int 0..1 c;\n"
     "  action go() when at == 0 do { at = 1; }\n"
     "  action up() when at == 1 do { c = 1; at = 2; }\n"
     "  action down() when at == 2 do { c = 0; at = 3; }\n"
     "  invariant i { c == 0 } }\n"
     "verify o { }\n",
     LP_VIOLATED},
    // or hides what another one's guard fails at.
    {"automaton o { int 0..3 at; int 0..1 x;\n"
     "  action go() when at == 0 do { x = 1; at = 1; }\n"
     "  action back() when at == 1 do { x = 0; at = 2; }\n"
     "  action stray() when 1 / (1 - x) == 1 && at == 3 do { x = 0; } }\n"
     "verify o { }\n",
     LP_VIOLATED},
};

static void test_needed(void **state)
{
    (void)state;
    static const uint32_t of[] = {0, REDUCE_STEPS, REDUCE_STEPS | REDUCE_FOLD, REDUCE_ALL};
    for (size_t i = 0; i < COUNT(needed); i++)
        for (size_t k = 0; k < COUNT(of); k++) {
            lp_outcome is = written_outcome(needed[i].written, of[k], NULL);
            if (is != needed[i].want)
                FAIL(needed[i].written, "%d with %u", (int)is, of[k]);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_needed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
