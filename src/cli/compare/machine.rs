//! The machine on which the runs were measured, as far as the system describes it.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Map, Value};

use crate::system;

/// The description of a machine for reports.
#[derive(Debug, Clone, Default)]
pub(super) struct Machine {
    processor: String,
    processors: usize,
    system: String,
}

impl Machine {
    /// This machine.
    pub(super) fn this() -> Self {
        let text = |path: &str| system::beginning(Path::new(path)).unwrap_or_default();
        let cpuinfo = text("/proc/cpuinfo");
        let model = cpuinfo.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
        let words = ["/proc/sys/kernel/ostype", "/proc/sys/kernel/osrelease"].map(text);
        let system = words.map(|word| word.trim().to_string()).join(" ");
        Machine {
            processor: model.map_or(std::env::consts::ARCH, |(_, name)| name.trim()).to_string(),
            processors: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            system: if system.trim().is_empty() { std::env::consts::OS.to_string() } else { system },
        }
    }

    /// The machine and the version of zlink on one line, for the head of the table.
    pub(super) fn line(&self) -> String {
        format!(
            "zlink {}; {}, {} processors, {}",
            env!("CARGO_PKG_VERSION"),
            self.processor,
            self.processors,
            self.system
        )
    }

    /// The machine, the version of zlink and the time as JSON.
    pub(super) fn json(&self) -> Map<String, Value> {
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        let object = serde_json::json!({
            "program": concat!("zlink ", env!("CARGO_PKG_VERSION")),
            "unix_time": seconds,
            "machine": { "processor": self.processor, "processors": self.processors, "system": self.system },
        });
        match object {
            Value::Object(object) => object,
            _ => Map::new(),
        }
    }
}
