// SPDX-License-Identifier: MIT
// Search over what the views show: methods, values, processes, numbers of operations and steps.

import { el, given, replace } from '../dom/element';
import type { Hit } from '../view';

const LIMIT = 50;

export interface SearchBox {
    element: HTMLElement;
    focus(): void;
}

export function searchBox(find: (words: string, limit: number) => Hit[], go: (hit: Hit) => void): SearchBox {
    let hits: Hit[] = [];
    let at = -1;
    const input = el('input', {
        type: 'search', placeholder: 'Search', 'aria-label': 'Search operations and steps', role: 'combobox',
        'aria-expanded': 'false', 'aria-controls': 'hits', autocomplete: 'off', spellcheck: 'false',
    });
    const list = el('ul', { id: 'hits', role: 'listbox', 'aria-label': 'What was found', hidden: true });
    const close = () => {
        list.hidden = true;
        input.setAttribute('aria-expanded', 'false');
        input.removeAttribute('aria-activedescendant');
    };
    const choose = (next: number) => {
        at = hits.length ? (next + hits.length) % hits.length : -1;
        [...list.children].forEach((item, i) => item.setAttribute('aria-selected', String(i === at)));
        if (at >= 0) {
            list.children[at]!.scrollIntoView({ block: 'nearest' });
            input.setAttribute('aria-activedescendant', `hit-${at}`);
        }
    };
    const take = (i: number) => {
        close();
        if (hits[i])
            go(hits[i]!);
    };
    const look = () => {
        const words = input.value.trim().toLowerCase();
        hits = words ? find(words, LIMIT) : [];
        if (!words)
            return close();
        replace(list, ...hits.map((hit, i) => el('li', {
            id: `hit-${i}`, role: 'option', onmousedown: (e: Event) => { e.preventDefault(); take(i); },
        }, given(hit.text), el('span', { class: 'soft' }, given(hit.where)))));
        if (!hits.length)
            list.append(el('li', { class: 'soft none' }, 'Nothing was found.'));
        list.hidden = false;
        input.setAttribute('aria-expanded', 'true');
        choose(0);
    };
    input.addEventListener('input', look);
    input.addEventListener('focus', look);
    input.addEventListener('blur', close);
    input.addEventListener('keydown', event => {
        const moves: { [key: string]: () => void } = {
            ArrowDown: () => choose(at + 1),
            ArrowUp: () => choose(at - 1),
            Enter: () => { take(at); input.blur(); },
            Escape: () => { close(); input.blur(); },
        };
        const move = moves[event.key];
        if (move) {
            move();
            event.preventDefault();
        }
        event.stopPropagation();
    });
    return { element: el('div', { class: 'search', role: 'search' }, input, list), focus: () => input.focus() };
}
