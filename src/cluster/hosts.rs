//! A FILE -> the addresses of all processes of a count.

use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::path::Path;
use std::{fs, io};

use super::ClusterError;

/// The addresses of all processes of a count, one for each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hosts(Vec<String>);

impl Hosts {
    /// Reads the file `path`: one address `host:port` per line. Blank lines and everything after a `#` are ignored.
    ///
    /// # Errors
    /// When the file cannot be read or has no address, a line is not an address, or an address appears twice.
    pub fn read(path: &Path) -> Result<Self, ClusterError> {
        let text = fs::read_to_string(path)
            .map_err(|error| ClusterError::File { path: path.to_path_buf(), error })?;
        let fault = |line, what: String| ClusterError::Hosts { path: path.to_path_buf(), line, what };
        Hosts::parse(&text).map_err(|(line, what)| fault(line, what))
    }

    /// Reads the text of such a file. An error is the number of a line and what is wrong with it.
    fn parse(text: &str) -> Result<Self, (usize, String)> {
        let mut hosts: Vec<String> = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let host = line.split('#').next().unwrap_or_default().trim();
            if host.is_empty() {
                continue;
            }
            if split(host).is_none() {
                return Err((number, format!("`{host}` is no address, such as node1:4300")));
            }
            if hosts.iter().any(|other| other == host) {
                return Err((
                    number,
                    format!("`{host}` is there twice; each process has an address of its own"),
                ));
            }
            hosts.push(host.to_owned());
        }
        if hosts.is_empty() {
            return Err((1, "there is no address; expected one host:port a line".to_owned()));
        }
        Ok(Hosts(hosts))
    }

    /// The number of processes.
    pub fn processes(&self) -> usize {
        self.0.len()
    }

    pub(super) fn name(&self, process: usize) -> &str {
        self.0.get(process).map_or("", String::as_str)
    }

    /// All addresses, one per line.
    pub(super) fn text(&self) -> String {
        self.0.join("\n")
    }

    /// The socket addresses at which process `process` is reached.
    pub(super) fn addresses(&self, process: usize) -> io::Result<Vec<SocketAddr>> {
        Ok(self.name(process).to_socket_addrs()?.collect())
    }

    /// The socket addresses at which process `process` listens: its own address if that is numeric or `localhost`, else all
    /// interfaces. Machines often resolve their own name to an address that no other machine can reach.
    pub(super) fn listens(&self, process: usize) -> io::Result<Vec<SocketAddr>> {
        let (host, port) = split(self.name(process)).ok_or(io::ErrorKind::InvalidInput)?;
        let is_number = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().is_ok();
        if is_number || host.eq_ignore_ascii_case("localhost") {
            return self.addresses(process);
        }
        Ok(vec![SocketAddr::from(([0u16; 8], port)), SocketAddr::from(([0u8; 4], port))])
    }
}

/// Splits an address into host and port; none if it is not valid.
fn split(address: &str) -> Option<(&str, u16)> {
    let (host, port) = address.rsplit_once(':')?;
    let is_bracketed = host.starts_with('[') && host.ends_with(']');
    let is_host =
        !host.is_empty() && !host.contains(char::is_whitespace) && (is_bracketed || !host.contains(':'));
    let port = port.parse().ok().filter(|&port| port > 0)?;
    is_host.then_some((host, port))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_a_line() {
        let hosts =
            Hosts::parse("node1:4300\n\n  node2:4300 # the large one\n[::1]:7\n").expect("it is right");
        assert_eq!(hosts, Hosts(vec!["node1:4300".into(), "node2:4300".into(), "[::1]:7".into()]));
        assert_eq!(hosts.listens(0).expect("two").len(), 2);
        assert_eq!(hosts.listens(2).expect("one"), [SocketAddr::from(([0, 0, 0, 0, 0, 0, 0, 1], 7))]);
    }

    #[test]
    fn what_is_no_address_is_told() {
        for (text, line) in [
            ("", 1),
            ("# nothing\n", 1),
            ("node1\n", 1),
            ("a:1\nb:\n", 2),
            ("a:1\n\nb:0\n", 3),
            ("a:70000", 1),
            (":4300", 1),
            ("::1:4300", 1),
            ("a b:4300", 1),
            ("a:1\nb:1\na:1\n", 3),
        ] {
            assert_eq!(Hosts::parse(text).map_err(|(line, _)| line), Err(line), "{text:?}");
        }
    }
}
