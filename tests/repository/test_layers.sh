#!/bin/bash
# SPDX-License-Identifier: MIT
# Includes point downward only:
#   base <- toolchain, history <- spec <- gen, judge <- harness, explore, model, verify, compile
#        <- run, report <- library <- cli
#   base, spec <- net; base <- temporal <- model, verify; model <- lsp <- cli
# where explore may also use harness, and verify model. Within a room, rooms.txt says which of its
# folders may use which. Every quoted include names its room. No two files of src have the same
# name. And the check itself is checked.
set -u

check_layers() { # ROOT: prints every include that breaks a rule
    find "$1/src" -name '*.[ch]' | sort | xargs awk -v root="$1/src/" '
        BEGIN {
            core = "base toolchain history spec judge "
            may["base"] = "base "
            may["toolchain"] = "base toolchain "
            may["history"] = "base history "
            may["spec"] = "base toolchain spec "
            may["judge"] = core
            may["gen"] = "base history spec gen "
            may["net"] = "base toolchain spec net "
            may["temporal"] = "base temporal "
            may["harness"] = core "harness "
            may["explore"] = core "harness explore "
            may["model"] = core "temporal model "
            may["verify"] = core "temporal model verify "
            may["compile"] = "base model compile "
            may["lsp"] = "base toolchain model lsp "
            may["run"] = core "model compile run "
            may["report"] = core "harness explore model verify report "
            may["library"] = may["report"] "library "
            may["cli"] = may["library"] "gen compile run lsp cli "
            while ((getline line < "tests/repository/rooms.txt") > 0)
                if (line ~ /^[a-z]/) {
                    split(line, side, " *<- *")
                    inner[side[1]] = " " side[2] " "
                }
        }
        function folder(path) {
            sub(/\/[^\/]*$/, "", path)
            return path
        }
        /^[ \t]*#[ \t]*include[ \t]*"/ {
            here = folder(substr(FILENAME, length(root) + 1))
            split(here, path, "/")
            layer = path[1]
            split($0, quoted, "\"")
            split(quoted[2], target, "/")
            there = folder(quoted[2])
            if (!(layer in may))
                printf "%s:%d: unknown layer %s\n", FILENAME, FNR, layer
            else if (index(" " may[layer], " " target[1] " ") == 0)
                printf "%s:%d: %s may not include \"%s\"\n", FILENAME, FNR, layer, quoted[2]
            else if (target[1] == layer && here != there && index(inner[there], " " here " ") == 0)
                printf "%s:%d: %s may not include \"%s\"\n", FILENAME, FNR, here, quoted[2]
        }'
    # Public headers must stand alone.
    grep -nE '^[ \t]*#[ \t]*include[ \t]*"' "$1"/include/linchpin/*.h
    find "$1/src" -type f -printf '%f\n' | sort | uniq -d | sed 's/$/: two files have this name/'
}

found=$(check_layers .)
if [ -n "$found" ]; then
    echo "$found"
    exit 1
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
planted=0
mkdir "$scratch/include" && cp -r src "$scratch" && cp -r include/linchpin "$scratch/include"
plant() { # FILE INCLUDE [EXPECTED]: into a file of which nothing else is expected
    printf '%s\n' "$2" >>"$scratch/$1"
    printf '%s\n' "${3:-$scratch/$1:}" >>"$scratch/expected"
    planted=$((planted + 1))
}
plant src/base/text.h '#include "judge/judge.h"'
plant src/history/history_format.h '#include "spec/registry.h"'
plant src/judge/judge.h '  #  include "report/report.h"'
plant src/report/report.h '#include "cli/command.h"'
plant src/spec/registry.h '#include "../cli/command.h"'
plant src/judge/fast/zones.h '#include "judge/evidence/explain.h"'
plant src/verify/store/key_table.h '#include "verify/search/level_search.h"'
plant src/net/wire/frames.h '#include "net/node/node.h"'
plant src/net/node/node.h '#include "judge/judge.h"'
plant src/temporal/ltl_translate.h '#include "model/model.h"'
plant src/temporal/formula/ltl_formula.h '#include "temporal/ltl_translate.h"'
plant src/verify/zones.h '// another one' 'zones.h: two files'
plant include/linchpin/value.h '#include "base/text.h"'
found=$(check_layers "$scratch")
while IFS= read -r expected; do
    grep -qF "$expected" <<<"$found" && continue
    echo "the check does not see what is planted: $expected"
    exit 1
done <"$scratch/expected"
[ "$(wc -l <<<"$found")" = "$planted" ] || { echo "more than was planted: $found"; exit 1; }
echo "$(find src -name '*.[ch]' | wc -l) files, and $planted planted faults found"
