// SPDX-License-Identifier: MIT
// For tools/coverage, which links every program with it and --wrap=_exit: gcc's counters are
// written by destructors, which a process that leaves by _exit does not run.

_Noreturn void __real__exit(int code);
_Noreturn void __wrap__exit(int code);
void __gcov_dump(void);

void __wrap__exit(int code)
{
    static int saved; // a signal handler may come while they are written
    if (!__atomic_exchange_n(&saved, 1, __ATOMIC_SEQ_CST))
        __gcov_dump();
    __real__exit(code);
}
