//! Reads the files and the standard input.

use std::io::{self, ErrorKind, IsTerminal, Read};
use std::path::{Path, PathBuf};

use super::compressed::{self, Compression, Fault, Unpacked};
use super::failure::Failure;
use super::mistakes;
use zlink_base::faults::{Fallible, Operation};
use zlink_base::files;
use zlink_base::limits::{Interrupted, Limits};
use zlink_convert as convert;
use zlink_facts::Source;
use zlink_puzzle::near::slip;

/// The number of bytes read between two checks of the limits.
const CHUNK: u64 = 1 << 20;

/// The name of the standard input in messages.
const STDIN: &str = "the standard input";

/// The names of `files` for messages: `-` when there are none.
pub(super) fn names(files: &[PathBuf]) -> Vec<String> {
    if files.is_empty() {
        vec!["-".to_string()]
    } else {
        files.iter().map(|file| file.to_string_lossy().into_owned()).collect()
    }
}

/// Reads all of `files`, or the standard input when there are none. Input without any bytes is an error, not an empty
/// puzzle.
pub(super) fn read_all(files: &[PathBuf], limits: &Limits) -> Result<Vec<Source>, Failure> {
    let stdin = [PathBuf::from("-")];
    let files = if files.is_empty() { &stdin } else { files };
    if files.iter().filter(|file| is_stdin(file)).count() > 1 {
        return Err(Failure::input("the standard input (`-`) can be read only once"));
    }
    let sources = files.iter().map(|file| read(file, limits)).collect::<Result<Vec<Source>, Failure>>()?;
    if sources.iter().all(|source| source.bytes.trim_ascii().is_empty()) {
        let name = name_of(&sources);
        return Err(Failure::input(format!("{name} is empty: facts such as `edge(0,1).` were expected")));
    }
    Ok(sources)
}

/// The name of all `sources` together, for messages.
pub(super) fn name_of(sources: &[Source]) -> &str {
    match sources {
        [source] => shown(&source.name),
        _ => "all of the input",
    }
}

/// The name of a source, for messages.
pub(super) fn shown(name: &str) -> &str {
    if name == "-" { STDIN } else { name }
}

/// Reads one file, or the standard input when its name is `-`, and unpacks it if it is compressed.
pub(super) fn read(file: &Path, limits: &Limits) -> Result<Source, Failure> {
    let name = file.to_string_lossy().into_owned();
    if is_stdin(file) {
        if io::stdin().is_terminal() {
            super::message("reading facts from the terminal; end them with Ctrl-D");
        }
        let bytes = read_to_end(Fallible::new(io::stdin().lock(), Operation::Read), 0, None, STDIN, limits)?;
        return Ok(Source::new(name, bytes));
    }
    let cannot = |error: io::Error| cannot_read(&name, &error);
    let opened = files::open(file).map_err(|error| match error.kind() {
        ErrorKind::NotFound => missing(file, &name),
        _ => cannot(error),
    });
    let (opened, about) = match opened {
        // A name that is no file but an address or a game ID is the puzzle itself.
        Err(_) if convert::is_address(&name) => return Ok(Source::new("-", name)),
        opened => opened?,
    };
    if about.is_dir() {
        return Err(Failure::input(format!("{name} is a directory, not a file with facts")));
    }
    let bytes = read_to_end(opened, about.len(), Compression::by_ending(file), &name, limits)?;
    Ok(Source::new(name, bytes))
}

fn is_stdin(file: &Path) -> bool {
    file.as_os_str() == "-"
}

/// The failure for a file that does not exist, with help if one has a similar name.
fn missing(file: &Path, name: &str) -> Failure {
    let sentence = format!("{name} cannot be read: there is no such file");
    if let Some(help) = mistakes::detached(name) {
        return Failure::input_with_help(sentence, help);
    }
    match similar(file) {
        Some(similar) => Failure::input_with_help(sentence, format!("there is {}", similar.display())),
        None => Failure::input(sentence),
    }
}

/// The file in the same folder whose name is most similar to that of `file`: with another extension or a typing error.
fn similar(file: &Path) -> Option<PathBuf> {
    let name = file.file_name()?.to_str()?;
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let there = std::fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?.filter_map(Result::ok);
    let unlike = |entry: &std::fs::DirEntry| {
        let other = entry.file_name().into_string().ok()?;
        let same_stem = Path::new(&other).file_stem() == Path::new(name).file_stem()
            || Path::new(&other).file_stem().is_some_and(|stem| stem == name);
        let unlike = if same_stem { 0 } else { slip(name, &other)? };
        (entry.file_type().ok()?.is_file()).then_some((unlike, other))
    };
    let (_, other) = there.filter_map(|entry| unlike(&entry)).min()?;
    Some(file.with_file_name(other))
}

fn cannot_read(name: &str, error: &io::Error) -> Failure {
    match error.kind() {
        ErrorKind::OutOfMemory => Failure::Stopped(Interrupted::Memory),
        ErrorKind::IsADirectory => Failure::input(format!("{name} is a directory, not a file with facts")),
        _ => Failure::input(format!("{name} cannot be read: {error}")),
    }
}

/// The failure to unpack a file in the format `compression`.
pub(super) fn cannot_unpack(name: &str, compression: Compression, error: &io::Error) -> Failure {
    let Some(fault) = Fault::of(error) else { return cannot_read(name, error) };
    let program = compression.program();
    match fault {
        Fault::Cut => Failure::input(format!("{name} ends in the middle of its {program} data")),
        Fault::Damaged => Failure::input(format!("{name} is damaged: it is no valid {program} data")),
        Fault::Unsupported => {
            let file = if name == STDIN { "" } else { name };
            Failure::input_with_help(
                format!("{name} is packed in a way that zlink cannot unpack"),
                format!("`{} | zlink ...` unpacks it first", format!("{program} -dc {file}").trim_end()),
            )
        }
    }
}

/// Reads all of `from`, which has about `size` bytes, and unpacks it if it is compressed. The limits are checked after each
/// chunk, since a small file may unpack to a huge one.
fn read_to_end(
    from: impl Read + 'static,
    size: u64,
    promised: Option<Compression>,
    name: &str,
    limits: &Limits,
) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let unpacked = compressed::unpack(from, promised).map_err(|error| cannot_read(name, &error))?;
    let Unpacked { mut content, compression } = unpacked;
    let cannot = |error: io::Error| match compression {
        Some(compression) => cannot_unpack(name, compression, &error),
        None => cannot_read(name, &error),
    };
    // The size is only a hint, and may be wrong.
    if bytes.try_reserve_exact(usize::try_from(size).map_or(0, |size| size.saturating_add(1))).is_err() {
        return Err(Failure::Stopped(Interrupted::Memory));
    }
    loop {
        limits.check().map_err(Failure::Stopped)?;
        if content.by_ref().take(CHUNK).read_to_end(&mut bytes).map_err(cannot)? == 0 {
            return Ok(bytes);
        }
    }
}
