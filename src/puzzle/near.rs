//! Names that are nearly the same: for hints in messages.

/// Names longer than this are not compared.
const LONGEST: usize = 32;

/// How many characters must be inserted, removed or replaced to make `b` from `a`; none when more than `most`.
pub(super) fn distance(a: &str, b: &str, most: usize) -> Option<usize> {
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
    use super::distance;

    #[test]
    fn small_changes_are_counted() {
        assert_eq!(distance("edge", "edge", 2), Some(0));
        assert_eq!(distance("a12", "a21", 2), Some(2));
        assert_eq!(distance("a12", "a1", 2), Some(1));
        assert_eq!(distance("kitten", "sitting", 2), None);
        assert_eq!(distance("kitten", "sitting", 3), Some(3));
        assert_eq!(distance("", "ab", 2), Some(2));
    }
}
