//! A step of an explanation on the board: the edges known before, the premises, and the conclusions; if values of an edge were tried, a
//! board for each branch.

use super::canvas::{Canvas, LINE};
use super::scene::Colour::{self, Hex};
use super::scene::{Anchor, PathData, Style};
use zlink_explain::{Branch, Known, Premises, Step};
use zlink_puzzle::{CellId, Constraint, EdgeId, VertexId};

/// Colours for every kind of colour vision (palette of Okabe and Ito), and tints of two of them.
const PREMISE: Colour = Hex("#E69F00");
const PREMISE_TINT: Colour = Hex("#FFEFC2");
const CONCLUSION: Colour = Hex("#009E73");
const TRIED: Colour = Hex("#0072B2");
const BROKEN: Colour = Hex("#D55E00");
const BROKEN_TINT: Colour = Hex("#F6C9B0");
const KNOWN: Colour = Hex("#555");

/// A step of an explanation, with the edges that were known before it.
#[derive(Debug, Clone, PartialEq)]
pub struct DrawnStep {
    /// The number of the step, from 1 on.
    pub number: usize,
    /// The edges that were known before the step.
    pub known: Vec<Known>,
    /// The step that is drawn.
    pub step: Step,
    /// The sentence that explains the step.
    pub sentence: String,
}

impl DrawnStep {
    /// The number of boards that are drawn side by side: one for each branch, at least one.
    pub(super) fn panels(&self) -> usize {
        self.step.branches.len().max(1)
    }

    /// The lines of the legend in a picture of this width in pixels.
    pub(super) fn legend(&self, width: f64) -> Vec<String> {
        let most = ((width - 28.0) / 6.8) as usize;
        let mut lines = wrap(&format!("{}. {}", self.number, self.sentence), most);
        let mut texts = vec![
            format!("rule: {} ({})", self.step.rule, self.step.difficulty),
            "orange: from what; green: what follows; a cross: not in the solution".to_owned(),
        ];
        if !self.step.branches.is_empty() {
            texts.push(
                "blue: what is tried (0), and what follows, in this order; red: what breaks".to_owned(),
            );
        }
        lines.extend(texts.iter().flat_map(|text| wrap(text, most)));
        lines
    }

    /// Draws the cells, and edges over them, under everything else.
    pub(super) fn below(&self, canvas: &mut Canvas<'_>) {
        let premises = &self.step.premises;
        let of_premises = premises.cells();
        cells(canvas, &of_premises, PREMISE_TINT);
        if let Some(broken) = self.branch(canvas).and_then(|branch| branch.broken.as_ref()) {
            cells(canvas, &broken.premises.cells(), BROKEN_TINT);
        }
        let Canvas { puzzle, layout, .. } = *canvas;
        let of_cells = of_premises.iter().filter(|cell| layout.faces[cell.index()].is_none());
        let of_cells = of_cells.flat_map(|&cell| puzzle.cell(cell).edges).copied();
        let integrity = premises.constraints.iter().flat_map(|&constraint| match constraint {
            Constraint::Integrity(sum) => puzzle.sum(sum).literals().map(|(edge, _)| edge).collect(),
            _ => Vec::new(),
        });
        let known = premises.edges.iter().map(|known| known.edge);
        let halo: Vec<EdgeId> = known.chain(of_cells).chain(integrity).collect();
        stroke(canvas, halo.into_iter(), PREMISE_TINT, 0.34);
        self.edges(canvas);
    }

    /// Draws known edges as lines and crosses, under vertices and clues.
    fn edges(&self, canvas: &mut Canvas<'_>) {
        draw_known(canvas, &self.known, KNOWN, 0.1);
        draw_known(canvas, &self.step.premises.edges, PREMISE, 0.1);
        let Some(branch) = self.branch(canvas).cloned() else {
            draw_known(canvas, &self.step.conclusions, CONCLUSION, 0.16);
            return;
        };
        for conclusions in in_order(&branch) {
            draw_known(canvas, &conclusions, TRIED, 0.13);
        }
        for known in self.step.conclusions.iter().filter(|known| known.edge != branch.assumption.edge) {
            draw_known(canvas, &[*known], CONCLUSION, 0.16);
        }
        if let Some(broken) = branch.broken
            && broken.premises.clues.is_empty()
            && broken.premises.constraints.is_empty()
            && broken.premises.vertices.is_empty()
        {
            let edges = broken.premises.edges.iter().map(|known| known.edge);
            stroke(canvas, edges, BROKEN, 0.06);
        }
    }

