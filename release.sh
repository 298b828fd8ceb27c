#!/usr/bin/env bash
# Makes all that is released, in target/release-VERSION, and tries each from an empty folder. It publishes nothing: at the end it prints the
# commands that do.
#
#     ./release.sh --dry-run      from whatever is in this folder
#     ./release.sh                only from the commit with the tag vVERSION, without changes
#
# docs/internals/release.md says what it needs.
set -euo pipefail
cd "$(dirname "$0")"

root=$PWD
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
out=$root/target/release-$version
# It runs on any Linux with this processor: it has its C library in itself.
linux=zlink-$version-$(uname -m)-linux

fail() {
    printf 'release.sh: %s\n' "$*" >&2
    exit 1
}

step() {
    printf '\n== %s\n' "$*"
    "$@"
}

# The empty folders; what is tried there sees nothing of this one.
trials=$(mktemp -d)
trap 'rm -rf "$trials"' EXIT
trial() {
    mkdir "$trials/$1"
    cd "$trials/$1"
}

# The studio of a program serves its page, until the trial ends.
serves_page() {
    "$@" studio --no-open --port 0 >address &
    trap "kill $!" EXIT
    until grep -qs token address; do kill -0 $! && sleep 0.1 || fail 'the studio does not start'; done
    python3 -c 'import sys, urllib.request as web; assert b"<title>zlink studio</title>" in web.urlopen(sys.argv[1]).read()' \
        "$(cut -d '#' -f 1 address)"
}

# A gzipped tar of a folder, the same bytes for the same files.
pack() {
    tar --create --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$(git log -1 --format=%ct)" --directory "$1" "$2" |
        gzip --no-name -9 >"$3"
}

# The licences, in a folder, of the crates that cargo compiles with these options of `cargo tree`, and of the standard library.
licences() {
    local folder=$1 name rest file registry=${CARGO_HOME:-$HOME/.cargo}/registry/src
    shift
    rm -rf "$folder"
    mkdir -p "$folder"
    cargo tree --locked "$@" --edges normal --prefix none --format '{p} {l}' | grep -v '^zlink' |
        sed 's/ (\*)$//' | sort -u >"$folder/crates.txt"
    while read -r name rest; do
        rest=${rest%% *}
        for file in "$registry"/*/"$name-${rest#v}"/{LICEN[CS]E,COPYING,COPYRIGHT,NOTICE,UNLICENSE}*; do
            [ -f "$file" ] || continue
            mkdir -p "$folder/$name"
            cp "$file" "$folder/$name"
        done
    done <"$folder/crates.txt"
    cp "$(rustc --print sysroot)"/share/doc/rust/COPYRIGHT-library.html "$folder" || true
}

# Cargo compiles each of the packages with the others, without debug assertions, so that the page is a part of the program.
crates() {
    rm -rf target/package
    CARGO_PROFILE_DEV_DEBUG_ASSERTIONS=false cargo package --workspace --locked "${dirty[@]}"
    mkdir "$out/crates"
    cp target/package/*.crate "$out/crates"
    for file in "$out"/crates/*; do
        for name in LICENSE-APACHE LICENSE-MIT README.md; do
            tar --list --file "$file" | grep "^[^/]*/$name\$" >/dev/null || fail "$file has no $name"
        done
    done
}

