// SPDX-License-Identifier: MIT
// The whole history in a strip: where something happens, what matters, and the part that is seen,
// which a click or a drag moves. It is drawn once, and again only when its width or colours change.

import type { LaneRows } from '../data/lane_rows';
import { NONE, type Operations } from '../data/operations';
import { el } from '../dom/element';
import type { Palette } from '../shell/theme';
import { Axis } from './axis';
import { rowBlocks } from './row_blocks';
import { CanvasSurface } from './surface';

const HEIGHT = 64;

export interface OverviewScene {
    ops: Operations;
    rows: LaneRows;
    axis: Axis; // at equal distances
    marked: number[];
    culprit: number | null;
    palette: Palette;
}

export class Overview {
    readonly canvas = el('canvas', { class: 'overview', tabindex: '-1', 'aria-hidden': 'true', title: 'The whole history: click to go there' });
    #picture: HTMLCanvasElement | null = null;
    #drawn: unknown[] = [];
    #scene: OverviewScene | null = null;

    // `go` is told the part in the middle of which the pointer is.
    constructor(go: (event: number) => void) {
        const there = (e: PointerEvent) => {
            if (this.#scene)
                go(this.#scene.axis.eventAt(e.offsetX));
        };
        this.canvas.addEventListener('pointerdown', e => {
            this.canvas.setPointerCapture(e.pointerId);
            there(e);
        });
        this.canvas.addEventListener('pointermove', e => {
            if (e.buttons & 1)
                there(e);
        });
    }

    // `from` and `to`: the events that are seen, or null where another drawing is.
    show(scene: OverviewScene, from: number | null, to: number | null): void {
        const width = this.canvas.clientWidth, ratio = devicePixelRatio;
        this.#scene = scene;
        if (!width)
            return; // not laid out yet; it is shown again when it is
        scene.axis.width = width;
        const now = [scene.ops, scene.palette, width, ratio];
        if (!this.#picture || now.some((part, i) => part !== this.#drawn[i])) {
            this.#picture = this.#draw(scene, width, ratio);
            this.#drawn = now;
        }
        if (this.canvas.width !== width * ratio || this.canvas.height !== HEIGHT * ratio) {
            this.canvas.width = width * ratio;
            this.canvas.height = HEIGHT * ratio;
        }
        const c = this.canvas.getContext('2d')!;
        c.setTransform(1, 0, 0, 1, 0, 0);
        c.clearRect(0, 0, this.canvas.width, this.canvas.height);
        c.drawImage(this.#picture, 0, 0);
        if (from === null || to === null)
            return;
        c.scale(ratio, ratio);
        const left = Math.max(0, scene.axis.x(from)), right = Math.min(width, Math.max(left + 4, scene.axis.x(to)));
        c.fillStyle = scene.palette.ground;
        c.globalAlpha = 0.65;
        c.fillRect(0, 0, left, HEIGHT);
        c.fillRect(right, 0, width - right, HEIGHT);
        c.globalAlpha = 1;
        c.strokeStyle = scene.palette.ink;
        c.lineWidth = 1.5;
        c.strokeRect(left + 0.75, 0.75, Math.max(3, right - left - 1.5), HEIGHT - 1.5);
    }

    #draw({ ops, rows, axis, marked, culprit, palette }: OverviewScene, width: number, ratio: number): HTMLCanvasElement {
        const picture = el('canvas', { width: Math.round(width * ratio), height: Math.round(HEIGHT * ratio) });
        const c = picture.getContext('2d')!;
        c.scale(ratio, ratio);
        const s = new CanvasSurface(c, palette);
        s.rect(0, 0, width, HEIGHT, { fill: palette.raised });
        const many = rows.rows.length, h = (HEIGHT - 12) / Math.max(1, many), thick = Math.min(8, Math.max(1, h * 0.7));
        // Of more rows than there are pixels some are enough.
        const every = Math.max(1, Math.ceil(many / (HEIGHT - 12)));
        axis.fit();
        for (let row = 0; row < many; row += every)
            s.blocks(rowBlocks(ops, rows.rows[row]!, axis, 0, Infinity, () => {}), 6 + row * h + (h - thick) / 2, thick, palette.block);
        const mark = (op: number, colour: string, wide: number) => {
            const from = axis.x(ops.call[op]!), to = ops.ret[op] === NONE ? width : axis.x(ops.ret[op]!);
            s.rect(from - wide / 2, 6 + rows.rowOf[op]! * h + (h - thick) / 2 - 1, Math.max(to - from, 3) + wide, thick + 2, { fill: colour });
        };
        for (const op of marked)
            mark(op, palette.accent, 0);
        if (culprit !== null) {
            const x = axis.x(ops.call[culprit]!);
            s.line(x, 0, x, HEIGHT, { stroke: palette.bad, width: 1.5 });
            mark(culprit, palette.bad, 1);
        }
        return picture;
    }
}
