// SPDX-License-Identifier: MIT
// Every built-in on short runs of one thread, allowed and not; and what is said
// of those that are not.

#include "base/random.h"
#include "base/text.h"
#include "spec/registry.h"
#include "spec/sequential.h"
#include "spec/spec_get.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct row {
    const char *spec, *run;
    const char *why; // why the last call is not allowed; NULL: all are
} row;

static const row rows[] = {
    {"register", "read()=null write(1) read()=1 write(2) write(2)=2 get()=2", NULL},
    {"register", "read()=1", "the register holds nil"},
    {"register", "write(1) write(2) read()=1", "the register holds 2"},

    {"cas-register", "cas(null,1)=true cas(1,2)=[1,2] read()=2 cas(1,3)=false swap(5)=2", NULL},
    {"cas-register", "write(2) cas_weak(2,3)=false cas_weak(2,3)=true read()=3", NULL},
    {"cas-register", "write(2) cas(1,3)=true", "the register holds 2"},
    {"cas-register", "write(2) cas(2,3)=false", "the register holds 2"},
    {"cas-register", "write(2) cas_weak(1,3)=true", "the register holds 2"},
    {"cas-register", "write(2) cas(2,3)=true read()=2", "the register holds 3"},
    {"cas-register", "write(1) swap(2)=2", "the register holds 1"},

    {"kv",
     "get(\"a\")=null put(\"a\",1) get(\"a\")=1 get(\"b\")=null delete(\"a\") get(\"a\")=null",
     NULL},
    {"kv", "get(\"a\")=\"\" append(\"a\",\"x\") append(\"a\",\"yz\") get(\"a\")=\"xyz\"", NULL},
    {"kv",
     "put(\"a\",\"x\") append(\"a\",\"y\") get(\"a\")=\"xy\" append(\"b\",\"\") get(\"b\")=\"\"",
     NULL},
    {"kv", "append(1,7) append(1,8) get(1)=[7,8] append(2,[9]) get(2)=[[9]]", NULL},
    {"kv", "put(1,5) cas(1,5,6)=true cas(1,5,7)=false get(1)=6 remove(1)=true remove(1)=false",
     NULL},
    {"kv", "cas(1,null,6)=true get(1)=6", NULL},
    {"kv", "cas(1,\"\",\"x\")=true cas(2,\"\",\"x\")=false get(2)=null get(1)=\"x\"", NULL},
    {"kv", "put(1,5) get(1)=6", "the value of 1 is 5"},
    {"kv", "put(1,\"\") get(1)=null", "the value of 1 is \"\""},
    {"kv", "put(1,5) get(2)=5", "there is no key 2"},
    {"kv", "put(1,5) append(1,6)", "the value of 1 is 5"},
    {"kv", "put(1,5) cas(1,4,6)=true", "the value of 1 is 5"},
    {"kv", "cas(1,null,6)=false", "there is no key 1"},
    {"kv", "put(1,5) remove(1)=false", "the value of 1 is 5"},
    {"kv", "append(1,\"a\") append(1,\"b\") get(1)=\"ba\"", "the value of 1 is \"ab\""},

    {"multi-register",
     "txn([[\"r\",1,null],[\"w\",1,5],[\"r\",1,null]])=[[\"r\",1,null],[\"w\",1,5],[\"r\",1,5]]",
     NULL},
    {"multi-register", "write(1,5) read(1)=5 read(2)=null write(1,null) read(1)=null", NULL},
    {"multi-register",
     "write(2,6) txn([[\"write\",1,5],[\"read\",2,6]])=[[\"write\",1,5],[\"read\",2,6]]", NULL},
    {"multi-register", "txn([])=[] txn([[\":w\",1,5]])=[[\":w\",1,5]] read(1)=5", NULL},
    {"multi-register", "write(1,5) txn([[\"w\",1,6],[\"r\",1,null]])=[[\"w\",1,6],[\"r\",1,5]]",
     "1 holds 6"},
    {"multi-register", "write(1,5) txn([[\"r\",1,null],[\"r\",2,null]])=[[\"r\",1,5],[\"r\",2,5]]",
     "2 holds nil"},
    {"multi-register", "write(1,5) txn([[\"r\",1,4]])=[[\"r\",1,4]]", "1 holds 5"},
    {"multi-register", "write(1,5) read(1)=6", "1 holds 5"},

    {"counter", "inc() next()=1 read()=2 add(5) read()=7 dec() read()=6 add(-7) read()=-1", NULL},
    {"counter", "inc() read()=2", "the counter is at 1"},
    {"counter", "next()=1", "the counter is at 0"},

    {"fetch-and-add", "fetch_add(3)=0 add_fetch(2)=5 fetch_inc()=5 inc_fetch()=7 read()=7", NULL},
    {"fetch-and-add", "fetch_add(3)=3", "the value is 0"},
    {"fetch-and-add", "fetch_add(3)=0 read()=0", "the value is 3"},
    {"fetch-and-add", "inc_fetch()=0", "the value is 0"},

    {"max-register", "read()=0 write(5) write(3) read()=5 write(7) read()=7 write(-1) read()=7",
     NULL},
    {"max-register", "write(5) write(3) read()=3", "the largest written so far is 5"},

    {"queue", "deq()=null enq(1) enq(2) offer(3)=true peek()=1 deq()=1 deq()=2 poll()=3 deq()=null",
     NULL},
    {"queue", "enq(1) try_deq()=null try_enq(2)=false try_enq(3)=true deq()=1 try_deq()=3", NULL},
    {"queue", "enq(1) enq(2) enq(3) deq()=3",
     "1 and 2 were enqueued before 3 and are still in the queue"},
    {"queue", "enq(1) enq(3) deq()=3", "1 was enqueued before 3 and is still in the queue"},
    {"queue", "enq(1) enq(2) deq()=null", "the queue holds 1 and 2"},
    {"queue", "enq(1) enq(2) deq()=9", "9 is not in the queue"},
    {"queue", "deq()=9", "the queue is empty"},
    {"queue", "enq(1) deq()=1 peek()=1", "the queue is empty"},
    {"queue", "enq(1) enq(2) try_deq()=2", "1 was enqueued before 2 and is still in the queue"},
    {"queue", "enq(1) try_enq(2)=false deq()=1 deq()=2", "the queue is empty"},
    {"queue", "enq(1) try_enq(2)=null", "it could only return true or false"},
    {"queue", "enq(1) enq(2) enq(3) enq(4) enq(5) enq(6) enq(7) enq(8) deq()=8",
     "1, 2, 3, 4, 5 and 2 more were enqueued before 8 and are still in the queue"},

    {"bounded-queue:2", "enq(1)=true enq(2)=true enq(3)=false deq()=1 put(4) take()=2 deq()=4",
     NULL},
    {"bounded-queue:2", "deq()=null try_enq(1)=false try_enq(1)=true peek()=1 try_deq()=null",
     NULL},
    {"bounded-queue:1", "enq(1)=1 enq(2)=false deq()=1", NULL},
    {"bounded-queue:2", "enq(1)=true enq(2)=false", "the queue is not full: it holds only 1"},
    {"bounded-queue:2", "enq(1)=false", "the queue is not full but empty"},
    {"bounded-queue:2", "enq(1)=true enq(2)=true enq(3)=true",
     "the queue is full: it holds 1 and 2"},
    {"bounded-queue:1", "put(1) put(2)", "the queue is full: it holds 1"},
    {"bounded-queue:1", "put(1) try_enq(2)=true", "the queue is full: it holds 1"},
    {"bounded-queue:1", "take()=null", "the queue is empty"},
    {"bounded-queue:2", "put(1) put(2) deq()=2",
     "1 was enqueued before 2 and is still in the queue"},

    {"per-producer-fifo", "0:enq(1) 1:enq(2) 0:enq(3) deq()=2 deq()=1 try_deq()=null deq()=3",
     NULL},
    {"per-producer-fifo", "0:enq(1) 1:enq(2) 0:enq(3) deq()=1 deq()=3 deq()=2 deq()=null", NULL},
    {"per-producer-fifo", "0:enq(1) 1:enq(2) 0:enq(3) deq()=3",
     "process 0 enqueued 1 before 3 and it is still in the queue"},
    {"per-producer-fifo", "1:enq(2) deq()=null", "the queue is not empty: 2 is in it"},
    {"per-producer-fifo", "1:enq(2) deq()=3", "3 is not in the queue"},
    {"per-producer-fifo", "deq()=3", "the queue is empty"},

    {"bag", "add(1) add(2) add(1) take()=1 take()=2 try_take()=null take()=1 take()=null", NULL},
    {"bag", "add(2) add(1) take()=null", "the bag holds 1 and 2"},
    {"bag", "add(1) take()=1 take()=1", "the bag is empty"},
    {"bag", "add(1) try_take()=2", "2 is not in the bag"},

    {"stack", "pop()=null push(1) push(2) top()=2 pop()=2 pop()=1 pop()=null", NULL},
    {"stack", "push(1) try_push(2)=true try_pop()=null try_push(3)=false try_pop()=2", NULL},
    {"stack", "push(1) push(2) push(3) pop()=1",
     "2 and 3 were pushed after 1 and are still on the stack"},
    {"stack", "push(1) push(2) top()=1", "2 was pushed after 1 and is still on the stack"},
    {"stack", "push(1) push(1) push(2) pop()=1", "2 was pushed after 1 and is still on the stack"},
    {"stack", "push(1) pop()=null", "the stack holds 1"},
    {"stack", "push(1) pop()=2", "2 is not in the stack"},

    {"set", "insert(1)=true insert(1)=false contains(1)=true remove(1)=true remove(1)=false", NULL},
    {"set", "insert(2)=true insert(1)=true contains(3)=false remove(2)=true contains(1)=true",
     NULL},
    {"set", "insert(1)=false", "1 is not in the set"},
    {"set", "insert(1)=true insert(1)=true", "1 is in the set"},
    {"set", "insert(1)=true contains(1)=false", "1 is in the set"},
    {"set", "remove(1)=true", "1 is not in the set"},
    {"set", "insert(2)=true contains(1)=true", "1 is not in the set"},

    {"sequencer", "order(1)=[] order(2)=[1] order(1)=[2,1] order(3)=[1,2,1]", NULL},
    {"sequencer", "order(1)=[] order(2)=[1] order(3)=[2]",
     "2 and 1 came before, the last one first"},
    {"sequencer", "read_all()=[] order(1)=[] read_all()=[1] order(2)=[1] read_all()=[2,1]", NULL},
    {"sequencer", "order(1)=[] order(2)=[]", "1 came before, the last one first"},
    {"multiset", "add(1) add(1) count(1)=2 remove(1)=true contains(1)=true remove(1)=true", NULL},
    {"multiset", "add(2) remove(1)=false count(1)=0 contains(1)=false count(2)=1", NULL},
    {"multiset", "add(1) count(1)=2", "1 is in the multiset once"},
    {"multiset", "add(1) add(1) contains(1)=false", "1 is in the multiset twice"},
    {"multiset", "add(1) add(1) add(1) count(1)=2", "1 is in the multiset several times"},
    {"multiset", "add(1) remove(2)=true", "2 is not in the multiset"},

    {"priority-queue", "insert(3) insert(1) insert(2) peek_min()=1 remove_min()=1 remove_min()=2",
     NULL},
    {"priority-queue", "remove_min()=null insert(-4) insert(0) try_remove_min()=null poll()=-4",
     NULL},
    {"priority-queue",
     "insert([2,\"b\"]) insert([2,\"a\"]) insert([1,\"z\"]) deleteMin()=[1,\"z\"] "
     "deleteMin()=[2,\"b\"] deleteMin()=[2,\"a\"]",
     NULL},
    {"priority-queue", "insert(3) insert(1) insert(2) remove_min()=3",
     "1 and 2 are smaller than 3 and still in the priority queue"},
    {"priority-queue", "insert([1,5]) insert([2,5]) peek()=[2,5]",
     "[1 5] is smaller than [2 5] and still in the priority queue"},
    {"priority-queue", "insert(1) remove_min()=null", "the priority queue holds 1"},
    {"priority-queue", "insert(1) remove_min()=4", "4 is not in the priority queue"},
    {"priority-queue", "peek_min()=4", "the priority queue is empty"},

    {"deque", "push_back(1) push_front(2) push_back(3) peek_front()=2 peek_back()=3 pop_back()=3",
     NULL},
    {"deque", "push_front(1) push_front(2) pop_back()=1 pop_front()=2 pop_front()=null", NULL},
    {"deque", "try_push_front(1)=false try_push_back(1)=true try_pop_front()=null try_pop_back()=1",
     NULL},
    {"deque", "push_back(1) push_back(2) pop_front()=2", "1 is at the front, before 2"},
    {"deque", "push_back(1) push_back(2) pop_back()=1", "2 is at the back, behind 1"},
    {"deque", "push_back(1) peek_back()=null", "the deque holds 1"},
    {"deque", "push_back(1) pop_back()=1 steal()=1", "the deque is empty"},

    {"mutex", "1:lock() 2:trylock()=false 1:unlock() 2:trylock()=true 2:unlock() trylock()=false",
     NULL},
    {"mutex", "1:trylock_exact()=true 2:trylock_exact()=false 1:release() 2:acquire()", NULL},
    {"mutex", "1:lock() 2:lock()", "process 1 holds the lock"},
    {"mutex", "1:lock() 1:lock()", "process 1 holds the lock"},
    {"mutex", "1:lock() 2:unlock()", "process 1 holds the lock"},
    {"mutex", "1:lock() 2:trylock()=true", "process 1 holds the lock"},
    {"mutex", "unlock()", "nobody holds the lock"},
    {"mutex", "trylock_exact()=false", "nobody holds the lock"},

    {"rw-lock",
     "1:rlock() 2:rlock() 1:rlock() 1:unlock() 2:unlock() 1:unlock() 2:lock() 2:unlock()", NULL},
    {"rw-lock", "1:try_write_lock()=true 2:try_read_lock()=false 1:write_unlock() 2:read_lock()",
     NULL},
    {"rw-lock", "1:read_lock() 2:write_lock()", "process 1 holds the lock for reading"},
    {"rw-lock", "2:read_lock() 1:read_lock() 3:try_write_lock()=true",
     "processes 1 and 2 hold the lock for reading"},
    {"rw-lock", "1:write_lock() 2:read_lock()", "process 1 holds the lock for writing"},
    {"rw-lock", "1:write_lock() 1:read_unlock()", "process 1 holds the lock for writing"},
    {"rw-lock", "1:read_lock() 1:write_unlock()", "process 1 holds the lock for reading"},
    {"rw-lock", "1:read_lock() 1:unlock() 1:unlock()", "nobody holds the lock"},

    {"semaphore", "acquire() try_acquire()=false release() release() available()=2", NULL},
    {"semaphore:2", "acquire() P() available()=0 V() try_acquire()=true", NULL},
    {"semaphore:0", "release() wait()", NULL},
    {"semaphore:0", "acquire()", "no permit is left"},
    {"semaphore", "acquire() acquire()", "no permit is left"},
    {"semaphore", "acquire() try_acquire()=true", "no permit is left"},
    {"semaphore:3", "acquire() available()=3", "2 permits are left"},

    {"snapshot:2", "scan()=[null,null] update(1,5) scan()=[null,5] update(0,6) scan()=[6,5]", NULL},
    {"snapshot:2", "update(0,1) update(0,2) scan()=[1,null]", "component 0 holds 2"},
    {"snapshot:2", "update(2,1)", "there are only the components 0 to 1"},
    {"snapshot:2", "scan()=[null]", "a scan returns 2 components"},

    {"log", "append(5)=0 append(6) append(7)=null read(0)=5 read(2)=7 read(3)=null length()=3",
     NULL},
    {"log", "read_all()=[] append(5) read_all()=[5]", NULL},
    {"log", "append(5)=0 append(6)=0", "the log has 1 entry"},
    {"log", "append(5) read(0)=6", "entry 0 is 5"},
    {"log", "append(5) length()=2", "the log has 1 entry"},
    {"log", "append(5) append(6) read_all()=[6,5]", "the log holds 5 and 6"},
};

