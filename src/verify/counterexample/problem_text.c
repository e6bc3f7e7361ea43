// SPDX-License-Identifier: MIT
// See problem_text.h.

#include "verify/counterexample/problem_text.h"

const char *problem_text(problem p)
{
    static const char *const texts[] = {
        [PROBLEM_NONE] = "",
        [PROBLEM_NULL] = "null dereference",
        [PROBLEM_FREED] = "use after free",
        [PROBLEM_DOUBLE] = "double free",
        [PROBLEM_ASSERT] = "the assertion fails",
        [PROBLEM_OVERFLOW] = "integer overflow",
        [PROBLEM_DIVISION] = "division by zero",
        [PROBLEM_NODES] = "out of nodes",
        [PROBLEM_SPIN] = "a loop makes a million turns in one step and does not end",
        [PROBLEM_CHOICES] = "too many choices in one step",
        [PROBLEM_BOUNDS] = "there is no such item in the array",
        [PROBLEM_UNLOCK] = "unlock of what is not locked",
        [PROBLEM_RANGE] = "choose from an empty range",
        [PROBLEM_INVARIANT] = "the invariant does not hold",
        [PROBLEM_TWICE] = "an operation takes effect for the second time",
        [PROBLEM_OUTSIDE] = "a value is not in its range",
        [PROBLEM_CALLS] = "functions call each other without an end",
        [PROBLEM_LINS] = "no thread can take effect here",
        [PROBLEM_LEAK] = "a node is lost: it was not freed, and nothing points to it",
        [PROBLEM_DIFFERS] =
            "the state is not what the operations give one by one in the order of their marks",
        [PROBLEM_SHIFT] = "a shift by less than 0 or more than 31",
        [PROBLEM_ABSENT] = "there is no value: it is none",
        [PROBLEM_EMPTY] = "the seq, set or map is empty",
        [PROBLEM_WAITS] = "init would wait, and nobody else acts yet: is a bounded channel full?",
        [PROBLEM_FULL] = "the seq, set or map has no room for one more",
        [PROBLEM_TERMS] = "processes grow without an end",
        [PROBLEM_COPIES] = "an indexed process has more than 256 copies",
        [PROBLEM_UNGUARDED] = "the process calls itself before it takes a step",
        [PROBLEM_ALPHABET] = "there is no end of the events of this process: declare its alphabet",
        [PROBLEM_DEEP] =
            ("processes call each other too often here before any of them takes a "
             "step: 400 calls, conditions and operators within each other are the most"),
    };
    return texts[p];
}

const char *invariant_at(const model *m, uint32_t where)
{
    for (uint32_t i = 0; i < m->invariant_count; i++)
        if (m->invariants[i].at == where)
            return m->invariants[i].name;
    return "";
}

lp_violation problem_violation(problem p)
{
    switch (p) {
    case PROBLEM_NULL:
        return LP_VIOLATION_NULL;
    case PROBLEM_FREED:
        return LP_VIOLATION_FREED;
    case PROBLEM_DOUBLE:
        return LP_VIOLATION_DOUBLE_FREE;
    case PROBLEM_ASSERT:
        return LP_VIOLATION_ASSERTION;
    case PROBLEM_OVERFLOW:
    case PROBLEM_DIVISION:
    case PROBLEM_SHIFT:
    case PROBLEM_OUTSIDE:
        return LP_VIOLATION_ARITHMETIC;
    case PROBLEM_SPIN:
    case PROBLEM_CALLS:
        return LP_VIOLATION_ENDLESS;
    case PROBLEM_BOUNDS:
        return LP_VIOLATION_BOUNDS;
    case PROBLEM_UNLOCK:
    case PROBLEM_RANGE:
    case PROBLEM_ABSENT:
    case PROBLEM_EMPTY:
        return LP_VIOLATION_MISUSE;
    case PROBLEM_INVARIANT:
        return LP_VIOLATION_INVARIANT;
    case PROBLEM_TWICE:
    case PROBLEM_LINS:
        return LP_VIOLATION_POINT;
    case PROBLEM_LEAK:
        return LP_VIOLATION_LEAK;
    case PROBLEM_DIFFERS:
        return LP_VIOLATION_CONDITION;
    case PROBLEM_NONE:
    case PROBLEM_NODES:
    case PROBLEM_CHOICES:
    case PROBLEM_FULL:
    case PROBLEM_WAITS:
    case PROBLEM_TERMS:
    case PROBLEM_COPIES:
    case PROBLEM_UNGUARDED:
    case PROBLEM_ALPHABET:
    case PROBLEM_DEEP:
        break;
    }
    return LP_VIOLATION_NONE;
}
