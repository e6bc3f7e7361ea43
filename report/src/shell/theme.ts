// SPDX-License-Identifier: MIT
// Light and dark: as the system wants it, or as it is chosen here. The colours stand in
// style/theme.css; what draws by itself asks for them.

// Okabe and Ito's colours, in tones that have enough contrast; no meaning is told by colour alone.
const names = [
    'ground', 'panel', 'raised', 'ink', 'soft', 'faint', 'block', 'line', 'accent', 'accent-fill', 'bad', 'bad-fill',
    'good', 'good-fill', 'warn', 'warn-fill', 'purple', 'sky', 'yellow',
] as const;

export type Palette = { [name in (typeof names)[number]]: string } & { font: string; mono: string };

export type Theme = 'auto' | 'light' | 'dark';

let current: Palette | null = null;

export function palette(): Palette {
    if (!current) {
        const style = getComputedStyle(document.documentElement);
        const read = (name: string) => style.getPropertyValue(`--${name}`).trim();
        const colours = Object.fromEntries(names.map(name => [name, read(name)]));
        current = { ...colours, font: read('font'), mono: read('mono') } as Palette;
    }
    return current;
}

// Pages from disk may have no storage.
function stored(): Theme {
    try {
        const theme = localStorage.getItem('linchpin-theme');
        return theme === 'light' || theme === 'dark' ? theme : 'auto';
    } catch {
        return 'auto';
    }
}

let chosen: Theme = 'auto';
let changed: () => void = () => {};

const dark = matchMedia('(prefers-color-scheme: dark)');

// In the document it is light or dark, never open.
function apply(): void {
    document.documentElement.dataset.theme = chosen === 'auto' ? (dark.matches ? 'dark' : 'light') : chosen;
    current = null;
    changed();
}

export function theme(): Theme {
    return chosen;
}

export function setTheme(next: Theme): void {
    chosen = next;
    try {
        localStorage.setItem('linchpin-theme', next);
    } catch {
        // It is as chosen until the page is closed.
    }
    apply();
}

export function startTheme(whenChanged: () => void): void {
    chosen = stored();
    apply();
    changed = whenChanged;
    dark.addEventListener('change', apply);
}
