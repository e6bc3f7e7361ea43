// SPDX-License-Identifier: MIT
// An order upon the lanes: where it keeps real time, each effect is a tick through its bar at the
// instant at which it may have happened, with its place in the order, and one line ties operations
// that took effect together; above, the states between the effects. An order that does not fit into
// the bars has its places at their left ends only.

import { NONE } from '../data/operations';
import type { OrderPlaces } from '../data/order_places';
import type { Later } from './lanes_drawing';
import { barEnds, barHeight, barTop, inLanes, seenRows, type Scene } from './scene';
import { textWidth, type Surface } from './surface';

const RADIUS = 9;

function pin(s: Surface, scene: Scene, x: number, y: number, number: number, tied: boolean): void {
    const p = scene.palette;
    const colour = tied ? p.purple : p.accent;
    const text = String(number);
    const w = Math.max(2 * RADIUS, textWidth(text, p, { size: 11, bold: true }) + 10);
    s.rect(x - w / 2, y - RADIUS, w, 2 * RADIUS, { fill: colour, stroke: p.panel, width: 1.5, radius: RADIUS });
    s.text(x, y + 0.5, text, { fill: p.panel, size: 11, bold: true, anchor: 'middle' });
}

// The effects that are seen: with as many as there may be, found by bisection.
function seen(places: OrderPlaces, at: Float64Array, scene: Scene): [number, number] {
    const from = scene.axis.eventAt(-20), to = scene.axis.eventAt(scene.axis.width + 20);
    const below = (event: number) => {
        let low = 0, high = places.count;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (at[middle]! < event)
                low = middle + 1;
            else
                high = middle;
        }
        return low;
    };
    return [below(from), below(to)];
}

function drawTicks(s: Surface, scene: Scene, places: OrderPlaces, at: Float64Array, later: Later): void {
    const { axis, gutter, rows, palette, rowHeight } = scene;
    const [first, last] = seen(places, at, scene);
    const [top, bottom] = seenRows(scene);
    const h = barHeight(rowHeight);
    const crowded = (last - first) * 16 > axis.width;
    const drawn = new Set<number>();
    for (let i = first; i < last; i++) {
        const x = gutter + axis.x(at[i]!);
        // Of ticks that would lie upon each other in a crowd, one is enough.
        const tied = places.order[i]!.length > 1;
        const ys: number[] = [];
        for (const op of places.order[i]!) {
            const row = rows.rowOf[op]!;
            const spot = Math.round(x) * 4096 + row;
            if (row < top || row >= bottom || (crowded && drawn.has(spot)))
                continue;
            drawn.add(spot);
            ys.push(barTop(scene, row));
        }
        if (!ys.length)
            continue;
        const low = Math.min(...ys), high = Math.max(...ys) + h;
        if (tied) {
            s.line(x, low, x, high, { stroke: palette.purple, width: 3 });
            for (const y of ys)
                s.circle(x, y + h - 5, 3.5, { fill: palette.purple, stroke: palette.panel });
        } else {
            // The text of the bar stays free.
            const y = ys[0]!, end = h >= 24 ? 7 : h / 2;
            s.line(x, y, x, y + end, { stroke: palette.accent, width: crowded ? 1 : 2 });
            s.line(x, y + h - end, x, y + h, { stroke: palette.accent, width: crowded ? 1 : 2 });
        }
        if (!crowded && rowHeight >= 40)
            for (const y of tied ? [low] : ys)
                later.push(() => pin(s, scene, x, y - 1, i + 1, tied));
    }
}

function drawNumbers(s: Surface, scene: Scene, places: OrderPlaces, later: Later): void {
    const [top, bottom] = seenRows(scene);
    const { ops, rows, axis } = scene;
    if (ops.count > 5000 || scene.rowHeight < 40)
        return;
    const from = axis.eventAt(0), to = axis.eventAt(axis.width);
    for (let op = 0; op < ops.count; op++) {
        const row = rows.rowOf[op]!;
        const out = ops.call[op]! > to || (ops.ret[op] !== NONE && ops.ret[op]! < from);
        if (!places.number[op] || row < top || row >= bottom || out)
            continue;
        const [x] = barEnds(scene, op);
        const number = places.number[op]!;
        later.push(() => pin(s, scene, Math.max(x, scene.gutter) + 6, barTop(scene, row) - 1, number, places.order[number - 1]!.length > 1));
    }
}

// Beneath the lanes: the states, and from each change of the state a line to what made it.
export function drawStates(s: Surface, scene: Scene, initial: string | null): void {
    const { axis, gutter, palette, width, places } = scene;
    if (!places?.at || !places.states)
        return;
    const y = 12, h = 24;
    const xs = Array.from(places.at, place => gutter + axis.x(place));
    const inside = (x: number) => Math.max(gutter, Math.min(width, x));
    s.text(gutter - 16, y + h / 2 + 0.5, 'state', { fill: palette.soft, anchor: 'end', size: 12.5 });
    xs.forEach((x, i) => {
        const to = barTop(scene, Math.min(...places.order[i]!.map(op => scene.rows.rowOf[op]!))) - RADIUS;
        if (to > y + h && x >= gutter && x <= width)
            s.line(x, y + h, x, Math.min(to, scene.height), { stroke: palette.accent, width: 1, dash: [1.5, 3] });
    });
    for (let i = 0; i <= xs.length; i++) {
        const text = i === 0 ? initial : places.states[i - 1]!;
        const from = inside(i === 0 ? gutter : xs[i - 1]!), to = inside(i === xs.length ? width : xs[i]!);
        if (to - from < 3)
            continue;
        s.rect(from + 1.5, y, to - from - 3, h, { fill: i === xs.length ? palette['accent-fill'] : palette.raised, radius: 5 });
        if (text !== null)
            s.text((from + to) / 2, y + h / 2 + 0.5, text, { fill: palette.ink, mono: true, size: 12, anchor: 'middle', room: to - from - 12 });
    }
}

export function drawOrder(s: Surface, scene: Scene, later: Later): void {
    const { places } = scene;
    if (places?.at)
        inLanes(s, scene, () => drawTicks(s, scene, places, places.at!, later));
    else if (places)
        drawNumbers(s, scene, places, later);
}
