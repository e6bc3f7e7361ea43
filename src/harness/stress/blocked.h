// SPDX-License-Identifier: MIT
// Are threads of this process stuck now? Asked of the kernel, not guessed by a
// time-out.
//
// A thread that waits for a mutex, a condition variable, a semaphore, a barrier
// or an atomic sleeps in a futex wait, and the kernel says so: /proc/self/task/N/syscall
// gives the system call and its arguments, also whether the wait has a time limit.
// Every task is looked at twice. Each look also reads how often the task has been
// taken off a processor. A task that sleeps in both looks with the same count in
// between has slept all the time. So at one instant between the looks all of them
// slept at once, each without a time limit. Nobody was left to wake any: they are
// stuck, and stay so.
//
// Nothing is claimed when a task is in a wait with a time limit, in I/O or in any
// other system call, when it runs (busy-waiting: only a time-out can tell), when a
// timer is armed, or when the kernel does not show system calls. That wake-ups come
// from this process, not from signals or other processes, is assumed; that there are
// no spurious ones, too: they do not count as progress.

#ifndef HARNESS_BLOCKED_H
#define HARNESS_BLOCKED_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

// Do all tasks of this process wait for one another? Those in `idle` are known to
// wake nobody; the calling thread is one of them.
bool blocked_for_good(const pid_t *idle, uint32_t idle_count);

#endif
