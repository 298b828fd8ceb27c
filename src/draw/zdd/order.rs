//! Orders the rows so that few arcs cross: medians of the neighbours, sweep by sweep (Sugiyama, Tagawa and Toda 1981; Gansner, Koutsofios,
//! North and Vo 1993), then exchanges of neighbours.

use super::rows::Rows;

const SWEEPS: usize = 24;

/// Orders the items of each row.
pub(super) fn order(rows: &mut Rows) {
    let neighbours = rows.neighbours();
    let mut place = vec![0usize; rows.items.len()];
    let mut best = (usize::MAX, rows.rows.clone());
    for sweep in 0..SWEEPS {
        let is_down = sweep % 2 == 0;
        let count = rows.rows.len();
        set_places(&rows.rows, &mut place);
        for step in 1..count {
            let r = if is_down { step } else { count - 1 - step };
            let near = &neighbours[usize::from(!is_down)];
            let key = |item: usize| {
                let mut at: Vec<usize> = near[item].iter().map(|&other| place[other]).collect();
                at.sort_unstable();
                match at.len() {
                    0 => place[item] as f64,
                    // Every other pair of sweeps uses means, which separate items that medians do not.
                    k if sweep % 4 > 1 => at.iter().sum::<usize>() as f64 / k as f64,
                    k => (at[(k - 1) / 2] + at[k / 2]) as f64 / 2.0,
                }
            };
            let mut keyed: Vec<(f64, usize)> = rows.rows[r].iter().map(|&item| (key(item), item)).collect();
            keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
            rows.rows[r] = keyed.into_iter().map(|(_, item)| item).collect();
            rows.rows[r].iter().enumerate().for_each(|(i, &item)| place[item] = i);
        }
        exchange(&mut rows.rows, &neighbours, &mut place);
        let crossings = crossings(rows);
        if crossings < best.0 {
            best = (crossings, rows.rows.clone());
        }
    }
    rows.rows = best.1;
}

fn set_places(rows: &[Vec<usize>], place: &mut [usize]) {
    for row in rows {
        row.iter().enumerate().for_each(|(i, &item)| place[item] = i);
    }
}

/// Exchanges neighbours in rows as long as that reduces the number of crossings.
fn exchange(rows: &mut [Vec<usize>], neighbours: &[Vec<Vec<usize>>; 2], place: &mut [usize]) {
    for _ in 0..8 {
        let mut is_better = false;
        for row in rows.iter_mut() {
            for i in 1..row.len() {
                let (left, right) = (row[i - 1], row[i]);
                let crossed = |a: usize, b: usize| -> usize {
                    let pairs = neighbours
                        .iter()
                        .flat_map(|near| near[a].iter().flat_map(|&p| near[b].iter().map(move |&q| (p, q))));
                    pairs.filter(|&(p, q)| place[p] > place[q]).count()
                };
                if crossed(right, left) < crossed(left, right) {
                    row.swap(i - 1, i);
                    place[left] = i;
                    place[right] = i - 1;
                    is_better = true;
                }
            }
        }
        if !is_better {
            break;
        }
    }
}

/// The number of pairs of arcs that cross.
pub(super) fn crossings(rows: &Rows) -> usize {
    let mut place = vec![0usize; rows.items.len()];
    set_places(&rows.rows, &mut place);
    let [_, below] = rows.neighbours();
    let mut count = 0;
    for row in &rows.rows {
        let mut ends: Vec<usize> = Vec::new();
        for &item in row {
            let before = ends.len();
            let mut here: Vec<usize> = below[item].iter().map(|&to| place[to]).collect();
            here.sort_unstable();
            count += here
                .iter()
                .map(|to| ends[..before].iter().filter(|other| *other > to).count())
                .sum::<usize>();
            ends.extend(here);
        }
    }
    count
}
