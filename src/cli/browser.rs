//! Opens a page with a secret address. Every user of the computer can see command lines, so the browser is passed the path
//! of a file that only its owner can read, and that redirects to the address.

use std::io;

use zlink_base::files::{self, Private};

/// Opens the browser at `address`. Dropping the returned value removes the file that redirects there.
pub(super) fn open(address: &str) -> io::Result<Private> {
    let page = format!(
        "<!doctype html>\n<meta charset=\"utf-8\">\n<title>zlink studio</title>\n\
         <meta http-equiv=\"refresh\" content=\"0; url={address}\">\n<a href=\"{address}\">zlink studio</a>\n"
    );
    let file = files::private("zlink-studio-", ".html", page.as_bytes())
        .map_err(|error| io::Error::other(format!("its file cannot be written: {error}")))?;
    open::that_detached(&file)?;
    Ok(file)
}
