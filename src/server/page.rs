//! Requests for the files of the page.

use axum::extract::Path;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use zlink_studio::page_file;

use super::refused::Refused;

/// Answers with the page itself.
pub(super) async fn index() -> Result<Response, Refused> {
    answer("index.html")
}

/// Answers with a file of the page.
pub(super) async fn file(Path(name): Path<String>) -> Result<Response, Refused> {
    answer(&name)
}

fn answer(name: &str) -> Result<Response, Refused> {
    let none = || Refused::new(404, "there is no such file");
    let kind = kind(name).filter(|_| is_plain(name)).ok_or_else(none)?;
    let bytes = page_file(name).ok_or_else(none)?;
    Ok(([(CONTENT_TYPE, kind)], bytes).into_response())
}

/// Whether a name is a plain path below the folder: its parts consist of letters, digits, `-`, `_` and dots, and none begins
/// with a dot.
fn is_plain(name: &str) -> bool {
    let is_sign = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    name.split('/').all(|part| !part.is_empty() && !part.starts_with('.') && part.chars().all(is_sign))
}

/// The content type of a file by its extension; files with other extensions are not served.
fn kind(name: &str) -> Option<&'static str> {
    let (_, ending) = name.rsplit_once('.')?;
    Some(match ending {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" | "webmanifest" => "application/json",
        "woff2" => "font/woff2",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_the_page_are_served() {
        let status = |name: &str| answer(name).unwrap_or_else(Refused::into_response).status().as_u16();
        assert_eq!(status("index.html"), 200);
        for name in
            ["", "/index.html", "../page.rs", "x/../index.html", ".index.html", "none.js", "..", "index"]
        {
            assert_eq!(status(name), 404, "{name}");
        }
    }

    #[test]
    fn types_are_those_of_the_endings() {
        assert_eq!(kind("board/view.js"), Some("text/javascript; charset=utf-8"));
        assert_eq!(kind("page.rs"), None);
    }
}