static uint32_t calls_in(const char *run)
{
    uint32_t n = 0;
    for (; *run; run++)
        n += *run == '(';
    return n;
}

static void runs(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        error e = {0};
        const lp_spec *spec = spec_get(rows[i].spec, NULL, &e);
        if (!spec)
            fail_msg("%s", e.message);
        text why = {0};
        uint32_t failed;
        bool allowed = sequential_run(spec, rows[i].run, &why, &failed);
        if (!rows[i].why && !allowed)
            fail_msg("%s: %s: call %u is refused: %s", rows[i].spec, rows[i].run, failed,
                     why.bytes);
        if (rows[i].why && allowed)
            fail_msg("%s: %s: is allowed", rows[i].spec, rows[i].run);
        if (rows[i].why) {
            assert_int_equal(failed, calls_in(rows[i].run));
            assert_string_equal(why.bytes, rows[i].why);
        }
        text_fini(&why);
        spec_release(spec);
    }
}

// Both kinds of rows are there for every built-in without synchronisations.
static void every_builtin_is_run(void **state)
{
    (void)state;
    for (const lp_spec *const *s = spec_builtins; *s; s++) {
        size_t legal = 0, illegal = 0;
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            if (strncmp(rows[i].spec, (*s)->name, strcspn(rows[i].spec, ":")) != 0 ||
                strcspn(rows[i].spec, ":") != strlen((*s)->name))
                continue;
            legal += !rows[i].why;
            illegal += rows[i].why != NULL;
        }
        if (!(*s)->syncs && (!legal || !illegal))
            fail_msg("%s has no runs here", (*s)->name);
    }
}

