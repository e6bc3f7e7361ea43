# SPDX-License-Identifier: MIT
# For scripts: build_judge FOLDER builds judge.go with the Porcupine whose source is $PORCUPINE, a checkout or a
# bare repository, as FOLDER/judge/judge. Go's modules want to be told that nothing comes from the network.
build_judge() {
    mkdir -p "$1/porcupine" "$1/judge" || return
    if [ -d "$PORCUPINE/objects" ]; then
        git --git-dir="$PORCUPINE" archive HEAD | tar -x -C "$1/porcupine" || return
    else
        cp -R "$PORCUPINE/." "$1/porcupine" || return
    fi
    cp bench/porcupine/*.go "$1/judge"
    printf 'module judge\ngo 1.16\nrequire %s v0.0.0\nreplace %s => ../porcupine\n' \
        github.com/anishathalye/porcupine github.com/anishathalye/porcupine >"$1/judge/go.mod"
    (cd "$1/judge" && GOFLAGS=-mod=mod GOPROXY=off GOCACHE="$1/cache" go build -o judge .)
}
