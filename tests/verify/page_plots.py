# SPDX-License-Identifier: MIT
# page_plots.py PAGE: the verdicts in a page, a line of JSON each. --facts: of each, what its plots and its graph come
# to: NAME states N edges N path N steps N depth-sum N, where the path goes along edges ("broken": it does not).
import json
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    data = re.search('<script[^>]* id="data"[^>]*>(.*?)</script>', file.read(), re.S)
for entry in json.loads(data.group(1))["entries"]:
    verdict = entry["verdict"]
    if "--facts" not in sys.argv:
        print(json.dumps(verdict))
        continue
    graph = verdict.get("graph", {"states": [], "edges": []})
    edges = {(edge["from"], edge["to"]) for edge in graph["edges"]}
    path = graph.get("path", [])
    whole = all(pair in edges for pair in zip(path, path[1:]))
    depths = [s for s in verdict.get("series", []) if s["name"] == "states by depth"]
    print(
        verdict["subject"].split()[0],
        "states", len(graph["states"]),
        "edges", len(edges),
        "path", len(path) if whole else "broken",
        "steps", len(verdict.get("trace", [])),
        "depth-sum", sum(y for s in depths for _, y in s["points"]),
        "searched", verdict["figures"].get("states", 0),
    )