static void every_builtin_is_in_order(void **state)
{
    (void)state;
    for (const lp_spec *const *s = spec_builtins; *s; s++) {
        error e = {0};
        if (!spec_check(*s, &e))
            fail_msg("%s", e.message);
        assert_non_null((*s)->summary);
        assert_non_null((*s)->why);
        for (uint32_t m = 0; m < spec_method_count(*s); m++)
            assert_non_null((*s)->methods[m].example);
    }
}

// No name means two methods, also not when case, _ and - are ignored.
static void no_name_is_ambiguous(void **state)
{
    (void)state;
    for (const lp_spec *const *s = spec_builtins; *s; s++) {
        for (uint32_t m = 0; m < spec_method_count(*s); m++) {
            char *names = text_format("%s %s", (*s)->methods[m].name,
                                      (*s)->methods[m].aliases ? (*s)->methods[m].aliases : "");
            for (char *name = strtok(names, " "); name; name = strtok(NULL, " ")) {
                lp_spec rest = **s; // without this method: then nothing is found
                rest.methods[m].name = "no such name";
                rest.methods[m].aliases = NULL;
                if (spec_method(*s, name) != m || spec_method(&rest, name) != UINT32_MAX)
                    fail_msg("%s: \"%s\" means two methods", (*s)->name, name);
            }
            free(names);
        }
    }
}

