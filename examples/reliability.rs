//! Computes how reliable a network is: the exact probability that two places stay connected when links fail. Also prints the
//! shortest routes between them.
//!
//! The network is the backbone of the NSFNET of 1991: 14 places and 21 links, with their lengths in kilometres.
//!
//! cargo run --example reliability

use std::error::Error;

use zlink::PuzzleBuilder;
use zlink::diagram::Element;
use zlink::family::Family;
use zlink::limits::Limits;

const LINKS: [(&str, &str, i64); 21] = [
    ("WA", "CA1", 1100),
    ("WA", "CA2", 1600),
    ("WA", "IL", 2800),
    ("CA1", "CA2", 600),
    ("CA1", "UT", 1000),
    ("CA2", "TX", 2000),
    ("UT", "CO", 600),
    ("UT", "MI", 2400),
    ("CO", "NE", 800),
    ("CO", "TX", 1100),
    ("TX", "GA", 1200),
    ("TX", "DC", 2000),
    ("NE", "IL", 700),
    ("IL", "PA", 700),
    ("PA", "GA", 900),
    ("PA", "NY", 500),
    ("PA", "NJ", 500),
    ("MI", "NY", 800),
    ("MI", "NJ", 800),
    ("NY", "DC", 300),
    ("NJ", "DC", 300),
];

/// The probability that a link works.
const WORKS: f64 = 0.9;

fn main() -> Result<(), Box<dyn Error>> {
    let mut builder = PuzzleBuilder::new();
    for (from, to, _) in LINKS {
        builder.edge(from, to);
    }
    builder.pair("CA1", "NY");
    let network = builder.build()?;

    // The places are connected if all links of some route work, whatever the state of the other links.
    let routes = network.family()?;
    let all: Vec<Element> = (0..LINKS.len()).map(Element::from_index).collect();
    let connected = Family::power_set(&all).supersets(&routes);
    let mut reliability = 0.0;
    for (working, sets) in (0..).zip(connected.sizes()) {
        let sets: f64 = sets.to_string().parse()?;
        reliability += sets * WORKS.powi(working) * (1.0 - WORKS).powi(LINKS.len() as i32 - working);
    }
    println!("{} routes; connected with probability {reliability:.6}", routes.count());
    // The expected values come from another program, which tried all sets of links.
    assert_eq!(connected.count(), 761_065u32.into());
    assert!((reliability - 0.995_634_506_745_553_1).abs() < 1e-12);

    let mut by_length = routes.by_weight(|link| LINKS[link.index()].2, &Limits::none())?;
    for _ in 0..3 {
        let Some((kilometres, route)) = by_length.next_set()? else { break };
        let route = network.solution_of(route)?;
        let places: Vec<&str> = route.paths()[0].iter().map(|&&place| place).collect();
        println!("{kilometres} km: {}", places.join(" - "));
    }
    Ok(())
}
