#!/bin/bash
# SPDX-License-Identifier: MIT
# bench/ltl_spin.sh BIN: formulas of linear temporal logic, beside SPIN on the same models at the same
# granularity, one after the other: verdicts, states, seconds of processor time, and bytes of a state with
# all that is kept to look at runs. SPIN has no reduction and one core; linchpin has one, and then two
# threads. SPIN's weak fairness (-f) is fairness to processes: in these models a process has one action that
# is enabled, so fairness to actions is the same. SPIN counts pairs of a state and its claim, linchpin states.
# It fails where a verdict differs, where linchpin needs more bytes for a state than SPIN for a pair, or where, with two
# threads against SPIN's one, a state takes longer than a pair (of graphs that are not tiny).
. "${0%/*}/with_spin.sh"

# A ring of N philosophers, of whom the last takes the other fork first.
philosophers() { # N FORMULA SETTINGS PROMELA
    cat >"$scratch/model.lin" <<EOF
automaton table {
  bool[$1] taken;
  bool[$1] has;
  bool[$1] eats;
  action take_first(int 0..$(($1 - 1)) i) when !has[i] && !taken[i == $(($1 - 1)) ? 0 : i] do {
    taken[i == $(($1 - 1)) ? 0 : i] = true;
    has[i] = true;
  }
  action take_second(int 0..$(($1 - 1)) i) when has[i] && !eats[i] && !taken[i == $(($1 - 1)) ? i : i + 1] do {
    taken[i == $(($1 - 1)) ? i : i + 1] = true;
    eats[i] = true;
  }
  action put_down(int 0..$(($1 - 1)) i) when eats[i] do {
    taken[i] = false;
    taken[(i + 1) % $1] = false;
    eats[i] = false;
    has[i] = false;
  }
}
verify table |= $2 { $3 }
EOF
    cat >"$scratch/model.pml" <<EOF
bool taken[$1], has[$1], eats[$1];
active [$1] proctype phil() {
  do
  :: atomic { !taken[(_pid == $(($1 - 1)) -> 0 : _pid)] -> taken[(_pid == $(($1 - 1)) -> 0 : _pid)] = 1; has[_pid] = 1 };
     atomic { !taken[(_pid == $(($1 - 1)) -> _pid : _pid + 1)] ->
              taken[(_pid == $(($1 - 1)) -> _pid : _pid + 1)] = 1; eats[_pid] = 1 };
     atomic { taken[_pid] = 0; taken[(_pid + 1) % $1] = 0; eats[_pid] = 0; has[_pid] = 0 }
  od
}
ltl p { $4 }
EOF
}

# Peterson's algorithm for N (1981): at each of N - 1 levels, who came last waits while others are as far.
peterson() { # N FORMULA SETTINGS PROMELA
    local others='' guards='' i
    for ((i = 0; i < $1; i++)); do
        others+="${others:+ && }(i == $i || level[$i] < level[i])"
        guards+="${guards:+ && }(_pid == $i || level[$i] < level[_pid])"
    done
    cat >"$scratch/model.lin" <<EOF
automaton filter {
  int[$1] level;
  int[$1] last;
  bool[$1] waits;
  action begin(int 0..$(($1 - 1)) i) when !waits[i] && level[i] < $(($1 - 1)) do {
    level[i] = level[i] + 1;
    waits[i] = true;
    last[level[i]] = i;
  }
  action pass(int 0..$(($1 - 1)) i) when waits[i] && (last[level[i]] != i || ($others)) do waits[i] = false;
  action leave(int 0..$(($1 - 1)) i) when !waits[i] && level[i] == $(($1 - 1)) do level[i] = 0;
}
verify filter |= $2 { $3 }
EOF
    cat >"$scratch/model.pml" <<EOF
byte level[$1], last[$1];
bool waits[$1];
active [$1] proctype thread() {
  do
  :: atomic { !waits[_pid] && level[_pid] < $(($1 - 1)) ->
              level[_pid] = level[_pid] + 1; waits[_pid] = 1; last[level[_pid]] = _pid }
  :: atomic { waits[_pid] && (last[level[_pid]] != _pid || ($guards)) -> waits[_pid] = 0 }
  :: atomic { !waits[_pid] && level[_pid] == $(($1 - 1)) -> level[_pid] = 0 }
  od
}
ltl p { $4 }
EOF
}

