//! Parsers for the values of options.

use std::num::{IntErrorKind, ParseIntError};
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use zlink_base::Named;

/// A time limit; `None` is no limit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Seconds(pub(super) Option<Duration>);

/// Reads a whole number.
pub(super) fn number<N: FromStr<Err = ParseIntError>>(text: &str) -> Result<N, String> {
    text.parse().map_err(|error: ParseIntError| match error.kind() {
        IntErrorKind::PosOverflow => "the number is too large".to_string(),
        _ => "expected a whole number, such as 7".to_string(),
    })
}

/// Reads a whole number that is not 0.
pub(super) fn positive<N: FromStr<Err = ParseIntError> + Default + PartialEq>(
    text: &str,
) -> Result<N, String> {
    number(text)
        .and_then(|n: N| if n == N::default() { Err("expected 1 or more".to_string()) } else { Ok(n) })
}

/// Reads a number of solutions; 0 stands for all.
pub(super) fn how_many(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "expected a number; 0 stands for all".to_string())
}

/// Reads a number of megabytes.
pub(super) fn megabytes(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| "expected a number of megabytes, such as 2000".to_string())
}

/// Reads a number of seconds.
pub(super) fn seconds(text: &str) -> Result<Seconds, String> {
    let value: f64 = text
        .parse()
        .ok()
        .filter(|value: &f64| !value.is_nan())
        .ok_or("expected a number of seconds, such as 10 or 2.5")?;
    if value < 0.0 {
        return Err("a time limit must not be negative".to_string());
    }
    // More seconds than a duration can hold are no limit, either.
    Ok(Seconds(Duration::try_from_secs_f64(value).ok().filter(|_| value > 0.0)))
}

/// Reads a share from 0 to 1.
pub(super) fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a number from 0 to 1".to_string())
}

/// The name and description of a value, for the parser and the help.
pub(super) fn named_value(name: &'static str, about: &'static str) -> PossibleValue {
    PossibleValue::new(name).help(about.trim_end_matches('.'))
}

/// Reads a value of an enum whose values have names.
pub(super) fn named<T: Named>() -> impl TypedValueParser<Value = T> {
    named_where(|_| true)
}

/// Reads one of those values of an enum whose values have names for which `fits` holds.
pub(super) fn named_where<T: Named>(fits: fn(T) -> bool) -> impl TypedValueParser<Value = T> {
    let values = T::VALUES.iter().filter(|value| fits(**value)).map(|value| {
        let known = named_value(value.name(), value.about());
        known.aliases(value.alias())
    });
    PossibleValuesParser::new(values).try_map(|text| {
        // Upper case comes here where the option allows it.
        let is_it = |name: &str| name.eq_ignore_ascii_case(&text);
        let mut values = T::VALUES.iter().copied();
        values.find(|value| is_it(value.name()) || value.alias().is_some_and(is_it)).ok_or("no such value")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_number_is_told_what_one_is() {
        assert_eq!(number::<u64>("18446744073709551615"), Ok(u64::MAX));
        assert_eq!(number::<u64>("18446744073709551616").unwrap_err(), "the number is too large");
        for text in ["x", "", "-1", "1.5", " 1"] {
            assert_eq!(number::<u64>(text).unwrap_err(), "expected a whole number, such as 7", "{text}");
        }
        assert_eq!(positive::<u8>("1"), Ok(1));
        assert_eq!(positive::<u8>("0").unwrap_err(), "expected 1 or more");
        assert_eq!(positive::<u8>("256").unwrap_err(), "the number is too large");
    }

    #[test]
    fn times_have_fractions_and_an_end() {
        assert_eq!(seconds("2.5"), Ok(Seconds(Some(Duration::from_millis(2500)))));
        assert_eq!(seconds("0"), Ok(Seconds(None)));
        assert_eq!(seconds("1e300"), Ok(Seconds(None)));
        assert_eq!(seconds("-1").unwrap_err(), "a time limit must not be negative");
        for text in ["x", "nan", ""] {
            let error = seconds(text).unwrap_err();
            assert_eq!(error, "expected a number of seconds, such as 10 or 2.5", "{text}");
        }
        assert!(megabytes("0").is_err());
    }
}
