# SPDX-License-Identifier: MIT
# The textbook cases of refinement, for scripts: what they are about, and one case a line. Sourced.

textbook_processes() {
    cat <<'END'
process E() = a -> Stop [] b -> Stop;
process I() = a -> Stop <> b -> Stop;
process RUN() = a -> RUN() [] b -> RUN();
process CHAOS() = Stop <> (a -> CHAOS() <> b -> CHAOS());
process LOOP() = a -> LOOP();
process DIV() = LOOP() \ {a};
process COPY() = [] x in 0..1 @ in.x -> out.x -> COPY();
process BUFFER() = [] x in 0..1 @ in.x -> HOLDS(x);
process HOLDS(x) = out.x -> BUFFER() [] ([] y in 0..1 @ in.y -> out.x -> HOLDS(y));
process Known() = mid -> c -> Stop;
END
}

textbook_cases() { # y n n|P | Q
    sed '/^#/d;/^$/d;s/^\(. . .\) |/\1|/' tests/verify/refinements.txt
}
