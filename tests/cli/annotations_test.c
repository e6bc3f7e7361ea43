// SPDX-License-Identifier: MIT
// A counter whose operation calls all that a header may call for ThreadSanitizer, and all
// sizes of atomics. With -DORDERED a message is passed that only annotations order.
#include <linchpin/linchpin.h>
#include <sanitizer/tsan_interface.h>
#include <stdatomic.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SANITIZED
#endif
#endif
#ifdef __SANITIZE_THREAD__
#define SANITIZED
#endif

#define AT const char *file, int line
#define ADDRESSES(X)                                                                               \
    X(AnnotateHappensBefore)                                                                       \
    X(AnnotateHappensAfter)                                                                        \
    X(WTFAnnotateHappensBefore)                                                                    \
    X(WTFAnnotateHappensAfter)                                                                     \
    X(AnnotateRWLockCreate)                                                                        \
    X(AnnotateRWLockCreateStatic)                                                                  \
    X(AnnotateRWLockDestroy)                                                                       \
    X(AnnotateCondVarSignal)                                                                       \
    X(AnnotateCondVarSignalAll)                                                                    \
    X(AnnotateMutexIsNotPHB)                                                                       \
    X(AnnotateMutexIsUsedAsCondVar)                                                                \
    X(AnnotatePCQCreate)                                                                           \
    X(AnnotatePCQDestroy)                                                                          \
    X(AnnotatePCQPut)                                                                              \
    X(AnnotatePCQGet)                                                                              \
    X(AnnotateTraceMemory)                                                                         \
    X(AnnotateNoOp)
#define PLACES(X)                                                                                  \
    X(AnnotateFlushState)                                                                          \
    X(AnnotateFlushExpectedRaces)                                                                  \
    X(AnnotateIgnoreReadsBegin)                                                                    \
    X(AnnotateIgnoreReadsEnd)                                                                      \
    X(AnnotateIgnoreWritesBegin)                                                                   \
    X(AnnotateIgnoreWritesEnd)                                                                     \
    X(AnnotateIgnoreSyncBegin)                                                                     \
    X(AnnotateIgnoreSyncEnd)
#define RANGES(X)                                                                                  \
    X(AnnotateNewMemory)                                                                           \
    X(AnnotatePublishMemoryRange)                                                                  \
    X(AnnotateUnpublishMemoryRange)                                                                \
    X(AnnotateMemoryIsInitialized)                                                                 \
    X(AnnotateMemoryIsUninitialized)

#define DECLARE_ADDRESS(name) void name(AT, const volatile void *address);
#define DECLARE_PLACE(name) void name(AT);
#define DECLARE_RANGE(name) void name(AT, const volatile void *address, size_t size);
ADDRESSES(DECLARE_ADDRESS)
PLACES(DECLARE_PLACE)
RANGES(DECLARE_RANGE)
void AnnotateRWLockAcquired(AT, const volatile void *lock, long write);
void AnnotateRWLockReleased(AT, const volatile void *lock, long write);
void AnnotateCondVarWait(AT, const volatile void *condition, const volatile void *lock);
void AnnotateExpectRace(AT, const volatile void *address, const char *text);
void AnnotateBenignRace(AT, const volatile void *address, const char *text);
void AnnotateBenignRaceSized(AT, const volatile void *address, size_t size, const char *text);
void WTFAnnotateBenignRaceSized(AT, const volatile void *address, size_t size, const char *text);
void AnnotateEnableRaceDetection(AT, int enable);
void AnnotateThreadName(AT, const char *name);
int RunningOnValgrind(void);
double ValgrindSlowdown(void);
const char *ThreadSanitizerQuery(const char *query);
void __tsan_ignore_thread_begin(void);
void __tsan_ignore_thread_end(void);

