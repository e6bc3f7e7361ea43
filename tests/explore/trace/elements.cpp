// SPDX-License-Identifier: MIT
// As elements.c: containers, templates, lambdas, bases, names that several things have.

#include <linchpin/linchpin.h>

#include <array>
#include <atomic>
#include <memory>
#include <utility>
#include <vector>

static volatile long sink;

struct slot {
    std::atomic<long> turn;
    long item;
};

struct base {
    std::atomic<long> head{1};
};

template <class T, int N> struct ring : base {
    std::array<slot, N> slots;
    std::array<std::atomic<T>, N> words;
    std::pair<slot, slot> both;
    std::unique_ptr<slot[]> heap{new slot[N]};
    std::vector<slot> many{N};
    struct {
        std::atomic<T> head{2};
    } other;

    ring()
    {
        for (int i = 0; i < N; i++) {
            set(slots[i], 100 + 2 * i);
            words[i] = 200 + i;
            set(heap[i], 300 + 2 * i);
            set(many[i], 400 + 2 * i);
        }
        set(both.first, 500);
        set(both.second, 502);
    }

    static void set(slot &s, long value)
    {
        s.turn = value;
        s.item = value + 1;
    }

    static void look(slot &s)
    {
        sink = s.turn.load();
        sink = *(volatile long *)&s.item;
    }

    void run()
    {
        auto see = [](std::atomic<T> &w) { sink = w.load(); };
        for (auto &s : slots)
            sink = s.turn.load();
        for (int i = 0; i < N; i++) {
            sink = slots[i].turn.load();
            sink = words[i].load();
            sink = heap[i].turn.load();
            sink = many[i].turn.load();
            see(words[i]);
            look(slots[i]);
            look(heap[i]);
        }
        for (auto &s : many)
            look(s);
        look(both.first);
        look(both.second);
        sink = head.load();
        sink = other.head.load();
    }
};

namespace first {
static std::atomic<long> count;
}
namespace second {
static std::atomic<long> count;
}

static void *create()
{
    first::count = 601;
    second::count = 602;
    return new ring<long, 3>;
}

static void destroy(void *object)
{
    delete static_cast<ring<long, 3> *>(object);
}

static lp_value run(void *object, const lp_value *)
{
    static_cast<ring<long, 3> *>(object)->run();
    sink = first::count.load();
    sink = second::count.load();
    return lp_int(-1); // wrong, so that a trace is shown
}

LP_OBJECT(elements, .create = create, .destroy = destroy, .spec = "counter",
          .methods = {{.name = "next", .run = run}})
