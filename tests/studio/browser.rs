//! Opening the browser: the token is in no command line.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Child;

use super::client::{Studio, answer};
use crate::common::{finish, folder, signal, start, wait_until, wait_until_watched, zlink};

/// A script in place of the opener of browsers, which records its arguments.
const BROWSER: &str = "#!/bin/sh\nprintf '%s\\n' \"$@\" > \"$SEEN.new\" && mv \"$SEEN.new\" \"$SEEN\"\n";

/// A server that opens the browser: the process, its address, and where the file is.
fn opened(folder: &Path) -> (Child, String, PathBuf) {
    let (bin, seen) = (folder.join("bin"), folder.join("seen"));
    fs::create_dir(&bin).expect("a folder");
    for name in ["xdg-open", "wslview", "gio", "open"] {
        let program = bin.join(name);
        fs::write(&program, BROWSER).expect("a file");
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("a program");
    }
    let mut command = zlink(&["studio", "--port", "0"]);
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    command.env("PATH", path).env("SEEN", &seen).env("XDG_RUNTIME_DIR", folder);
    let mut child = start(&mut command);
    let mut address = String::new();
    BufReader::new(child.stdout.as_mut().expect("a pipe")).read_line(&mut address).expect("a line");
    wait_until_watched(&child);
    wait_until("the browser", || seen.exists());
    let arguments = fs::read_to_string(&seen).expect("text");
    let file = arguments.lines().last().expect("an argument").into();
    let (_, token) = address.trim_end().split_once("#token=").expect("a token");
    assert!(!arguments.contains(token), "{arguments}");
    (child, address.trim_end().to_owned(), file)
}

#[test]
fn the_token_is_in_a_file_of_its_owner() {
    let folder = folder();
    let (child, address, file) = opened(&folder);
    assert_eq!(fs::metadata(&file).expect("a file").permissions().mode() & 0o777, 0o600);
    assert!(fs::read_to_string(&file).expect("text").contains(&format!("url={address}\"")));
    // The page is asked for without the token, and has it only then.
    let (host, token) =
        address.strip_prefix("http://").and_then(|rest| rest.split_once("/#token=")).expect("both");
    let studio = Studio::of(child, host, token);
    let visit = format!(
        "GET / HTTP/1.1\r\nHost: {host}\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n\r\n"
    );
    assert_eq!(answer(studio.send(visit.as_bytes())).status, 200);
    assert!(file.exists());
    assert_eq!(studio.get("boards").status, 200);
    wait_until("the end of the file", || !file.exists());
}

#[test]
fn the_file_goes_with_the_server() {
    let folder = folder();
    let (child, _, file) = opened(&folder);
    assert!(file.exists());
    signal(&child, "TERM");
    let ran = finish(child);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    assert!(!file.exists());
}
