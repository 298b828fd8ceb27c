#!/bin/sh
# The competition wrapper of zlink: one instance in, one answer out.
#
#   run.sh [OPTIONS] [FILE]                         the protocol of 2009
#   run.sh [OPTIONS] MAXINT MAXLEVEL [PREDICATES]   the protocol from 2011 on
#
# 2009: the instance is FILE, or comes on the standard input. The answer is one line of facts, UNSATISFIABLE or UNKNOWN.
# From 2011 on: the first two arguments are numbers, which say nothing to zlink, and the instance comes on the standard
# input. The answer is the line ANSWER and a line of facts, or INCONSISTENT, or UNKNOWN. A file that has such a number as
# its name is not looked at.
#
# Nothing else goes to the standard output. The exit status is that of `zlink solve`, in both protocols: the sum of 10 for
# an answer found, 20 for a search that went to the end, and 1 for an interruption. So 10 and 30 are an answer, 20 says
# that there is none, 1 that it is not known; 33 is the memory limit, 65 a bad instance or call.
#
# OPTIONS are those of `zlink solve`, such as --time-limit SECONDS, --memory-limit MB and -n N. A --format or --as given
# by the caller goes before that of the protocol.
#
# The program is the one that the variable ZLINK names, or else a build beside this script (below CARGO_TARGET_DIR, if that is set): that
# of the profile dist, or release, or dev. When there is none, the one of the profile release is made. `cargo build --profile dist` makes the
# fastest one.
set -u

# What goes wrong here is no answer either.
give_up() {
    echo "run.sh: $1" >&2
    echo UNKNOWN
    exit 65
}

# Options first: all arguments go once round, and those that are no options are left out.
format= quiet= first= second= number_of_words=0 all_words=
left=$#
while [ "$left" -gt 0 ]; do
    argument=$1
    shift
    left=$((left - 1))
    case $all_words$argument in
        --) all_words=: ;;
        -?*)
            set -- "$@" "$argument"
            case $argument in
                --as | --as=* | --format | --format=*) format=given ;;
                --quiet | -q | -qn*) quiet=given ;;
            esac
            case $argument in
                # The options that take a value as an argument of its own.
                --as | --board | --cycles | --encoding | --engine | --enum-mode | --format | --from | --mask | --memory-limit | \
                    --models | --patch | --proof | --seed | --size | --solver | --threads | --time-limit | -e | -n | -qe | -qn)
                    [ "$left" -gt 0 ] || give_up "$argument needs a value"
                    value=$1
                    shift
                    left=$((left - 1))
                    set -- "$@" "$value"
                    ;;
            esac
            ;;
        *)
            number_of_words=$((number_of_words + 1))
            case $number_of_words in
                1) first=$argument ;;
                2) second=$argument ;;
            esac
            ;;
    esac
done

is_number() {
    case $1 in
        '' | *[!0-9]*) return 1 ;;
    esac
}
protocol=asp
if is_number "$first" && is_number "$second"; then
    protocol=aspcomp
    first=
elif is_number "$first" && [ ! -e "$first" ]; then
    first=
fi
[ -n "$format" ] || set -- "$@" --format "$protocol"
[ -n "$quiet" ] || set -- "$@" --quiet

if [ -n "${ZLINK-}" ]; then
    zlink=$ZLINK
    command -v "$zlink" >/dev/null || give_up "ZLINK is $zlink, which is no program"
else
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

    builds=${CARGO_TARGET_DIR:-$here/target}
    zlink=$builds/release/zlink
    build() {
        cargo rustc --release --quiet --bin zlink --manifest-path "$here/Cargo.toml" "$@" </dev/null
    }
    if [ -x "$builds/dist/zlink" ]; then
        zlink=$builds/dist/zlink
    elif [ -x "$zlink" ]; then
        :
    elif [ -x "$builds/debug/zlink" ]; then
        zlink=$builds/debug/zlink
        echo "run.sh: this is the build for tests, which is several times slower; cargo build --release makes a fast one" >&2
    else
        echo "run.sh: building zlink, once; this takes two to four minutes" >&2
        # Without shared libraries it starts in half the time and runs on any Linux; some systems lack the static ones.
        build -- -C target-feature=+crt-static >/dev/null 2>&1 || build >&2 ||
            give_up "zlink cannot be built; is there a Rust toolchain?"
        echo "run.sh: built" >&2
    fi
fi

if [ -n "$first" ]; then
    exec "$zlink" solve "$@" -- "$first"
else
    exec "$zlink" solve "$@"
fi
