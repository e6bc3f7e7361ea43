// SPDX-License-Identifier: MIT
// The verdicts of a file, to switch between; of one alone there is no list.

import { marks, sentenceText } from '../data/sentence';
import type { Entry } from '../data/types';
import { el, given } from '../dom/element';
import type { PageState } from '../page_state';

export function entryList(entries: Entry[], state: PageState): HTMLElement | null {
    if (entries.length < 2)
        return null;
    const buttons = entries.map(({ verdict }, i) =>
        el('button', { type: 'button', class: verdict.verdict, title: sentenceText(verdict), onclick: () => state.set({ entry: i }) },
            el('span', { class: 'badge', 'aria-label': verdict.verdict }, marks[verdict.verdict]),
            el('span', { class: 'what' },
                el('span', { class: 'name' }, given(verdict.subject ?? `verdict ${i + 1}`)),
                el('span', { class: 'soft' }, given(sentenceText(verdict))))));
    state.listen(({ entry }) =>
        buttons.forEach((b, i) => (i === entry ? b.setAttribute('aria-current', 'true') : b.removeAttribute('aria-current'))));
    return el('nav', { class: 'entries', 'aria-label': 'Verdicts' },
        el('ol', {}, ...buttons.map(b => el('li', {}, b))));
}