// A walk through a spec's states: what the last step emitted.
typedef struct walk {
    lp_step step;
    rng *r;
    _Alignas(16) char state[4096], chosen[4096];
    size_t size, chosen_size;
    uint32_t emitted;
    bool changed, nil, only_read; // some step did, or returned nil
} walk;

static void choose(lp_step *s, const lp_value *results, const void *next, size_t size)
{
    walk *w = (walk *)s;
    w->nil |= results && lp_is_nil(results[0]);
    assert_true(size <= sizeof w->chosen);
    bool changed = size != w->size || (size && memcmp(next, w->state, size) != 0);
    w->changed |= changed;
    const lp_spec *spec = s->spec;
    if (results && spec->only_read && s->calls &&
        spec->only_read(spec, s->pool, s->calls[0].method, s->calls[0].arg, results[0])) {
        if (changed)
            fail_msg("%s of %s changes the state though it says that with this result it does not",
                     spec->methods[s->calls[0].method].name, spec->name);
        w->only_read = true;
    }
    if (rng_below(w->r, ++w->emitted) != 0)
        return;
    w->chosen_size = size;
    if (size)
        memcpy(w->chosen, next, size);
}

static void go_on(walk *w)
{
    w->size = w->chosen_size;
    memcpy(w->state, w->chosen, w->size);
    w->step.state = w->state;
    w->step.state_size = w->size;
    w->emitted = 0;
    w->changed = w->nil = w->only_read = false;
}

