"""Holds the files for benchmark tools to the program: python3 tests/benchmark_tools/check.py ZLINK.

Needs nothing but Python: where BenchExec is not installed, the few names of it that the tool-info module uses stand in
for it.
"""

import importlib.util
import re
import signal
import subprocess
import sys
import tempfile
import types
import xml.etree.ElementTree as xml
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SQUARE = ROOT / "instances/numberlink/square.lp"
CYCLES = ROOT / "instances/slitherlink/grid-8x8-vertices.lp"
NO_CYCLE = ROOT / "instances/slitherlink/tree.lp"
# Seconds that no run needs.
PATIENCE = 300


def stand_in():
    """The part of BenchExec that the module needs."""
    template = types.ModuleType("benchexec.tools.template")
    template.BaseTool2 = object
    result = types.ModuleType("benchexec.result")
    for name, value in {"TRUE_PROP": "true", "FALSE_PROP": "false", "UNKNOWN": "unknown"}.items():
        setattr(result, f"RESULT_{name}", value)
    result.RESULT_ERROR, result.RESULT_TIMEOUT = "ERROR", "TIMEOUT"
    package, tools = types.ModuleType("benchexec"), types.ModuleType("benchexec.tools")
    package.result, package.tools, tools.template = result, tools, template
    names = {"benchexec": package, "benchexec.result": result}
    names |= {"benchexec.tools": tools, "benchexec.tools.template": template}
    sys.modules.update(names)


def load(path, name):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(command, stdin="", seconds=None):
    """The run as BenchExec shows it to the module: both streams as lines, the status, whether it was ended."""
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    timeout = False
    try:
        output, _ = process.communicate(stdin, timeout=seconds or PATIENCE)
    except subprocess.TimeoutExpired:
        if seconds is None:
            process.kill()
            raise
        timeout = True
        process.send_signal(signal.SIGTERM)
        output, _ = process.communicate(timeout=PATIENCE)
    value = process.returncode if process.returncode >= 0 else None
    status = types.SimpleNamespace(value=value, signal=None if value is not None else -process.returncode)
    return types.SimpleNamespace(output=output.splitlines(), exit_code=status, was_timeout=timeout)


def check_tool_info(zlink):
    try:
        import benchexec.tools.template
    except ImportError:
        stand_in()
    tool = load(ROOT / "benches/benchexec/zlink.py", "zlink_tool_info").Tool()
    limits = types.SimpleNamespace(memory=1_000_000_000)

    def result(options, *files, seconds=None):
        task = types.SimpleNamespace(input_files=[str(file) for file in files])
        return tool.determine_result(run(tool.cmdline(zlink, options, task, limits), seconds=seconds))

    assert tool.cmdline(zlink, ["-n", "2"], types.SimpleNamespace(input_files=["a.lp"]), limits) == [
        zlink, "solve", "-n", "2", "--format=clingo", "--memory-limit=900", "a.lp",
    ]
    for form in [], ["--format", "asp"], ["--format=aspcomp"], ["--format=json"]:
        for command in "solve", "count":
            assert result([command, *form], SQUARE) == "true", (command, form)
            assert result([command, *form], NO_CYCLE) == "false", (command, form)
    assert result([], SQUARE) == "true"
    assert result(["count"], CYCLES) == "true"
    assert result(["solve", "--exit-zero"], SQUARE) == "true"
    with tempfile.TemporaryDirectory() as folder:
        broken, hard, answer = (Path(folder) / name for name in ("broken.lp", "hard.lp", "answer.lp"))
        broken.write_text("edge(0,1")
        assert result(["solve"], broken) == "ERROR (input)"
        answer.write_text("\n".join(run([zlink, "solve", SQUARE]).output))
        assert result(["check"], SQUARE, answer) == "true"
        answer.write_text(answer.read_text().split()[0] + "\n")
        assert result(["check"], SQUARE, answer) == "false"
        side = 30
        across = [f"edge({v},{v + 1})." for v in range(side * side) if v % side < side - 1]
        down = [f"edge({v},{v + side})." for v in range(side * side - side)]
        hard.write_text("\n".join(across + down))
        assert result(["count", "--time-limit=0.2"], hard) == "unknown"
        assert result(["count"], hard, seconds=0.3) == "TIMEOUT"
        assert result(["count", "--memory-limit=20"], hard) == "OUT OF MEMORY"
    assert result(["solve", "--nonsense"], SQUARE) == "ERROR"
    output = run([zlink, "solve", "-n", "0", "--format=clingo", "--stats", SQUARE]).output
    assert tool.get_value_from_output(output, "Models") == "2"
    assert tool.get_value_from_output(output, "choices").isdigit()
    assert tool.get_value_from_output(output, "open edges").isdigit()
    assert tool.get_value_from_output(output, "nothing") is None


def check_benchexec_definition(zlink):
    definition = xml.parse(ROOT / "benches/benchexec/zlink.xml").getroot()
    module = Path(*definition.get("tool").split(".")).with_suffix(".py")
    assert (ROOT / module).exists(), module
    for kind in definition.iter("rundefinition"):
        options = []
        for option in kind.iter("option"):
            options += [option.get("name")] + ([option.text] if option.text else [])
        assert run([zlink, *options, "--format=clingo", SQUARE]).exit_code.value in (10, 30), options
    tasks = load(ROOT / "benches/benchexec/tasks.py", "zlink_tasks")
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        tasks.main(folder)
        written = list(folder.glob("*.yml"))
        assert len(written) > 90
        for task in written:
            file = re.search(r"input_files: '(.*)'", task.read_text()).group(1)
            assert (folder / file).exists(), task
        assert "expected_verdict: false" in (folder / "slitherlink-tree.yml").read_text()


def check_runscript(zlink):
    """What benchmark-tool's parser for clasp needs: one status word on a line, and figures behind a colon."""
    script = xml.parse(ROOT / "benches/btool/runscript.xml").getroot()
    system = script.find("system")
    version = run([zlink, "--version"]).output[0].split()[1]
    assert system.get("version") == version, "the version of zlink in the runscript"
    for setting in system.iter("setting"):
        options = (system.get("cmdline") + " " + setting.get("cmdline", "")).split()
        for file, word in (SQUARE, "SATISFIABLE"), (NO_CYCLE, "UNSATISFIABLE"):
            output = run([zlink, *options, str(file)]).output
            words = ("SATISFIABLE", "UNSATISFIABLE", "UNKNOWN", "OPTIMUM FOUND")
            assert [line for line in output if line in words] == [word]
            for figure in "Models", "Choices", "Conflicts", "Restarts":
                assert any(re.fullmatch(rf"{figure} *: [0-9]+\+?", line) for line in output), figure
    for folder in script.iter("folder"):
        assert any((ROOT / folder.get("path")).glob("*.lp"))


if __name__ == "__main__":
    program = sys.argv[1]
    check_tool_info(program)
    check_benchexec_definition(program)
    check_runscript(program)
