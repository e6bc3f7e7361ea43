// SPDX-License-Identifier: MIT
// Functions that the headers of libstdc++ call and that are in its shared library, where
// no hook sees what they do: trees, lists, and the locks behind atomic operations on
// shared_ptr. `linchpin explore` compiles this file with the user's, with the same
// flags, so that their accesses are steps like any others. Layouts and names are those
// of the library's ABI.

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

namespace std
{

enum _Rb_tree_color { _S_red = false, _S_black = true };

struct _Rb_tree_node_base {
    _Rb_tree_color color;
    _Rb_tree_node_base *parent, *left, *right;
};

typedef _Rb_tree_node_base node;

// The header's parent is the root, its left and right are the least and the greatest node.
// It is red, which tells it from a root.

static node *least(node *n)
{
    while (n->left)
        n = n->left;
    return n;
}

static node *greatest(node *n)
{
    while (n->right)
        n = n->right;
    return n;
}

static node *next(node *n)
{
    if (n->right)
        return least(n->right);
    node *above = n->parent;
    while (n == above->right) {
        n = above;
        above = above->parent;
    }
    // With a root and nothing to its right, `n` has come to be the header.
    return n->right != above ? above : n;
}

static node *previous(node *n)
{
    if (n->color == _S_red && n->parent->parent == n) // the header: what is before the end
        return n->right;
    if (n->left)
        return greatest(n->left);
    node *above = n->parent;
    while (n == above->left) {
        n = above;
        above = above->parent;
    }
    return above;
}

node *_Rb_tree_increment(node *n) throw()
{
    return next(n);
}

const node *_Rb_tree_increment(const node *n) throw()
{
    return next(const_cast<node *>(n));
}

node *_Rb_tree_decrement(node *n) throw()
{
    return previous(n);
}

const node *_Rb_tree_decrement(const node *n) throw()
{
    return previous(const_cast<node *>(n));
}

// Puts `by` where `n` hangs.
static void hang(node *n, node *by, node &header)
{
    if (header.parent == n)
        header.parent = by;
    else if (n->parent->left == n)
        n->parent->left = by;
    else
        n->parent->right = by;
}

// A child takes the place of its parent, which becomes its child on the other side.
static void rotate(node *n, bool to_left, node &header)
{
    node *up = to_left ? n->right : n->left;
    node *across = to_left ? up->left : up->right;
    (to_left ? n->right : n->left) = across;
    if (across)
        across->parent = n;
    up->parent = n->parent;
    hang(n, up, header);
    (to_left ? up->left : up->right) = n;
    n->parent = up;
}

void _Rb_tree_insert_and_rebalance(const bool insert_left, node *n, node *parent,
                                   node &header) throw()
{
    n->parent = parent;
    n->left = n->right = nullptr;
    n->color = _S_red;
    if (insert_left) {
        parent->left = n; // of the header: the least
        if (parent == &header) {
            header.parent = n;
            header.right = n;
        } else if (parent == header.left) {
            header.left = n;
        }
    } else {
        parent->right = n;
        if (parent == header.right)
            header.right = n;
    }
    while (n != header.parent && n->parent->color == _S_red) {
        node *above = n->parent->parent;
        bool left = n->parent == above->left;
        node *uncle = left ? above->right : above->left;
        if (uncle && uncle->color == _S_red) {
            n->parent->color = uncle->color = _S_black;
            above->color = _S_red;
            n = above;
            continue;
        }
        if (n == (left ? n->parent->right : n->parent->left)) {
            n = n->parent;
            rotate(n, left, header);
        }
        n->parent->color = _S_black;
        above->color = _S_red;
        rotate(above, !left, header);
    }
    header.parent->color = _S_black;
}

// One black node is missing on every way through `n`, which may be null, below `parent`.
static void restore(node *n, node *parent, node &header)
{
    while (n != header.parent && (!n || n->color == _S_black)) {
        bool left = n == parent->left;
        node *other = left ? parent->right : parent->left;
        if (other->color == _S_red) {
            other->color = _S_black;
            parent->color = _S_red;
            rotate(parent, left, header);
            other = left ? parent->right : parent->left;
        }
        node *near = left ? other->left : other->right, *far = left ? other->right : other->left;
        if ((!near || near->color == _S_black) && (!far || far->color == _S_black)) {
            other->color = _S_red;
            n = parent;
            parent = parent->parent;
            continue;
        }
        if (!far || far->color == _S_black) {
            near->color = _S_black;
            other->color = _S_red;
            rotate(other, !left, header);
            other = left ? parent->right : parent->left;
            far = left ? other->right : other->left;
        }
        other->color = parent->color;
        parent->color = _S_black;
        far->color = _S_black;
        rotate(parent, left, header);
        break;
    }
    if (n)
        n->color = _S_black;
}

node *_Rb_tree_rebalance_for_erase(node *const gone, node &header) throw()
{
    node *last = gone; // the node whose place becomes free
    if (gone->left && gone->right)
        last = least(gone->right);
    node *child = last->left ? last->left : last->right, *parent = last->parent;
    _Rb_tree_color lost = last->color;
    if (last != gone) { // it takes the place of the one that goes
        last->left = gone->left;
        gone->left->parent = last;
        if (last == gone->right) {
            parent = last;
        } else {
            if (child)
                child->parent = parent;
            parent->left = child;
            last->right = gone->right;
            gone->right->parent = last;
        }
        hang(gone, last, header);
        last->parent = gone->parent;
        last->color = gone->color;
    } else {
        if (child)
            child->parent = parent;
        hang(gone, child, header);
        if (header.left == gone)
            header.left = child ? least(child) : parent;
        if (header.right == gone)
            header.right = child ? greatest(child) : parent;
    }
    if (lost == _S_black)
        restore(child, parent, header);
    return gone;
}

namespace __detail
{

struct _List_node_base {
    _List_node_base *next, *prev;

