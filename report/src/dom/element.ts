// SPDX-License-Identifier: MIT
// Elements of the page. A text becomes a text node, whatever stands in it: nowhere is markup put
// together of texts.

import { visible } from '../data/visible_text';

export type Child = Node | string | number | null | undefined | false;

// `on…` are listeners; true is an attribute without value; false, null and undefined leave it out.
export interface Attributes {
    [name: string]: string | number | boolean | null | undefined | ((event: any) => void);
}

function setAttributes(element: Element, attributes: Attributes): void {
    for (const [name, value] of Object.entries(attributes)) {
        if (typeof value === 'function')
            element.addEventListener(name.slice(2), value);
        else if (value !== false && value !== null && value !== undefined)
            element.setAttribute(name, value === true ? '' : String(value));
    }
}

function add(element: Element, children: Child[]): void {
    for (const child of children)
        if (child !== null && child !== undefined && child !== false)
            element.append(typeof child === 'number' ? String(child) : child);
}

export function el<K extends keyof HTMLElementTagNameMap>(
    tag: K,
    attributes: Attributes = {},
    ...children: Child[]
): HTMLElementTagNameMap[K] {
    const element = document.createElement(tag);
    setAttributes(element, attributes);
    add(element, children);
    return element;
}

export function svg<K extends keyof SVGElementTagNameMap>(
    tag: K,
    attributes: Attributes = {},
    ...children: Child[]
): SVGElementTagNameMap[K] {
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
    setAttributes(element, attributes);
    add(element, children);
    return element;
}

const LONGEST = 2000;

// A text of others: a value, a name, a line of source. Of one that would fill the page its beginning
// is shown, and how long it is.
export function given(text: string, lines = false): HTMLElement {
    const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)}… (${text.length.toLocaleString('en')} characters)` : text;
    return el('bdi', {}, visible(cut, lines));
}

export function code(text: string): HTMLElement {
    return el('code', {}, given(text));
}

export function replace(element: Element, ...children: Child[]): void {
    element.replaceChildren();
    add(element, children);
}

export function button(label: Child, onclick: () => void, attributes: Attributes = {}): HTMLButtonElement {
    return el('button', { type: 'button', onclick, ...attributes }, label);
}
