# SPDX-License-Identifier: MIT
# The manual page of a public header, in mdoc, from its own comments:
#     awk -f header_manual.awk -v page=linchpin-judge -v date='November 19, 2026' include/linchpin/judge.h
# Its first comment is the description; what stands four columns in there is an example. Then
# come its declarations, each below its comment, as they are.

function escaped(s) {
    gsub(/\\/, "\\e", s)
    return s ~ /^[.']/ ? "\\&" s : s
}
function literal(s) {
    gsub(/\\/, "\\e", s)
    gsub(/-/, "\\-", s)
    return s ~ /^[.']/ ? "\\&" s : s
}
function put(s) { body = body s "\n" }
# One kind of text at a time: prose, or what is shown as it is, which an example is, farther in.
function turn(to) {
    if (mode == to)
        return
    if (mode == "code" || mode == "example")
        put(".Ed")
    if (to == "prose") {
        if (mode != "")
            put(".Pp")
    } else if (to != "")
        put(".Bd -literal" (to == "example" ? " -offset indent" : ""))
    blank = 0
    mode = to
}
function code(s, kind) {
    turn(kind)
    if (blank)
        put("")
    blank = 0
    sub(/ +\\$/, " \\", s) # a macro goes on
    put(literal(s))
}
function prose(s,    n) {
    if (mode == "prose" && blank)
        put(".Pp")
    turn("prose")
    blank = 0
    # mdoc has each sentence on a line of its own.
    gsub(/[.]"? +/, "&\n", s)
    gsub(/ +\n/, "\n", s)
    while ((n = index(s, "\n")) > 0) {
        put(escaped(substr(s, 1, n - 1)))
        s = substr(s, n + 1)
    }
    put(escaped(s))
}
function comment(s) { # without its //
    sub(/^ /, "", s)
    if (s == "")
        blank = 1
    else if (s ~ /^---- .* ----$/) {
        gsub(/ ?---- ?/, "", s)
        turn("")
        put(".Ss " escaped(s))
    } else if (s ~ /^    /) {
        code(substr(s, 5), "example")
    } else {
        if (summary == "" || !whole) {
            summary = summary (summary == "" ? "" : " ") s
            whole = summary ~ /[.]( |$)/
        }
        prose(s)
    }
}

/SPDX-License-Identifier/ { next }
!head && /^\/\// { comment(substr($0, 3)); next }
!head { head = 1; turn(""); description = body; body = mode = ""; blank = 0 }
# What the preprocessor needs to read it once, and C++ to read it at all.
/^#ifndef LINCHPIN_|^#define LINCHPIN_|^#include|^extern "C" \{|^#ifdef __cplusplus$/ { if ($0 ~ /cplusplus/) held = $0; next }
held != "" && /^#endif$/ { held = ""; next }
held != "" && /^\}$/ { next }
held != "" { code(held, "code"); held = ""; depth++ }
/^#endif$/ && !depth { next }
/^#if/ { depth++ }
/^#endif/ { depth-- }
/^$/ { blank = 1; next }
/^\/\// { comment(substr($0, 3)); next }
{
    declaration = $0
    sub(/\/\/.*/, "", declaration)
    if (declaration ~ /^[a-z_].*[ *]lp_[a-z0-9_]+\(/ && declaration !~ /^typedef/) {
        match(declaration, /lp_[a-z0-9_]+\(/)
        names = names " ,\n.Nm " substr(declaration, RSTART, RLENGTH - 1)
    }
    code($0, "code")
}

END {
    turn("")
    sub(/[.]( .*|$)/, "", summary)
    if (length(summary) > 70)
        sub(/:.*/, "", summary)
    summary = tolower(substr(summary, 1, 1)) substr(summary, 2)
    upper = toupper(page)
    file = FILENAME
    sub(/.*\//, "", file)
    printf ".\\\" Made from linchpin/%s.\n.Dd %s\n.Dt %s 3\n.Os\n.Sh NAME\n.Nm %s%s\n.Nd %s\n", file, date, upper, page, names, escaped(summary)
    printf ".Sh SYNOPSIS\n.In linchpin/%s\n.Sh DESCRIPTION\n%s", file, description
    if (body != "")
        printf ".Sh DECLARATIONS\n%s", body
    print ".Sh SEE ALSO\n.Xr linchpin 3"
}
