# SPDX-License-Identifier: MIT
# validate.py SCHEMA: every line of stdin must be a JSON document that the schema accepts, with steps
# that change what is there. Those that are not are named on stdout, and the exit code is 1. --names KIND prints what the schema
# lists instead: the kinds of violations, or the figures.
import json
import sys

import jsonschema

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
if len(sys.argv) > 2:
    listed = schema["$defs"][sys.argv[3]]
    print("\n".join(listed.get("enum") or listed["properties"]))
    sys.exit(0)


class Inconsistent(Exception):
    pass


def expect(holds, what):
    if not holds:
        raise Inconsistent(what)


def consistent(verdict):
    """What no schema can say: numbers are of what there is, and changes are of what is there."""
    trace = verdict.get("trace", [])
    events = [step["events"] for step in trace if "events" in step]
    expect(events == sorted(events), "events go back")
    expect(all(n <= len(verdict["history"]) for n in events), "events beyond the history")
    happened = [step["happened"] for step in trace if "happened" in step]
    expect(happened == sorted(happened), "what has happened goes back")
    expect(not happened or "states" in verdict, "nothing is said of what has happened")
    for name in ("possible", "states"):
        expect(all(verdict.get(name, [])[:-1]), f"{name} goes on where no state is left")
    memory = verdict.get("memory", {"boxes": [], "cells": []})
    boxes = memory["boxes"]
    names = [box["name"] for box in boxes]
    expect(len(set(names)) == len(names), "two boxes have the same name")
    # Memory that is used again is the same box, made and freed in turns.
    turns = [[] for _ in boxes]
    for step in trace:
        for change in step.get("changes", []):
            if "made" in change or "freed" in change or "unreachable" in change:
                expect(0 <= change["box"] < len(boxes), f"there is no box {change['box']}")
                turns[change["box"]].append("made" in change)
    expect(all(a != b for turn in turns for a, b in zip(turn, turn[1:])), "a box is made or freed twice")
    there = [None if turn and turn[0] else {} for turn in turns]
    gone = [None] * len(boxes)  # of what is freed: what was in it

    def known(number):
        expect(0 <= number < len(boxes), f"there is no box {number}")
        return number

    for cell in memory["cells"]:
        box = there[known(cell["box"])]
        expect(box is not None, "a cell is in a box that is not made yet")
        expect(cell["cell"] not in box, "a cell is there twice")
        box[cell["cell"]] = cell["value"]
        known(cell.get("to", 0))
    for number, step in enumerate(trace):
        for change in step.get("changes", []):
            box = there[known(change["box"])]
            expect(box is not None or "made" in change, f"step {number}: {change}: is the box there?")
            if "made" in change or "freed" in change or "unreachable" in change:
                gone[change["box"]] = None if "made" in change else box
                there[change["box"]] = {}
                continue
            freed = gone[change["box"]]
            expect(freed is None or change["cell"] in freed, f"step {number}: {change}: was that there?")
            old, new = change.get("old"), change.get("new")
            expect(box.get(change["cell"]) == old, f"step {number}: {change}: it was {box.get(change['cell'])}")
            known(change.get("to", 0))
            if new is None:
                del box[change["cell"]]
            else:
                box[change["cell"]] = new
        for change in step.get("changes", []):
            to = change.get("to")
            expect(to is None or there[to] is not None, f"step {number}: {change}: it points to what is not made yet")
    if "graph" in verdict:
        graph = verdict["graph"]
        used = [edge[end] for edge in graph["edges"] for end in ("from", "to")]
        used += graph["initial"] + graph.get("path", [])
        expect(all(n < len(graph["states"]) for n in used), "the graph has no such state")


bad = 0
for number, line in enumerate(sys.stdin, 1):
    document = json.loads(line)
    # One of them, and by its own rules: a message about all four helps nobody.
    which = next((k for k in ("specs", "kinds", "written") if k in document), "verdict")
    rules = jsonschema.Draft202012Validator({**schema, "oneOf": [{"$ref": "#/$defs/" + which}]})
    for problem in rules.iter_errors(document):
        problem = jsonschema.exceptions.best_match([problem])
        where = "/".join(str(part) for part in problem.absolute_path)
        print(f"{number}: {where}: {problem.message[:200]}: {line[:200].rstrip()}")
        bad += 1
        break
    else:
        try:
            consistent(document)
        except Inconsistent as problem:
            print(f"{number}: {problem}: {line[:200].rstrip()}")
            bad += 1
sys.exit(1 if bad else 0)
