#!/bin/bash
# SPDX-License-Identifier: MIT
# Vim's syntax, file type and indentation of models. See vim_colours.py; of the models `make test` has every fifth, in turns.
. tests/expect.sh
command -v vim >/dev/null || { echo "no vim"; exit 77; }
vim --version | grep -q '+syntax' || { echo "this vim has no colours"; exit 77; }
while IFS= read -r file; do
    ! turn 5 || files+=("$file")
done < <(find docs objects templates tests -name '*.lin' -not -path 'tests/model/bad/*' | sort)
run 0 env PYTHONDONTWRITEBYTECODE=1 python3 tests/editors/tokens.py "${files[@]}"
mv "$scratch/.out" "$scratch/tokens.json"
run 0 env PYTHONDONTWRITEBYTECODE=1 python3 tests/editors/vim_colours.py "$scratch/tokens.json" "$PWD/editors/vim" "$scratch"
out_has 'tokens'
cat "$scratch/.out"

# Lines without indentation, as they are when one types, are indented as `linchpin fmt` has them.
cat >"$scratch/want.lin" <<'M'
shared int x;
object counter {
  inc() -> int {
    loop {
      int t = x;
      if (cas(x, t, t + 1)) {
        return t;
      } else {
        x = 0; // {
      }
    }
  }
}
verify counter {
  threads 2;
}
M
sed 's/^ *//' "$scratch/want.lin" >"$scratch/flat.lin"
run 0 env HOME="$scratch" vim -u NONE -i NONE -es --cmd "let &runtimepath = '$PWD/editors/vim,' . \$VIMRUNTIME" \
    -c 'filetype plugin indent on' -c "edit $scratch/flat.lin" -c 'normal! gg=G' -c 'wq' </dev/null
checks=$((checks + 1))
cmp "$scratch/want.lin" "$scratch/flat.lin" || fail "indentation: $(diff "$scratch/want.lin" "$scratch/flat.lin")"
done_testing
