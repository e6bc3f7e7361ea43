// SPDX-License-Identifier: MIT
// A drawing as a file: SVG as it is, PNG drawn from it, at twice the size.

import { el } from '../dom/element';

function save(blob: Blob, name: string): void {
    const address = URL.createObjectURL(blob);
    el('a', { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
}

function svgBlob(picture: SVGSVGElement): Blob {
    picture.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
    return new Blob([new XMLSerializer().serializeToString(picture)], { type: 'image/svg+xml' });
}

export function saveSvg(picture: SVGSVGElement, name: string): void {
    save(svgBlob(picture), `${name}.svg`);
}

export async function savePng(picture: SVGSVGElement, name: string): Promise<void> {
    const address = URL.createObjectURL(svgBlob(picture));
    try {
        const image = new Image();
        image.src = address;
        await image.decode();
        const canvas = el('canvas', { width: 2 * image.width, height: 2 * image.height });
        canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
        const blob = await new Promise<Blob | null>(done => canvas.toBlob(done, 'image/png'));
        if (blob)
            save(blob, `${name}.png`);
    } finally {
        URL.revokeObjectURL(address);
    }
}
