//! Names that are nearly the same: for hints in messages.

/// Names longer than this are not compared.
const LONGEST: usize = 32;

/// Whether `a` is probably a slip of the pen for `b`: at most two characters differ, and less than half of them.
pub(super) fn slip(a: &str, b: &str) -> Option<usize> {
    distance(a, b, 2).filter(|&d| 2 * d < a.len().max(b.len()))
}

/// How many characters must be inserted, removed or replaced to make `b` from `a`; none when more than `most`.
fn distance(a: &str, b: &str, most: usize) -> Option<usize> {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() > LONGEST || b.len() > LONGEST || a.len().abs_diff(b.len()) > most {
        return None;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    Some(row[b.len()]).filter(|&d| d <= most)
}

#[cfg(test)]
mod tests {
    use super::{distance, slip};

    #[test]
    fn small_changes_are_counted() {
        assert_eq!(distance("edge", "edge", 2), Some(0));
        assert_eq!(distance("a12", "a21", 2), Some(2));
        assert_eq!(distance("a12", "a1", 2), Some(1));
        assert_eq!(distance("kitten", "sitting", 2), None);
        assert_eq!(distance("kitten", "sitting", 3), Some(3));
        assert_eq!(distance("", "ab", 2), Some(2));
        assert_eq!(slip("a12", "a13"), Some(1));
        assert_eq!(slip("12", "13"), None);
        assert_eq!(slip("edges", "edge"), Some(1));
    }
}
