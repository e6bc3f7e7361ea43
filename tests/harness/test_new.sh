# SPDX-License-Identifier: MIT
# linchpin new: what it writes compiles and holds, under test and under explore.
. tests/expect.sh

run 0 "$LINCHPIN" new
kinds=$(cat "$scratch/.out")
for kind in queue stack register lock channel; do
    out_has "$kind"
done
for kind in $kinds; do
    file=$scratch/${kind}_test.c
    run 0 "$LINCHPIN" new "$kind" --output "$file"
    out_has "linchpin test $file"
    checks=$((checks + 1))
    ! grep -q SPDX "$file" || fail "$kind: a licence line that is not the user's"
    run 0 "$LINCHPIN" test "$file" --rounds 1000 -- -Wall -Wextra -Werror -pthread
    how=(--calls 1x1)
    [ "$kind" != lock ] || how=(--calls 2x2)
    [ "$kind" != channel ] || how=(--scenario 'send(1) | receive' --condition progressible)
    run 0 "$LINCHPIN" explore "$file" "${how[@]}" -- -pthread
done

# A file that is there is left alone; what is misspelt is guessed.
run 2 "$LINCHPIN" new queue --output "$scratch/queue_test.c"
err_has 'is there already'
run 2 "$LINCHPIN" new quue --output -
err_has "Did you mean 'queue'?"
run 2 "$LINCHPIN" new zebra
err_has 'only: channel, '
run 2 "$LINCHPIN" new queue stack
run 2 "$LINCHPIN" new queue --output "$scratch/no/such/folder.c"
err_has 'cannot be written'
run 0 "$LINCHPIN" new lock --output -
out_has 'LP_MAIN'

done_testing
