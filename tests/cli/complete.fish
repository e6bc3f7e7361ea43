# SPDX-License-Identifier: MIT
# complete.fish SCRIPT: as complete.bash.
source $argv[1]
while read -l line
    set -l found (complete -C "$line" | string replace -r '\t.*' '' | sort -u)
    echo "$found"
end