// Methods that say they only read never change the state, and the others do. Those that say
// they may return nil do so, and the others never.
static void methods_are_what_they_say(void **state)
{
    (void)state;
    rng r;
    rng_init(&r, 1);
    for (const lp_spec *const *s = spec_builtins; *s; s++) {
        bool changed[LP_MAX_METHODS] = {0}, nil[LP_MAX_METHODS] = {0};
        bool only_read = false;
        uint32_t methods = spec_method_count(*s);
        for (int n = 0; n < 2000 && !(*s)->syncs; n++) {
            lp_pool *pool = lp_pool_new();
            lp_call call;
            walk w = {
                .step = {.spec = *s, .pool = pool, .count = 1, .calls = &call, .emit = choose},
                .r = &r};
            (*s)->initial(*s, &w.step);
            for (int k = 0; k < 10; k++) {
                uint32_t m = (uint32_t)rng_below(&r, methods);
                int64_t process = (int64_t)rng_below(&r, 2);
                lp_value args[LP_MAX_ARITY];
                size_t count = (size_t)(*s)->methods[m].args;
                for (size_t i = 0; i < count; i++)
                    args[i] = lp_int((int64_t)rng_below(&r, 3));
                call = (lp_call){m, process,
                                 count == 0   ? LP_NIL
                                 : count == 1 ? args[0]
                                              : lp_vector(pool, args, count)};
                if (spec_is(*s, "multi-register") && m == 0) {
                    lp_value op[3] = {lp_string(pool, "w", 1), args[0], lp_int(k)};
                    call.arg = lp_vector(pool, op, 3);
                    call.arg = lp_vector(pool, &call.arg, 1);
                }
                go_on(&w);
                w.step.sync = m;
                (*s)->step(&w.step);
                changed[m] |= w.changed;
                nil[m] |= w.nil;
                only_read |= w.only_read;
                if (!w.emitted)
                    w.chosen_size = w.size; // not allowed: the state stays, chosen is still it
            }
            lp_pool_free(pool);
        }
        if ((*s)->only_read)
            assert_true(only_read);
        for (uint32_t m = 0; m < methods && !(*s)->syncs; m++)
            if (changed[m] == (*s)->methods[m].reads_only)
                fail_msg("%s of %s %s", (*s)->methods[m].name, (*s)->name,
                         changed[m] ? "says it only reads, and changes the state"
                                    : "only reads and does not say so");
        for (uint32_t m = 0; m < methods && !(*s)->syncs; m++)
            if (nil[m] != (*s)->methods[m].returns_nil)
                fail_msg("%s of %s %s", (*s)->methods[m].name, (*s)->name,
                         nil[m] ? "returns nil and does not say so"
                                : "says it returns nil, and never does");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs),
        cmocka_unit_test(every_builtin_is_run),
        cmocka_unit_test(every_builtin_is_in_order),
        cmocka_unit_test(no_name_is_ambiguous),
        cmocka_unit_test(methods_are_what_they_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
