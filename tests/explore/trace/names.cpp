// SPDX-License-Identifier: MIT
// As names.c, with what C++ adds: operators, methods, references, templates, members
// without `this`. test_trace_names.sh has the table.

#include <atomic>
#include <linchpin/linchpin.h>
#include <memory>

struct base {
    long x = 0, y = 0;
};

struct node : base {
    std::atomic<long> p{0}, q{0};
    node *next = nullptr;
    std::atomic<node *> link{nullptr};
    std::atomic<long> flag{0};
    volatile long seen = 0;
    int small = 0, other = 0;

    void fill(long from)
    {
        x = from + 1, y = from + 2;
        p = from + 3, q = from + 4;
        flag.store(from + 9);
        seen = from + 10;
        small = static_cast<int>(from) + 11, other = static_cast<int>(from) + 12;
    }
    long sum() const
    {
        return x + y + p.load() + q.load(std::memory_order_relaxed);
    }
    long with(const node &o) const
    {
        return x + o.x + p + o.p;
    }
    template <typename T> long take(T member)
    {
        return (this->*member).load();
    }
};

static node *a, *b;

static void *create()
{
    a = new node;
    b = new node;
    a->fill(100);
    b->fill(200);
    a->next = b, b->next = a;
    a->link = b, b->link = a;
    return a;
}

static void destroy(void *)
{
    delete a;
    delete b;
}

static volatile long sink;

static lp_value run(void *object, const lp_value *)
{
    node *n = static_cast<node *>(object), *m = n->next;
    long s = n->x + m->y + n->p + m->q;
    s += n->p.load() + m->p.load() + n->q.load();
    s += n->sum() + m->sum();
    s += n->with(*m) + m->with(*n);
    s += n->take(&node::p) + m->take(&node::flag);
    s += n->link.load()->p.load() + m->link.load()->q.load();
    s += (*n->link).p + n->link.load()->next->q;
    node &r = *m;
    s += r.x + r.p + r.flag;
    n->p = 103, m->p = 203;
    n->p.store(103), m->q.store(204);
    n->flag++, n->flag--;
    long expected = 204;
    m->q.compare_exchange_strong(expected, 204);
    s += n->seen + m->seen;
    auto each = [&](const node *k) { return k->x + k->p.load(); };
    s += each(n) + each(m);
    sink = s;
    return lp_int(-1); // wrong, so that a trace is shown
}

LP_OBJECT(names, .create = create, .destroy = destroy, .spec = "counter",
          .methods = {{.name = "next", .run = run}})
