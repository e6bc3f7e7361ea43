// SPDX-License-Identifier: MIT
// Text to the clipboard. Pages from disk may not be allowed the new way; the old one needs a field
// in which the text is selected.

function copyOld(text: string): boolean {
    const field = document.createElement('textarea');
    field.value = text;
    field.className = 'aside';
    document.body.append(field);
    field.select();
    const done = document.execCommand('copy');
    field.remove();
    return done;
}

export async function copy(text: string): Promise<boolean> {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        return copyOld(text);
    }
}
