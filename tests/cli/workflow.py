# SPDX-License-Identifier: MIT
# workflow.py FOLDER FILE…: the commands of a workflow of GitHub or GitLab run, in a copy of the
# documents in FOLDER, as their runners run them, and the files that it hands on are there then.
import glob
import os
import shutil
import subprocess
import sys

try:
    import yaml
except ImportError:  # of Debian's package, where another python3 comes first
    if sys.executable == "/usr/bin/python3":
        raise
    os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])


def github(workflow):
    assert workflow[True] == ["push", "pull_request"], "YAML 1.1 reads `on` as a truth value"
    assert workflow["permissions"]["security-events"] == "write", "SARIF cannot be uploaded"
    (job,) = workflow["jobs"].values()
    commands, wanted = [], []
    for step in job["steps"]:
        assert ("run" in step) != ("uses" in step), step
        if "run" in step and not step["name"].startswith("install"):
            commands.append(step["run"])
        given = step.get("with", {})
        if "sarif_file" in given:
            wanted.append(given["sarif_file"] + "/*.sarif")
        if "path" in given:
            wanted.append(given["path"])
    return commands, wanted


def gitlab(workflow):
    (job,) = workflow.values()
    return job["script"], [*job["artifacts"]["paths"], job["artifacts"]["reports"]["junit"]]


folder = sys.argv[1]
for name in sys.argv[2:]:
    with open(name, encoding="utf-8") as file:
        workflow = yaml.safe_load(file)
    shutil.rmtree(folder, ignore_errors=True)
    os.mkdir(folder)
    shutil.copytree("docs", folder + "/docs")
    commands, wanted = github(workflow) if "jobs" in workflow else gitlab(workflow)
    path = os.path.dirname(os.path.abspath(os.environ["LINCHPIN"])) + ":" + os.environ["PATH"]
    for command in commands:
        subprocess.run(["bash", "-eo", "pipefail", "-c", command], cwd=folder, check=True,
                       env={**os.environ, "PATH": path})
    for pattern in wanted:
        found = glob.glob(os.path.join(folder, pattern))
        if len(found) < 2:
            sys.exit(f"{name}: there are no {pattern}")
        print(*found, sep="\n")
    print(f"{os.path.basename(name)}: {len(commands)} commands")
