#!/usr/bin/env bash
# Builds the page of zlink studio that needs no server, in target/web. Needs cargo, Node.js and npm. What it downloads and builds stays
# below target/ and web/node_modules; where rustup is, it has the target wasm32-unknown-unknown added.
set -euo pipefail
cd "$(dirname "$0")/.."

target=wasm32-unknown-unknown
build=$PWD/target/web-build

for program in cargo node npm; do
    command -v $program >/dev/null || { printf 'web/build.sh needs %s\n' $program >&2; exit 1; }
done

# The standard library for the target: that of the compiler at hand, or added to it by rustup.
has_target() {
    [ -d "$(rustc --print sysroot)/lib/rustlib/$target/lib" ]
}

# Debian's compiler with the source of its standard library, which cargo builds for the target. It is unpacked, not installed, with what
# it needs and the system lacks. The linker is that of the compiler at hand.
debian_compiler() {
    local debian=$build/debian as=() host linker
    host=$(rustc --version --verbose | sed -n 's/^host: //p')
    linker=$(rustc --print sysroot)/lib/rustlib/$host/bin/rust-lld
    if ! { command -v apt-get && [ -x "$linker" ]; } >/dev/null; then
        printf 'the standard library of Rust for %s is missing: rustup target add %s\n' $target $target >&2
        return 1
    fi
    if [ ! -e "$debian/unpacked" ]; then
        [ "$(id -u)" = 0 ] || as=(sudo --non-interactive)
        "${as[@]}" apt-get update --quiet
        rm -rf "$debian"
        mkdir -p "$debian/packages/partial" "$debian/root"
        apt-get install --quiet --yes --no-install-recommends --download-only --option Debug::NoLocking=1 \
            --option Dir::Cache::archives="$debian/packages" rustc-web rust-web-src
        for package in "$debian"/packages/*.deb; do dpkg --extract "$package" "$debian/root"; done
        rm -r "$debian/packages"
        cat >"$debian/rustc" <<-END
			#!/bin/sh
			LD_LIBRARY_PATH=$(echo "$debian"/root/usr/lib/*-linux-gnu*) exec $debian/root/usr/bin/rustc "\$@"
		END
        chmod +x "$debian/rustc"
        touch "$debian/unpacked"
    fi
    export RUSTC=$debian/rustc RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$linker
}

options=()
if ! has_target && ! { command -v rustup >/dev/null && rustup target add $target; }; then
    debian_compiler
    options=(-Z build-std=std,panic_abort)
fi
cargo build --locked --release --manifest-path web/Cargo.toml --target $target --target-dir "$build" "${options[@]}"

if ! cmp --silent web/package-lock.json web/node_modules/.installed; then
    npm ci --prefix web --no-audit --no-fund
    cp web/package-lock.json web/node_modules/.installed
fi
module=$build/$target/release/zlink_web.wasm
if [ "$module" -nt "$build/zlink.wasm" ] || [ web/package-lock.json -nt "$build/zlink.wasm" ]; then
    web/node_modules/.bin/wasm-opt -O1 "$module" --output "$build/zlink.wasm"
fi
if [ -e web/assemble.mjs ]; then node web/assemble.mjs "$build/zlink.wasm"; fi