static void annotate(void *a)
{
#define CALL_ADDRESS(name) name(__FILE__, __LINE__, a);
#define CALL_PLACE(name) name(__FILE__, __LINE__);
#define CALL_RANGE(name) name(__FILE__, __LINE__, a, 4);
    ADDRESSES(CALL_ADDRESS)
    PLACES(CALL_PLACE)
    RANGES(CALL_RANGE)
    AnnotateRWLockAcquired(__FILE__, __LINE__, a, 1);
    AnnotateRWLockReleased(__FILE__, __LINE__, a, 1);
    AnnotateCondVarWait(__FILE__, __LINE__, a, a);
    AnnotateExpectRace(__FILE__, __LINE__, a, "");
    AnnotateBenignRace(__FILE__, __LINE__, a, "");
    AnnotateBenignRaceSized(__FILE__, __LINE__, a, 4, "");
    WTFAnnotateBenignRaceSized(__FILE__, __LINE__, a, 4, "");
    AnnotateEnableRaceDetection(__FILE__, __LINE__, 1);
    AnnotateThreadName(__FILE__, __LINE__, "one");
    if (RunningOnValgrind() || ValgrindSlowdown() < 1 || !ThreadSanitizerQuery("happens_before"))
        abort();
    __tsan_acquire(a);
    __tsan_release(a);
    __tsan_mutex_create(a, 0);
    __tsan_mutex_pre_lock(a, 0);
    __tsan_mutex_post_lock(a, 0, 1);
    if (__tsan_mutex_pre_unlock(a, 0) != 1)
        abort();
    __tsan_mutex_post_unlock(a, 0);
    __tsan_mutex_pre_signal(a, 0);
    __tsan_mutex_post_signal(a, 0);
    __tsan_mutex_pre_divert(a, 0);
    __tsan_mutex_post_divert(a, 0);
    __tsan_mutex_destroy(a, 0);
    void *tag = __tsan_external_register_tag("thing");
    __tsan_external_register_header(tag, "thing");
    __tsan_external_assign_tag(a, tag);
    __tsan_external_read(a, a, tag);
    __tsan_external_write(a, a, tag);
    void *fiber = __tsan_create_fiber(0);
    __tsan_set_fiber_name(fiber, "fiber");
    __tsan_switch_to_fiber(__tsan_get_current_fiber(), 0);
    __tsan_destroy_fiber(fiber);
    __tsan_flush_memory();
    __tsan_ignore_thread_begin();
    __tsan_ignore_thread_end();
}

// ---- atomics of all sizes; all parts of one are the same number ----

typedef struct odd {
    char bytes[3];
} odd;
typedef struct large {
    long a, b, c;
} large;

typedef struct tally {
    _Atomic odd odd;
    _Atomic large large;
    atomic_int count;
    atomic_bool told;
    int message;
} tally;

static void *create(void)
{
    return calloc(1, sizeof(tally));
}

static lp_value inc(void *object, const lp_value *args)
{
    (void)args;
    tally *t = object;
    annotate(t);
#ifdef SANITIZED
    annotate(t); // headers would
#endif
    odd one = {{1, 2, 3}};
    one = atomic_exchange(&t->odd, one);
    atomic_store(&t->odd, one);
    large old = atomic_load(&t->large), next;
    do {
        if (old.a != old.b || old.b != old.c)
            abort(); // torn
        next = (large){old.a + 1, old.b + 1, old.c + 1};
    } while (!atomic_compare_exchange_strong(&t->large, &old, next));
    return LP_UNIT;
}

static lp_value get(void *object, const lp_value *args)
{
    (void)args;
    tally *t = object;
    large now = atomic_load(&t->large);
    if (now.a != now.b || now.b != now.c)
        abort();
    return lp_int(now.a);
}

// A message whose flag orders nothing by itself.
static lp_value tell(void *object, const lp_value *args)
{
    (void)args;
    tally *t = object;
    t->message = 1;
#ifdef ORDERED
    ORDERED(__tsan_release(t), AnnotateHappensBefore(__FILE__, __LINE__, t));
#endif
    atomic_store_explicit(&t->told, true, memory_order_relaxed);
    return LP_UNIT;
}

static lp_value hear(void *object, const lp_value *args)
{
    (void)args;
    tally *t = object;
    if (!atomic_load_explicit(&t->told, memory_order_relaxed))
        return LP_UNIT;
#ifdef ORDERED
    ORDERED(__tsan_acquire(t), AnnotateHappensAfter(__FILE__, __LINE__, t));
#endif
    if (!t->message)
        abort();
    return LP_UNIT;
}

LP_OBJECT(tally, .create = create, .destroy = free, .spec = "counter",
          .methods = {{"inc", inc}, {"get", get}})
LP_OBJECT(message, .create = create, .destroy = free, .spec = "self",
          .methods = {{"tell", tell}, {"hear", hear}})