# Lamport's bakery (1974) for N, whose numbers end at K: who would take a larger one waits.
bakery() { # N K FORMULA SETTINGS PROMELA
    local first='' before='' i
    for ((i = 0; i < $1; i++)); do
        first+="${first:+ && }(i == $i || number[$i] == 0 || number[i] < number[$i] || (number[i] == number[$i] && i < $i))"
        before+="${before:+ && }(_pid == $i || number[$i] == 0 || number[_pid] < number[$i] || (number[_pid] == number[$i] && _pid < $i))"
    done
    cat >"$scratch/model.lin" <<EOF
automaton bakery {
  int[$1] at;
  int[$1] next;
  int[$1] most;
  int[$1] number;
  action look(int 0..$(($1 - 1)) i) when at[i] == 0 && next[i] < $1 do {
    if (number[next[i]] > most[i]) most[i] = number[next[i]];
    next[i] = next[i] + 1;
  }
  action take(int 0..$(($1 - 1)) i) when at[i] == 0 && next[i] == $1 do {
    if (most[i] < $2) {
      number[i] = most[i] + 1;
      at[i] = 1;
    }
    next[i] = 0;
    most[i] = 0;
  }
  action enter(int 0..$(($1 - 1)) i) when at[i] == 1 && ($first) do at[i] = 2;
  action leave(int 0..$(($1 - 1)) i) when at[i] == 2 do {
    at[i] = 0;
    number[i] = 0;
  }
}
verify bakery |= $3 { $4 }
EOF
    cat >"$scratch/model.pml" <<EOF
byte at[$1], next[$1], most[$1], number[$1];
active [$1] proctype thread() {
  do
  :: atomic { at[_pid] == 0 && next[_pid] < $1 ->
              if :: number[next[_pid]] > most[_pid] -> most[_pid] = number[next[_pid]] :: else fi;
              next[_pid] = next[_pid] + 1 }
  :: atomic { at[_pid] == 0 && next[_pid] == $1 ->
              if :: most[_pid] < $2 -> number[_pid] = most[_pid] + 1; at[_pid] = 1 :: else fi;
              next[_pid] = 0; most[_pid] = 0 }
  :: atomic { at[_pid] == 1 && ($before) -> at[_pid] = 2 }
  :: atomic { at[_pid] == 2 -> at[_pid] = 0; number[_pid] = 0 }
  od
}
ltl p { $5 }
EOF
}

# Leader election on a ring of N (Chang and Roberts, 1979), with the greatest number last.
leader() { # N FORMULA SETTINGS PROMELA
    local ids
    ids=$(seq -s ', ' 1 "$1")
    cat >"$scratch/model.lin" <<EOF
automaton ring {
  bool[$1] started;
  bool[$1] leads;
  seq<int 1..$1>[$1] way;
  action start(int 0..$(($1 - 1)) i) when !started[i] do {
    started[i] = true;
    way[(i + 1) % $1].push(i + 1);
  }
  action hear(int 0..$(($1 - 1)) i) when !way[i].empty() do {
    int n = way[i].pop();
    if (n > i + 1) way[(i + 1) % $1].push(n);
    if (n == i + 1) leads[i] = true;
  }
}
verify ring |= $2 { $3 }
EOF
    cat >"$scratch/model.pml" <<EOF
bool started[$1], leads[$1];
chan way[$1] = [$1] of { byte };
active [$1] proctype node() {
  byte n;
end: do
  :: atomic { !started[_pid] -> started[_pid] = 1; way[(_pid + 1) % $1]!(_pid + 1) }
  :: atomic { way[_pid]?n ->
              if :: n > _pid + 1 -> way[(_pid + 1) % $1]!n :: else fi;
              if :: n == _pid + 1 -> leads[_pid] = 1 :: else fi;
              n = 0 }
  od
}
ltl p { $4 }
EOF
}

# The alternating bit protocol (Bartlett, Scantlebury and Wilkinson, 1969): 2 is nothing on its way.
alternating() { # FORMULA SETTINGS PROMELA
    cat >"$scratch/model.lin" <<EOF
automaton protocol {
  int sends;
  int awaits;
  int data = 2;
  int answer = 2;
  action send() when data == 2 do data = sends;
  action lose_data() when data != 2 do data = 2;
  action deliver() when data == awaits do {
    data = 2;
    awaits = 1 - awaits;
  }
  action repeated() when data != 2 && data != awaits do {
    data = 2;
    if (answer == 2) answer = 1 - awaits;
  }
  action reply() when answer == 2 && awaits != sends do answer = 1 - awaits;
  action lose_answer() when answer != 2 do answer = 2;
  action confirmed() when answer != 2 do {
    if (answer == sends) sends = 1 - sends;
    answer = 2;
  }
}
verify protocol |= $1 { $2 }
EOF
    cat >"$scratch/model.pml" <<EOF
byte sends, awaits, data = 2, answer = 2;
active proctype send() { do :: atomic { data == 2 -> data = sends } od }
active proctype lose_data() { do :: atomic { data != 2 -> data = 2 } od }
active proctype deliver() { do :: atomic { data == awaits -> data = 2; awaits = 1 - awaits } od }
active proctype repeated() {
  do :: atomic { data != 2 && data != awaits -> data = 2; if :: answer == 2 -> answer = 1 - awaits :: else fi } od
}
active proctype reply() { do :: atomic { answer == 2 && awaits != sends -> answer = 1 - awaits } od }
active proctype lose_answer() { do :: atomic { answer != 2 -> answer = 2 } od }
active proctype confirmed() {
  do :: atomic { answer != 2 -> if :: answer == sends -> sends = 1 - sends :: else fi; answer = 2 } od
}
ltl p { $3 }
EOF
}

