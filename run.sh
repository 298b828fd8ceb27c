#!/bin/sh
# The competition wrapper: reads an instance from the file that is the first argument, or from the standard input,
# and writes one solution on one line, or UNSATISFIABLE, or UNKNOWN; nothing else goes to the standard output.
# The exit status is that of `zlink solve` (see `zlink --help`).
set -u

# The folder of this script, also when it is called by a symbolic link.
script=$0
while [ -h "$script" ]; do
    target=$(readlink "$script")
    case $target in
        /*) script=$target ;;
        *) script=$(dirname "$script")/$target ;;
    esac
done
here=$(CDPATH='' cd -P -- "$(dirname -- "$script")" && pwd)

zlink=${CARGO_TARGET_DIR:-$here/target}/release/zlink
build() {
    cargo rustc --release --quiet --bin zlink --manifest-path "$here/Cargo.toml" "$@" </dev/null
}
if [ ! -x "$zlink" ]; then
    echo "run.sh: building zlink (once)" >&2
    # Without shared libraries it starts in half the time and runs on any Linux; some systems lack the static ones.
    build -- -C target-feature=+crt-static >/dev/null 2>&1 || build >&2 || {
        echo "run.sh: zlink cannot be built; is there a Rust toolchain?" >&2
        exit 65
    }
fi

# From 2011 on the arguments were two numbers, and the instance came on the standard input.
case ${1-} in
    '') set -- ;;
    *[!0-9]*) set -- "$1" ;;
    *) if [ -e "$1" ]; then set -- "$1"; else set --; fi ;;
esac
exec "$zlink" solve --quiet -- "$@"
