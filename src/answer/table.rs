//! Statistics as text and as JSON.

use std::fmt::Write;

use zlink_engine::{Figure, Statistics};

/// The statistics as text: one row per line, with aligned figures.
pub fn text(statistics: &Statistics) -> String {
    let width = statistics.rows().map(|(key, _)| key.len()).max().unwrap_or(0);
    let mut out = String::new();
    for (key, figure) in statistics.rows() {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{:<width$} : {figure}", key.replace('_', " "));
    }
    out
}

/// The statistics as a JSON object, with unchanged keys; times are in seconds, memory in bytes.
pub fn json(statistics: &Statistics) -> String {
    let mut object = serde_json::Map::new();
    for (key, figure) in statistics.rows() {
        let value = match figure {
            Figure::Count(n) | Figure::Bytes(n) => (*n).into(),
            Figure::Real(x) => (*x).into(),
            Figure::Time(t) => t.as_secs_f64().into(),
            Figure::Text(s) => s.as_ref().into(),
        };
        object.insert(key.to_string(), value);
    }
    let mut out = serde_json::Value::Object(object).to_string();
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn both_forms_have_every_row() {
        let mut statistics = Statistics::default();
        statistics.set("choices", 3usize);
        statistics.set("plan_time", Duration::from_millis(1500));
        statistics.set("order", "beam");
        statistics.set("memory", Figure::Bytes(2_000_000));
        statistics.set("cost", 2.5);
        statistics.set("choices", 4usize);
        assert_eq!(
            text(&statistics),
            "choices   : 4\nplan time : 1.500000 s\norder     : beam\nmemory    : 2.0 MB\ncost      : 2.500\n"
        );
        let value: serde_json::Value = serde_json::from_str(&json(&statistics)).unwrap();
        let expected = serde_json::json!({
            "choices": 4, "plan_time": 1.5, "order": "beam", "memory": 2_000_000, "cost": 2.5
        });
        assert_eq!(value, expected);
    }
}
