// SPDX-License-Identifier: MIT
// What a view is: one section of the page, which shows one kind of evidence. The shell asks each of
// them (views.ts) whether an entry has what it shows, and puts those that apply below each other.
//
//     export const makePlots: MakeView = page => {
//         const element = el('div');
//         return {
//             id: 'plots',
//             title: 'How the run went',
//             element,
//             applies: entry => !!entry.verdict.series?.length,
//             show(entry, state) { replace(element, draw(entry.verdict.series!, page.palette())); },
//         };
//     };

import type { Entry } from './data/types';
import type { PageState, State } from './page_state';
import type { Palette } from './shell/theme';

// What the shell lends to every view.
export interface Page {
    state: PageState;
    palette(): Palette; // as the theme is now; `show` is called again when it changes
    announce(text: string): void; // to those who hear the page
}

// A key for the list that `?` shows: "← →", "to the step before, or after".
export interface KeyHelp {
    keys: string;
    does: string;
}

// Something that was found: what it is, and the change of the state that shows it.
export interface Hit {
    text: string;
    where: string;
    go: Partial<State>;
}

export interface Search {
    words: string; // in lower case
    limit: number; // at most so many hits are wanted
}

export interface View {
    id: string; // of its section, and in names of exported files
    title: string;
    element: HTMLElement;
    applies(entry: Entry): boolean;
    // Called once in the page, and whenever the state or the theme has changed, as long as it applies.
    show(entry: Entry, state: Readonly<State>): void;
    // `from` and `to` change with each frame of a drag: `show` is called then only if they are here.
    watches?: (keyof State)[];
    // Keys: true if the view has done something about it. The first one that has, wins; the view
    // in which the focus is, is asked first.
    key?(event: KeyboardEvent, entry: Entry, state: Readonly<State>): boolean;
    keys?: KeyHelp[];
    search?(entry: Entry, search: Search): Hit[];
    // What is seen, as a picture that stands by itself.
    picture?(entry: Entry, state: Readonly<State>): SVGSVGElement | null;
}

export type MakeView = (page: Page) => View;
