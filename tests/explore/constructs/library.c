// SPDX-License-Identifier: MIT
// A library that is linked or loaded without being instrumented: for linked_*.c and
// loaded_*.c. Its functions are fit for any number of threads, each by itself.

long library_next(long *n);
long library_get(const long *n);
void library_set(long *n, long v);
long library_own(void);
long library_call(long (*f)(void *), void *argument);

long library_next(long *n)
{
    return __atomic_fetch_add(n, 1, __ATOMIC_SEQ_CST);
}

long library_get(const long *n)
{
    return __atomic_load_n(n, __ATOMIC_SEQ_CST);
}

void library_set(long *n, long v)
{
    __atomic_store_n(n, v, __ATOMIC_SEQ_CST);
}

// A counter of the library's own.
long library_own(void)
{
    static long n;
    return __atomic_fetch_add(&n, 1, __ATOMIC_SEQ_CST);
}

long library_call(long (*f)(void *), void *argument)
{
    return f(argument);
}
