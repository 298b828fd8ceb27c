//! The files for BenchExec and for benchmark-tool do what docs/howto says. (The tools themselves are not needed.)

use std::path::Path;
use std::process::Command;

#[test]
fn the_files_for_benchmark_tools_fit_the_program() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/benchmark_tools/check.py");
    let ran = Command::new("python3").arg("-B").arg(script).arg(env!("CARGO_BIN_EXE_zlink")).output();
    match ran {
        Ok(ran) => assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr)),
        // Nothing but a Rust toolchain is needed to build and to test.
        Err(error) => eprintln!("not tested, python3 does not start: {error}"),
    }
}
