#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Debian's libraries in every interleaving of a small scenario. What is not installed
# is left out; with nothing at all the test is skipped. Those with assembly are built
# with the compiler's built-ins: objects/libraries/README.md says how. Bugs are asserted
# of the version that has them, in which they were found: docs/found.md.
. tests/expect.sh

folder=objects/libraries
tried=0
has() { # HEADER [FLAG…]
    echo "#include <$1>" | ${CXX:-c++} -E -x c++ "${@:2}" - >/dev/null 2>&1 || {
        echo "not installed: $1"
        return 1
    }
    tried=$((tried + 1))
}
is() { # PACKAGE VERSION
    [ "$(dpkg-query -W -f='${Version}' "$1" 2>/dev/null)" = "$2" ] || {
        echo "another version: $1"
        return 1
    }
}
explore() { # CODE FILE OBJECT [OPTION…]
    run "$1" "$LINCHPIN" explore "$folder/$2" --object "$3" "${@:4}"
    case $1 in
    0) out_says 'covers all interleavings of' ;;
    1) out_has '✗' ;;
    esac
}

if has ck_ring.h; then
    built=(-- -include $folder/ck_builtins.h)
    explore 0 ck_test.c ck_stack --scenario 'push(1) push(2) ; pop | pop push(3) push(4) ; pop' "${built[@]}"
    explore 0 ck_test.c ck_stack_upmc "${built[@]}"
    explore 0 ck_test.c ck_fifo_mpmc_fresh --up-to 2x2 "${built[@]}"
    explore 0 ck_test.c ck_ring_spsc "${built[@]}"
    explore 0 ck_test.c ck_ring_mpmc --up-to 2x2 "${built[@]}"
    explore 1 ck_test.c ck_ring_mpmc_strict --scenario 'enq(2) enq(3) ; enq(5) | enq(4) deq deq deq' "${built[@]}"
    if is libck-dev 0.7.1-10; then
        explore 1 ck_test.c ck_stack_batch --scenario 'push(1) push(2) ; pop | pop_all push(3) ; pop' "${built[@]}"
        out_has 'pop() → 1 is impossible'
        explore 1 ck_test.c ck_fifo_mpmc --scenario 'enq(1) deq | enq(2) deq enq(3)' "${built[@]}"
        out_has 'deq() → nil is impossible: the queue holds 2'
        explore 1 ck_test.c ck_fifo_mpmc --scenario 'enq(1) enq(4) | enq(2) deq enq(3) ; deq' "${built[@]}"
        out_has 'deq() → 4 is impossible: 1 was enqueued before 4'
    fi
    # As it is, it cannot be looked into, and that is said.
    explore 3 ck_test.c ck_ring_mpmc -- -lck
    out_has 'ck_test.c has inline assembly that explore does not see into'
    for lock in ck_spinlock_fas ck_spinlock_cas ck_spinlock_ticket ck_rwlock ck_pflock ck_tflock_ticket ck_swlock; do
        explore 0 ck_locks_test.c $lock "${built[@]}"
    done
fi
if has urcu/wfcqueue.h; then
    for object in wfcqueue wfstack lfstack; do
        explore 0 urcu_test.c $object -- -include $folder/urcu_builtins.h -lurcu-common
    done
fi
if has boost/lockfree/queue.hpp; then
    for object in boost_queue boost_stack boost_spsc_queue; do
        explore 0 boost_lockfree_test.cpp $object
    done
fi
if has concurrentqueue/concurrentqueue.h; then
    explore 0 concurrentqueue_test.cpp concurrentqueue --scenario 'enq(1) try_deq | enq(2) try_deq'
    explore 1 concurrentqueue_test.cpp concurrentqueue_as_queue --scenario 'enq(1) ; enq(2) ; deq deq'
fi
if has xenium/michael_scott_queue.hpp; then
    for object in xenium_michael_scott xenium_ramalhete xenium_vyukov_bounded; do
        explore 0 xenium_test.cpp $object --scenario 'enq(1) deq | enq(2) deq' -- -std=c++17
    done
    explore 0 xenium_test.cpp xenium_list_set --scenario 'add(1) remove(1) | contains(1) add(2)' -- -std=c++17
    explore 0 xenium_test.cpp xenium_chase_deque --up-to 2x3 -- -std=c++17
    if is libxenium-dev 0.0.2+ds-8; then
        filled='push_back(1) push_back(2) try_steal try_steal push_back(3) push_back(4)'
        explore 1 xenium_test.cpp xenium_chase_deque --scenario "$filled push_back(5) try_steal try_steal" -- -std=c++17
        out_has 'no order of the operations explains try_steal()'
        explore 1 xenium_test.cpp xenium_chase_deque --scenario "$filled ; push_back(5) | try_steal" -- -std=c++17
        out_has 'no order of the operations explains try_steal() → 5'
    fi
fi
if has atomic_queue/atomic_queue.h; then
    for object in atomic_queue atomic_queue2 atomic_queue_spsc; do
        explore 0 atomic_queue_test.cpp $object --up-to 2x2 --races
    done
    if is libatomic-queue-dev 0.0+git20220518.83774a2-1; then
        explore 1 atomic_queue_test.cpp atomic_queue --scenario 'enq(1) | enq(2) enq(3) | deq'
        out_has 'no order of the operations explains deq() → 3'
        explore 1 atomic_queue_test.cpp atomic_queue_total_order --scenario 'put(1) | put(2) put(3) | take take take'
        out_has 'take() → 3 is impossible: 2 was enqueued before 3'
    fi
fi
if has libcuckoo/cuckoohash_map.hh; then
    explore 0 libcuckoo_test.cpp libcuckoo --scenario 'add(1) remove(1) | contains(1)'
    if is libcuckoo-dev 0.3.1-2; then
        explore 1 libcuckoo_test.cpp libcuckoo --scenario 'add(1) ; add(2) add(3) | contains(1)'
        out_has 'crashed: null pointer dereference at bucket_container.hh:85'
    fi
fi
if has readerwriterqueue/readerwriterqueue.h; then
    explore 0 readerwriterqueue_test.cpp readerwriterqueue --up-to 2x4 --races
    explore 0 readerwriterqueue_test.cpp readerwritercircularbuffer --scenario 'deq deq | enq(1) enq(2)'
fi
if has spa/utils/ringbuffer.h -I/usr/include/spa-0.2; then
    explore 0 spa_ringbuffer_test.c spa_ringbuffer --up-to 2x4 --races -- -I/usr/include/spa-0.2
fi
if has unsupported/Eigen/CXX11/ThreadPool -I/usr/include/eigen3; then
    explore 0 eigen_runqueue_test.cpp eigen_runqueue --up-to 2x2 --races -- -I/usr/include/eigen3
fi
# libstdc++ comes with the compiler; the bug is that of GCC 12.
case $(echo '#include <version>' | ${CXX:-c++} -std=c++20 -dM -E -x c++ - | sed -n 's/#define _GLIBCXX_RELEASE //p') in
12)
    tried=$((tried + 1))
    explore 1 libstdcxx_test.cpp counting_semaphore --scenario 'acquire release | acquire' -- -std=c++20
    out_has 'not progressible: acquire() … is stuck, though it could have gone on'
    ;;
esac
[ $tried -gt 0 ] || exit 77

done_testing
