// SPDX-License-Identifier: MIT
// The canvas with the lanes, and what a pointer does there: drag moves, the wheel zooms while the
// canvas has the focus (or with Ctrl, as two fingers do), and hovering or a click tells an operation.

import { el } from '../dom/element';
import { drawLanes, type Later } from './lanes_drawing';
import { drawOrder, drawStates } from './order_drawing';
import { RULER, inLanes, operationAt, type Scene } from './scene';
import { CanvasSurface, SvgSurface, type Surface } from './surface';

export interface Listener {
    hover(op: number | null, x: number, y: number): void;
    choose(op: number | null): void;
    moved(): void; // the window has changed
}

export interface Words {
    initial: string | null; // state
    reason: string; // below the operation that nothing explains
    label: string; // of the drawing as a whole
}

export class LanesCanvas {
    readonly canvas = el('canvas', { tabindex: '0', role: 'img', class: 'lanes' });
    #spacer = el('div');
    #tip = el('div', { class: 'tip', hidden: true });
    #scroller = el('div', { class: 'scroller' }, this.canvas, this.#spacer);
    readonly element = el('div', { class: 'lanes-box' }, this.#scroller, this.#tip);
    #scene: Scene | null = null;
    #words: Words = { initial: null, reason: '', label: '' };
    #wanted = 0;
    #pointers = new Map<number, { x: number; y: number }>();
    #dragged = 0;

    #listener: Listener;

    constructor(listener: Listener) {
        this.#listener = listener;
        const c = this.canvas;
        c.addEventListener('pointerdown', e => this.#down(e));
        c.addEventListener('pointermove', e => this.#move(e));
        for (const name of ['pointerup', 'pointercancel'] as const)
            c.addEventListener(name, e => this.#up(e));
        c.addEventListener('pointerleave', () => this.#hover(null));
        c.addEventListener('wheel', e => this.#wheel(e), { passive: false });
        c.addEventListener('dblclick', e => this.zoom(2.5, e.offsetX));
        this.#scroller.addEventListener('scroll', () => {
            if (this.#scene) {
                this.#scene.scroll = this.#scroller.scrollTop;
                this.redraw();
            }
        });
    }

    get width(): number {
        return this.element.clientWidth;
    }

    get scroll(): number {
        return this.#scroller.scrollTop;
    }

    // `full`: the height of all lanes, of which `scene.height` is seen.
    show(scene: Scene, words: Words, full: number): void {
        this.#scene = scene;
        this.#words = words;
        this.canvas.setAttribute('aria-label', words.label);
        const seen = scene.height + RULER;
        this.#scroller.style.height = `${seen}px`;
        this.canvas.style.height = `${seen}px`;
        this.#spacer.style.height = `${Math.max(0, full - scene.height)}px`;
        this.redraw();
    }

    redraw(): void {
        this.#wanted ||= requestAnimationFrame(() => {
            this.#wanted = 0;
            this.#draw();
        });
    }

    #paint(s: Surface, scene: Scene): void {
        drawStates(s, scene, this.#words.initial);
        const later: Later = [];
        drawLanes(s, scene, this.#words.reason, later);
        drawOrder(s, scene, later);
        inLanes(s, scene, () => later.forEach(draw => draw()));
    }

    #draw(): void {
        const scene = this.#scene;
        if (!scene || !this.canvas.isConnected)
            return;
        const ratio = devicePixelRatio, width = scene.width, height = scene.height + RULER;
        if (this.canvas.width !== Math.round(width * ratio) || this.canvas.height !== Math.round(height * ratio)) {
            this.canvas.width = Math.round(width * ratio);
            this.canvas.height = Math.round(height * ratio);
        }
        const c = this.canvas.getContext('2d')!;
        c.setTransform(ratio, 0, 0, ratio, 0, 0);
        c.clearRect(0, 0, width, height);
        this.#paint(new CanvasSurface(c, scene.palette), scene);
    }

    picture(): SVGSVGElement | null {
        const scene = this.#scene;
        if (!scene)
            return null;
        const s = new SvgSurface(scene.width, scene.height + RULER, scene.palette, this.#words.label);
        this.#paint(s, { ...scene, hovered: null, selected: null });
        return s.root;
    }

    #hover(e: PointerEvent | null): void {
        const scene = this.#scene;
        if (!scene)
            return;
        const op = e ? operationAt(scene, e.offsetX, e.offsetY) : null;
        this.canvas.classList.toggle('over', op !== null);
        this.#listener.hover(op, e?.offsetX ?? 0, e?.offsetY ?? 0);
    }

    // At the pointer, but within the drawing.
    showTip(content: Node[] | null, x: number, y: number): void {
        this.#tip.hidden = !content;
        if (!content)
            return;
        this.#tip.replaceChildren(...content);
        const left = Math.max(4, Math.min(x + 14, this.width - this.#tip.offsetWidth - 4));
        this.#tip.style.left = `${left}px`;
        this.#tip.style.top = `${y + 18}px`;
    }

    #down(e: PointerEvent): void {
        if (e.button !== 0)
            return;
        this.canvas.setPointerCapture(e.pointerId);
        this.#pointers.set(e.pointerId, { x: e.offsetX, y: e.offsetY });
        this.#dragged = 0;
    }

    #move(e: PointerEvent): void {
        const before = this.#pointers.get(e.pointerId);
        const scene = this.#scene;
        if (!before || !scene)
            return this.#hover(e);
        const others = [...this.#pointers].filter(([id]) => id !== e.pointerId).map(([, at]) => at);
        this.#pointers.set(e.pointerId, { x: e.offsetX, y: e.offsetY });
        this.#dragged += Math.abs(e.offsetX - before.x) + Math.abs(e.offsetY - before.y);
        if (others[0]) {
            const was = Math.abs(before.x - others[0].x), is = Math.abs(e.offsetX - others[0].x);
            if (was > 10 && is > 10)
                this.zoom(is / was, (e.offsetX + others[0].x) / 2);
        } else if (this.#dragged > 4) {
            this.showTip(null, 0, 0);
            scene.axis.pan(before.x - e.offsetX);
            this.#scroller.scrollTop += before.y - e.offsetY;
            this.redraw();
            this.#listener.moved();
        }
    }

    #up(e: PointerEvent): void {
        const known = this.#pointers.delete(e.pointerId);
        if (known && this.#dragged <= 4 && e.type === 'pointerup' && this.#scene)
            this.#listener.choose(operationAt(this.#scene, e.offsetX, e.offsetY));
    }

    zoom(factor: number, x?: number): void {
        const scene = this.#scene;
        if (!scene)
            return;
        scene.axis.zoom(factor, x === undefined ? undefined : x - scene.gutter);
        this.redraw();
        this.#listener.moved();
    }

    #wheel(e: WheelEvent): void {
        const scene = this.#scene;
        if (!scene)
            return;
        const unit = e.deltaMode === 1 ? 16 : 1;
        const sideways = e.shiftKey ? e.deltaY || e.deltaX : Math.abs(e.deltaX) > Math.abs(e.deltaY) ? e.deltaX : 0;
        if (sideways)
            scene.axis.pan(sideways * unit);
        else if (e.ctrlKey || e.metaKey || document.activeElement === this.canvas)
            scene.axis.zoom(Math.exp(-e.deltaY * unit * (e.ctrlKey ? 0.01 : 0.0025)), e.offsetX - scene.gutter);
        else
            return;
        e.preventDefault();
        this.redraw();
        this.#listener.moved();
    }

    // So that a row is seen.
    scrollTo(top: number, bottom: number): void {
        const scene = this.#scene;
        if (!scene)
            return;
        const room = scene.height - scene.top;
        if (top < this.#scroller.scrollTop)
            this.#scroller.scrollTop = top;
        else if (bottom > this.#scroller.scrollTop + room)
            this.#scroller.scrollTop = bottom - room;
    }
}
