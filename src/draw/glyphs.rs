//! Letters as strokes of a pen, for pictures in pixels: they look the same on every computer, and need no fonts.

/// The height of capital letters and digits, in units of the stroke grid.
const CAPITAL: f64 = 7.0;
/// The height of capital letters as a fraction of the font size, as in common fonts.
const CAPITAL_OF_SIZE: f64 = 0.73;
/// The height of the baseline in the stroke grid.
const BASELINE: i32 = 2;
/// The gap between letters, in units of the stroke grid.
const GAP: f64 = 2.0;
/// The width of a blank, in units of the stroke grid.
const BLANK: f64 = 2.0;

/// The strokes of a character that is not in the table.
const UNKNOWN: &str = "0209494202";

/// The strokes of a text that begins at the origin, for letters of font size `size`, and its width; y grows downwards.
pub(super) fn write(text: &str, size: f64) -> (Vec<Vec<[f64; 2]>>, f64) {
    let unit = size * CAPITAL_OF_SIZE / CAPITAL;
    let mut lines = Vec::new();
    let mut left = 0.0;
    for letter in text.chars() {
        let strokes = strokes(letter);
        let start = lines.len();
        for stroke in strokes.split(' ').filter(|stroke| !stroke.is_empty()) {
            // Each point is two digits: its x coordinate, and its height.
            let digits: Vec<i32> = stroke.bytes().map(|b| i32::from(b) - i32::from(b'0')).collect();
            let points = digits
                .chunks_exact(2)
                .map(|p| [(left + f64::from(p[0])) * unit, f64::from(BASELINE - p[1]) * unit]);
            lines.push(points.collect::<Vec<_>>());
        }
        let right = lines[start..].iter().flatten().map(|p| p[0] / unit).fold(left, f64::max);
        left = if strokes.is_empty() { left + BLANK } else { right } + GAP;
    }
    (lines, (left - GAP).max(0.0) * unit)
}

/// The strokes of a letter. Height 2 is the baseline, 7 the top of small letters, 9 the top of capitals.
fn strokes(letter: char) -> &'static str {
    match letter {
        ' ' => "",
        '0' => "123243483919080312",
        '1' => "072922 0242",
        '2' => "0819394847460242",
        '3' => "081939484736 16364543321203",
        '4' => "32390444",
        '5' => "490906364543321203",
        '6' => "483919080312324345361605",
        '7' => "094912",
        '8' => "16070819394847361605031232434536",
        '9' => "031232434839190806153546",
        'A' => "022942 1535",
        'B' => "02093948473606 3645433202",
        'C' => "4839190803123243",
        'D' => "02092947442202",
        'E' => "49090242 0636",
        'F' => "490902 0636",
        'G' => "48391908031232434525",
        'H' => "0902 4942 0646",
        'I' => "0222 0929 1912",
        'J' => "3933221203",
        'K' => "0902 4905 1642",
        'L' => "090242",
        'M' => "0209254942",
        'N' => "02094249",
        'O' => "123243483919080312",
        'P' => "02093948463505",
        'Q' => "123243483919080312 2442",
        'R' => "02093948463505 2542",
        'S' => "483919080716364543321203",
        'T' => "0949 2922",
        'U' => "090312324349",
        'V' => "092249",
        'W' => "0912263249",
        'X' => "0249 0942",
        'Y' => "092649 2622",
        'Z' => "09490242",
        'a' => "0617374642 45150403123243",
        'b' => "0902 06173746433212 1203",
        'c' => "4637170603123243",
        'd' => "4942 4637170603123243",
        'e' => "054546371706031232 3243",
        'f' => "392918 1812 0727",
        'g' => "4741301001 4637170603123243",
        'h' => "0902 0617374642",
        'i' => "0702 0909",
        'j' => "171100 1919",
        'k' => "0902 3704 1532",
        'l' => "090312",
        'm' => "0702 0617273632 3647576662",
        'n' => "0702 0617374642",
        'o' => "123243463717060312",
        'p' => "0700 06173746433212 1203",
        'q' => "4740 4637170603123243",
        'r' => "0702 052737",
        's' => "46371706153544433212 1203",
        't' => "19132232 0737",
        'u' => "0703123243 4742",
        'v' => "072247",
        'w' => "0712253247",
        'x' => "0247 0742",
        'y' => "0722 471000",
        'z' => "07470242",
        '.' => "0202",
        ',' => "121100",
        ':' => "0202 0606",
        ';' => "1616 121100",
        '-' | '–' => "0535",
        '_' => "0141",
        '+' => "0545 2723",
        '=' => "0646 0444",
        '(' => "19070311",
        ')' => "09171301",
        '[' => "19090111",
        ']' => "09191101",
        '{' => "291816051412 1221",
        '}' => "091816251412 1201",
        '<' => "380532",
        '>' => "083502",
        '≤' => "390633 0242",
        '≥' => "094603 0242",
        '⊘' => "123243483919080312 1239",
        '/' => "0139",
        '\\' => "0931",
        '|' => "0901",
        '"' => "0907 1917",
        '\'' => "0907",
        '`' => "0918",
        '%' => "0249 0809191808 3233434232",
        '#' => "1219 3239 0444 0747",
        '!' => "0904 0202",
        '?' => "081939484725 2524 2222",
        '*' => "2428 0745 0547",
        '&' => "420708192938370403122244",
        '@' => "3626151423333644 4447391907041242",
        '$' => "483919080716364543321203 2901",
        '^' => "072947",
        '~' => "05163546",
        '·' => "0505",
        '…' => "0202 2222 4242",
        '⊤' => "0949 2922",
        '⊥' => "0242 2229",
        _ => UNKNOWN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_is_drawn_within_its_line() {
        for letter in ('!'..='~').chain(['⊤', '⊥', '…', 'é']) {
            let strokes = strokes(letter);
            assert!(strokes.split(' ').all(|s| s.len() % 2 == 0 && s.len() >= 4), "{letter}: {strokes}");
            assert!(letter == 'é' || strokes != UNKNOWN, "{letter}");
            let (lines, width) = write(&letter.to_string(), 10.0);
            let all = || lines.iter().flatten();
            assert!(
                all().all(|p| (0.0..=width + 1e-9).contains(&p[0]) && (-7.4..=2.2).contains(&p[1])),
                "{letter}"
            );
        }
    }

    #[test]
    fn letters_follow_each_other() {
        let (lines, width) = write("10 l", 7.0 / CAPITAL_OF_SIZE);
        assert!(
            lines.len() == 4 && (width - (4.0 + 2.0 + 4.0 + 2.0 + 2.0 + 2.0 + 1.0)).abs() < 1e-9,
            "{width}"
        );
        assert_eq!(write("", 9.0), (vec![], 0.0));
    }
}
