// SPDX-License-Identifier: MIT
// The slider along the steps of a trace: a row for each thread with a tick for each of its steps, so
// that one sees who runs when, and a handle to drag. Buttons beside it go step by step, or play.

import type { Verdict } from '../data/types';
import { button, el, replace, svg } from '../dom/element';
import { icon } from '../dom/icons';
import type { Palette } from '../shell/theme';
import { threadColour, threadName } from './threads';
import { lapOf, nextStep, stepKind, threadsOf } from './trace';

const WIDTH = 1000, ROW = 9, TOP = 5;
const BEAT = 900; // milliseconds a step, when it plays

export interface Scrubber {
    element: HTMLElement;
    show(verdict: Verdict, k: number, palette: Palette): void;
    stop(): void;
}

export function makeScrubber(go: (step: number) => void, announce: (text: string) => void): Scrubber {
    let verdict: Verdict | undefined, drawn: Palette | undefined, k = 0, timer: number | undefined;
    const track = el('div', { class: 'scrubber-track', role: 'slider', tabindex: 0, 'aria-label': 'Step', 'aria-orientation': 'horizontal' });
    const handle = svg('g', {});
    const count = el('output', { class: 'scrubber-count' });
    const last = () => (verdict?.trace?.length ?? 1) - 1;
    const stop = () => {
        clearInterval(timer);
        timer = undefined;
        replace(play, icon('play'), 'Play');
        play.setAttribute('aria-pressed', 'false');
    };
    const step = (to: number) => {
        stop();
        go(to);
    };
    const start = () => {
        if (!verdict)
            return;
        if (k === last() && !lapOf(verdict))
            go(0);
        timer = setInterval(() => {
            const next = nextStep(verdict!, k);
            if (next === k || !track.isConnected)
                stop();
            else
                go(next);
        }, BEAT) as unknown as number;
        replace(play, icon('pause'), 'Pause');
        play.setAttribute('aria-pressed', 'true');
        announce('Playing');
    };
    const play = button(null, () => (timer === undefined ? start() : stop()), { class: 'play', title: 'Play the steps (p)' });
    const buttons = el('div', { class: 'scrubber-buttons', role: 'group', 'aria-label': 'Steps' },
        button(icon('first'), () => step(0), { 'aria-label': 'First step', title: 'First step (Home)' }),
        button(icon('before'), () => step(Math.max(0, k - 1)), { 'aria-label': 'Previous step', title: 'Previous step (←)' }),
        button(icon('next'), () => step(nextStep(verdict!, k)), { 'aria-label': 'Next step', title: 'Next step (→)' }),
        button(icon('last'), () => step(last()), { 'aria-label': 'Last step', title: 'Last step (End)' }),
        play, count);
    stop();
    const at = (event: PointerEvent) => {
        const box = track.getBoundingClientRect();
        return Math.max(0, Math.min(last(), Math.floor(((event.clientX - box.left) / box.width) * (last() + 1))));
    };
    track.addEventListener('pointerdown', event => {
        track.setPointerCapture(event.pointerId);
        step(at(event));
    });
    track.addEventListener('pointermove', event => {
        if (track.hasPointerCapture(event.pointerId))
            step(at(event));
    });

    function draw(v: Verdict, palette: Palette): void {
        const trace = v.trace!, threads = threadsOf(trace), height = 2 * TOP + threads.length * ROW;
        const each = WIDTH / trace.length, setup = v.setup ?? 0, lap = lapOf(v);
        const picture = svg('svg', { viewBox: `0 0 ${WIDTH} ${height}`, height, preserveAspectRatio: 'none', 'aria-hidden': 'true' });
        if (setup)
            picture.append(svg('rect', { width: setup * each, height, fill: palette.raised }));
        if (lap)
            picture.append(svg('rect', { x: WIDTH - lap * each, width: lap * each, height, fill: palette['warn-fill'] }));
        threads.forEach((thread, row) => {
            const y = TOP + row * ROW, gap = Math.min(2, each / 4);
            let calls = '', steps = '';
            trace.forEach((s, i) => {
                const box = `M${(i * each + gap / 2).toFixed(2)} ${y}h${(each - gap).toFixed(2)}v`;
                if (s.thread !== thread)
                    return;
                if (stepKind(trace, i) === 'step')
                    steps += `${box}${ROW - 2}h${(gap - each).toFixed(2)}z`;
                else
                    calls += `${box}${ROW - 2}h${(gap - each).toFixed(2)}z`;
            });
            const fill = threadColour(thread, palette);
            picture.append(svg('path', { d: `M0 ${y + ROW / 2 - 1}H${WIDTH}`, stroke: palette.line }));
            picture.append(svg('path', { d: steps, fill, opacity: 0.75 }), svg('path', { d: calls, fill }));
        });
        picture.append(handle);
        replace(track, picture);
    }

    return {
        element: el('div', { class: 'scrubber' }, buttons, track),
        stop,
        show(v, step, palette) {
            if (v !== verdict || palette !== drawn) {
                if (v !== verdict)
                    stop();
                [verdict, drawn] = [v, palette];
                draw(v, palette);
            }
            k = step;
            const trace = v.trace!, each = WIDTH / trace.length, height = 2 * TOP + threadsOf(trace).length * ROW;
            const wide = Math.max(each, 4), left = (k + 0.5) * each - wide / 2;
            replace(handle, svg('rect', { x: left, y: 1, width: wide, height: height - 2, rx: 2, fill: palette.ink, 'fill-opacity': 0.14, stroke: palette.ink, 'stroke-width': 2, 'vector-effect': 'non-scaling-stroke' }));
            count.textContent = `step ${k + 1} of ${trace.length}`;
            track.setAttribute('aria-valuemin', '1');
            track.setAttribute('aria-valuemax', String(trace.length));
            track.setAttribute('aria-valuenow', String(k + 1));
            track.setAttribute('aria-valuetext', `${k + 1} of ${trace.length}, ${threadName(trace[k]!.thread)}: ${trace[k]!.what}`);
        },
    };
}
