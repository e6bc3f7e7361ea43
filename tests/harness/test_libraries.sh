# SPDX-License-Identifier: MIT
# Debian's libraries under test. What is not installed is left out; with nothing at all
# the test is skipped. 'make libraries' installs them.
. tests/expect.sh

folder=objects/libraries
tried=0
has() { # HEADER
    echo "#include <$1>" | ${CXX:-c++} -E -x c++ - >/dev/null 2>&1 || {
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
    for object in ck_stack ck_fifo_mpmc ck_ring_spsc ck_ring_mpmc; do
        holds ck_test.c $object -lck
    done
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
[ $tried -gt 0 ] || exit 77

done_testing
