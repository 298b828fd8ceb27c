//! Fewer premises: what is not needed is left out, many at once where that is possible.

use zlink_base::limits::Exhausted;

/// Leaves out of `items` what is not needed for `holds`, which holds for all of them and for each set with more than one for
/// which it holds. The first ones are left out first. Large parts are tried before small ones (Zeller and Hildebrandt 2002, delta debugging, in the
/// form without complements).
pub(super) fn shrink<T: Clone>(
    items: &mut Vec<T>,
    mut holds: impl FnMut(&[T]) -> Result<bool, Exhausted>,
) -> Result<(), Exhausted> {
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