    /// Draws vertices and numbers over everything else, and the legend.
    pub(super) fn above(&self, canvas: &mut Canvas<'_>) {
        let Premises { vertices, pairs, .. } = &self.step.premises;
        match self.branch(canvas).cloned() {
            None => rings(canvas, vertices, PREMISE, 0.2),
            Some(branch) => {
                for (i, conclusions) in in_order(&branch).into_iter().enumerate() {
                    for known in conclusions {
                        label(canvas, known, &i.to_string(), TRIED);
                    }
                }
                if let Some(broken) = branch.broken {
                    rings(canvas, &broken.premises.vertices, BROKEN, 0.2);
                }
            }
        }
        let ends: Vec<VertexId> = pairs.iter().flat_map(|&pair| canvas.puzzle.pairs()[pair]).collect();
        rings(canvas, &ends, PREMISE, 0.38);
        if canvas.panel + 1 == self.panels() {
            for (i, line) in self.legend(canvas.width).into_iter().enumerate() {
                canvas.legend(14.0, canvas.bottom + LINE * (i as f64 + 0.7), &line);
            }
        }
    }

    fn branch(&self, canvas: &Canvas<'_>) -> Option<&Branch> {
        self.step.branches.get(canvas.panel)
    }
}

/// The assumption of a branch, and then the conclusions of each of its steps.
fn in_order(branch: &Branch) -> Vec<Vec<Known>> {
    let steps = branch.steps.iter().map(|step| step.conclusions.clone());
    std::iter::once(vec![branch.assumption]).chain(steps).collect()
}

/// The lines of known edges in words, for pictures of characters.
pub(super) fn list(known: &[Known], name: &dyn Fn(EdgeId) -> String) -> Vec<String> {
    let line = |known: &Known| format!("{}  {}", if known.is_in { "in " } else { "out" }, name(known.edge));
    known.iter().map(line).collect()
}

/// Fills the faces of cells.
fn cells(canvas: &mut Canvas<'_>, cells: &[CellId], fill: Colour) {
    let path = canvas.faces(cells);
    canvas.scene.path(path, &[Style::Fill(fill)]);
}

/// Draws lines for edges that are in, and crosses for edges that are out.
fn draw_known(canvas: &mut Canvas<'_>, known: &[Known], colour: Colour, width: f64) {
    let with = |is_in: bool| known.iter().filter(move |known| known.is_in == is_in).map(|known| known.edge);
    stroke(canvas, with(true), colour, width);
    let size = canvas.unit * (0.05 + 0.3 * width);
    let mut path = PathData::default();
    for edge in with(false) {
        let [x, y] = canvas.middle(edge);
        path.lines([[x - size, y - size], [x + size, y + size]]);
        path.lines([[x - size, y + size], [x + size, y - size]]);
    }
    strokes(canvas, path, colour, 0.35 * width);
}

fn stroke(canvas: &mut Canvas<'_>, edges: impl Iterator<Item = EdgeId>, colour: Colour, width: f64) {
    let path = canvas.edges(edges);
    strokes(canvas, path, colour, width);
}

fn strokes(canvas: &mut Canvas<'_>, path: PathData, colour: Colour, width: f64) {
    let width = Style::Width((canvas.unit * width).max(1.2));
    canvas.scene.path(path, &[Style::Fill(Colour::None), Style::Stroke(colour), width, Style::RoundEnds]);
}

fn rings(canvas: &mut Canvas<'_>, vertices: &[VertexId], colour: Colour, radius: f64) {
    let unit = canvas.unit;
    for &v in vertices {
        canvas.ring(v, unit * radius, colour, (unit * 0.05).max(1.2));
    }
}

/// Draws a number on the line of an edge, or beside its cross.
fn label(canvas: &mut Canvas<'_>, known: Known, text: &str, colour: Colour) {
    let [x, y] = canvas.middle(known.edge);
    let aside = if known.is_in { 0.0 } else { 0.2 * canvas.unit };
    canvas.scene.open(&[Style::Anchor(Anchor::Middle)]);
    canvas.number([x + aside, y - aside], canvas.number_size(), text, colour);
    canvas.scene.close();
}

/// Wraps a text into lines of at most `most` characters; a longer word is a line of its own.
fn wrap(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
