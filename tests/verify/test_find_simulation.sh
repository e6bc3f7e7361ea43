#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# --find-simulation: what it says where there is one, and where there is none; that this says nothing of
# traces; and what it is not for. (Verdicts are compared with the definition by test_random_comparisons.c.)

. tests/expect.sh
compile_quickly

cat >"$scratch/choice.lin" <<'END'
automaton late {
  int 0..2 n;
  output a() when n == 0 do n = 1;
  output b(int 0..1 x) when n == 1 do n = 2;
}
automaton early {
  int 0..3 n;
  output a() when n == 0 do { choose y in 0..1; n = 1 + y; }
  output b(int 0..1 x) when n == 1 + x do n = 3;
}
verify late implements early {}
END
run 0 "$LINCHPIN" verify "$scratch/choice.lin"
out_has 'implements: every trace is one of the specification'
run 1 "$LINCHPIN" verify "$scratch/choice.lin" --find-simulation
out_has 'there is no forward simulation from late to early'
out_has 'answer 2 of 2: n = 2'
out_has 'early has no answer in: n = 1'
out_has 'does not say that some trace is wrong'
run 1 "$LINCHPIN" verify "$scratch/choice.lin" --find-simulation --json
out_has '"kind":"simulation"'
sed 's/late implements early/early implements late/' "$scratch/choice.lin" >"$scratch/other.lin"
run 0 "$LINCHPIN" verify "$scratch/other.lin" --find-simulation
out_has 'simulation: there is a forward simulation from early to late'
out_has '4 related pairs'

# Reductions change nothing of the answer.
for reduce in all none; do
    run 1 "$LINCHPIN" verify docs/examples/distributed/abd_pair.lin --find-simulation --reduce $reduce
    out_has 'not strongly linearizable'
    out_has 'does not say that a history is not linearizable'
    run 0 "$LINCHPIN" verify docs/examples/distributed/primary.lin --find-simulation --reduce $reduce
    out_has 'strongly linearizable: there is a forward simulation'
done
run 0 "$LINCHPIN" verify docs/examples/distributed/abd_pair.lin

# Limits, failures and what it is not for.
cat >"$scratch/endless.lin" <<'END'
automaton a { int k; output go() do k += 1; }
automaton b { int k; output go() do {} internal spin() do k += 1; }
verify a implements b {}
END
run 3 "$LINCHPIN" verify "$scratch/endless.lin" --find-simulation --timeout 2s
out_has 'the time limit was reached'
sed 's/internal spin() do k += 1/internal spin() do assert(k == 1)/' "$scratch/endless.lin" >"$scratch/b.lin"
run 2 "$LINCHPIN" verify "$scratch/b.lin" --find-simulation
err_has 'what a is compared with, b, fails: the assertion fails'
sed '1s/do k += 1/do assert(k == 1)/; 2s/ internal spin() do k += 1;//' "$scratch/endless.lin" >"$scratch/a.lin"
run 2 "$LINCHPIN" verify "$scratch/a.lin" --find-simulation
err_has 'a fails: the assertion fails'
run 2 "$LINCHPIN" verify docs/examples/lin/jugs.lin --find-simulation
err_has '--find-simulation is for verify blocks with implements'
run 2 "$LINCHPIN" verify "$scratch/endless.lin" --find-simulation --hash-compact
err_has 'leave out --hash-compact'
# What else is claimed is not looked at, and that is said.
cat >"$scratch/invariant.lin" <<'END'
automaton a {
  int 0..2 n;
  output go() when n < 2 do n += 1;
  invariant small { n < 2 }
}
automaton b { output go() do {} }
verify a implements b {}
END
run 1 "$LINCHPIN" verify "$scratch/invariant.lin"
out_has 'the invariant small does not hold'
run 0 "$LINCHPIN" verify "$scratch/invariant.lin" --find-simulation
out_has 'only a simulation was looked for'
done_testing
