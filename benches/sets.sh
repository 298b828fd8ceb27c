#!/usr/bin/env bash
# The generated puzzles that BENCHMARKS.md measures, into target/sets. Run it from the root of the repository, after
# cargo build --profile dist; the same seeds give the same puzzles. BIN: the program, if it is another one.
set -euo pipefail
bin=${BIN:-target/dist/zlink}
sets=${1:-target/sets}
for grid in 10x10 20x20 20x36 36x46; do
    "$bin" generate slitherlink --grid "$grid" --minimal --count 10 -o "$sets/slitherlink-minimal/$grid"
done
for grid in 20x40 36x20 50x50; do
    "$bin" generate numberlink --grid "$grid" --count 5 -o "$sets/numberlink-unique/$grid"
    "$bin" generate numberlink --grid "$grid" --cover --count 5 -o "$sets/numberlink-cover/$grid"
done
mkdir -p "$sets/regular"
for vertices in 50 100 200 400 800 2000; do
    for degree in 3 4 5 6; do
        for density in 0.35 0.6; do
            for altered in 0 1; do
                python3 benches/planted.py regular "$vertices" "$degree" "$density" 1 "$altered" \
                    > "$sets/regular/$vertices-$degree-$density-$altered.lp"
            done
        done
    done
done
mkdir -p "$sets/pairs"
for side in 12 14 16; do
    for seed in 1 2 3 4 5 6 7 8; do
        python3 benches/pairs.py random "$side" "$side" $((side * 3 / 4)) "$seed" > "$sets/pairs/$side-$seed.lp"
    done
done
