// SPDX-License-Identifier: MIT
// C++: std::atomic, std::mutex, new and delete, guards of static locals,
// exceptions, std::thread, thread_local with a destructor.
//
// run: --object stdatomic --scenario 'inc get | inc get'
// expect: 0 "verdict":"holds"
// run: --object stdmutex --scenario 'inc | inc get'
// expect: 0 "verdict":"holds"
// run: --object plain --scenario 'inc | inc'
// expect: 1 no order of the operations explains
// run: --object various --scenario 'a | a'
// expect: 0 "verdict":"holds"
// run: --object various --scenario 'b | b'
// expect: 0 "verdict":"holds"
// run: --object various --scenario 'c'
// expect: 0 "verdict":"holds"
// run: --object various --scenario 'd | d'
// expect: 1 use after free
// run: --object various2 --scenario 'a | b'
// expect: 0 "verdict":"holds"
// run: --object various2 --scenario 'c'
// expect: 1 crashed: a C\+\+ exception that nobody catches

#include <linchpin/linchpin.h>

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>

static void initial(const lp_spec *, lp_step *s)
{
    lp_value zero = lp_int(0);
    lp_step_emit_values(s, LP_UNIT, &zero, 1);
}

static void counter_step(lp_step *s)
{
    lp_value now = lp_step_values(s, nullptr)[0];
    lp_value next = lp_int(lp_to_int(now) + (s->calls[0].method == 0));
    lp_step_emit_values(s, now, &next, 1);
}

static void fine_step(lp_step *s)
{
    lp_value zero = lp_int(0);
    lp_step_emit_values(s, LP_TRUE, &zero, 1);
}

static const lp_spec counter = {.name = "counter",
                                .methods = {{.name = "inc"}, {.name = "get"}},
                                .initial = initial,
                                .step = counter_step};
static const lp_spec fine = {
    .name = "fine",
    .methods = {{.name = "a"}, {.name = "b"}, {.name = "c"}, {.name = "d"}},
    .initial = initial,
    .step = fine_step};

static void *nothing()
{
    return nullptr;
}

struct box {
    std::atomic<int> n{0};
    std::mutex m;
    int plain = 0;
};

static void *make()
{
    return new box;
}

static void unmake(void *b)
{
    delete static_cast<box *>(b);
}

static lp_value atomic_inc(void *o, const lp_value *)
{
    return lp_int(static_cast<box *>(o)->n.fetch_add(1));
}

static lp_value atomic_get(void *o, const lp_value *)
{
    return lp_int(static_cast<box *>(o)->n.load(std::memory_order_acquire));
}

LP_OBJECT(stdatomic, .create = make, .destroy = unmake, .custom_spec = &counter,
          .methods = {{.name = "inc", .run = atomic_inc}, {.name = "get", .run = atomic_get}})

static lp_value mutex_inc(void *o, const lp_value *)
{
    box *b = static_cast<box *>(o);
    std::lock_guard<std::mutex> lock(b->m);
    return lp_int(b->plain++);
}

static lp_value mutex_get(void *o, const lp_value *)
{
    box *b = static_cast<box *>(o);
    std::unique_lock<std::mutex> lock(b->m);
    return lp_int(b->plain);
}

LP_OBJECT(stdmutex, .create = make, .destroy = unmake, .custom_spec = &counter,
          .methods = {{.name = "inc", .run = mutex_inc}, {.name = "get", .run = mutex_get}})

static lp_value plain_inc(void *o, const lp_value *)
{
    return lp_int(static_cast<box *>(o)->plain++);
}

LP_OBJECT(plain, .create = make, .destroy = unmake, .custom_spec = &counter,
          .methods = {{.name = "inc", .run = plain_inc}})

static std::atomic<int> made{0};

struct single {
    single()
    {
        made++;
    }
    int value = 4;
};

static lp_value guarded(void *, const lp_value *)
{
    static single only;
    return lp_bool(only.value == 4 && made == 1);
}

struct base {
    virtual ~base() = default;
    virtual int id() const = 0;
};

struct derived : base {
    int id() const override
    {
        return 6;
    }
};

static lp_value exceptional(void *, const lp_value *)
{
    try {
        std::unique_ptr<base> p(new derived);
        if (p->id() == 6)
            throw std::runtime_error("six");
    } catch (const std::runtime_error &e) {
        return lp_bool(e.what()[0] == 's');
    }
    return LP_FALSE;
}

static std::atomic<int> gone{0};

struct noisy {
    int n = 1;
    ~noisy()
    {
        gone++;
    }
};

static thread_local noisy loud;

static lp_value threaded(void *, const lp_value *)
{
    std::atomic<int> sum{0};
    std::thread one([&] { sum += loud.n; });
    std::thread two([&] { sum += loud.n; });
    one.join();
    two.join();
    return lp_bool(sum == 2 && gone == 2);
}

static std::atomic<int *> shared{nullptr};

static lp_value replace(void *, const lp_value *)
{
    int *mine = new int(1);
    int *old = shared.exchange(mine);
    delete old;
    int *now = shared.load();
    return lp_bool(*now == 1);
}

LP_OBJECT(various, .create = nothing, .custom_spec = &fine,
          .methods = {{.name = "a", .run = guarded},
                      {.name = "b", .run = exceptional},
                      {.name = "c", .run = threaded},
                      {.name = "d", .run = replace}})

static std::mutex mutex;
static std::condition_variable changed;
static bool ready;
static std::once_flag once;

static lp_value wait(void *, const lp_value *)
{
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [] { return ready; });
    return LP_TRUE;
}

static lp_value tell(void *, const lp_value *)
{
    std::call_once(once, [] {
        std::lock_guard<std::mutex> lock(mutex);
        ready = true;
    });
    changed.notify_one();
    return LP_TRUE;
}

static lp_value uncaught(void *, const lp_value *)
{
    throw 5;
}

LP_OBJECT(various2, .create = nothing, .custom_spec = &fine,
          .methods = {{.name = "a", .run = wait},
                      {.name = "b", .run = tell},
                      {.name = "c", .run = uncaught}})
