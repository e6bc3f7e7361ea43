// SPDX-License-Identifier: MIT
// Lines of source as elements: one of them, or some around a place.

import type { Entry } from '../data/types';
import { code, el, given, type Child } from '../dom/element';
import { pieces } from './source_text';
import { fileName, placeOf } from './trace';

export function lineText(text: string, inside: boolean): { element: HTMLElement; inside: boolean } {
    const found = pieces(text, inside);
    const parts = found.pieces.map(p => (p.kind ? el('span', { class: `code-${p.kind}` }, given(p.text)) : given(p.text)));
    return { element: el('code', {}, ...parts), inside: found.inside };
}

export function lineElement(number: number, code: HTMLElement, marks: Child, attributes: { [name: string]: string | null } = {}): HTMLElement {
    return el('li', { value: number, 'data-line': number, ...attributes },
        marks, el('span', { class: 'number', 'aria-hidden': 'true' }, number), code);
}

export function linesOf(text: string): string[] {
    return text.replace(/\n$/, '').split('\n');
}

// The lines from `first` to `last` of the file and `around` more, those meant marked; the place alone
// where there is no such file.
export function excerpt(entry: Entry, where: string | undefined, meant: number[] = [], around = 2, className = ''): HTMLElement {
    const place = placeOf(where), text = place && entry.files[place.file];
    if (!place || text === undefined)
        return el('p', {}, where ? code(where) : el('span', { class: 'soft' }, 'its place in the source is not known'));
    const all = linesOf(text), marked = meant.length ? meant : [place.line];
    const first = Math.max(1, Math.min(...marked) - around), last = Math.min(all.length, Math.max(...marked) + around);
    let inside = false;
    const made: HTMLElement[] = [];
    all.slice(0, last).forEach((t, i) => {
        const line = lineText(t, inside), is = marked.includes(i + 1);
        inside = line.inside;
        if (i + 1 >= first)
            made.push(lineElement(i + 1, line.element, null, { class: is ? `at now ${className}` : null, 'aria-current': is ? 'true' : null }));
    });
    return el('figure', { class: 'excerpt' }, el('figcaption', { class: 'where' }, given(`${fileName(place.file)}:${marked.join(', ')}`)),
        el('div', { class: 'scroll' }, el('ol', { class: 'source' }, ...made)));
}