    static void swap(_List_node_base &a, _List_node_base &b) throw();
    void _M_transfer(_List_node_base *first, _List_node_base *last) throw();
    void _M_reverse() throw();
    void _M_hook(_List_node_base *position) throw();
    void _M_unhook() throw();
};

// The list at `from` hangs at `to` now.
static void move_list(_List_node_base *to, const _List_node_base &from, _List_node_base *was)
{
    if (from.next == was) {
        to->next = to->prev = to;
        return;
    }
    *to = from;
    to->next->prev = to->prev->next = to;
}

void _List_node_base::swap(_List_node_base &a, _List_node_base &b) throw()
{
    _List_node_base old_a = a, old_b = b;
    move_list(&a, old_b, &b);
    move_list(&b, old_a, &a);
}

void _List_node_base::_M_transfer(_List_node_base *first, _List_node_base *last) throw()
{
    if (this == last)
        return;
    _List_node_base *before = prev, *end = last->prev;
    end->next = this;
    first->prev->next = last;
    before->next = first;
    prev = end;
    last->prev = first->prev;
    first->prev = before;
}

void _List_node_base::_M_reverse() throw()
{
    _List_node_base *n = this;
    do {
        _List_node_base *after = n->next;
        n->next = n->prev;
        n->prev = after;
        n = after;
    } while (n != this);
}

void _List_node_base::_M_hook(_List_node_base *position) throw()
{
    next = position;
    prev = position->prev;
    position->prev->next = this;
    position->prev = this;
}

void _List_node_base::_M_unhook() throw()
{
    _List_node_base *after = next, *before = prev;
    before->next = after;
    after->prev = before;
}

} // namespace __detail

// Atomic operations on a shared_ptr hold a lock that its address picks from a few.
static const unsigned char LOCKS = 16;
static pthread_mutex_t locks[LOCKS]; // zero is PTHREAD_MUTEX_INITIALIZER

static unsigned char lock_of(const void *address)
{
    return (unsigned char)(((uintptr_t)address >> 4) * 0x9e3779b97f4a7c15u >> 60);
}

class _Sp_locker
{
  public:
    explicit _Sp_locker(const void *address) noexcept;
    _Sp_locker(const void *a, const void *b) noexcept;
    ~_Sp_locker();

  private:
    unsigned char first, second;
};

_Sp_locker::_Sp_locker(const void *address) noexcept
    : first(lock_of(address)), second(lock_of(address))
{
    pthread_mutex_lock(&locks[first]);
}

_Sp_locker::_Sp_locker(const void *a, const void *b) noexcept
    : first(lock_of(a)), second(lock_of(b))
{
    if (second < first) {
        unsigned char larger = first;
        first = second;
        second = larger;
    }
    pthread_mutex_lock(&locks[first]);
    if (first != second)
        pthread_mutex_lock(&locks[second]);
}

_Sp_locker::~_Sp_locker()
{
    if (first != second)
        pthread_mutex_unlock(&locks[second]);
    pthread_mutex_unlock(&locks[first]);
}

} // namespace std
