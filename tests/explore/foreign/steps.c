// SPDX-License-Identifier: MIT
// A library that is built without instrumentation: explore does not see what its
// functions do. Each is one step, but for those that take a lock or call back.

#include <pthread.h>

int f_load(volatile int *at);
void f_store(volatile int *at, int value);
int f_add(volatile int *at, int value);
int f_compare(volatile int *at, int expected, int value);
int f_twice(volatile int *from, volatile int *to);
int f_locked(pthread_mutex_t *lock, int *at);
int f_call(int (*back)(int), int value);

int f_load(volatile int *at)
{
    return *at;
}

void f_store(volatile int *at, int value)
{
    *at = value;
}

int f_add(volatile int *at, int value)
{
    int old = *at;
    *at = old + value;
    return old;
}

// What it was before.
int f_compare(volatile int *at, int expected, int value)
{
    int old = *at;
    if (old == expected)
        *at = value;
    return old;
}

int f_twice(volatile int *from, volatile int *to)
{
    int old = *from;
    *to += 1;
    return old * 5 + *to;
}

int f_locked(pthread_mutex_t *lock, int *at)
{
    pthread_mutex_lock(lock);
    int old = *at;
    *at = old + 1;
    pthread_mutex_unlock(lock);
    return old;
}

int f_call(int (*back)(int), int value)
{
    return back(value) + 1;
}
