//! Reads and writes diagrams.

use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};

use super::arguments::{Form, OutputFile};
use crate::failure::Failure;
use crate::session::Session;
use crate::{input, stdout};
use zlink_answer::ExitStatus;
use zlink_base::files::write_whole;
use zlink_base::limits::Limits;
use zlink_diagram::family::NamedFamily;
use zlink_diagram::{Diagram, FileError};
use zlink_draw::zdd;

/// Reads a diagram in the compact or text form. In the text form, which has no names, elements are numbered from 1.
pub(super) fn read(
    session: &Session,
    file: Option<&PathBuf>,
    limits: &Limits,
) -> Result<NamedFamily, Failure> {
    let file = file.map_or(Path::new("-"), PathBuf::as_path);
    let source = input::read(file, &session.limits)?;
    match NamedFamily::read_binary(&source.bytes, limits) {
        Err(FileError::NotThisForm(_)) => Diagram::read_text(&source.bytes, None, limits).map(numbered),
        result => result,
    }
    .map_err(|error| match error {
        FileError::Interrupted(cause) => Failure::Stopped(cause),
        FileError::NotThisForm(_) => Failure::input_with_help(
            format!(
                "{} is no diagram: neither a file of `zlink diagram`, nor nodes as Graphillion dumps them",
                if source.name == "-" { "the standard input" } else { &source.name }
            ),
            "`zlink diagram build` makes a diagram of a puzzle",
        ),
        error => Failure::input(format!("{}: {error}", source.name)),
    })
}

fn numbered(diagram: Diagram) -> NamedFamily {
    let names = (1..=diagram.variables().len()).map(|i| i.to_string()).collect();
    NamedFamily { names, family: diagram.into() }
}

/// Writes a diagram to the file or the standard output.
pub(super) fn write(
    session: &Session,
    named: &NamedFamily,
    form: Form,
    output: &OutputFile,
) -> Result<ExitStatus, Failure> {
    session.limits.check()?;
    let path = output.file.as_deref().filter(|path| path.as_os_str() != "-");
    let written = match path {
        Some(path) => write_whole(path, |out| write_form(named, form, out)),
        None if form == Form::Zdd && io::stdout().is_terminal() => {
            return Err(Failure::input("a diagram is nothing for a terminal: name a file with -o"));
        }
        None => stdout::open().and_then(|stdout| write_form(named, form, BufWriter::new(stdout))),
    };
    match written {
        // A reader that closes the pipe has all it wants.
        Err(error) if path.is_none() && error.kind() == ErrorKind::BrokenPipe => {}
        Err(error) if error.get_ref().is_some_and(|inner| inner.is::<zdd::TooLarge>()) => {
            return Err(Failure::input(error.to_string()));
        }
        Err(error) => {
            let name = path.map_or("the standard output".into(), Path::to_string_lossy);
            return Err(Failure::input(format!("{name} cannot be written: {error}")));
        }
        Ok(()) => {}
    }
    Ok(session.output.result("", ExitStatus::DONE))
}

fn write_form(named: &NamedFamily, form: Form, mut out: impl Write) -> io::Result<()> {
    let NamedFamily { names, family } = named;
    match form {
        Form::Zdd => named.write_binary(&mut out)?,
        Form::Text => family.diagram().write_text(&mut out)?,
        Form::Svg => {
            let picture = zdd::svg(family.diagram(), |element| names[element.index()].clone());
            out.write_all(picture.map_err(io::Error::other)?.as_bytes())?;
        }
        Form::Dot => family.diagram().to_dot(&mut out, |element| names[element.index()].clone())?,
    }
    out.flush()
}
