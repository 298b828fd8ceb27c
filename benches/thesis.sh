#!/usr/bin/env bash
# The comparison of integer programming, SAT and ZDDs, with and without deduction, that a thesis of 2024 (TU Berlin, see
# BENCHMARKS.md) made on Slitherlinks of four sizes: the same table with zlink's engines, on puzzles made here.
#
# usage: benches/thesis.sh [PUZZLES [SECONDS]]     how many puzzles of each size (10), how long each run may take (60)
#
# The engine mip is there twice if ZLINK_HIGHS names a program that was built with the feature highs
# (docs/reference/engines.md): as mip with the solver of zlink, and as highs.
#
# The puzzles, the runs (JSON) and the plots (SVG) are left in target/thesis.
set -euo pipefail
cd "$(dirname "$0")/.."
puzzles=${1:-10} seconds=${2:-60}
[ $# -le 2 ] || { echo "usage: benches/thesis.sh [PUZZLES [SECONDS]]" >&2; exit 1; }

zlink=${ZLINK:-${CARGO_TARGET_DIR:-target}/dist/zlink} # ZLINK: a program that is built already
[ -n "${ZLINK:-}" ] || cargo build --profile dist --quiet
folder=target/thesis
engines=mip+no-presolve,mip,sat+no-presolve,sat,zdd+no-presolve,zdd,auto
with_deduction=4 # of these engines

highs() { # OPTION...
    echo "$ZLINK_HIGHS solve --engine mip $* --models {models} --format aspcomp --time-limit {seconds} --quiet -- {instance}"
}
highs=()
[ -z "${ZLINK_HIGHS:-}" ] ||
    highs=(--engine-command "highs+no-presolve=$(highs --no-presolve)" --engine-command "highs=$(highs)")

compare() { # NAME OPTION...
    local name=$1
    shift
    "$zlink" compare "$folder/$name" --time-limit "$seconds" --memory-limit 4000 --markdown --quiet \
        --json "$folder/$name.json" --svg "$folder/$name.svg" "$@" | sed 's/^zlink /\n&/'
}

for size in 5x5 10x10 12x16 20x36; do
    # As many clues as puzzles in magazines have.
    rm -rf "${folder:?}/$size"
    mkdir -p "$folder/$size"
    "$zlink" generate slitherlink --grid $size --density 0.45 --seed 1 --count "$puzzles" -o "$folder/$size"
    printf '\n### %s\n' $size
    compare $size --engines $engines "${highs[@]}"
    decided=$(grep -c '"decided_by": "deduction"' "$folder/$size.json" || true)
    printf '\nDeduction alone decides %d of %d.\n' $((decided / with_deduction)) "$puzzles"
done

# All solutions: a puzzle of 20x20 cells without a few of its clues.
"$zlink" generate slitherlink --grid 20x20 --density 0.45 --seed 1 > "$folder/20x20.lp"
rm -rf "${folder:?}/open"
mkdir -p "$folder/open"
for clues in 4 5; do
    awk -v clues=$clues '/^clue/ && seen++ % 15 == 7 && dropped < clues { dropped++; next } { print }' \
        "$folder/20x20.lp" > "$folder/open/20x20-without-$clues.lp"
done
printf '\n### All solutions of a 20x20 without four, five of its clues\n'
compare open --question count --all --engines sat+no-presolve,sat,zdd+no-presolve,zdd,auto
