// SPDX-License-Identifier: MIT
// What lanes are drawn on: a canvas, or an SVG that is exported. Texts are those of others, and are
// made visible and kept apart here.

import { isolated, visible } from '../data/visible_text';
import { svg } from '../dom/element';
import type { Palette } from '../shell/theme';

export interface Shape {
    fill?: string;
    stroke?: string;
    width?: number;
    dash?: number[];
    radius?: number;
    fade?: number; // this part of it, at its right, fades out
}

export interface Lettering {
    fill: string;
    size?: number;
    bold?: boolean;
    mono?: boolean;
    anchor?: 'start' | 'middle' | 'end';
    room?: number; // pixels; what is longer is cut
}

export interface Surface {
    rect(x: number, y: number, w: number, h: number, shape: Shape): void;
    // Rectangles of one colour: x and width of each, in pairs.
    blocks(pairs: number[], y: number, h: number, fill: string): void;
    line(x1: number, y1: number, x2: number, y2: number, shape: Shape): void;
    circle(x: number, y: number, r: number, shape: Shape): void;
    text(x: number, y: number, text: string, lettering: Lettering): void;
    clipped(x: number, y: number, w: number, h: number, draw: () => void): void;
}

export const TEXT_SIZE = 13;

function fontOf(palette: Palette, { size = TEXT_SIZE, bold, mono }: Partial<Lettering>): string {
    return `${bold ? '600 ' : ''}${size}px ${mono ? palette.mono : palette.font}`;
}

let ruler: CanvasRenderingContext2D | null = null;
const widths = new Map<string, number>();

export function textWidth(text: string, palette: Palette, lettering: Partial<Lettering> = {}): number {
    ruler ??= document.createElement('canvas').getContext('2d')!;
    const font = fontOf(palette, lettering);
    const key = `${font}\n${text}`;
    let width = widths.get(key);
    if (width === undefined) {
        if (widths.size > 20000)
            widths.clear();
        ruler.font = font;
        width = ruler.measureText(text).width;
        widths.set(key, width);
    }
    return width;
}

// As much of a text as there is room for.
export function cut(text: string, room: number, palette: Palette, lettering: Partial<Lettering> = {}): string {
    const shown = visible(text.length > 400 ? text.slice(0, 400) + '…' : text);
    if (textWidth(shown, palette, lettering) <= room)
        return shown;
    const letters = [...shown];
    let low = 0, high = letters.length;
    while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (textWidth(letters.slice(0, middle).join('') + '…', palette, lettering) <= room)
            low = middle;
        else
            high = middle - 1;
    }
    return low > 1 ? letters.slice(0, low).join('') + '…' : '';
}

export class CanvasSurface implements Surface {
    #c: CanvasRenderingContext2D;
    #palette: Palette;

    constructor(c: CanvasRenderingContext2D, palette: Palette) {
        this.#c = c;
        this.#palette = palette;
        c.direction = 'ltr';
        c.textBaseline = 'middle';
    }

    #paint({ fill, stroke, width = 1, dash }: Shape): void {
        const c = this.#c;
        if (fill) {
            c.fillStyle = fill;
            c.fill();
        }
        if (stroke) {
            c.strokeStyle = stroke;
            c.lineWidth = width;
            c.setLineDash(dash ?? []);
            c.stroke();
        }
    }

    #faded(x: number, w: number, colour: string, fade: number): CanvasGradient {
        const gradient = this.#c.createLinearGradient(x, 0, x + w, 0);
        gradient.addColorStop(Math.max(0, 1 - fade), colour);
        gradient.addColorStop(1, colour + '00');
        return gradient;
    }

    rect(x: number, y: number, w: number, h: number, shape: Shape): void {
        const c = this.#c;
        c.beginPath();
        if (shape.radius && w > 4)
            c.roundRect(x, y, w, h, Math.min(shape.radius, w / 2));
        else
            c.rect(x, y, w, h);
        if (!shape.fade)
            return this.#paint(shape);
        c.setLineDash(shape.dash ?? []);
        if (shape.fill) {
            c.fillStyle = this.#faded(x, w, shape.fill, shape.fade);
            c.fill();
        }
        if (shape.stroke) {
            c.strokeStyle = this.#faded(x, w, shape.stroke, shape.fade);
            c.lineWidth = shape.width ?? 1;
            c.stroke();
        }
    }

    blocks(pairs: number[], y: number, h: number, fill: string): void {
        this.#c.fillStyle = fill;
        for (let i = 0; i < pairs.length; i += 2)
            this.#c.fillRect(pairs[i]!, y, pairs[i + 1]!, h);
    }

    line(x1: number, y1: number, x2: number, y2: number, shape: Shape): void {
        this.#c.beginPath();
        this.#c.moveTo(x1, y1);
        this.#c.lineTo(x2, y2);
        this.#paint(shape);
    }

    circle(x: number, y: number, r: number, shape: Shape): void {
        this.#c.beginPath();
        this.#c.arc(x, y, r, 0, 2 * Math.PI);
        this.#paint(shape);
    }

    text(x: number, y: number, text: string, lettering: Lettering): void {
        const shown = cut(text, lettering.room ?? Infinity, this.#palette, lettering);
        if (!shown)
            return;
        this.#c.font = fontOf(this.#palette, lettering);
        this.#c.fillStyle = lettering.fill;
        this.#c.textAlign = lettering.anchor === 'middle' ? 'center' : lettering.anchor === 'end' ? 'right' : 'left';
        this.#c.fillText(isolated(shown), x, y);
    }

    clipped(x: number, y: number, w: number, h: number, draw: () => void): void {
        this.#c.save();
        this.#c.beginPath();
        this.#c.rect(x, y, w, h);
        this.#c.clip();
        draw();
        this.#c.restore();
    }
}

