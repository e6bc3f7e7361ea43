# SPDX-License-Identifier: MIT
# Is a file JUnit's XML as linchpin writes it? Prints a line for each test case: its outcome, its
# type and its name.
#
#     python3 tests/cli/junit.py FILE…
#
# There is no schema that all readers share; what is checked is what Jenkins, GitLab and GitHub's
# actions look at: the elements and attributes, their order, and that the counts are right.
import sys
import xml.etree.ElementTree as tree

ATTRIBUTES = {
    "testsuites": {"name", "tests", "failures", "errors", "skipped"},
    "testsuite": {"name", "tests", "failures", "errors", "skipped"},
    "testcase": {"classname", "name"},
    "failure": {"type", "message"},
    "error": {"type", "message"},
    "system-out": set(),
}
OPTIONAL = {"testcase": {"file", "time"}}


def check(condition, what):
    if not condition:
        sys.exit(f"{sys.argv[1]}: {what}")


def attributes(element):
    has = set(element.attrib)
    wanted = ATTRIBUTES[element.tag]
    check(wanted <= has <= wanted | OPTIONAL.get(element.tag, set()), f"{element.tag} has {has}")


def counts(element, cases):
    problems = [c[0].tag for c in cases]
    for name, count in (("tests", len(cases)), ("failures", problems.count("failure")),
                        ("errors", problems.count("error")), ("skipped", 0)):
        check(element.get(name) == str(count), f"{element.tag}: {name} is not {count}")


for file in sys.argv[1:]:
    root = tree.parse(file).getroot()
    check(root.tag == "testsuites" and len(root) == 1 and root[0].tag == "testsuite", "no suite")
    suite = root[0]
    for element in root.iter():
        attributes(element)
    counts(root, list(suite))
    counts(suite, list(suite))
    names = [case.get("name") for case in suite]
    check(len(set(names)) == len(names), "two test cases have one name")
    for case in suite:
        check(case.tag == "testcase" and len(case) == 1 and (case[0].text or "").strip(),
              "a test case says nothing")
        print(case[0].tag, case[0].get("type", "-"), case.get("name"))
