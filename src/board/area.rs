//! The rectangle of the plane that an aperiodic patch fills.

use super::surd::Surd;

/// A rectangle around the origin, in units of coordinates.
pub(super) struct Area {
    pub(super) low: [i64; 2],
    pub(super) high: [i64; 2],
}

impl Area {
    /// The rectangle with this width and height; if the height is odd, the extra unit is below the origin.
    pub(super) fn around(size: [i64; 2]) -> Self {
        let low = [-(size[0] / 2), size[1] / 2 - size[1]];
        Area { low, high: [low[0] + size[0], low[1] + size[1]] }
    }

    /// Whether a point lies inside the rectangle or on its border.
    pub(super) fn holds<const K: i64>(&self, [x, y]: [Surd<K>; 2]) -> bool {
        x.is_within(self.low[0], self.high[0]) && y.is_within(self.low[1], self.high[1])
    }
}
