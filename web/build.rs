//! Gives the module the stack that the threads of the server have; the linker's default is an eighth of it.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-link-arg=-zstack-size=8388608");
}
