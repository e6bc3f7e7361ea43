// SPDX-License-Identifier: MIT
// The run, step by step: a slider, the steps in columns, the source, what the step did, and memory.

import { centreRow, chartList, drawChart } from '../chart/chart_view';
import type { Verdict } from '../data/types';
import { el, replace } from '../dom/element';
import type { Palette } from '../shell/theme';
import type { MakeView } from '../view';
import { makeColumns } from './columns';
import { drawHeap, heapPicture, heapTable, type HeapPicture } from './heap_view';
import { drawLasso } from './lasso_view';
import { hasPointers, memoryCards } from './memory_cards';
import { makeNowPanel } from './now_panel';
import { makeScrubber } from './scrubber';
import { makeSource } from './source';
import { cycleText } from './stuck_views';
import { drawTrace } from './trace_picture';
import { lapOf, nextStep, nextSwitch, placeText, shownStep } from './trace';

const HALF = 580; // a drawing of memory that is wider has all the width of the page

export const makeSteps: MakeView = page => {
    const go = (step: number) => page.state.set({ step });
    const scrubber = makeScrubber(go, page.announce), columns = makeColumns(go), source = makeSource(), now = makeNowPanel();
    const lasso = el('div', { class: 'lasso-box' }), heap = el('div', { class: 'heap' });
    const chart = el('div', { class: 'pane chart-pane', tabindex: 0, role: 'region', 'aria-label': 'Message sequence chart' }), list = el('div');
    const grid = el('div', { class: 'steps-grid' }, columns.element, source.element, heap);
    const element = el('div', { class: 'steps' }, scrubber.element, now.element, lasso, chart, list, grid);

    // The picture's element stays, and with it how far it is scrolled. The table is made when it is opened.
    const picture = el('div', { class: 'scroll heap-picture' }), cells = el('div', { class: 'scroll' });
    const table = el('details', { ontoggle: () => fill() }, el('summary', {}, 'Memory as a table'), cells);
    let fill = () => {}, heapOf: Verdict | undefined, heapColours: Palette | undefined, heapDrawn: HeapPicture | undefined;

    function showMemory(v: Verdict, k: number): void {
        const palette = page.palette();
        if (v.memory && !hasPointers(v)) {
            grid.classList.toggle('wide', v.memory.boxes.some(b => b.kind === 'component' || b.kind === 'specification'));
            replace(heap, memoryCards(v, k));
        } else if (v.memory) {
            if (heapOf !== v || heapColours !== palette) {
                [heapOf, heapColours, heapDrawn] = [v, palette, heapPicture(v, palette)];
                replace(picture, heapDrawn.root);
            }
            heapDrawn!.show(k);
            grid.classList.toggle('wide', Number(heapDrawn!.root.getAttribute('width')) > HALF);
            fill = () => replace(cells, table.open && heapTable(v, k));
            fill();
            if (picture.parentElement !== heap)
                replace(heap, el('h3', {}, 'Memory after this step'), picture, table);
        } else {
            grid.classList.add('wide');
            replace(heap);
        }
    }

    function showChart(v: Verdict, k: number): void {
        chart.hidden = list.hidden = !v.chart;
        if (!v.chart)
            return;
        const { scrollTop, scrollLeft } = chart, open = list.querySelector('details')?.open;
        replace(chart, drawChart(v, k, page.palette(), go));
        replace(list, chartList(v));
        list.querySelector('details')!.open = !!open;
        [chart.scrollTop, chart.scrollLeft] = [scrollTop, scrollLeft];
    }

    return {
        id: 'steps',
        title: 'Step by step',
        element,
        applies: entry => !!entry.verdict.trace?.length,
        show(entry, state) {
            const v = entry.verdict, k = shownStep(v.trace!, state.step), palette = page.palette();
            scrubber.show(v, k, palette);
            now.show(entry, k);
            showMemory(v, k);
            grid.classList.toggle('no-source', Object.keys(entry.files).length === 0);
            showChart(v, k);
            columns.show(v, k);
            source.show(entry, k);
            replace(lasso, lapOf(v) > 0 && el('div', { class: 'scroll' }, drawLasso(v, k, palette, go)), cycleText(v));
            columns.centre();
            source.centre();
            if (v.chart)
                centreRow(chart, v, k);
        },
        key(event, entry, state) {
            const trace = entry.verdict.trace!, k = shownStep(trace, state.step);
            const to: { [key: string]: () => number } = {
                ArrowLeft: () => (event.shiftKey ? nextSwitch(trace, k, -1) : Math.max(0, k - 1)),
                ArrowRight: () => (event.shiftKey ? nextSwitch(trace, k, 1) : nextStep(entry.verdict, k)),
                Home: () => 0,
                End: () => trace.length - 1,
            };
            if (event.key === 'p')
                element.querySelector<HTMLButtonElement>('.play')!.click();
            else if (to[event.key]) {
                scrubber.stop();
                go(to[event.key]!());
            } else
                return false;
            return true;
        },
        keys: [
            { keys: '← →', does: 'the step before, or after' },
            { keys: 'Shift+← Shift+→', does: 'to where another thread goes on' },
            { keys: 'Home End', does: 'the first step, or the last' },
            { keys: 'p', does: 'play, or pause' },
        ],
        search(entry, { words, limit }) {
            const found = [];
            for (const [i, s] of entry.verdict.trace!.entries())
                if (found.length < limit && s.what.toLowerCase().includes(words))
                    found.push({ text: s.what, where: `step ${i + 1}${s.where ? `, ${placeText(s.where)}` : ''}`, go: { step: i } });
            return found;
        },
        picture(entry, state) {
            const v = entry.verdict, k = shownStep(v.trace!, state.step), palette = page.palette();
            return v.chart ? drawChart(v, k, palette) : v.memory && hasPointers(v) ? drawHeap(v, k, palette) : drawTrace(v, k, palette);
        },
    };
};
