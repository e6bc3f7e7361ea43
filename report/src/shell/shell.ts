// SPDX-License-Identifier: MIT
// The page around the views: the verdict at the top, the list of verdicts, the sections, search,
// theme and keys.

import type { Data, Entry } from '../data/types';
import { sentenceText } from '../data/sentence';
import { button, el, replace } from '../dom/element';
import { icon } from '../dom/icons';
import { PageState, type State } from '../page_state';
import type { Hit, KeyHelp, Page, View } from '../view';
import { views as makers } from '../views';
import { entryList } from './entries';
import { savePng, saveSvg } from './export';
import { facts } from './facts';
import { helpDialog } from './help';
import { searchBox } from './search';
import { palette, setTheme, startTheme, theme, type Theme } from './theme';
import { verdictHeader } from './verdict_header';

const themes: Theme[] = ['auto', 'light', 'dark'];
const themeNames = { auto: 'Theme: as the system', light: 'Theme: light', dark: 'Theme: dark' };

const shellKeys: KeyHelp[] = [
    { keys: '/', does: 'search' },
    { keys: '[ ]', does: 'the verdict before, or after' },
    { keys: 't', does: 'light, dark, or as the system' },
    { keys: '?', does: 'this list' },
];

function changes(state: Readonly<State>, before: Readonly<State>): (keyof State)[] {
    return (Object.keys(state) as (keyof State)[]).filter(name => state[name] !== before[name]);
}

class Shell {
    #main = el('main', { id: 'main' });
    #status = el('p', { class: 'aside', role: 'status', 'aria-live': 'polite' });
    #themeButton = button('', () => this.#nextTheme(), { class: 'sign' });
    #search = searchBox((words, limit) => this.#find(words, limit), hit => this.#state.set(hit.go));
    #help: HTMLDialogElement;
    #views: View[];
    #shown: View[] = [];

    #data: Data;
    #state: PageState;

    constructor(data: Data, state: PageState) {
        this.#data = data;
        this.#state = state;
        const page: Page = { state, palette, announce: text => this.#announce(text) };
        this.#views = makers.map(make => make(page));
        this.#help = helpDialog([
            ...this.#views.map(({ title, keys }) => ({ title, keys: keys ?? [] })),
            { title: 'Page', keys: shellKeys },
        ]);
    }

    start(): void {
        startTheme(() => this.#themeChanged());
        this.#themeChanged();
        const list = entryList(this.#data.entries, this.#state);
        document.body.append(
            el('a', { class: 'skip', href: '#main', onclick: (e: Event) => { e.preventDefault(); this.#main.focus(); } }, 'To the verdict'),
            el('div', { class: 'bar' },
                el('span', { class: 'wordmark' }, 'linchpin'),
                this.#search.element,
                this.#themeButton,
                button('?', () => this.#help.showModal(), { class: 'sign', title: 'Keys', 'aria-label': 'Keys' })),
            el('div', { class: list ? 'page with-list' : 'page' }, list, this.#main),
            this.#help, this.#status);
        this.#main.tabIndex = -1;
        this.#state.listen((state, before) => {
            if (state === before || state.entry !== before.entry)
                this.#showEntry();
            else
                this.#showViews(changes(state, before));
        });
        addEventListener('keydown', event => this.#key(event));
    }

    get #entry(): Entry {
        return this.#data.entries[this.#state.get().entry]!;
    }

    #announce(text: string): void {
        this.#status.textContent = text;
    }

    #showEntry(): void {
        const entry = this.#entry;
        const verdict = entry.verdict;
        document.title = `${sentenceText(verdict)} · linchpin`;
        this.#shown = this.#views.filter(view => view.applies(entry));
        replace(this.#main,
            verdictHeader(verdict, this.#data.command, text => this.#announce(text)),
            ...this.#shown.map(view => this.#section(view)),
            facts(entry, this.#data.linchpin));
        this.#showViews();
        scrollTo(0, 0);
    }

    #section(view: View): HTMLElement {
        return el('section', { id: view.id, class: 'view', 'aria-labelledby': `${view.id}-title` },
            el('div', { class: 'title' },
                el('h2', { id: `${view.id}-title` }, view.title),
                view.picture && el('div', { class: 'exports' },
                    button('SVG', () => this.#save(view, saveSvg), { title: 'Save the drawing as SVG' }),
                    button('PNG', () => this.#save(view, savePng), { title: 'Save the drawing as PNG' }))),
            view.element);
    }

    #save(view: View, as: (picture: SVGSVGElement, name: string) => unknown): void {
        const picture = view.picture!(this.#entry, this.#state.get());
        if (picture)
            as(picture, `linchpin-${view.id}`);
    }

    // `changed`: only that; else anything may have.
    #showViews(changed?: (keyof State)[]): void {
        const moved = changed?.every(name => ['from', 'to'].includes(name));
        for (const view of this.#shown)
            if (!moved || view.watches?.some(name => changed!.includes(name)))
                view.show(this.#entry, this.#state.get());
    }

    #find(words: string, limit: number): Hit[] {
        return this.#shown.flatMap(view => view.search?.(this.#entry, { words, limit }) ?? []).slice(0, limit);
    }

    #themeChanged(): void {
        replace(this.#themeButton, icon(theme()));
        this.#themeButton.title = themeNames[theme()];
        this.#themeButton.setAttribute('aria-label', themeNames[theme()]);
        this.#showViews();
    }

    #nextTheme(): void {
        setTheme(themes[(themes.indexOf(theme()) + 1) % themes.length]!);
        this.#announce(themeNames[theme()]);
    }

    #nextEntry(by: number): void {
        const count = this.#data.entries.length;
        this.#state.set({ entry: (this.#state.get().entry + by + count) % count });
    }

    #ownKey(key: string): boolean {
        const does: { [key: string]: () => void } = {
            '/': () => this.#search.focus(),
            '[': () => this.#nextEntry(-1),
            ']': () => this.#nextEntry(1),
            t: () => this.#nextTheme(),
            '?': () => this.#help.showModal(),
        };
        does[key]?.();
        return key in does;
    }

    #key(event: KeyboardEvent): void {
        const target = event.target as Element;
        if (event.ctrlKey || event.metaKey || event.altKey || this.#help.open || target.closest?.('input, textarea, select'))
            return;
        const state: Readonly<State> = this.#state.get();
        const first = this.#shown.filter(view => view.element.contains(target));
        const done = [...first, ...this.#shown.filter(view => !first.includes(view))]
            .some(view => view.key?.(event, this.#entry, state)) || this.#ownKey(event.key);
        if (done)
            event.preventDefault();
    }
}

export function startShell(data: Data): void {
    new Shell(data, new PageState(data.entries.length)).start();
}
