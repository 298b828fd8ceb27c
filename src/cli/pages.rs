//! `zlink completions` and `zlink man`.

use std::io::{self, ErrorKind, Write};

use clap::{Command, CommandFactory};

use super::arguments::Arguments;
use super::message;
use crate::answer::ExitStatus;

/// Writes the completions for `shell`.
pub(super) fn completions(shell: clap_complete::Shell) -> ExitStatus {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "zlink", &mut text);
    write(&text)
}

/// Writes the manual page: that of the program, followed by those of the commands.
pub(super) fn man() -> ExitStatus {
    let mut command = Arguments::command();
    command.build();
    let mut text = Vec::new();
    // Writing to memory cannot fail.
    let _ = clap_mangen::Man::new(command.clone()).render(&mut text);
    for part in command.get_subcommands().filter(|part| part.get_name() != "help") {
        let _ = render_part(part, &mut text);
    }
    write(&text)
}

/// The synopsis, the description and the options of one command, as sections of the same page.
fn render_part(command: &Command, text: &mut Vec<u8>) -> io::Result<()> {
    writeln!(text, ".SH \"COMMAND {}\"", command.get_name().to_uppercase())?;
    let page = clap_mangen::Man::new(command.clone());
    for render in [
        clap_mangen::Man::render_synopsis_section,
        clap_mangen::Man::render_description_section,
        clap_mangen::Man::render_options_section,
        clap_mangen::Man::render_extra_section,
    ] as [fn(&clap_mangen::Man, &mut dyn Write) -> io::Result<()>; 4]
    {
        let mut section = Vec::new();
        render(&page, &mut section)?;
        // One level below the heading of the command.
        text.extend(String::from_utf8_lossy(&section).replace(".SH ", ".SS ").into_bytes());
    }
    Ok(())
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
