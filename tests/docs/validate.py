# SPDX-License-Identifier: MIT
# validate.py SCHEMA: every line of stdin must be a JSON document that the schema accepts. Those
# that are not are named on stdout, and the exit code is 1. --names KIND prints what the schema
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
sys.exit(1 if bad else 0)
