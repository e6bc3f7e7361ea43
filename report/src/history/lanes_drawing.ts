// SPDX-License-Identifier: MIT
// The lanes: one per process, in it bars from call to return. Bars of operations that never returned
// fade out; the one that nothing explains has a heavy frame and a cross; those that an order leaves
// out are hollow. No meaning is told by colour alone.

import { callText, isPending, operationText } from '../data/operations';
import { number } from '../data/value_text';
import { rowBlocks } from './row_blocks';
import {
    RULER, barEnds, barHeight, barTop, inLanes, processLabel, rowTop, seenRows, type Scene,
} from './scene';
import { textWidth, type Shape, type Surface } from './surface';

export type Later = (() => void)[];

const TEXT_FROM = 26; // pixels: narrower bars have no text

function barStyle(scene: Scene, op: number): { shape: Shape; ink: string; bold: boolean } {
    const p = scene.palette;
    if (op === scene.culprit)
        return { shape: { fill: p['bad-fill'], stroke: p.bad, width: 2 }, ink: p.ink, bold: true };
    if (scene.marked && !scene.marked.has(op))
        return { shape: { fill: p.raised, stroke: p.line }, ink: p.soft, bold: false };
    if (scene.places && scene.explains && !scene.places.number[op])
        return { shape: { fill: p.panel, stroke: p.faint, dash: [4, 3] }, ink: p.soft, bold: false };
    return { shape: { fill: p['accent-fill'], stroke: p.accent }, ink: p.ink, bold: false };
}

// Texts come last, upon the ticks of an order: `later` has them.
function drawBar(s: Surface, scene: Scene, op: number, later: Later): void {
    const [from, to] = barEnds(scene, op);
    const { gutter, width, palette, rowHeight } = scene;
    const y = barTop(scene, scene.rows.rowOf[op]!), h = barHeight(rowHeight), w = Math.max(2, to - from);
    const { shape, ink, bold } = barStyle(scene, op);
    const pending = isPending(scene.ops, op);
    if (op === scene.selected || op === scene.hovered)
        s.rect(from - 3, y - 3, w + 6, h + 6, { stroke: palette.ink, width: op === scene.selected ? 1.5 : 1, radius: 8 });
    s.rect(from, y, w, h, { ...shape, radius: 6, ...(pending ? { fade: Math.min(1, 90 / w) } : {}) });
    // What is written in a bar stays in sight while a part of the bar does.
    const left = Math.max(from, gutter) + 9, right = Math.min(to, width) - 7;
    const cross = op === scene.culprit ? 16 : 0;
    if (right - left + 14 < TEXT_FROM || h < 12)
        return;
    const size = h >= 20 ? 13 : 11;
    later.push(() => {
        if (cross)
            s.text(left, y + h / 2 + 0.5, '✗', { fill: palette.bad, bold: true, size });
        s.text(left + cross, y + h / 2 + 0.5, pending ? callText(scene.ops, op) : operationText(scene.ops, op),
            { fill: ink, bold, size, room: right - left - cross });
    });
}

function drawRow(s: Surface, scene: Scene, row: number, later: Later): void {
    const { ops, rows, axis, gutter, palette, marked } = scene;
    const h = barHeight(scene.rowHeight), y = barTop(scene, row);
    const bars: number[] = [];
    const blocks = rowBlocks(ops, rows.rows[row]!, axis, gutter, 5, op => bars.push(op));
    if (blocks.length)
        s.blocks(blocks, y, h, marked ? palette.block : palette.accent);
    for (const op of bars)
        if (op !== scene.culprit && !marked?.has(op))
            drawBar(s, scene, op, later);
}

// What matters is seen from any distance.
function drawMarked(s: Surface, scene: Scene, later: Later): void {
    const { marked, rows, axis, culprit } = scene;
    const [first, last] = seenRows(scene);
    const from = axis.eventAt(0), to = axis.eventAt(axis.width);
    for (const op of new Set([...(marked ?? []), ...(culprit === null ? [] : [culprit])])) {
        const row = rows.rowOf[op]!;
        if (row >= first && row < last && scene.ops.call[op]! <= to && (isPending(scene.ops, op) || scene.ops.ret[op]! >= from))
            drawBar(s, scene, op, later);
    }
}

function drawGutter(s: Surface, scene: Scene): void {
    const { ops, rows, gutter, palette, rowHeight, width } = scene;
    const [first, last] = seenRows(scene);
    s.clipped(0, scene.top, width, scene.height - scene.top, () => {
        for (let row = first; row < last; row++) {
            const lane = rows.rows[row]!.lane;
            if (rows.lanes[lane]!.firstRow !== row)
                continue;
            const y = rowTop(scene, row);
            if (row > 0)
                s.line(0, Math.round(y) + 0.5, width, Math.round(y) + 0.5, { stroke: palette.line });
            s.text(gutter - 16, y + rowHeight / 2 + 0.5, processLabel(ops, lane),
                { fill: palette.soft, anchor: 'end', room: gutter - 20, size: rowHeight < 18 ? 10 : 12.5 });
        }
    });
}

// What the operation that nothing explains is about, where there is room below its bar.
function drawReason(s: Surface, scene: Scene, words: string): void {
    const { culprit, rows, palette, rowHeight, width, gutter } = scene;
    if (culprit === null || rowHeight < 44 || !words)
        return;
    const [from, to] = barEnds(scene, culprit);
    if (to < gutter || from > width)
        return;
    const y = barTop(scene, rows.rowOf[culprit]!) + barHeight(rowHeight) + 9;
    const text = `▲ ${words}`, w = textWidth(text, palette, { size: 11.5 });
    const x = Math.max(gutter, Math.min(Math.max(from, gutter) + 8, width - w - 4));
    s.rect(x - 3, y - 6, w + 6, 13, { fill: palette.panel });
    s.text(x, y, text, { fill: palette.bad, size: 11.5 });
}

// Time: an arrow for a small history; of a large one, numbers of events.
function drawRuler(s: Surface, scene: Scene): void {
    const { axis, gutter, palette, width, height } = scene;
    const y = height + RULER / 2;
    s.line(0, height + 0.5, width, height + 0.5, { stroke: palette.line });
    if (scene.marked === null && scene.ops.events <= 200) {
        s.text(gutter, y, 'time →', { fill: palette.soft, size: 11.5 });
        return;
    }
    s.text(gutter - 16, y + 2, 'event', { fill: palette.soft, size: 11.5, anchor: 'end' });
    const from = axis.eventAt(0), to = axis.eventAt(axis.width);
    const rough = (to - from) / Math.max(2, axis.width / 110);
    const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
    const step = [1, 2, 5, 10].map(k => k * power).find(k => k >= rough) ?? 10 * power;
    for (let event = Math.max(0, Math.ceil(from / step) * step); event <= to && event < scene.ops.events; event += step) {
        const x = gutter + axis.x(event);
        s.line(Math.round(x) + 0.5, height + 1, Math.round(x) + 0.5, height + 6, { stroke: palette.faint });
        const label = number(event), half = textWidth(label, palette, { size: 11 }) / 2;
        if (x - half > gutter - 12 && x + half < width)
            s.text(x, y + 2, label, { fill: palette.soft, size: 11, anchor: 'middle' });
    }
}

export function drawLanes(s: Surface, scene: Scene, reason: string, later: Later): void {
    drawGutter(s, scene);
    inLanes(s, scene, () => {
        const [first, last] = seenRows(scene);
        for (let row = first; row < last; row++)
            drawRow(s, scene, row, later);
        drawMarked(s, scene, later);
        drawReason(s, scene, reason);
    });
    drawRuler(s, scene);
}
