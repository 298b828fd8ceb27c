//! Horizontal positions of the items in rows: near their neighbours, with the required gaps.

use super::rows::Rows;

const ROUNDS: usize = 40;
/// The weight of an arc between two passing items, which keeps long arcs straight.
const STRAIGHT: f64 = 6.0;

/// The horizontal position of each item, from 0 on, where the nodes of a row are at least 1 apart.
pub(super) fn places(rows: &Rows) -> Vec<f64> {
    let mut x = vec![0.0; rows.items.len()];
    for row in &rows.rows {
        let middle = (row.len() as f64 - 1.0) / 2.0;
        row.iter().enumerate().for_each(|(i, &item)| x[item] = i as f64 - middle);
    }
    let neighbours = rows.neighbours();
    for round in 0..ROUNDS {
        // Alternately by the row above and the row below, and in the end by both.
        let sides: &[usize] = match round {
            late if late + 8 > ROUNDS => &[0, 1],
            even if even % 2 == 0 => &[0],
            _ => &[1],
        };
        let count = rows.rows.len();
        for step in 0..count {
            let row = &rows.rows[if round % 2 == 0 { step } else { count - 1 - step }];
            let wish = |item: usize| {
                let (mut sum, mut total) = (0.0, 0.0);
                for &other in sides.iter().flat_map(|&side| &neighbours[side][item]) {
                    let straight = rows.is_passing(item) && rows.is_passing(other);
                    let weight = if straight { STRAIGHT } else { 1.0 };
                    sum += weight * x[other];
                    total += weight;
                }
                if total > 0.0 { sum / total } else { x[item] }
            };
            let wishes: Vec<f64> = row.iter().map(|&item| wish(item)).collect();
            let gaps: Vec<f64> = row.windows(2).map(|pair| gap(rows, pair[0], pair[1])).collect();
            for (&item, at) in row.iter().zip(apart(&wishes, &gaps)) {
                x[item] = at;
            }
        }
    }
    let least = x.iter().copied().fold(f64::INFINITY, f64::min);
    x.into_iter().map(|at| at - least).collect()
}

/// The required distance of two neighbours in a row.
fn gap(rows: &Rows, a: usize, b: usize) -> f64 {
    match [a, b].map(|item| rows.is_passing(item)) {
        [true, true] => 0.4,
        [false, false] => 1.0,
        _ => 0.6,
    }
}

/// The positions nearest to the wishes (least squares) that are in order and at least `gaps` apart: neighbours whose wishes are too close
/// move together as a block (pool adjacent violators).
fn apart(wishes: &[f64], gaps: &[f64]) -> Vec<f64> {
    let mut offsets = vec![0.0];
    for gap in gaps {
        offsets.push(offsets[offsets.len() - 1] + gap);
    }
    // Blocks: the sum of the wishes minus offsets, and the number of items.
    let mut blocks: Vec<(f64, usize)> = Vec::new();
    for (wish, offset) in wishes.iter().zip(&offsets) {
        let mut block = (wish - offset, 1);
        while let Some(&(sum, count)) = blocks.last() {
            if sum / count as f64 <= block.0 / block.1 as f64 {
                break;
            }
            block = (sum + block.0, count + block.1);
            blocks.pop();
        }
        blocks.push(block);
    }
    let starts = blocks.into_iter().flat_map(|(sum, count)| std::iter::repeat_n(sum / count as f64, count));
    starts.zip(offsets).map(|(start, offset)| start + offset).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_are_met_where_there_is_room() {
        assert_eq!(apart(&[0.0, 5.0, 9.0], &[1.0, 1.0]), [0.0, 5.0, 9.0]);
        assert_eq!(apart(&[3.0, 3.0], &[1.0]), [2.5, 3.5]);
        assert_eq!(apart(&[2.0, 0.0, 1.0, 9.0], &[1.0, 1.0, 1.0]), [0.0, 1.0, 2.0, 9.0]);
        assert!(apart(&[], &[]).is_empty());
    }
}
