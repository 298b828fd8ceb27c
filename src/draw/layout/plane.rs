//! Points and polygons of the plane.

/// A point of the plane; the second coordinate grows downwards.
pub type Point = [f64; 2];

/// The least and the greatest coordinates of `points`; the origin if there are none.
pub(crate) fn bounds(points: &[Point]) -> (Point, Point) {
    let Some(&first) = points.first() else { return ([0.0; 2], [0.0; 2]) };
    points.iter().fold((first, first), |(low, high), p| {
        ([low[0].min(p[0]), low[1].min(p[1])], [high[0].max(p[0]), high[1].max(p[1])])
    })
}

/// The length of a vector. Unlike `f64::hypot`, it has the same bits on every system.
pub(crate) fn length([x, y]: Point) -> f64 {
    (x * x + y * y).sqrt()
}

/// The distance of two points.
pub(crate) fn distance(a: Point, b: Point) -> f64 {
    length([a[0] - b[0], a[1] - b[1]])
}

/// The sine and the cosine of an angle, without the bits in which systems differ: hundreds of rounds of small moves would make another
/// drawing of them.
pub(crate) fn sin_cos(angle: f64) -> (f64, f64) {
    const SAME: f64 = (1u64 << 40) as f64;
    let (sin, cos) = angle.sin_cos();
    ((sin * SAME).round() / SAME, (cos * SAME).round() / SAME)
}

/// The median of the positive lengths; 1 if there are none.
pub(super) fn median(mut lengths: Vec<f64>) -> f64 {
    lengths.retain(|&length| length > 0.0 && length.is_finite());
    lengths.sort_by(f64::total_cmp);
    lengths.get(lengths.len() / 2).copied().unwrap_or(1.0)
}

/// Twice the area that a ring of points encloses; the sign is that of its orientation.
pub(super) fn area(points: impl Iterator<Item = Point> + Clone) -> f64 {
    let next = points.clone().cycle().skip(1);
    points.zip(next).map(|(a, b)| a[0] * b[1] - a[1] * b[0]).sum()
}

/// Twice the area of a triangle: positive, negative or 0, as `c` is on one side of the line from `a` to `b`, on the other, or on it.
pub(super) fn side(a: Point, b: Point, c: Point) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// Whether a polygon has some area and no two of its sides cross. The sides of polygons with many corners are not compared.
pub(super) fn is_simple(points: &[Point]) -> bool {
    let k = points.len();
    if area(points.iter().copied()).abs() < 1e-6 {
        return false;
    }
    if k > 64 {
        return true;
    }
    let ends = |i: usize| (points[i], points[(i + 1) % k]);
    for i in 0..k {
        for j in i + 2..k {
            if i == 0 && j == k - 1 {
                continue;
            }
            let ((a, b), (c, d)) = (ends(i), ends(j));
            if side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0 {
                return false;
            }
        }
    }
    true
}
