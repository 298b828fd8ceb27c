//! Shrinks a set of premises: leaves out those that are not needed, many at once if possible.

use zlink_base::limits::Interrupted;

/// Removes from `items` those that `holds` does not need. `holds` is monotone: it holds for all items, and for every superset of a set for
/// which it holds. The first items are left out first. Large parts are tried before small ones (Zeller and Hildebrandt 2002, delta
/// debugging, in the form without complements).
pub(super) fn shrink<T: Clone>(
    items: &mut Vec<T>,
    mut holds: impl FnMut(&[T]) -> Result<bool, Interrupted>,
) -> Result<(), Interrupted> {
    let mut size = items.len().div_ceil(2).max(1);
    loop {
        let mut start = 0;
        while start < items.len() {
            let end = (start + size).min(items.len());
            let mut fewer = items.clone();
            fewer.drain(start..end);
            if holds(&fewer)? {
                *items = fewer;
            } else {
                start = end;
            }
        }
        if size == 1 {
            return Ok(());
        }
        size = size.div_ceil(2);
    }
}
