#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A machine that is not x86-64: all is built but the runner of explore, and explore says so. `make test` has one such
# machine, in turns.
. tests/expect.sh
: "${BUILD:?the build folder}"

for machine in aarch64 riscv64 i686; do
    turn 3 || continue
    # CMake asks the machine itself unless it is told another system.
    run 0 cmake -S . -B "$scratch/$machine" -DBUILD_TESTING=OFF -DCMAKE_SYSTEM_NAME=Linux \
        -DCMAKE_SYSTEM_PROCESSOR=$machine
    run 0 cmake --build "$scratch/$machine" --target help
    out_lacks linchpin-explore
    for target in linchpin linchpin-stress linchpin_library; do
        out_has "... $target"
    done
done
run 0 cmake -S . -B "$scratch/asked" -DBUILD_TESTING=OFF -DLP_EXPLORE=OFF
run 0 cmake --build "$scratch/asked" --target help
out_lacks linchpin-explore

# The same program, with all of its files but the runner.
mkdir "$scratch/prefix" "$scratch/prefix/libexec" "$scratch/prefix/libexec/linchpin"
ln -s "$BUILD/include" "$BUILD/share" "$scratch/prefix"
ln -s "$BUILD/libexec/linchpin/linchpin-stress" "$scratch/prefix/libexec/linchpin"
export LINCHPIN_PREFIX=$scratch/prefix
stack=objects/stack/treiber
run 2 "$LINCHPIN" explore ${stack}_test.c $stack.c
err_has "explore is not part of this build: it is for x86-64 only; 'linchpin test' runs the same files"
out_empty
run 2 "$LINCHPIN" explore ${stack}_test.c $stack.c --json
out_has '"verdict":"error"'
run 0 "$LINCHPIN" explore --help
run 0 "$LINCHPIN" test ${stack}_test.c $stack.c --rounds 10
run 0 "$LINCHPIN" verify $stack.lin
run 0 "$LINCHPIN" check docs/examples/queue_good.jsonl --spec queue
done_testing
