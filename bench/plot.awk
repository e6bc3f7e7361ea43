# SPDX-License-Identifier: MIT
# awk -v title=… -v across=… [-v unit=ms] -f bench/plot.awk DATA: a drawing (SVG) of lines with error
# bars. Each line of DATA: "series x y half", or "series x -" for a point that is not
# there. y begins at 0.
NF >= 3 && $3 != "-" {
    if (!($1 in number)) { number[$1] = ++count; name[count] = $1 }
    n = ++points[$1]
    x[$1, n] = $2; y[$1, n] = $3; half[$1, n] = $4
    if ($2 > right) right = $2
    if ($3 + $4 > top) top = $3 + $4
}
function px(v) { return left + v / right * width }
function py(v) { return upper + height - v / top * height }
function round_up(v,   unit) {
    unit = 1
    while (unit * 10 <= v) unit *= 10
    while (unit > v) unit /= 10
    return unit * (v / unit <= 1 ? 1 : v / unit <= 2 ? 2 : v / unit <= 5 ? 5 : 10)
}
function line(x1, y1, x2, y2, style) {
    printf "<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' %s/>\n", x1, y1, x2, y2, style
}
function words(at, down, anchor, what) {
    printf "<text x='%.1f' y='%.1f' text-anchor='%s'>%s</text>\n", at, down, anchor, what
}
END {
    left = 60; upper = 30; width = 420; height = 240
    split("#0072b2 #d55e00 #009e73 #cc79a7 #e69f00 #56b4e9 #000000", colour, " ")
    right = right ? right : 1
    top = round_up(top ? top : 1)
    print "<svg xmlns='http://www.w3.org/2000/svg' width='620' height='330' font-family='sans-serif' font-size='12'>"
    print "<rect width='620' height='330' fill='white'/>"
    words(left, 18, "start", title)
    words(left + width / 2, 318, "middle", across)
    words(left, upper - 2, "end", unit ? unit : "ms")
    for (i = 0; i <= 4; i++) {
        line(left, py(top * i / 4), left + width, py(top * i / 4), "stroke='#ddd'")
        words(left - 6, py(top * i / 4) + 4, "end", top * i / 4)
    }
    for (i = 0; i <= right; i += right > 10 ? 2 : 1)
        words(px(i), upper + height + 18, "middle", i)
    line(left, upper, left, upper + height, "stroke='black'")
    line(left, upper + height, left + width, upper + height, "stroke='black'")
    for (k = 1; k <= count; k++) {
        s = name[k]; c = colour[(k - 1) % 7 + 1]
        for (i = 1; i <= points[s]; i++) {
            if (i > 1)
                line(px(x[s, i - 1]), py(y[s, i - 1]), px(x[s, i]), py(y[s, i]), "stroke='" c "'")
            low = y[s, i] - half[s, i]
            line(px(x[s, i]), py(low > 0 ? low : 0), px(x[s, i]), py(y[s, i] + half[s, i]), "stroke='" c "'")
            printf "<circle cx='%.1f' cy='%.1f' r='3' fill='%s'/>\n", px(x[s, i]), py(y[s, i]), c
        }
        line(left + width + 15, upper + 18 * k, left + width + 35, upper + 18 * k, "stroke='" c "'")
        words(left + width + 40, upper + 18 * k + 4, "start", s)
    }
    print "</svg>"
}
