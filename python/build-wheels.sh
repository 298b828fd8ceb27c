#!/usr/bin/env bash
# Builds wheels of the Python package, in target/wheels: one for Linux with glibc 2.17 or later and one for Windows, each for all versions
# of Python from 3.9 on. Needs cargo, Python with venv and, for Windows, the linker of MinGW-w64. A target named as argument is built alone:
#
#     python/build-wheels.sh [x86_64-unknown-linux-gnu] [x86_64-pc-windows-gnu]
set -euo pipefail
cd "$(dirname "$0")/.."

tools=$PWD/target/wheel-tools

fail() {
    printf 'build-wheels.sh: %s\n' "$*" >&2
    exit 1
}

# The standard library for a target: that of the compiler at hand, or added to it by rustup, or built from source by Debian's compiler, if
# web/build.sh has unpacked that. Sets the options of cargo for it.
standard_library() {
    local debian=$PWD/target/web-build/debian/rustc
    options=()
    if [ -d "$(rustc --print sysroot)/lib/rustlib/$1/lib" ]; then return; fi
    if command -v rustup >/dev/null && rustup target add "$1"; then return; fi
    [ -x "$debian" ] || fail "the standard library of Rust for $1 is missing: rustup target add $1"
    export RUSTC=$debian RUSTC_BOOTSTRAP=1
    options=(-Z build-std=std,panic_unwind)
}

build() {
    local target=$1
    local -a options
    shift
    standard_library "$target"
    PATH=$tools/bin:$PATH maturin build --release --locked --manifest-path python/Cargo.toml --target "$target" --target-dir target/wheel-build \
        --out target/wheels "$@" "${options[@]}"
}

for program in cargo rustc python3; do
    command -v $program >/dev/null || fail "needs $program"
done
if [ ! -x "$tools/bin/maturin" ]; then
    python3 -m venv "$tools" || fail "needs Python with venv (Debian: python3-venv)"
    "$tools/bin/pip" install --quiet --disable-pip-version-check 'maturin[zig]>=1.9,<2'
fi

[ $# -gt 0 ] || set -- x86_64-unknown-linux-gnu x86_64-pc-windows-gnu
for target in "$@"; do
    # In a subshell: the compiler is chosen for each target.
    case $target in
    *-linux-gnu) (build "$target" --zig --compatibility manylinux_2_17) ;;
    *-windows-gnu)
        command -v "${target%%-*}-w64-mingw32-gcc" >/dev/null ||
            fail "$target needs the linker ${target%%-*}-w64-mingw32-gcc (Debian: gcc-mingw-w64)"
        (build "$target")
        ;;
    *) fail "no wheels are built for $target; known: *-linux-gnu, *-windows-gnu" ;;
    esac
done

# The wheel for this machine works in an empty environment, far from the sources.
host=$(rustc --version --verbose | sed -n 's/^host: //p')
case " $* " in
*" $host "*)
    python3 -m venv --clear target/wheel-test
    target/wheel-test/bin/pip install --quiet --disable-pip-version-check --no-index --find-links target/wheels zlink
    env -C target/wheel-test bin/python -c '
import zlink
board = zlink.Puzzle.board("square", 4, 4)
assert board.count() == len(board.family()) == 9349 and board.solve(engine="mip") and board.solve(engine="sat")
assert zlink.Puzzle.read("""\n3.3\n.2.\n3.3\n""").count() == 2
print("the wheel works:", zlink.__file__)'
    ;;
esac
ls -l target/wheels/*.whl
