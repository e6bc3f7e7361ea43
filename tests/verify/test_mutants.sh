#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Correct models with one thing made wrong, as tests/verify/mutants.txt says. Each
# gets its verdict with every reduction alone, with all but one, with all and with
# none. Those that hold have the same observable language as far as anybody can
# tell: every history is one of the spec's, as it is for the original.

. tests/expect.sh

sets="all none dead threads private fold antichain
      threads,private,fold,antichain,values dead,private,fold,antichain,values
      dead,threads,fold,antichain,values dead,threads,private,antichain,values
      dead,threads,private,fold,values"

mutants=0
refuted=0
while IFS='|' read -r model what script want; do
    model=${model// /} want=${want// /}
    [ -n "$model" ] && [ "${model:0:1}" != '#' ] || continue
    script=$(sed 's/^ *//; s/ *$//' <<<"$script")
    sed "$script" "objects/$model" >"$scratch/mutant.lin"
    ! cmp -s "$scratch/mutant.lin" "objects/$model" || fail "$model: nothing is changed:$what"
    for reduction in $sets; do
        run "$want" "$LINCHPIN" verify "$scratch/mutant.lin" --reduce "$reduction"
        [ "$want" = 0 ] || out_has '✗'
    done
    # With 0 there would be nothing to rename.
    sed -i "s/int 0..1/int 1..2/" "$scratch/mutant.lin"
    for reduction in values all dead,threads,private,fold,antichain; do
        run "$want" "$LINCHPIN" verify "$scratch/mutant.lin" --reduce "$reduction"
    done
    mutants=$((mutants + 1))
    refuted=$((refuted + want))
done <tests/verify/mutants.txt
echo "$mutants mutants, $refuted refuted"
[ "$mutants" -ge 30 ] || fail "there are only $mutants mutants"
done_testing
