#!/usr/bin/env bash
# Ablation on puzzles that nothing was tuned on: benches/ablation.sh SEED [SHARED]. It makes them in target/ablation-SEED, asks four
# questions about them, in about an hour, and writes a table in Markdown. SHARED: the folder with data/gennl.py. Run it from the root of
# the repository, after cargo build --profile dist. BIN: the program, if it is another one.
set -euo pipefail
seed=${1:?the first seed is missing}
gennl=${2:-../shared}/data/gennl.py
bin=${BIN:-target/dist/zlink}
sets=target/ablation-$seed
rm -rf "$sets"
mkdir -p "$sets"/{count,cover,first,two}

seeds() {
    seq $((seed + $1)) $((seed + $2))
}
make_puzzles() {
    python3 "benches/$1.py" "${@:3}" >"$sets/$2.lp"
}

for s in $(seeds 0 2); do
    for side in 10 12 14; do make_puzzles planted "count/$side-$s" grid $side $side 0.3 "$s"; done
    make_puzzles pairs "two/r-$s" regular 100 5 14 "$s"
done
for s in $(seeds 0 1); do
    for vertices in 40 60; do make_puzzles planted "count/r$vertices-$s" regular $vertices 4 0.35 "$s"; done
done
for s in $(seeds 10 13); do
    for side in 30 40; do python3 "$gennl" $side $side "$s" >"$sets/cover/g$side-$s.lp"; done
    make_puzzles pairs "cover/c100-$s" covered 100 5 15 "$s"
done
for s in $(seeds 10 12); do
    python3 "$gennl" 24 24 "$s" 0.95 >"$sets/cover/k24-$s.lp"
    make_puzzles planted "two/200-$s" grid 200 200 0.45 "$s"
    make_puzzles planted "two/150a-$s" grid 150 150 0.42 "$s" 1
    make_puzzles planted "two/400-5-$s" regular 400 5 0.4 "$s"
    make_puzzles planted "two/100-6-$s" regular 100 6 0.4 "$s"
done
for s in $(seeds 10 15); do
    python3 "$gennl" 30 30 "$s" >"$sets/first/g30-$s.lp"
    make_puzzles pairs "first/t12-$s" torus 12 12 12 "$s"
    make_puzzles pairs "first/r200-$s" regular 200 5 34 "$s"
done
for s in $(seeds 0 10); do make_puzzles pairs "two/14-$s" random 14 14 10 "$s"; done
for s in $(seeds 0 4); do make_puzzles pairs "two/12-$s" random 12 12 9 "$s"; done
for altered in 0 1; do
    for density in 0.4 0.47; do
        for side in 50 100; do make_puzzles planted "two/$side-$density-$altered" grid $side $side $density "$seed" $altered; done
    done
    for degree in 3 4 5; do
        for vertices in 50 100 200; do
            make_puzzles planted "two/$vertices-$degree-$altered" regular $vertices $degree 0.4 "$seed" $altered
        done
    done
done
for s in $(seeds 10 11); do make_puzzles planted "two/300-$s" grid 300 300 0.45 "$s"; done
for grid in 20x20 20x36; do
    "$bin" generate slitherlink --grid $grid --minimal --seed $((10 * seed - 9)) --count 6 -o "$sets/two/$grid" -q
done
"$bin" generate slitherlink --grid 36x46 --minimal --seed $((10 * seed - 9)) --count 3 -o "$sets/two/36x46" -q
for board in cairo floret hats honeycomb penrose-rhombs; do
    "$bin" generate slitherlink --board $board --size 8x8 --minimal --seed $((10 * seed - 9)) --count 2 -o "$sets/two/$board" -q
done
for grid in 20x40 36x20; do
    "$bin" generate numberlink --grid $grid --seed $((10 * seed - 9)) --count 3 -o "$sets/two/n$grid" -q
    "$bin" generate numberlink --grid $grid --cover --seed $((10 * seed - 9)) --count 3 -o "$sets/two/c$grid" -q
done

ask() {
    mapfile -t files < <(find "$sets/$1" -name '*.lp' | sort)
    python3 benches/ablation.py --bin "$bin" --ask "$2" --limit "$3" --budget "$4" "${files[@]}" >"$sets/$1.md"
}
ask count count 4 600
ask cover 'solve --cover' 4 600
ask first solve 2 600
ask two 'solve -n 2' 3 2400
python3 benches/ablation.py --merge "$sets"/{two,first,cover,count}.md
