//! The files for BenchExec and for benchmark-tool do what docs/howto says. (The tools themselves are not needed.)

use std::path::Path;

#[test]
fn the_files_for_benchmark_tools_fit_the_program() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/benchmark_tools/check.py");
    let mut python = crate::common::command("python3");
    python.arg("-B").arg(script).arg(env!("CARGO_BIN_EXE_zlink"));
    match python.spawn() {
        Ok(child) => {
            let ran = crate::common::finish(child);
            assert_eq!(ran.status, 0, "{}", ran.stderr);
        }
        // Nothing but a Rust toolchain is needed to build and to test.
        Err(error) => eprintln!("not tested, python3 does not start: {error}"),
    }
}
