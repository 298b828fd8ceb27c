//! `zlink completions` and `zlink man`.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use clap::Command;
use clap::builder::StyledStr;
use clap_mangen::Man;

use super::message;
use super::stdout::{self, written};
use zlink_answer::ExitStatus;
use zlink_base::files;

pub(super) const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  zlink completions bash > ~/.local/share/bash-completion/completions/zlink
  zlink completions fish > ~/.config/fish/completions/zlink.fish
";

pub(super) const MAN_EXAMPLES: &str = "\
Examples:
  zlink man | man -l -
  zlink man -o ~/.local/share/man/man1
";

/// Writes the completions of the commands of `program` for `shell`.
pub(super) fn completions(mut program: Command, shell: clap_complete::Shell) -> ExitStatus {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut program, "zlink", &mut text);
    write(&text)
}

/// Writes the manual of `program`: one page with a section for each command, or to `folder` a page for each command.
pub(super) fn man(mut program: Command, folder: Option<&Path>) -> ExitStatus {
    program.build();
    let Some(folder) = folder else {
        let mut text = Vec::new();
        // Writing to memory cannot fail.
        let _ = whole(&program, &mut text);
        return write(&text);
    };
    match fs::create_dir_all(folder).and_then(|()| pages(&program, folder)) {
        Ok(()) => ExitStatus::DONE,
        Err(error) => {
            message(&format!("error: the manual cannot be written to {}: {error}", folder.display()));
            ExitStatus::ERROR
        }
    }
}

/// Writes the pages of `command` and its subcommands.
fn pages(command: &Command, folder: &Path) -> io::Result<()> {
    let name = |command: &Command| command.get_display_name().unwrap_or(command.get_name()).to_string();
    let mut text = Vec::new();
    let page = Man::new(command.clone());
    page.render_title(&mut text)?;
    page.render_name_section(&mut text)?;
    page.render_synopsis_section(&mut text)?;
    page.render_description_section(&mut text)?;
    let mut below = shown(command).peekable();
    if below.peek().is_some() {
        writeln!(text, ".SH COMMANDS")?;
    } else {
        page.render_options_section(&mut text)?;
    }
    for below in below {
        let about = below.get_about().map(ToString::to_string).unwrap_or_default();
        writeln!(text, ".TP\n\\fB{}\\fR(1)", name(below))?;
        as_it_is(&about, &mut text)?;
    }
    if let Some(more) = more(command) {
        writeln!(text, ".SH MORE")?;
        as_it_is(&more.to_string(), &mut text)?;
    }
    if command.get_version().is_some() {
        page.render_version_section(&mut text)?;
    }
    files::write_bytes(&folder.join(format!("{}.1", name(command))), &text)?;
    // Commands have two levels, never more.
    for below in shown(command) {
        pages(below, folder)?;
    }
    Ok(())
}

fn whole(program: &Command, text: &mut Vec<u8>) -> io::Result<()> {
    let page = Man::new(program.clone());
    page.render_title(text)?;
    page.render_name_section(text)?;
    writeln!(text, ".SH SYNOPSIS\n\\fBzlink\\fR \\fICOMMAND\\fR [\\fIOPTIONS\\fR] [\\fIFILES\\fR]")?;
    page.render_description_section(text)?;
    for command in shown(program) {
        section(command, command.get_name(), text)?;
        for action in shown(command) {
            section(action, &format!("{} {}", command.get_name(), action.get_name()), text)?;
        }
    }
    if let Some(more) = more(program) {
        writeln!(text, ".SH \"EXAMPLES AND EXIT STATUSES\"")?;
        as_it_is(&more.to_string(), text)?;
    }
    page.render_version_section(text)
}

/// The commands of `program` that the manual describes.
fn shown(program: &Command) -> impl Iterator<Item = &Command> {
    program.get_subcommands().filter(|command| command.get_name() != "help" && !command.is_hide_set())
}

/// The part of a command's help after its options.
fn more(command: &Command) -> Option<&StyledStr> {
    command.get_after_long_help().or(command.get_after_help())
}

/// Writes the section of a command.
fn section(command: &Command, name: &str, text: &mut Vec<u8>) -> io::Result<()> {
    writeln!(text, ".SH \"COMMAND {}\"", name.to_uppercase())?;
    let page = Man::new(command.clone());
    let mut sections = Vec::new();
    page.render_synopsis_section(&mut sections)?;
    page.render_description_section(&mut sections)?;
    page.render_options_section(&mut sections)?;
    // One level below the heading of the command.
    text.extend(String::from_utf8_lossy(&sections).replace(".SH ", ".SS ").into_bytes());
    if let Some(more) = more(command) {
        writeln!(text, ".SS MORE")?;
        as_it_is(&more.to_string(), text)?;
    }
    Ok(())
}

/// Writes `lines` without filling.
fn as_it_is(lines: &str, text: &mut Vec<u8>) -> io::Result<()> {
    writeln!(text, ".nf")?;
    for line in lines.lines() {
        // `\&` keeps a leading full stop from being a request.
        writeln!(text, "\\&{}", line.replace('\\', "\\e").replace('-', "\\-"))?;
    }
    writeln!(text, ".fi")
}

fn write(text: &[u8]) -> ExitStatus {
    written(stdout::write(text))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::command::Arguments;

    #[test]
    fn examples_fit_into_the_lines_of_the_help() {
        let program = Arguments::command();
        let commands = shown(&program).flat_map(|command| std::iter::once(command).chain(shown(command)));
        for command in commands.chain([&program]) {
            let more = more(command).unwrap_or_else(|| panic!("{} has no examples", command.get_name()));
            for line in more.to_string().lines() {
                // The help is at most 100 columns wide.
                assert!(line.chars().count() <= 100, "{}: {line}", command.get_name());
            }
        }
    }
}
