//! The `zlink` program; all of it is in the crate `zlink-cli`.

#[cfg(unix)]
ctor::declarative::ctor! {
    /// Runs before the standard library's own preparations, and uses nothing that they prepare.
    #[ctor(unsafe)]
    fn look_at_stdout() {
        zlink_cli::look_at_stdout();
    }
}

fn main() -> std::process::ExitCode {
    zlink_cli::main()
}
