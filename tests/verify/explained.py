# SPDX-License-Identifier: MIT
# explained.py history VERDICT: its history as JSON Lines.
# explained.py compare VERDICT CHECKED: what the verdict of a model says of its history, held against what check says.
import json
import sys


def load(path):
    with open(path, encoding='utf-8') as lines:
        return json.loads(lines.readline())


def history(verdict):
    for event in verdict['history']:
        print(json.dumps({key: event[key] for key in ('process', 'type', 'f', 'value') if key in event}))


def compare(verdict, checked):
    possible = verdict['possible']
    assert possible[-1] == [] and all(possible[:-1]), 'no state is possible in the end, and only there'
    assert len(possible) == len(verdict['history']) + 1, 'states before the first event, and after each'
    orders = verdict['partials']['orders']
    for op, of in enumerate(verdict['partials']['of']):
        assert of == -1 or [op] in orders[of]['order'], 'the order of an operation has it'
    assert len(orders[0]['order']) == max(len(o['order']) for o in orders)
    assert [c['condition'] for c in verdict['conditions']], 'other conditions'
    if checked.get('left_out'):
        return print('check leaves something out')
    for key in ('possible', 'partials', 'conditions', 'culprit'):
        assert verdict[key] == checked[key], f'{key}: {verdict[key]} but {checked[key]}'
    print('the same')


try:
    if sys.argv[1] == 'history':
        history(load(sys.argv[2]))
    else:
        compare(load(sys.argv[2]), load(sys.argv[3]))
except AssertionError as wrong:
    sys.exit(print(wrong) or 1)
