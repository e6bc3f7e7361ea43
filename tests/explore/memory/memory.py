# SPDX-License-Identifier: MIT
# memory.py SAID ROOT: the verdict on stdin, with the memory that its steps leave; what the object said in SAID, a line
# for each call of say_…. ROOT names where a list begins, or an array: "main#1.head", "ring.slots".
import json
import re
import sys

verdict = json.loads(sys.stdin.readline())
said = [line.split() for line in open(sys.argv[1]) if line.startswith(("list", "numbers"))]
root_box, root_cell = sys.argv[2].split(".")
boxes, trace = verdict["memory"]["boxes"], verdict["trace"]
names = [box["name"] for box in boxes]
memory = [{} for _ in boxes]  # of each box, a cell's (value, to)
for cell in verdict["memory"]["cells"]:
    memory[cell["box"]][cell["cell"]] = (cell["value"], cell.get("to"))
bad = 0


def wrong(number, what):
    global bad
    bad += 1
    print(f"step {number + 1}: {what}: {trace[number]}")


def find_list(cells):
    found, to = [], cells[root_cell][1]
    while to is not None and len(found) < 6:
        found.append(memory[to]["value"][0])
        to = memory[to]["next"][1]
    return found


def find_numbers(cells):
    slots = [cells[f"{root_cell}[{i}]"][0] for i in range(3)]
    return slots + [cells["last"][0]]


def text_of(access, step):
    """The text of the step, by its typed data."""
    verb, order = step["what"].split()[0], access.get("order", "seq_cst")
    after = "" if order == "seq_cst" else f" ({order})"
    kind, cell = access["kind"], access["cell"]
    if kind == "read":
        return f"{verb} {cell} = {access['old']}{after}"
    if kind == "write":
        return f"{verb} {cell} = {access['new']}{after}"
    if access.get("failed"):
        return f"{verb} {cell} fails: it is {access['old']}{after}"
    return f"{verb} {cell}: {access['old']} → {access['new']}{after}"


EXPECTED = {"top": "t", "tail": "t", "head": "h", "next": "next"}  # of a swap: which variable has what is expected


def check_locals(number, step, access):
    global seen
    mine, member = f"thread {step['thread']}", re.search(r"->(\w+)", access.get("cell", ""))
    held = memory[names.index(mine)] if mine in names else {}
    name = EXPECTED.get(member[1]) if member else None
    if access["kind"] == "cas" and not access.get("failed") and name in held:
        seen += 1
        if access["old"] != held[name][0]:
            wrong(number, f"the thread has {held}")


lines, compared, kinds, seen = iter(said), 0, set(), 0
for number, step in enumerate(trace):
    if "access" in step:
        check_locals(number, step, step["access"])
    for change in step.get("changes", []):
        if "cell" in change and "new" not in change:
            del memory[change["box"]][change["cell"]]
        elif "cell" in change:
            memory[change["box"]][change["cell"]] = (change["new"], change.get("to"))
    access = step.get("access")
    if access and access["kind"] in ("read", "write", "cas", "update"):
        kinds.add(access["kind"])
        if "old" not in access and "new" not in access:
            continue  # it did not come to it: the execution ends here
        if text_of(access, step) != step["what"]:
            wrong(number, f"typed, it is {text_of(access, step)}")
        # The block is in brackets, or before the member.
        box = re.search(r"\[([a-z]*\d*#\d+)[].+]", access["cell"]) or re.match(r"([a-z]*\d*#\d+)\.", access["cell"])
        here = [c for c in step.get("changes", []) if box and names[c["box"]] == box[1] and "cell" in c]
        new = access.get("new", access.get("old"))
        if "bytes)" in new:
            continue  # a whole struct
        if box and access.get("old", new) != new and not any(c["new"] == new for c in here):
            wrong(number, "the cell does not change")
        if box and any(c["new"] != new for c in here):
            wrong(number, "another value is in the cell")
    if step["what"].startswith("call of say_"):
        want = next(lines, ["nothing"])
        cells = memory[names.index(root_box)]
        found = find_list(cells) if want[0] == "list" else find_numbers(cells)
        compared += 1
        if found != want[1:]:
            wrong(number, f"the object says {want}, memory has {found}")
if next(lines, None):
    print("the object says more than the steps")
    bad += 1
blocks = [box for box in boxes if box["kind"] != "thread"]
print(compared, "compared,", " ".join(sorted(kinds)), "and", len(blocks), "boxes,", seen, "swaps by threads that know")
sys.exit(1 if bad or not compared else 0)
