pub(crate) fn is_asked() -> bool {
    false
}
pub(crate) fn program() -> std::process::ExitCode {
    std::process::ExitCode::SUCCESS
}
pub(crate) fn test() {}
