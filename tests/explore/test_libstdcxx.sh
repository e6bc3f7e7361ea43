# SPDX-License-Identifier: MIT
# What explore compiles in the place of functions of libstdc++ does what they do.
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
own=src/explore/interpose/instrumented/libstdcxx.cpp
for cxx in g++ clang++; do
    command -v $cxx >/dev/null || continue
    $cxx -std=c++17 -Wall -Wextra -Werror -O1 -c $own -o "$dir/own.o" || exit 1
    $cxx -std=c++17 -Wno-deprecated-declarations -O1 tests/explore/foreign/containers.cpp "$dir/own.o" -o "$dir/containers" || exit 1
    # They are linked, and not those of the library.
    for name in _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_ \
        _ZNSt8__detail15_List_node_base7_M_hookEPS0_ _ZNSt10_Sp_lockerC1EPKv; do
        nm "$dir/containers" | grep -q " T $name" || { echo "$cxx: $name is the library's"; exit 1; }
    done
    "$dir/containers" || exit 1
done
