//! Counts in words, which take the plural unless they are 1.

use std::fmt::Display;

/// A count in words: the number and the noun, which is given in the singular and whose plural is regular but for that of `vertex`.
pub fn counted(count: impl Display, noun: &str) -> String {
    let count = count.to_string();
    match noun.strip_suffix("ex") {
        _ if count == "1" => format!("1 {noun}"),
        Some(stem) => format!("{count} {stem}ices"),
        None => format!("{count} {noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular() {
        let told = [counted(0_u64, "link"), counted(1_u32, "vertex"), counted(21_usize, "vertex")];
        assert_eq!(told, ["0 links", "1 vertex", "21 vertices"]);
    }
}
