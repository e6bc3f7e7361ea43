// SPDX-License-Identifier: MIT
// Where everything stands in a message sequence chart: a lane for each component, from left to
// right, and a row for each step, from top to bottom. A message goes from the row in which it was
// sent, where that is known, to the row in which it arrives; what is still on its way ends below
// the last row.

import type { ChartEvent } from './sent';

export interface Lane {
    name: string;
    x: number;
    downs: { from: number; to: number }[]; // from row to row: crashed
}

export interface Drawn {
    event: number;
    shape: 'arrow' | 'mark' | 'match';
    x1: number;
    y1: number;
    x2: number;
    y2: number;
    labelX: number;
    labelY: number;
    anchor: 'start' | 'middle' | 'end';
}

export interface ChartLayout {
    lanes: Lane[];
    drawn: Drawn[];
    rowY: number[]; // of each step
    width: number;
    height: number;
    outside: boolean; // the first lane is the environment
}

export const ROW = 34, TOP = 44, PENDING = 24, ENVIRONMENT = 'environment';
const LETTER = 7, BOLD = 7.5, NARROWEST = 92, WIDEST = 230;

export function chartLayout(components: string[], events: ChartEvent[], steps: number, sent: (number | undefined)[]): ChartLayout {
    // One that sends no message and hears what nobody else did hears it from outside.
    const outside = events.some((e) => e.from === undefined && e.to !== undefined);
    const names = outside ? [ENVIRONMENT, ...components] : components;
    const lane = new Map(names.map((n, i) => [n, i]));
    const of = (name: string | undefined) => lane.get(name ?? ENVIRONMENT);
    const gaps = spaces(names, events, of);
    let x = Math.max(40, ((names[0]?.length ?? 0) * BOLD) / 2 + 8);
    const lanes = names.map((name, i): Lane => {
        if (i > 0) x += gaps[i - 1] ?? NARROWEST;
        return { name, x, downs: [] };
    });
    const rowY = Array.from({ length: steps }, (_, i) => TOP + ROW * (i + 0.7));
    // What is still on its way has rows of its own below the last step.
    const waiting = events.filter((e) => e.kind === 'pending').length, end = TOP + ROW * (steps + 0.5) + PENDING * waiting;
    const drawn: Drawn[] = [];
    let pending = 0;
    events.forEach((e, event) => {
        const from = of(e.from), to = of(e.to), y2 = e.kind === 'pending' ? end - PENDING * (waiting - pending++ - 0.5) : rowY[e.step] ?? end;
        const a = lanes[from ?? to ?? 0], b = lanes[to ?? from ?? 0];
        if (!a || !b) return;
        if (e.kind === 'crash') a.downs.push({ from: y2, to: end });
        const last = a.downs[a.downs.length - 1];
        if (e.kind === 'recovery' && last) last.to = y2;
        if (from === undefined || to === undefined || from === to || e.from === undefined && !outside) {
            const left = a.x > (lanes[lanes.length - 1]?.x ?? 0) - 1 && lanes.length > 1 && e.kind !== 'match';
            drawn.push({ event, shape: e.kind === 'match' ? 'match' : 'mark', x1: a.x, y1: y2, x2: a.x, y2, labelX: a.x + (left ? -10 : 10), labelY: y2 + 4, anchor: left ? 'end' : 'start' });
            return;
        }
        const at = sent[event], y1 = at === undefined ? y2 : rowY[at] ?? y2;
        drawn.push({ event, shape: 'arrow', x1: a.x, y1, x2: b.x, y2, ...labelOf(a.x, y1, b.x, y2, e.kind === 'pending') });
    });
    const last = lanes[lanes.length - 1];
    const right = Math.max(...events.map((e, i) => rightEnd(drawn.find((d) => d.event === i), e)), (last?.x ?? 0) + ((last?.name.length ?? 0) * BOLD) / 2);
    return { lanes, drawn, rowY, width: right + 12, height: end + 8, outside };
}

// Near the head of the arrow, where a slanted one has left the others behind it.
function labelOf(x1: number, y1: number, x2: number, y2: number, below: boolean): Pick<Drawn, 'labelX' | 'labelY' | 'anchor'> {
    if (below && y1 !== y2)
        return { labelX: x2 + (x1 < x2 ? 8 : -8), labelY: y2 + 4, anchor: x1 < x2 ? 'start' : 'end' };
    const t = y1 === y2 ? 0.5 : 0.75;
    return { labelX: x1 + (x2 - x1) * t, labelY: y1 + (y2 - y1) * t - 5, anchor: 'middle' };
}

function rightEnd(d: Drawn | undefined, e: ChartEvent): number {
    if (!d) return 0;
    const width = Math.min(e.what.length, 60) * LETTER;
    return d.anchor === 'start' ? d.labelX + width : d.anchor === 'middle' ? d.labelX + width / 2 : d.labelX;
}

// Between neighbours there is room for their names and for the labels of arrows between them.
function spaces(names: string[], events: ChartEvent[], of: (name: string | undefined) => number | undefined): number[] {
    const gaps = names.slice(1).map((n, i) => Math.max(NARROWEST, ((n.length + (names[i]?.length ?? 0)) / 2) * BOLD + 16));
    for (const e of events) {
        const a = of(e.from), b = of(e.to);
        if (a === undefined || b === undefined || a === b) continue;
        const low = Math.min(a, b), high = Math.max(a, b), each = Math.min(WIDEST, e.what.length * LETTER + 26) / (high - low);
        for (let i = low; i < high; i++) gaps[i] = Math.max(gaps[i] ?? 0, each);
    }
    return gaps;
}
