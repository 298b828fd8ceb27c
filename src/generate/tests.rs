//! Small generated puzzles against brute force.
