//! Similarity of names, for suggestions in messages.

/// The greatest length of names that are compared.
const LONGEST: usize = 32;

/// The distance between `a` and `b` if one is probably a misspelling of the other: at most 2, and less than half the
/// length.
pub fn slip(a: &str, b: &str) -> Option<usize> {
    distance(a, b, 2).filter(|&d| 2 * d < a.len().max(b.len()))
}

/// The least number of insertions, removals, replacements and swaps of neighbouring bytes that turn `a` into `b`, or
/// `None` if it is greater than `most`.
fn distance(a: &str, b: &str, most: usize) -> Option<usize> {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() > LONGEST || b.len() > LONGEST || a.len().abs_diff(b.len()) > most {
        return None;
    }
    // The rows of the table for the prefixes of `a` without the last two, without the last one, and with all bytes so
    // far.
    let mut rows: [Vec<usize>; 3] = [Vec::new(), Vec::new(), (0..=b.len()).collect()];
    for i in 1..=a.len() {
        rows.rotate_left(1);
        let [earlier, before, row] = &mut rows;
        row.clear();
        row.push(i);
        for j in 1..=b.len() {
            let replaced = before[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = replaced.min(row[j - 1] + 1).min(before[j] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(earlier[j - 2] + 1);
            }
            row.push(least);
        }
    }
    Some(rows[2][b.len()]).filter(|&d| d <= most)
}

#[cfg(test)]
mod tests {
    use super::{distance, slip};

    #[test]
    fn small_changes_are_counted() {
        assert_eq!(distance("edge", "edge", 2), Some(0));
        assert_eq!(distance("a12", "a21", 2), Some(1));
        assert_eq!(distance("egde", "edge", 2), Some(1));
        assert_eq!(distance("abcd", "badc", 2), Some(2));
        assert_eq!(distance("a12", "a1", 2), Some(1));
        assert_eq!(distance("kitten", "sitting", 2), None);
        assert_eq!(distance("kitten", "sitting", 3), Some(3));
        assert_eq!(distance("", "ab", 2), Some(2));
        assert_eq!(slip("a12", "a13"), Some(1));
        assert_eq!(slip("12", "13"), None);
        assert_eq!(slip("edges", "edge"), Some(1));
    }
}
