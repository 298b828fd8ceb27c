//! `zlink completions` and `zlink man`.

use std::io::{self, ErrorKind, Write};

use clap::{Command, CommandFactory};
use clap_mangen::Man;

use super::arguments::Arguments;
use super::message;
use crate::answer::ExitStatus;

/// Writes the completions for `shell`.
pub(super) fn completions(shell: clap_complete::Shell) -> ExitStatus {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "zlink", &mut text);
    write(&text)
}

/// Writes the manual page: that of the program, with a section for each command.
pub(super) fn man() -> ExitStatus {
    let mut text = Vec::new();
    // Writing to memory cannot fail.
    let _ = render(&mut text);
    write(&text)
}

fn render(text: &mut Vec<u8>) -> io::Result<()> {
    let mut program = Arguments::command();
    program.build();
    let page = Man::new(program.clone());
    page.render_title(text)?;
    page.render_name_section(text)?;
    writeln!(text, ".SH SYNOPSIS\n\\fBzlink\\fR \\fICOMMAND\\fR [\\fIOPTIONS\\fR] [\\fIFILES\\fR]")?;
    page.render_description_section(text)?;
    for command in shown(&program) {
        section(command, command.get_name(), text)?;
        for action in shown(command) {
            section(action, &format!("{} {}", command.get_name(), action.get_name()), text)?;
        }
    }
    if let Some(more) = program.get_after_long_help() {
        writeln!(text, ".SH \"EXAMPLES AND EXIT STATUSES\"")?;
        as_it_is(&more.to_string(), text)?;
    }
    page.render_version_section(text)
}

/// The commands of `program` that the manual tells of.
fn shown(program: &Command) -> impl Iterator<Item = &Command> {
    program.get_subcommands().filter(|command| command.get_name() != "help" && !command.is_hide_set())
}

/// The section of a command.
fn section(command: &Command, name: &str, text: &mut Vec<u8>) -> io::Result<()> {
    writeln!(text, ".SH \"COMMAND {}\"", name.to_uppercase())?;
    let page = Man::new(command.clone());
    let mut sections = Vec::new();
    page.render_synopsis_section(&mut sections)?;
    page.render_description_section(&mut sections)?;
    page.render_options_section(&mut sections)?;
    // One level below the heading of the command.
    text.extend(String::from_utf8_lossy(&sections).replace(".SH ", ".SS ").into_bytes());
    if let Some(more) = command.get_after_long_help() {
        writeln!(text, ".SS MORE")?;
        as_it_is(&more.to_string(), text)?;
    }
    Ok(())
}

/// `lines` without filling.
fn as_it_is(lines: &str, text: &mut Vec<u8>) -> io::Result<()> {
    writeln!(text, ".nf")?;
    for line in lines.lines() {
        // `\&` keeps a leading full stop from being a request.
        writeln!(text, "\\&{}", line.replace('\\', "\\e").replace('-', "\\-"))?;
    }
    writeln!(text, ".fi")
}

fn write(text: &[u8]) -> ExitStatus {
    match io::stdout().write_all(text).and_then(|()| io::stdout().flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            message(&format!("error: the standard output cannot be written: {error}"));
            ExitStatus::ERROR
        }
        _ => ExitStatus::DONE,
    }
}
