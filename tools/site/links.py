#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tools/site/links.py [ROOT]: do the documents hang together?

Every link from one document to a file, or to a heading of a document, leads somewhere, and
docs/README.md, from which the site takes its navigation, lists every page exactly once.
Needs no generator. `tools/site/make` uses what is here to build the site.
"""
import os
import re
import sys
from pathlib import Path

# Documents outside of docs/ that are pages of the site, too, and what they are called there.
OUTSIDE = {
    'README.md': 'project.md',
    'CONTRIBUTING.md': 'contributing.md',
    'CHANGELOG.md': 'changelog.md',
    'objects/libraries/README.md': 'libraries.md',
}
ENTRY = 'docs/README.md'
LINK = re.compile(r'!?\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^()\s]+)\)')


def documents(root):
    """Paths, from the root, of all documents that become pages."""
    inside = sorted(str(p.relative_to(root)) for p in (root / 'docs').rglob('*.md'))
    return inside + [p for p in OUTSIDE if (root / p).is_file()]


def prose(text):
    """The lines with their numbers, but those of code blocks."""
    fence = None
    for number, line in enumerate(text.splitlines(), 1):
        mark = re.match(r'\s*(```+|~~~+)', line)
        if mark and fence is None:
            fence = mark[1][:3]
        elif mark and mark[1].startswith(fence):
            fence = None
        elif fence is None:
            yield number, line


def blanked(text):
    """The text without its code, each place where it was: what looks like a link in code is none."""
    lines = [' ' * len(line) for line in text.splitlines()]
    for number, line in prose(text):
        lines[number - 1] = line
    code = re.compile(r'(?<!`)(`+)(?!`)((?!\n[ ]*\n).)*?(?<!`)\1(?!`)', re.DOTALL)
    return code.sub(lambda m: re.sub(r'[\[\]()<>]', ' ', m[0]), '\n'.join(lines))


def links(text):
    """(line number, target, where the target is) of every link and picture."""
    plain = blanked(text)
    for found in LINK.finditer(plain):
        yield plain.count('\n', 0, found.start()) + 1, found[2], found.span(2)


def anchor(heading):
    """What a heading is called in an address, as GitHub does it."""
    plain = re.sub(r'\[([^\]]*)\]\([^)]*\)', r'\1', heading).replace('`', '').replace('*', '')
    return re.sub(r'[^\w\- ]', '', plain.strip().lower()).replace(' ', '-')


def anchors(text):
    """What the headings of a document are called, and the places that it names itself."""
    named = set(re.findall(r'<a id="([^"]*)">', blanked(text)))
    return named | {anchor(m[1]) for _, line in prose(text) if (m := re.match(r'#{1,6}\s+(.*?)\s*#*$', line))}


def resolve(document, target):
    """The path from the root that a link means, and its anchor."""
    path, _, fragment = target.partition('#')
    if not path:
        return document, fragment
    return os.path.normpath(os.path.join(os.path.dirname(document), path)), fragment


def outward(target):
    return re.match(r'[a-z][a-z0-9+.-]*:', target) is not None


def navigation(root):
    """[(section, [(title, document)])] as docs/README.md lists them."""
    sections = []
    for _, line in prose((root / ENTRY).read_text()):
        if heading := re.match(r'## +(.*)', line):
            sections.append((heading[1], []))
        elif sections and (item := re.match(r'- \[([^\]]*)\]\(([^)#]*\.md)\)', line)):
            sections[-1][1].append((item[1].replace('`', ''), resolve(ENTRY, item[2])[0]))
    return [s for s in sections if s[1]]


def broken_links(root):
    texts = {d: (root / d).read_text() for d in documents(root)}
    for document, text in texts.items():
        for number, target, _ in links(text):
            if outward(target):
                continue
            path, fragment = resolve(document, target)
            if path.startswith('..') or not (root / path).exists():
                yield f'{document}:{number}: there is no {target}'
            elif fragment and path in texts and fragment not in anchors(texts[path]):
                yield f'{document}:{number}: no heading of {path} is called #{fragment}'


def unlisted(root):
    listed = [document for _, items in navigation(root) for _, document in items]
    for document in documents(root):
        if document != ENTRY and listed.count(document) != 1:
            yield f'{ENTRY}: {document} is listed {listed.count(document)} times'


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else '.')
    found = list(broken_links(root)) + list(unlisted(root))
    print('\n'.join(found) or f'{len(documents(root))} documents, '
          f'{sum(1 for d in documents(root) for _ in links((root / d).read_text()))} links')
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main())
