use super::*;

/// Two engines on three instances; the second does badly.
fn example() -> Comparison {
    let run = |instance, engine, round, end, cpu| Run {
        instance,
        engine,
        round,
        end,
        cpu,
        wall: cpu * 1.5,
        memory: 3_000_000 * (engine as u64 + 1),
        statistics: serde_json::Map::new(),
    };
    let unique = || End::Answered(Verdict::Unique);
    let instance =
        |name: &str| Instance { name: name.to_string(), vertices: 9, edges: 12, ..Instance::default() };
    Comparison {
        question: Question::Unique,
        engines: vec!["auto".to_string(), "other, \"odd\" <&>".to_string()],
        instances: ["a", "b", "c"].map(instance).to_vec(),
        runs: vec![
            run(0, 0, 0, unique(), 0.002),
            run(0, 1, 0, unique(), 0.5),
            run(0, 0, 1, unique(), 0.004),
            run(0, 1, 1, End::Time, 10.0),
            run(1, 0, 0, End::Answered(Verdict::Several), 0.1),
            run(1, 1, 0, End::Memory, 3.0),
            run(2, 0, 0, End::Answered(Verdict::Unsatisfiable), 20.0),
            run(2, 1, 0, End::Failed("exit status 3: no\nsuch thing".to_string()), 0.0),
        ],
        time_limit: Some(10.0),
        memory_limit: None,
    }
}

#[test]
fn engines_are_summed_up() {
    let comparison = example();
    let first = Summary::of(&comparison, 0);
    assert_eq!((first.solved, first.instances), (3, 3));
    assert_eq!((first.median, first.max), (Some(0.1), Some(20.0)));
    assert_eq!(first.times, [0.003, 0.1, 20.0]);
    assert!((first.mean.unwrap() - 20.103 / 3.0).abs() < 1e-9);
    let second = Summary::of(&comparison, 1);
    assert_eq!((second.solved, second.time, second.memory, second.wrong, second.errors), (0, 1, 1, 0, 1));
    assert_eq!((second.median, second.mean, second.max_memory), (None, None, 6_000_000));
}

#[test]
fn the_median_counts_what_is_not_solved_as_slowest() {
    let mut comparison = example();
    comparison.runs.retain(|run| run.engine == 0 && run.round == 0);
    comparison.runs[2].end = End::Time;
    assert_eq!(Summary::of(&comparison, 0).median, Some(0.1));
    comparison.runs[1].end = End::Time;
    assert_eq!(Summary::of(&comparison, 0).median, None);
}

#[test]
fn tables_are_aligned() {
    let comparison = example();
    let expected = "\
engine            solved  time  memory  wrong  errors  median s  mean s  max s  max MB
auto                 3/3     0       0      0       0    0.1000    6.70  20.00     3.0
other, \"odd\" <&>     0/3     1       1      0       1      > 10       -      -     6.0
";
    assert_eq!(engine_table(&comparison).render(Look::Text), expected);
    let expected = "\
| instance | vertices | edges | answer | auto | other, \"odd\" <&> |
|---|---:|---:|---:|---:|---:|
| a | 9 | 12 | unique | 0.0030 | time |
| b | 9 | 12 | several | 0.1000 | memory |
| c | 9 | 12 | unsatisfiable | 20.00 | error |
";
    assert_eq!(instance_table(&comparison).render(Look::Markdown), expected);
}

#[test]
fn contradictions_are_found() {
    let mut comparison = example();
    assert_eq!(disagreements(&comparison), []);
    comparison.runs[5].end = End::Answered(Verdict::Unique);
    comparison.runs[7].end = End::Wrong("vertex 1 has one link".to_string());
    let found: Vec<String> = disagreements(&comparison).iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "DISAGREEMENT on b: unique, say other, \"odd\" <&>; several, say auto",
            "DISAGREEMENT on c: unsatisfiable, say auto; other, \"odd\" <&> is wrong: vertex 1 has one link",
        ]
    );
}

#[test]
fn checked_solutions_refute_claims() {
    let count = |digits: &str| Verdict::Count(digits.to_string());
    assert!(Verdict::Unsatisfiable.is_refuted_by(1) && !Verdict::Unsatisfiable.is_refuted_by(0));
    assert!(Verdict::Unique.is_refuted_by(2) && !Verdict::Unique.is_refuted_by(1));
    assert!(count("1").is_refuted_by(2) && !count("2").is_refuted_by(2));
    assert!(!count("123456789012345678901234567890").is_refuted_by(64));
    assert!(!Verdict::Several.is_refuted_by(9) && !Verdict::Satisfiable.is_refuted_by(9));
}

#[test]
fn csv_has_a_row_for_each_run() {
    let text = csv(&example());
    let lines: Vec<&str> = text.split_terminator("\r\n").collect();
    assert_eq!(lines.len(), 9);
    assert_eq!(
        lines[8],
        "c,9,12,0,0,\"other, \"\"odd\"\" <&>\",0,error,,0.000000,0.000000,6000000,\"exit status 3: no\nsuch thing\""
    );
    assert_eq!(lines[1], "a,9,12,0,0,auto,0,solved,unique,0.002000,0.003000,3000000,");
}

#[test]
fn json_has_runs_and_summaries() {
    let about = serde_json::Map::from_iter([("program".to_string(), "zlink".into())]);
    let value: serde_json::Value = serde_json::from_str(&json(&example(), about)).unwrap();
    assert_eq!(value["program"], "zlink");
    assert_eq!(value["question"], "unique");
    assert_eq!(value["runs"].as_array().unwrap().len(), 8);
    assert_eq!(value["summary"][0]["solved"], 3);
    assert_eq!(value["runs"][3]["answer"], serde_json::Value::Null);
}

#[test]
fn plots_are_well_formed() {
    let mut comparison = example();
    let svg = plot(&comparison);
    assert!(svg.contains("other, &quot;odd&quot;"));
    assert!(svg.contains("3 not solved"));
    well_formed(&svg);
    comparison.runs.clear();
    well_formed(&plot(&comparison));
    comparison.engines = (0..30).map(|i| format!("engine {i}")).collect();
    well_formed(&plot(&comparison));
    comparison.instances.clear();
    comparison.engines.clear();
    well_formed(&plot(&comparison));
}

/// Every element is closed, and no number is out of bounds.
fn well_formed(svg: &str) {
    let mut open = Vec::new();
    for tag in svg.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').expect("a tag ends");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().unwrap());
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        assert!(!tag.contains("NaN") && !tag.contains("inf"), "{tag}");
    }
    assert!(open.is_empty(), "{open:?}");
}