measure() { # COMMAND…: its seconds in $wall, and of processor time in $took
    local TIMEFORMAT='%R %U %S'
    read -r wall took < <({ time "$@" >"$scratch/out" 2>"$scratch/err"; } 2>&1 | tail -1 |
        awk '{ printf "%.2f %.2f", $1, $2 + $3 }')
}

rate() { # STATES SECONDS: millions a second
    awk -v s="$1" -v t="$2" 'BEGIN { printf "%.2f", (t > 0 ? s / t / 1e6 : 0) }'
}

print() { # NAME VERDICT STATES BYTES
    printf '  %-28s %-9s %10s %8s %8s %8s %7s\n' "$1" "$2" "$3" "$wall" "$took" "$(rate "$3" "$wall")" "$4"
}

complain() {
    echo "  $1"
    failures=$((failures + 1))
}

ours() { # THREADS
    measure linchpin verify "$scratch/model.lin" --json --jobs "$1"
    verdict=$(sed -n 's/.*"verdict":"\([a-z]*\)".*/\1/p' "$scratch/out" | tail -1)
    found=$(sed -n 's/.*"states":\([0-9]*\).*/\1/p' "$scratch/out" | tail -1)
    bytes=$(sed -n 's/.*"bytes per state":\([0-9]*\).*/\1/p' "$scratch/out" | tail -1)
    print "linchpin, threads: $1" "$verdict" "$found" "$bytes"
}

# Pairs of a state and its claim that SPIN has stored, and the bytes that it has for them.
compare() { # TITLE FAIR
    local theirs states their_bytes their_wall flags=-a
    [ "$2" = weak ] && flags='-a -f'
    printf '%-30s %-9s %10s %8s %8s %8s %7s\n' "$1" '' states s 's (CPU)' M/s B/state
    (cd "$scratch" && rm -f pan* && spin -a model.pml >/dev/null 2>&1 &&
        ${CC:-gcc} -O2 -w -DNOREDUCE -DNFAIR=5 -o pan pan.c) || return
    measure env -C "$scratch" ./pan $flags -m5000000 -w24
    their_wall=$wall
    theirs=$(grep -q 'errors: 0' "$scratch/out" && echo holds || echo violated)
    states=$(sed -n 's/^ *\([0-9]*\) states, stored.*/\1/p' "$scratch/out")
    their_bytes=$(awk -v s="$states" '/actual memory usage for states/ {
        printf "%.0f", $1 * 1048576 / s }' "$scratch/out")
    print SPIN "$theirs" "$states" "$their_bytes"
    linchpin verify "$scratch/model.lin" --quiet --timeout 1s >/dev/null 2>&1 # compiles
    ours 1
    ours 2
    [ "$theirs" = "$verdict" ] || complain "NOT THE SAME VERDICT"
    [ -z "$bytes" ] || [ "$bytes" -le "$their_bytes" ] || complain "MORE BYTES THAN SPIN"
    [ "$found" -lt 10000 ] ||
        awk -v us="$(rate "$found" "$wall")" -v them="$(rate "$states" "$their_wall")" 'BEGIN { exit !(us >= them) }' ||
        complain "SLOWER PER STATE THAN SPIN"
}

any() { # N NAME BETWEEN
    local i text=
    for ((i = 0; i < $1; i++)); do text+="${text:+ $3 }$2[$i]"; done
    echo "$text"
}

size=${SIZE:-14}
philosophers "$size" "[] <> ($(any "$size" eats '||'))" '' "[] <> ($(any "$size" eats '||'))"
compare "Philosophers, $size" none
philosophers "$size" '[] (eats[0] -> <> !eats[0])' 'fair weak actions;' '[] (eats[0] -> <> !eats[0])'
compare "Philosophers, $size, weak" weak
philosophers "$size" '[] (has[0] -> <> eats[0])' 'fair weak actions;' '[] (has[0] -> <> eats[0])'
compare "… and nobody waits" weak
peterson 6 '[] !(level[0] == 5 && !waits[0] && level[1] == 5 && !waits[1])' '' \
    '[] !(level[0] == 5 && !waits[0] && level[1] == 5 && !waits[1])'
compare 'Peterson, 6, safe' none
peterson 6 '[] (waits[0] -> <> (level[0] == 5 && !waits[0]))' 'fair weak actions;' \
    '[] (waits[0] -> <> (level[0] == 5 && !waits[0]))'
compare 'Peterson, 6, weak' weak
bakery 4 5 '[] (at[0] == 1 -> <> (at[0] == 2))' 'fair weak actions;' '[] (at[0] == 1 -> <> (at[0] == 2))'
compare 'Bakery, 4, weak' weak
leader 8 '<> [] leads[7]' 'fair weak actions;' '<> [] leads[7]'
compare 'Leader, 8, weak' weak
alternating '[] <> (data == awaits)' 'fair weak actions;' '[] <> (data == awaits)'
compare 'Alternating bit, weak' weak
[ $failures = 0 ]
