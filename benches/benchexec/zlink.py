"""BenchExec's tool-info module for zlink: docs/howto/benchexec.md shows how it is used."""

import re

import benchexec.result as result
import benchexec.tools.template

COMMANDS = ("solve", "count", "check")

# The words of all formats of zlink, and of its checker.
WORDS = {
    "SATISFIABLE": result.RESULT_TRUE_PROP,
    "ANSWER": result.RESULT_TRUE_PROP,
    "CORRECT": result.RESULT_TRUE_PROP,
    "UNSATISFIABLE": result.RESULT_FALSE_PROP,
    "INCONSISTENT": result.RESULT_FALSE_PROP,
    "INCORRECT": result.RESULT_FALSE_PROP,
    "UNKNOWN": result.RESULT_UNKNOWN,
}

# Exit statuses that say more than a status word. They are those of clasp.
OUT_OF_MEMORY = 33
BAD_INPUT = 65


class Tool(benchexec.tools.template.BaseTool2):
    """Tool info for zlink, a solver for link puzzles (Slitherlink, Numberlink) on arbitrary graphs."""

    def executable(self, tool_locator):
        return tool_locator.find_executable("zlink", subdir="target/dist")

    def name(self):
        return "zlink"

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="zlink")

    def cmdline(self, executable, options, task, rlimits):
        command, options = "solve", list(options)
        if options and options[0] in COMMANDS:
            command = options.pop(0)
        # The format that has a status word and figures for get_value_from_output().
        if command != "check" and not has(options, "--format"):
            options.append("--format=clingo")
        # zlink ends by itself, with an answer, before BenchExec would kill it.
        if rlimits.memory and not has(options, "--memory-limit"):
            options.append(f"--memory-limit={max(1, rlimits.memory * 9 // 10_000_000)}")
        return [executable, command, *options, *task.input_files]

    def determine_result(self, run):
        if run.was_timeout:
            return result.RESULT_TIMEOUT
        if run.exit_code.value == OUT_OF_MEMORY:
            return "OUT OF MEMORY"
        if run.exit_code.value == BAD_INPUT:
            return f"{result.RESULT_ERROR} (input)"
        for line in run.output:
            word = line.strip()
            # JSON: "Result": "SATISFIABLE",
            json = re.fullmatch(r'"Result": "([A-Z]+)",?', word)
            if json:
                word = json.group(1)
            if word in WORDS:
                return WORDS[word]
            if word.startswith(("link(", "-link(")):
                return result.RESULT_TRUE_PROP
            # `count`, ended early: the number is not known.
            if word.startswith("at least "):
                return result.RESULT_UNKNOWN
        # `count` in its default format prints only the number of solutions.
        if run.exit_code.value in (10, 20, 30):
            return result.RESULT_FALSE_PROP if run.exit_code.value == 20 else result.RESULT_TRUE_PROP
        return result.RESULT_ERROR

    def get_value_from_output(self, output, identifier):
        # `Choices      : 12` of the format clingo, `open edges      : 34` of --stats.
        for line in output:
            key, colon, value = line.partition(":")
            if colon and key.strip().lower() == identifier.lower():
                return value.split()[0] if value.split() else None
        return None


def has(options, name):
    """Whether an option is given, with its value behind a blank or an equals sign."""
    return any(option == name or option.startswith(name + "=") for option in options)
