// SPDX-License-Identifier: MIT
// What headers call for ThreadSanitizer's sake: code that is compiled with
// -fsanitize=thread sees __SANITIZE_THREAD__ or __has_feature(thread_sanitizer), and
// Boost, folly, abseil, Qt and others then tell what they do. All of
// <sanitizer/tsan_interface.h> and the dynamic annotations are here, for both runners.
//
// Most do nothing. Those that say that one thing happens before another are told to the
// explorer, where data races are looked for: see annotation_order. What they take is
// what the callers pass; arguments that nobody looks at are not declared, which the
// calling convention allows.

#include <stddef.h>

// Defined by the explorer alone: what was done before with this address happens before
// what is done now.
void annotation_order(const void *address) __attribute__((weak));

static void order(const void *address)
{
    if (annotation_order)
        annotation_order(address);
}

#define NOTHING(name)                                                                              \
    void name(void);                                                                               \
    void name(void)                                                                                \
    {                                                                                              \
    }
#define ORDERS(name)                                                                               \
    void name(void *address);                                                                      \
    void name(void *address)                                                                       \
    {                                                                                              \
        order(address);                                                                            \
    }
// With file and line before it.
#define ORDERS_AT(name)                                                                            \
    void name(const char *file, int line, const volatile void *address);                           \
    void name(const char *file, int line, const volatile void *address)                            \
    {                                                                                              \
        (void)file;                                                                                \
        (void)line;                                                                                \
        order((const void *)(size_t)address);                                                      \
    }
#define GIVES(type, name, value)                                                                   \
    type name(void);                                                                               \
    type name(void)                                                                                \
    {                                                                                              \
        return value;                                                                              \
    }

// ---- <sanitizer/tsan_interface.h> ----

ORDERS(__tsan_acquire)
ORDERS(__tsan_release)
NOTHING(__tsan_mutex_create)
NOTHING(__tsan_mutex_destroy)
NOTHING(__tsan_mutex_pre_lock)
ORDERS(__tsan_mutex_post_lock)
NOTHING(__tsan_mutex_post_unlock)
NOTHING(__tsan_mutex_pre_signal)
NOTHING(__tsan_mutex_post_signal)
NOTHING(__tsan_mutex_pre_divert)
NOTHING(__tsan_mutex_post_divert)

int __tsan_mutex_pre_unlock(void *address); // gives how often it was locked
int __tsan_mutex_pre_unlock(void *address)
{
    order(address);
    return 1;
}

static char tag, fiber; // handles are only ever handed back
GIVES(void *, __tsan_external_register_tag, &tag)
NOTHING(__tsan_external_register_header)
NOTHING(__tsan_external_assign_tag)
NOTHING(__tsan_external_read)
NOTHING(__tsan_external_write)
GIVES(void *, __tsan_get_current_fiber, &fiber)
GIVES(void *, __tsan_create_fiber, &fiber)
NOTHING(__tsan_destroy_fiber)
NOTHING(__tsan_switch_to_fiber)
NOTHING(__tsan_set_fiber_name)
NOTHING(__tsan_flush_memory)
NOTHING(__tsan_ignore_thread_begin)
NOTHING(__tsan_ignore_thread_end)

// ---- dynamic annotations ----

ORDERS_AT(AnnotateHappensBefore)
ORDERS_AT(AnnotateHappensAfter)
ORDERS_AT(WTFAnnotateHappensBefore)
ORDERS_AT(WTFAnnotateHappensAfter)
ORDERS_AT(AnnotateRWLockAcquired)
ORDERS_AT(AnnotateRWLockReleased)
NOTHING(AnnotateRWLockCreate)
NOTHING(AnnotateRWLockCreateStatic)
NOTHING(AnnotateRWLockDestroy)
NOTHING(AnnotateCondVarSignal)
NOTHING(AnnotateCondVarSignalAll)
NOTHING(AnnotateCondVarWait)
NOTHING(AnnotateMutexIsNotPHB)
NOTHING(AnnotateMutexIsUsedAsCondVar)
NOTHING(AnnotatePCQCreate)
NOTHING(AnnotatePCQDestroy)
NOTHING(AnnotatePCQPut)
NOTHING(AnnotatePCQGet)
NOTHING(AnnotateNewMemory)
NOTHING(AnnotateTraceMemory)
NOTHING(AnnotateNoOp)
NOTHING(AnnotateFlushState)
NOTHING(AnnotateExpectRace)
NOTHING(AnnotateFlushExpectedRaces)
NOTHING(AnnotateEnableRaceDetection)
NOTHING(AnnotateBenignRace)
NOTHING(AnnotateBenignRaceSized)
NOTHING(WTFAnnotateBenignRaceSized)
NOTHING(AnnotateIgnoreReadsBegin)
NOTHING(AnnotateIgnoreReadsEnd)
NOTHING(AnnotateIgnoreWritesBegin)
NOTHING(AnnotateIgnoreWritesEnd)
NOTHING(AnnotateIgnoreSyncBegin)
NOTHING(AnnotateIgnoreSyncEnd)
NOTHING(AnnotatePublishMemoryRange)
NOTHING(AnnotateUnpublishMemoryRange)
NOTHING(AnnotateMemoryIsInitialized)
NOTHING(AnnotateMemoryIsUninitialized)
NOTHING(AnnotateThreadName)
GIVES(int, RunningOnValgrind, 0)
GIVES(double, ValgrindSlowdown, 1)
GIVES(const char *, ThreadSanitizerQuery, "0")
