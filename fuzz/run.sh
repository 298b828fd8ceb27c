#!/usr/bin/env bash
# fuzz/run.sh SECONDS [TARGET...]: runs each target (all of targets.tsv) for so long, guided by coverage, and writes a table
# of what came of it. Needs a C++ compiler, but neither cargo-fuzz nor a nightly toolchain.
#
# What a target learns is kept in fuzz/found/TARGET; a text that it does not survive goes to fuzz/artifacts/TARGET, and
# `fuzz/run.sh 0 TARGET FILE` runs that alone. JOBS=N runs so many targets at once.
set -euo pipefail
cd "$(dirname "$0")"

[ $# -ge 1 ] || { sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 2; }
seconds=$1
shift
machine=$(rustc -vV | sed -n 's/^host: //p')

# Coverage only of what is built for the named target, so that build scripts run as they are.
instrumented='-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table
    -Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing'
RUSTFLAGS=$(echo $instrumented) cargo build --release --quiet --target-dir target --target "$machine"
programs=target/$machine/release

if [ "$seconds" = 0 ]; then
    exec "$programs/$1" "$2"
fi
[ $# -ge 1 ] || set -- $(grep -v '^#' targets.tsv | cut -f1)

run() {
    local target=$1 seeds dictionary=()
    seeds=$(awk -F'\t' -v target="$target" '$1 == target && $2 != "-" { print "../" $2 }' targets.tsv)
    [ ! -f "tokens/$target" ] || dictionary=("-dict=tokens/$target")
    mkdir -p "found/$target" "artifacts/$target"
    # A process of its own for each bundle of inputs: the run goes on behind a finding.
    "$programs/$target" -fork=1 -ignore_crashes=1 -ignore_timeouts=1 -ignore_ooms=1 -max_total_time="$seconds" \
        -timeout=60 -rss_limit_mb=2000 -max_len=4096 "${dictionary[@]}" -artifact_prefix="artifacts/$target/" \
        "found/$target" "corpus/$target" $seeds >"found/$target.log" 2>&1 || true
    row "$target"
}

# Inputs and coverage as the last line that tells them; a finding is a file.
row() {
    local last
    last=$(grep -a 'cov: ' "found/$1.log" | tail -n 1)
    printf '| %s | %s | %s | %s |\n' "$1" "$(sed -n 's/^#\([0-9]*\):.*/\1/p' <<<"$last")" \
        "$(sed -n 's/.*cov: \([0-9]*\).*/\1/p' <<<"$last")" "$(find "artifacts/$1" -type f | wc -l)"
}

export -f run row
export seconds programs
printf '| target | inputs | coverage | findings |\n|---|---:|---:|---:|\n'
printf '%s\n' "$@" | xargs -P "${JOBS:-1}" -I {} bash -euo pipefail -c 'run {}'
