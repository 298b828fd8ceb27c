//! Opens a page whose address is nobody else's business: the browser gets the path of a file that only its owner can
//! read, for what stands in a command line every user of the computer can see.

use std::io;

use zlink_base::files::{self, Private};

/// Opens the browser on `address`. The file that leads there is removed with what is returned.
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
