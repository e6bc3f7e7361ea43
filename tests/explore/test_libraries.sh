#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Debian's libraries in every interleaving of a small scenario. What is not installed
# is left out; with nothing at all the test is skipped. Those with assembly are built
# with the compiler's built-ins: objects/libraries/README.md says how.
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
explore() { # CODE FILE OBJECT [OPTION…]
    run "$1" "$LINCHPIN" explore "$folder/$2" --object "$3" "${@:4}"
    case $1 in
    0) out_has 'covers all interleavings of' ;;
    1) out_has 'no order of the operations explains' ;;
    esac
}

if has ck_ring.h; then
    built=(-- -DCK_USE_CC_BUILTINS=1)
    explore 0 ck_test.c ck_stack_upmc "${built[@]}"
    explore 0 ck_test.c ck_ring_spsc "${built[@]}"
    explore 0 ck_test.c ck_ring_mpmc --up-to 2x2 "${built[@]}"
    explore 1 ck_test.c ck_ring_mpmc_strict --scenario 'enq(2) enq(3) ; enq(5) | enq(4) deq deq deq' "${built[@]}"
    # As it is, it cannot be looked into, and that is said.
    explore 3 ck_test.c ck_ring_mpmc -- -lck
    out_has 'ck_test.c has inline assembly that explore does not see into'
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
[ $tried -gt 0 ] || exit 77

done_testing
