# SPDX-License-Identifier: MIT
# Is a file SARIF as linchpin writes it? Prints a line for each result and each notification: its
# rule, its level, where it is, its fingerprint ("-": it has none).
#
#     python3 tests/cli/sarif.py FILE…
#     python3 tests/cli/sarif.py --refused FILE…    is each of them wrong?
#     python3 tests/cli/sarif.py --read FILE…       without the schema, which takes longer to load
#
# sarif.schema.json says what the objects are, written from the text of the standard. The
# standard's own schema is not ours to hand on: where SARIF_SCHEMA names a copy of it, the files
# are held against that, too. What no schema can say is looked at here: that numbers and names
# which refer to something else find it, and that places exist.
import json
import os
import sys
from urllib.parse import unquote



class Wrong(Exception):
    pass


def schemas():
    try:
        import jsonschema
    except ImportError:  # of Debian's package, where another python3 comes first
        if sys.executable == "/usr/bin/python3":
            raise
        os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])
    names = [os.path.join(os.path.dirname(__file__), "sarif.schema.json")]
    if os.environ.get("SARIF_SCHEMA"):
        names.append(os.environ["SARIF_SCHEMA"])
    for name in names:
        with open(name, encoding="utf-8") as file:
            schema = json.load(file)
        kind = jsonschema.validators.validator_for(schema)
        kind.check_schema(schema)
        yield kind(schema), jsonschema.exceptions.best_match


def check(condition, what):
    if not condition:
        raise Wrong(what)


def place(location):
    physical = location["physicalLocation"]
    uri, line = physical["artifactLocation"]["uri"], physical["region"]["startLine"]
    path = unquote(uri)
    if "uriBaseId" in physical["artifactLocation"]:
        path = os.path.join(os.environ.get("SARIF_ROOT", "."), path)
        check(os.path.exists(path), f"there is no {path}")
        with open(path, encoding="utf-8", errors="replace") as file:
            lines = file.read().split("\n")
        check(line <= len(lines), f"{path} has no line {line}")
        column = physical["region"].get("startColumn", 1)
        check(column <= len(lines[line - 1]) + 1, f"{path}:{line} has no column {column}")
    return f"{uri}:{line}"


def check_flow(flow):
    steps = [step for thread in flow["threadFlows"] for step in thread["locations"]]
    order = sorted(step["executionOrder"] for step in steps)
    check(order == list(range(order[0], order[0] + len(order))), f"the steps are {order}")
    check(order[0] == 1 or "message" in flow, "steps are left out, and nothing says so")
    last = [step["executionOrder"] for step in steps if "importance" in step]
    check(last == [order[-1]], f"the last step is {last}")
    for thread in flow["threadFlows"]:
        order = [step["executionOrder"] for step in thread["locations"]]
        check(order == sorted(order), f"{thread['id']} goes back")
        for step in thread["locations"]:
            place(step["location"])


def check_run(run):
    driver = run["tool"]["driver"]
    rules = [rule["id"] for rule in driver["rules"]]
    check(len(set(rules)) == len(rules), "two rules have one id")
    invocation = run["invocations"][0]
    outcomes = []
    for result in run["results"]:
        rule = driver["rules"][result["ruleIndex"]]
        check(rule["id"] == result["ruleId"], f"rule {result['ruleIndex']} is not {result['ruleId']}")
        check(rule["defaultConfiguration"]["level"] == result["level"], "another level")
        outcomes += [1] if result["level"] == "error" else []
        for location in result.get("relatedLocations", []):
            place(location)
        for flow in result.get("codeFlows", []):
            check_flow(flow)
        digits = result.get("partialFingerprints", {}).get("linchpin/v1", "-")
        check(digits != "-", "a result has no fingerprint")
        print(result["ruleId"], result["level"], place(result["locations"][0]), digits)
    for notification in invocation["toolExecutionNotifications"]:
        which = notification["descriptor"]
        check(driver["notifications"][which["index"]]["id"] == which["id"], "another descriptor")
        outcomes.append({"holds": 0, "error": 2, "unknown": 3}[which["id"]])
        where = [place(location) for location in notification.get("locations", [])]
        print(which["id"], notification["level"], *(where or ["-"]), "-")
    worst = next((code for code in (2, 1, 3) if code in outcomes), 0)
    check(invocation["exitCode"] == worst, f"the exit code is not {worst}")
    successful = 2 not in outcomes and 3 not in outcomes
    check(invocation["executionSuccessful"] == successful, "successful or not")


def check_file(name, rules):
    with open(name, encoding="utf-8") as file:
        log = json.load(file)
    for schema, best_match in rules:
        problem = best_match(schema.iter_errors(log))
        if problem:
            check(False, "/".join(map(str, problem.absolute_path)) + ": " + problem.message[:200])
    check_run(log["runs"][0])


mode = sys.argv[1] if sys.argv[1].startswith("--") else ""
rules = [] if mode == "--read" else list(schemas())
bad = 0
for name in sys.argv[2 if mode else 1 :]:
    try:
        check_file(name, rules)
        if mode == "--refused":
            print(f"{name}: accepted")
            bad += 1
    except (Wrong, KeyError, IndexError) as problem:
        if mode != "--refused":
            print(f"{name}: {problem}")
            bad += 1
sys.exit(1 if bad else 0)
