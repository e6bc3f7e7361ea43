// SPDX-License-Identifier: MIT
// When the messages of a chart were sent. The chart says when each arrives; when it was put on its
// way stands in the changes of channels: the cell `to_replica[p1]` of the box `client` lists what is
// on its way from client to replica[p1], the oldest first.

export interface ChartEvent {
    kind: string;
    step: number;
    from?: string;
    to?: string;
    what: string;
}

interface Channels {
    boxes: { name: string; kind: string }[];
    cells: { box: number; cell: string; value: string }[];
}

interface Step {
    changes?: { box: number; cell?: string; new?: string }[];
}

// The elements of '[a b(1, 2) {c}]': what stands between blanks, but not within brackets.
export function listed(text: string): string[] {
    const found: string[] = [];
    let depth = 0, word = '';
    for (const c of text.replace(/^\[|\]$/g, '')) {
        if ('([{'.includes(c)) depth++;
        if (')]}'.includes(c)) depth--;
        if (c === ' ' && depth === 0) {
            if (word) found.push(word);
            word = '';
        } else word += c;
    }
    return word ? [...found, word] : found;
}

function count(words: string[]): Map<string, number> {
    const of = new Map<string, number>();
    for (const w of words) of.set(w, (of.get(w) ?? 0) + 1);
    return of;
}

// 'from to what' → the steps that sent it, the oldest first.
function sendings(memory: Channels, steps: Step[]): Map<string, number[]> {
    const now = new Map<string, string>(), sent = new Map<string, number[]>();
    for (const c of memory.cells) now.set(`${c.box} ${c.cell}`, c.value);
    steps.forEach((s, i) => {
        for (const c of s.changes ?? []) {
            const from = memory.boxes[c.box]?.name;
            if (!c.cell?.startsWith('to_') || from === undefined || c.new === undefined) continue;
            const key = `${c.box} ${c.cell}`, before = count(listed(now.get(key) ?? ''));
            now.set(key, c.new);
            for (const [what, n] of count(listed(c.new)))
                for (let more = n - (before.get(what) ?? 0); more > 0; more--) {
                    const message = `${from} ${c.cell.slice(3)} ${what}`;
                    sent.set(message, [...(sent.get(message) ?? []), i]);
                }
        }
    });
    return sent;
}

// The step that sent each event's message; undefined where that is not known.
export function sentAt(events: ChartEvent[], memory: Channels | undefined, steps: Step[]): (number | undefined)[] {
    if (!memory) return events.map(() => undefined);
    const sent = sendings(memory, steps);
    return events.map((e) => {
        if (!['message', 'loss', 'pending'].includes(e.kind)) return undefined;
        const of = sent.get(`${e.from} ${e.to} ${e.what}`);
        const first = of?.[0];
        if (first === undefined || first >= e.step) return undefined;
        of?.shift();
        return first;
    });
}
