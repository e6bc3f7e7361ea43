// SPDX-License-Identifier: MIT
// Signs on buttons, as shapes: fonts differ in which of such letters they have.

import { svg } from './element';

const shapes = {
    first: 'M4 4v8M12 4l-6 4l6 4z',
    before: 'M11 4l-6 4l6 4z',
    next: 'M5 4l6 4l-6 4z',
    last: 'M12 4v8M4 4l6 4l-6 4z',
    play: 'M5 3.5l7 4.5l-7 4.5z',
    pause: 'M4.5 4h2v8h-2zM9.5 4h2v8h-2z',
    minus: 'M4 8h8',
    plus: 'M4 8h8M8 4v8',
    auto: 'M8 2.5a5.5 5.5 0 0 0 0 11zM8 2.5a5.5 5.5 0 0 1 0 11',
    light: 'M8 5.5a2.5 2.5 0 0 1 0 5a2.5 2.5 0 0 1 0 -5zM8 1v1.6M8 13.4V15M1 8h1.6M13.4 8H15M3 3l1.2 1.2M11.8 11.8l1.2 1.2M3 13l1.2 -1.2M11.8 4.2l1.2 -1.2',
    dark: 'M13 9.6a5.4 5.4 0 1 1 -6.6 -6.6a4.4 4.4 0 0 0 6.6 6.6z',
};

export type Icon = keyof typeof shapes;

// The second half of `auto` is not filled.
export function icon(name: Icon): SVGSVGElement {
    const [filled, ...open] = name === 'auto' ? shapes.auto.split(/(?<=z)/) : [shapes[name]];
    return svg('svg', { class: 'icon', viewBox: '0 0 16 16', 'aria-hidden': 'true' },
        svg('path', { d: filled! }), ...open.map(d => svg('path', { d, fill: 'none' })));
}
