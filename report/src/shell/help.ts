// SPDX-License-Identifier: MIT
// The list of keys, which `?` shows.

import { button, el } from '../dom/element';
import type { KeyHelp } from '../view';

export function helpDialog(groups: { title: string; keys: KeyHelp[] }[]): HTMLDialogElement {
    const dialog = el('dialog', { class: 'help', 'aria-label': 'Keys' });
    dialog.append(
        el('h2', {}, 'Keys'),
        ...groups.filter(group => group.keys.length).map(group => el('section', {},
            el('h3', {}, group.title),
            el('dl', {}, ...group.keys.map(({ keys, does }) => el('div', {},
                el('dt', {}, ...keys.split(' ').map(key => el('kbd', {}, key))),
                el('dd', {}, does)))))),
        button('Close', () => dialog.close(), { autofocus: true }));
    return dialog;
}
