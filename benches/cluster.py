#!/usr/bin/env python3
"""Counts by several processes that meet over loopback, as a Markdown table.

    benches/cluster.py INSTANCES... [--program PATH] [--processes 1,2,4] [--threads N] [--runs N]
    benches/cluster.py cycles-15 kings-9 chords-24 --program target/release/zlink

PATH is zlink, built with the feature cluster. INSTANCES are names of `graphs.py`. 0 processes are a run without --hosts, which
for planar graphs may count in another way. CPU seconds are those of all processes, times are medians, and bytes are what
timely has written to all connections for each state that was passed. All numbers must agree, otherwise the exit status is 1.
"""

import argparse
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time

import graphs

HEAD = """\
| family | processes | states | CPU s | CPU s of each | wall s | bytes sent a state |
|---|---:|---:|---:|---|---:|---:|"""


def addresses(processes):
    """This number of free addresses."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(processes)]
    ports = [taken.getsockname()[1] for taken in sockets]
    for taken in sockets:
        taken.close()
    return [f"127.0.0.1:{port}" for port in ports]


def count(program, path, processes, threads, folder):
    """The count, the statistics of each process, and the time by the clock."""
    hosts = os.path.join(folder, "hosts")
    with open(hosts, "w") as file:
        file.write("\n".join(addresses(processes)))
    command = [program, "count", "--exit-zero", "-q", "--stats=json", "--threads", str(threads), path]
    began = time.monotonic()
    started = []
    for process in range(max(processes, 1)):
        shared = ["--hosts", hosts, "--process", str(process)] if processes else []
        started.append(subprocess.Popen(command + shared, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True))
    ended = [process.communicate() for process in started]
    wall = time.monotonic() - began
    if any(process.returncode for process in started):
        sys.exit("".join(errors for _, errors in ended))
    return int(ended[0][0]), [json.loads(errors.splitlines()[-1]) for _, errors in ended], wall


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("instances", nargs="+")
    parser.add_argument("--program", default="target/release/zlink")
    parser.add_argument("--processes", default="1,2,4", type=lambda text: [int(n) for n in text.split(",")])
    parser.add_argument("--threads", default=1, type=int)
    parser.add_argument("--runs", default=3, type=int)
    arguments = parser.parse_args()
    agree = True
    print(HEAD)
    with tempfile.TemporaryDirectory() as folder:
        for name in arguments.instances:
            path = os.path.join(folder, "puzzle.lp")
            with open(path, "w") as file:
                file.write(graphs.instance(name, arguments.program).facts)
            numbers, runs = set(), {n: [] for n in arguments.processes}
            # All take turns, so that a busy minute affects each of them.
            for _ in range(arguments.runs):
                for processes in arguments.processes:
                    number, figures, wall = count(arguments.program, path, processes, arguments.threads, folder)
                    numbers.add(number)
                    runs[processes].append((sum(f["cpu_time"] for f in figures), wall, figures))
            for processes, done in runs.items():
                cpu, wall = (statistics.median(run[i] for run in done) for i in (0, 1))
                figures = done[-1][2]
                states = figures[0].get("sweep_states", 0)
                sent = sum(f.get("bytes_sent", 0) for f in figures)
                each = ", ".join(f"{f['cpu_time']:.2f}" for f in figures)
                row = [name, processes, f"{states:,}", f"{cpu:.2f}", each, f"{wall:.2f}", f"{sent / max(states, 1):.2f}"]
                print("|", " | ".join(map(str, row)), "|", flush=True)
            agree = agree and len(numbers) == 1
    if not agree:
        sys.exit("the numbers differ")


if __name__ == "__main__":
    main()
