// SPDX-License-Identifier: MIT
// Linked with the functions that `explore` compiles in the place of libstdc++'s: sets
// and lists do what a sorted vector and a vector do, and trees stay red-black trees.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <list>
#include <memory>
#include <random>
#include <set>
#include <vector>

#define REQUIRE(condition)                                                                         \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                   \
            std::exit(1);                                                                          \
        }                                                                                          \
    } while (0)

// As the library's ABI has it.
struct node {
    int color; // 0: red
    node *parent, *left, *right;
};

// The number of black nodes on every way down; nodes are in order by their addresses in `all`.
static int black_height(const node *n, const node *parent, std::vector<const node *> *all)
{
    if (!n)
        return 1;
    REQUIRE(n->parent == parent);
    if (n->color == 0)
        REQUIRE((!n->left || n->left->color == 1) && (!n->right || n->right->color == 1));
    int left = black_height(n->left, n, all);
    all->push_back(n);
    REQUIRE(left == black_height(n->right, n, all));
    return left + n->color;
}

static void check_tree(std::set<int> &s)
{
    std::vector<const node *> all, forwards;
    // The end of a set is its header.
    const node *header = *reinterpret_cast<node *const *>(&*std::unique_ptr<std::set<int>::iterator>(
        new std::set<int>::iterator(s.end())));
    REQUIRE(!header->parent || header->parent->color == 1);
    black_height(header->parent, header, &all);
    for (auto i = s.begin(); i != s.end(); ++i)
        forwards.push_back(*reinterpret_cast<node *const *>(&i));
    REQUIRE(all == forwards);
    REQUIRE(all.empty() || (header->left == all.front() && header->right == all.back()));
}

static void try_set(std::mt19937 &random)
{
    std::set<int> s;
    std::vector<int> sorted;
    int range = 1 + (int)(random() % 60);
    for (int step = 0; step < 200; step++) {
        int value = (int)(random() % (unsigned)range);
        auto at = std::lower_bound(sorted.begin(), sorted.end(), value);
        bool in = at != sorted.end() && *at == value;
        if (random() % 2) {
            REQUIRE(s.insert(value).second == !in);
            if (!in)
                sorted.insert(at, value);
        } else {
            REQUIRE(s.erase(value) == (in ? 1u : 0u));
            if (in)
                sorted.erase(at);
        }
        check_tree(s);
        REQUIRE(std::vector<int>(s.begin(), s.end()) == sorted);
        REQUIRE(std::equal(s.rbegin(), s.rend(), sorted.rbegin(), sorted.rend()));
    }
}

static bool same(const std::list<int> &l, const std::vector<int> &v)
{
    return l.size() == v.size() && std::equal(l.begin(), l.end(), v.begin()) &&
           std::equal(l.rbegin(), l.rend(), v.rbegin());
}

static void try_list(std::mt19937 &random)
{
    std::list<int> l, m;
    std::vector<int> v, w;
    for (int step = 0; step < 200; step++) {
        size_t at = v.empty() ? 0 : random() % v.size();
        switch (random() % 6) {
        case 0:
            l.insert(std::next(l.begin(), (long)at), step);
            v.insert(v.begin() + (long)at, step);
            break;
        case 1:
            if (!v.empty()) {
                l.erase(std::next(l.begin(), (long)at));
                v.erase(v.begin() + (long)at);
            }
            break;
        case 2:
            l.reverse();
            std::reverse(v.begin(), v.end());
            break;
        case 3:
            l.swap(m);
            v.swap(w);
            break;
        case 4:
            l.splice(std::next(l.begin(), (long)at), m);
            v.insert(v.begin() + (long)at, w.begin(), w.end());
            w.clear();
            break;
        default:
            l.sort();
            std::sort(v.begin(), v.end());
        }
        REQUIRE(same(l, v) && same(m, w));
    }
}

static void try_shared(void)
{
    auto a = std::make_shared<int>(1), b = std::make_shared<int>(2), none = a;
    REQUIRE(*std::atomic_load(&a) == 1);
    REQUIRE(std::atomic_compare_exchange_strong(&a, &none, b) && a == b);
    REQUIRE(!std::atomic_compare_exchange_strong(&a, &none, b) && none == b);
}

int main()
{
    std::mt19937 random(1);
    for (int i = 0; i < 300; i++) {
        try_set(random);
        try_list(random);
    }
    try_shared();
}
