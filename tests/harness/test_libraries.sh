# SPDX-License-Identifier: MIT
# Debian's libraries under test. What is not installed is left out; with nothing at all
# the test is skipped. 'make setup-libraries' installs them.
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
holds() { # FILE OBJECT [FLAG…]
    run 0 "$LINCHPIN" test "$folder/$1" --object "$2" --rounds 1000 --timeout 5m -- "${@:3}"
    out_has 'covers the 1000 histories'
}
refuted() {
    run 1 "$LINCHPIN" test "$folder/$1" --object "$2" --timeout 2m --seed 1 -- "${@:3}"
    out_has 'not linearizable'
}

if has ck_ring.h; then
    for object in ck_stack ck_fifo_mpmc_fresh ck_ring_spsc ck_ring_mpmc; do
        holds ck_test.c $object -lck
    done
    # Released, with the fault: docs/found.md.
    if [ "$(dpkg-query -W -f='${Version}' libck-dev 2>/dev/null)" = 0.7.1-10 ]; then
        refuted ck_test.c ck_fifo_mpmc -lck
        out_has 'deq() → '
    fi
    refuted ck_test.c ck_ring_mpmc_strict -lck
    out_has 'deq() → nil'
fi
if has urcu/wfcqueue.h; then
    for object in wfcqueue wfstack lfstack; do
        holds urcu_test.c $object -lurcu-common
    done
fi
if has boost/lockfree/queue.hpp; then
    for object in boost_queue boost_stack boost_spsc_queue; do
        holds boost_lockfree_test.cpp $object
    done
fi
if has concurrentqueue/concurrentqueue.h; then
    holds concurrentqueue_test.cpp concurrentqueue
    refuted concurrentqueue_test.cpp concurrentqueue_as_queue
fi
if has xenium/michael_scott_queue.hpp; then
    for object in xenium_michael_scott xenium_ramalhete xenium_vyukov_bounded xenium_list_set; do
        holds xenium_test.cpp $object -std=c++17
    done
fi
if has atomic_queue/atomic_queue.h; then
    holds atomic_queue_test.cpp atomic_queue_spsc
fi
if has readerwriterqueue/readerwriterqueue.h; then
    holds readerwriterqueue_test.cpp readerwriterqueue
fi
if has spa/utils/ringbuffer.h -I/usr/include/spa-0.2; then
    holds spa_ringbuffer_test.c spa_ringbuffer -I/usr/include/spa-0.2
fi
if has unsupported/Eigen/CXX11/ThreadPool -I/usr/include/eigen3; then
    holds eigen_runqueue_test.cpp eigen_runqueue -I/usr/include/eigen3
fi
if has tbb/concurrent_queue.h; then
    holds tbb_test.cpp tbb_queue -ltbb
    holds tbb_test.cpp tbb_hash_map -ltbb
fi
[ $tried -gt 0 ] || exit 77

done_testing
