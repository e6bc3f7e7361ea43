#!/bin/bash
# SPDX-License-Identifier: MIT
# Includes point downward only:
#   base <- history, spec <- gen, judge <- harness, explore, model, verify <- report <- cli
# where explore may also use harness, and verify model. Every quoted include
# names its layer. And the check itself is checked.
set -u

check_layers() { # ROOT: prints every include that breaks the rule
    find "$1/src" -name '*.[ch]' | sort | xargs awk -v root="$1/src/" '
        BEGIN {
            core = "base history spec judge "
            may["base"] = "base "
            may["history"] = "base history "
            may["spec"] = "base spec "
            may["judge"] = core
            may["gen"] = "base history spec gen "
            may["harness"] = core "harness "
            may["explore"] = core "harness explore "
            may["model"] = core "model "
            may["verify"] = core "model verify "
            may["report"] = core "harness explore model verify report "
            may["cli"] = may["report"] "gen cli "
        }
        /^[ \t]*#[ \t]*include[ \t]*"/ {
            split(substr(FILENAME, length(root) + 1), path, "/")
            layer = path[1]
            split($0, quoted, "\"")
            split(quoted[2], target, "/")
            if (!(layer in may))
                printf "%s:%d: unknown layer %s\n", FILENAME, FNR, layer
            else if (index(" " may[layer], " " target[1] " ") == 0)
                printf "%s:%d: %s may not include \"%s\"\n", FILENAME, FNR, layer, quoted[2]
        }'
    # Public headers must stand alone.
    grep -nE '^[ \t]*#[ \t]*include[ \t]*"' "$1"/include/linchpin/*.h
}

found=$(check_layers .)
if [ -n "$found" ]; then
    echo "$found"
    exit 1
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
plant() { # FILE INCLUDE EXPECTED-LAYER
    rm -rf "$scratch/src" "$scratch/include"
    mkdir "$scratch/include" && cp -r src "$scratch" && cp -r include/linchpin "$scratch/include"
    printf '%s\n' "$2" >>"$scratch/$1"
    if ! check_layers "$scratch" | grep -qF "$scratch/$1:"; then
        echo "the check does not see $2 in $1"
        exit 1
    fi
}
plant src/base/text.h '#include "judge/judge.h"'
plant src/history/format.h '#include "spec/registry.h"'
plant src/judge/judge.h '  #  include "report/report.h"'
plant src/report/report.h '#include "cli/command.h"'
plant src/spec/registry.h '#include "../cli/command.h"'
plant include/linchpin/value.h '#include "base/text.h"'
echo "$(find src -name '*.[ch]' | wc -l) files, and six planted faults found"
