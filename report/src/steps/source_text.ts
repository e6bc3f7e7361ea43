// SPDX-License-Identifier: MIT
// A line of source in pieces, so that comments, texts and words of the language can be told apart:
// enough of C, C++ and .lin to read them by, not a parser of any.

export interface Piece {
    text: string;
    kind: '' | 'comment' | 'text' | 'word' | 'number';
}

const words = new Set(
    ('if else while for do return break continue goto switch case default struct union enum typedef static const void int bool char long short unsigned ' +
        'signed float double sizeof volatile inline extern _Atomic atomic class public private template typename new delete this auto using namespace ' +
        'object automaton process schema spec model verify invariant property system channel ghost method input output internal receive send to from when in ' +
        'forall exists and or not refines implements simulation fairly await with import set map list op ref null nil true false nullptr').split(' '));

const token = /(\/\/.*|\/\*.*?(?:\*\/|$))|("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)')|([A-Za-z_]\w*)|(\d[\w.]*)|([^A-Za-z_\d"'/]+|.)/g;

// `inside` a comment that began on a line before; returns whether the next line is.
export function pieces(line: string, inside: boolean): { pieces: Piece[]; inside: boolean } {
    const found: Piece[] = [];
    let rest = line;
    if (inside) {
        const end = line.indexOf('*/');
        if (end < 0)
            return { pieces: [{ text: line, kind: 'comment' }], inside: true };
        found.push({ text: line.slice(0, end + 2), kind: 'comment' });
        rest = line.slice(end + 2);
    }
    let open = false;
    for (const m of rest.matchAll(token)) {
        const kind = m[1] ? 'comment' : m[2] ? 'text' : m[3] ? (words.has(m[3]) ? 'word' : '') : m[4] ? 'number' : '';
        open = m[1]?.startsWith('/*') === true && !m[1].endsWith('*/');
        const last = found[found.length - 1];
        if (last && last.kind === kind)
            last.text += m[0];
        else
            found.push({ text: m[0], kind });
    }
    return { pieces: found, inside: open };
}