# Tried by the script that builds them. Without the linker for Windows, there is no wheel for Windows.
wheels() {
    local targets=(x86_64-unknown-linux-gnu) wheel
    licences python/zlink/licences --manifest-path python/Cargo.toml --target all
    ! command -v x86_64-w64-mingw32-gcc >/dev/null || targets+=(x86_64-pc-windows-gnu)
    rm -rf target/wheels
    python/build-wheels.sh "${targets[@]}"
    for wheel in target/wheels/*.whl; do
        python3 -m zipfile --list "$wheel" | grep zlink/licences/crates.txt >/dev/null || fail "$wheel has no licences"
    done
    mkdir "$out/python"
    cp target/wheels/*.whl "$out/python"
    target/wheel-tools/bin/maturin sdist --manifest-path python/Cargo.toml --out "$out/python"
}

source_of_python_package() (
    trial sdist
    python3 -m venv venv
    # The fast build takes minutes more, and compiles the same.
    MATURIN_PEP517_ARGS='--profile ci' venv/bin/pip install --quiet --disable-pip-version-check "$out"/python/*.tar.gz
    venv/bin/python -c 'import zlink; assert zlink.Puzzle.board("square", 4, 4).count() == 9349'
)

page() {
    web/build.sh
    mkdir "$out/page"
    cp target/web/zlink-studio.html "$out/page"
    rm -rf target/page
    mkdir -p target/page
    cp -r target/web "target/page/zlink-studio-$version"
    rm "target/page/zlink-studio-$version/zlink-studio.html"
    cp LICENSE-* "target/page/zlink-studio-$version"
    licences target/web-licences --manifest-path web/Cargo.toml --target wasm32-unknown-unknown
    cp -r target/web-licences "target/page/zlink-studio-$version/licences"
    pack target/page "zlink-studio-$version" "$out/page/zlink-studio-$version.tar.gz"
}

# The folder, as unpacked, and the file in a browser.
page_opens() (
    [ -d tests/browser/node_modules ] || npm ci --prefix tests/browser --no-audit --no-fund
    trial page
    tar --extract --gzip --strip-components=1 --file "$out/page/zlink-studio-$version.tar.gz"
    cp "$out/page/zlink-studio.html" .
    ZLINK_WEB=$PWD/ ZLINK_FORMS=folder,file ZLINK=$root/target/dist/zlink npm test --prefix "$root/tests/browser" -- scenarios/start.test.mjs
)

npm_package() {
    node web/npm/build.mjs target/web-build/zlink.wasm target/web-licences
    mkdir "$out/npm"
    cp target/npm/*.tgz "$out/npm"
}

npm_package_works() (
    trial npm
    npm install --no-audit --no-fund --offline "$out"/npm/*.tgz
    cp "$root"/web/npm/test/* .
    node --test .
)

linux_program() {
    local folder=target/linux/$linux
    cargo rustc --locked --profile dist --bin zlink -- -C target-feature=+crt-static
    rm -rf target/linux
    mkdir -p "$folder/completions" "$out/linux"
    cp target/dist/zlink README.md CHANGELOG.md LICENSE-* "$folder"
    "$folder/zlink" man -o "$folder/man/man1"
    for shell in bash elvish fish powershell zsh; do "$folder/zlink" completions $shell >"$folder/completions/zlink.$shell"; done
    licences "$folder/licences" --package zlink
    pack target/linux "$linux" "$out/linux/$linux.tar.gz"
}

linux_program_works() (
    trial linux
    tar --extract --gzip --strip-components=1 --file "$out/linux/$linux.tar.gz"
    ! ldd zlink | grep '=>' || fail 'the program for Linux needs shared libraries'
    [ "$(env -i ./zlink --version)" = "zlink $version" ] || fail "the program for Linux is not version $version"
    [ "$(env -i ./zlink count --board square --size 4x4)" = 9349 ] || fail 'the program for Linux does not count'
    [ "$(echo 'edge(a,b). edge(b,c). edge(c,a).' | env -i ./zlink solve)" = 'link(a,b). link(b,c). link(c,a).' ] ||
        fail 'the program for Linux does not solve'
    serves_page env -i ./zlink
    [ -s man/man1/zlink-solve.1 ] && [ -s completions/zlink.zsh ] && [ -s licences/crates.txt ]
)

dirty=()
case $* in
--dry-run) dirty=(--allow-dirty) ;;
'')
    [ -z "$(git status --porcelain)" ] || fail 'there are changes that are not committed (--dry-run does not mind)'
    git tag --points-at HEAD | grep -qx "v$version" || fail "this commit has no tag v$version (--dry-run does not mind)"
    ;;
*) fail "it takes --dry-run or nothing, not: $*" ;;
esac

rm -rf "$out"
mkdir -p "$out"
step crates
step linux_program
step linux_program_works
step page
step page_opens
step npm_package
step npm_package_works
step wheels
step source_of_python_package

cd "$out"
find . -type f ! -name SHA256SUMS -printf '%P\n' | sort | xargs sha256sum >SHA256SUMS
sha256sum --check SHA256SUMS
cat <<END

Nothing is published. In this order, with credentials for each:

    cargo publish --workspace --locked
    twine upload $out/python/*
    npm publish $out/npm/zlink-$version.tgz
    git push origin v$version

The files of linux/ and page/ and SHA256SUMS go beside the tag; the folder in page/, unpacked, to the host of the studio.
END
