// SPDX-License-Identifier: MIT
// Where everything stands in a message sequence chart: a lane for each component, from left to
// right, and a row for each step, from top to bottom. A message goes from the row in which it was
// sent, where that is known, to the row in which it arrives; what is still on its way ends below
// the last row.

import { Room, type Rect } from '../drawing/labels';
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
    lines: string[]; // its label
}

export interface ChartLayout {
    lanes: Lane[];
    drawn: Drawn[];
    rowY: number[]; // of each step
    width: number;
    height: number;
    outside: boolean; // the first lane is the environment
}

export const ROW = 34, TOP = 44, PENDING = 24, LINE = 13, ENVIRONMENT = 'environment';
const LETTER = 7, BOLD = 7.5, NARROWEST = 92, WIDEST = 230, MOST = 26;

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
    const dots: Rect[] = [];
    const wishes: Place[][] = [];
    let pending = 0;
    const draw = (d: Omit<Drawn, 'labelX' | 'labelY' | 'anchor' | 'lines'>, lines: string[], places: Place[]) => {
        drawn.push({ ...d, labelX: 0, labelY: 0, anchor: 'start', lines });
        wishes.push(places);
    };
    events.forEach((e, event) => {
        const from = of(e.from), to = of(e.to), y2 = e.kind === 'pending' ? end - PENDING * (waiting - pending++ - 0.5) : rowY[e.step] ?? end;
        const a = lanes[from ?? to ?? 0], b = lanes[to ?? from ?? 0];
        if (!a || !b) return;
        if (e.kind === 'crash') a.downs.push({ from: y2, to: end });
        const last = a.downs[a.downs.length - 1];
        if (e.kind === 'recovery' && last) last.to = y2;
        const lines = wrapped(labelWords(e));
        if (from === undefined || to === undefined || from === to || e.from === undefined && !outside) {
            const places = [placed(a.x + 10, y2, 'start', lines), placed(a.x - 10, y2, 'end', lines)];
            const left = a.x > (lanes[lanes.length - 1]?.x ?? 0) - 1 && lanes.length > 1 && e.kind !== 'match';
            dots.push({ x: a.x - 6, y: y2 - 6, width: 12, height: 12 });
            draw({ event, shape: e.kind === 'match' ? 'match' : 'mark', x1: a.x, y1: y2, x2: a.x, y2 }, lines, left ? places.reverse() : places);
            return;
        }
        const at = sent[event], y1 = at === undefined ? y2 : rowY[at] ?? y2;
        draw({ event, shape: 'arrow', x1: a.x, y1, x2: b.x, y2 }, lines, arrowPlaces(a.x, y1, b.x, y2, lines, e.kind === 'pending'));
    });
    // Labels of marks have their places; those of arrows find theirs.
    const room = new Room(dots), arrow = (d: Drawn) => Number(d.shape === 'arrow');
    [...drawn.keys()].sort((i, k) => arrow(drawn[i]!) - arrow(drawn[k]!) || i - k).forEach((i) => {
        const place = room.put(wishes[i]!.filter((p) => p.x >= 0), true) ?? wishes[i]![0]!;
        Object.assign(drawn[i]!, { labelX: place.at[0], labelY: place.at[1], anchor: place.anchor });
    });
    const last = lanes[lanes.length - 1];
    const right = Math.max(...drawn.map(rightEnd), (last?.x ?? 0) + ((last?.name.length ?? 0) * BOLD) / 2);
    return { lanes, drawn, rowY, width: right + 12, height: end + 8, outside };
}

export function labelWords(e: ChartEvent): string {
    return e.kind === 'crash' ? '✗ crash' : e.kind === 'recovery' ? '↺ recovery' : e.kind === 'loss' ? `${e.what} lost` : e.what;
}

// In two lines at most, parted between words where that can be done; what is longer is cut.
export function wrapped(text: string): string[] {
    if (text.length <= MOST) return [text];
    const blank = text.lastIndexOf(' ', MOST), first = text.slice(0, blank > MOST / 3 ? blank : MOST), rest = text.slice(first.length).trimStart();
    return [first, rest.length > MOST ? `${rest.slice(0, MOST - 1)}…` : rest];
}

interface Place extends Rect {
    at: [number, number];
    anchor: Drawn['anchor'];
}

// A label whose middle is at the height y.
function placed(x: number, y: number, anchor: Drawn['anchor'], lines: string[]): Place {
    const width = Math.max(...lines.map((l) => l.length)) * LETTER, height = lines.length * LINE;
    return { x: anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2, y: y - height / 2, width, height, at: [x, y + 4 - ((lines.length - 1) * LINE) / 2], anchor };
}

// Near the head of the arrow, where a slanted one has left the others behind it, or elsewhere along it.
function arrowPlaces(x1: number, y1: number, x2: number, y2: number, lines: string[], below: boolean): Place[] {
    const places: Place[] = [], half = (lines.length * LINE) / 2 + 3;
    if (below && y1 !== y2)
        places.push(placed(x2 + (x1 < x2 ? 8 : -8), y2, x1 < x2 ? 'start' : 'end', lines));
    for (const t of y1 === y2 ? [0.5, 0.35, 0.65, 0.2, 0.8] : [0.75, 0.62, 0.88, 0.5, 0.38, 0.26])
        for (const side of [-half, half])
            places.push(placed(x1 + (x2 - x1) * t, y1 + (y2 - y1) * t + side, 'middle', lines));
    return places;
}

function rightEnd(d: Drawn): number {
    const width = Math.max(...d.lines.map((l) => l.length)) * LETTER;
    return d.anchor === 'start' ? d.labelX + width : d.anchor === 'middle' ? d.labelX + width / 2 : d.labelX;
}

// Between neighbours there is room for their names and for the labels of arrows between them.
function spaces(names: string[], events: ChartEvent[], of: (name: string | undefined) => number | undefined): number[] {
    const gaps = names.slice(1).map((n, i) => Math.max(NARROWEST, ((n.length + (names[i]?.length ?? 0)) / 2) * BOLD + 16));
    for (const e of events) {
        const a = of(e.from), b = of(e.to);
        if (a === undefined || b === undefined || a === b) continue;
        const low = Math.min(a, b), high = Math.max(a, b), each = Math.min(WIDEST, Math.min(e.what.length, MOST) * LETTER + 16) / (high - low);
        for (let i = low; i < high; i++) gaps[i] = Math.max(gaps[i] ?? 0, each);
    }
    return gaps;
}