const round = (n: number) => Math.round(n * 100) / 100;

export class SvgSurface implements Surface {
    readonly root: SVGSVGElement;
    #into: SVGElement;
    #defs: SVGDefsElement;
    #names = 0;

    #palette: Palette;

    constructor(width: number, height: number, palette: Palette, label: string) {
        this.#palette = palette;
        this.#defs = svg('defs');
        this.root = svg('svg', {
            xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${width} ${height}`, 'font-family': palette.font,
        }, svg('title', {}, visible(label)), this.#defs);
        this.#into = this.root;
        this.rect(0, 0, width, height, { fill: palette.panel });
    }

    #paint({ fill, stroke, width, dash }: Shape): { [name: string]: string | number | undefined } {
        return {
            fill: fill ?? 'none', stroke, 'stroke-width': stroke ? width : undefined, 'stroke-dasharray': stroke ? dash?.join(' ') : undefined,
        };
    }

    #gradient(colour: string, fade: number): string {
        const id = `fade-${++this.#names}`;
        this.#defs.append(svg('linearGradient', { id },
            svg('stop', { offset: round(Math.max(0, 1 - fade)), 'stop-color': colour }),
            svg('stop', { offset: 1, 'stop-color': colour, 'stop-opacity': 0 })));
        return `url(#${id})`;
    }

    rect(x: number, y: number, w: number, h: number, shape: Shape): void {
        const shown = !shape.fade ? shape : {
            ...shape,
            fill: shape.fill && this.#gradient(shape.fill, shape.fade),
            stroke: shape.stroke && this.#gradient(shape.stroke, shape.fade),
        };
        this.#into.append(svg('rect', { x: round(x), y: round(y), width: round(Math.max(0, w)), height: round(h), rx: shape.radius, ...this.#paint(shown) }));
    }

    blocks(pairs: number[], y: number, h: number, fill: string): void {
        let path = '';
        for (let i = 0; i < pairs.length; i += 2)
            path += `M${round(pairs[i]!)} ${y}h${round(pairs[i + 1]!)}v${h}h${-round(pairs[i + 1]!)}z`;
        this.#into.append(svg('path', { d: path, fill }));
    }

    line(x1: number, y1: number, x2: number, y2: number, shape: Shape): void {
        this.#into.append(svg('line', { x1: round(x1), y1: round(y1), x2: round(x2), y2: round(y2), ...this.#paint(shape) }));
    }

    circle(x: number, y: number, r: number, shape: Shape): void {
        this.#into.append(svg('circle', { cx: round(x), cy: round(y), r, ...this.#paint(shape) }));
    }

    text(x: number, y: number, text: string, lettering: Lettering): void {
        const shown = cut(text, lettering.room ?? Infinity, this.#palette, lettering);
        if (shown)
            this.#into.append(svg('text', {
                x: round(x), y: round(y), fill: lettering.fill, 'font-size': lettering.size ?? TEXT_SIZE, 'dominant-baseline': 'central',
                'font-weight': lettering.bold && 600, 'font-family': lettering.mono && this.#palette.mono,
                'text-anchor': lettering.anchor === 'start' ? undefined : lettering.anchor,
            }, isolated(shown)));
    }

    clipped(x: number, y: number, w: number, h: number, draw: () => void): void {
        const id = `clip-${++this.#names}`;
        this.#defs.append(svg('clipPath', { id }, svg('rect', { x, y, width: w, height: h })));
        const outside = this.#into;
        this.#into = svg('g', { 'clip-path': `url(#${id})` });
        outside.append(this.#into);
        draw();
        this.#into = outside;
    }
}
