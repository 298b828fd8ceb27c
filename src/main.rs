//! The `zlink` program; everything is in the library (`zlink::cli`).
fn main() -> std::process::ExitCode {
    zlink::cli::main()
}
