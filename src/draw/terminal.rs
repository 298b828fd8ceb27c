//! Draws a puzzle with characters: on a square grid with heavy lines for the answer, on other graphs by `dots`.

use super::characters::{COLOURS, Characters, MOST, NoText, Sign};
use super::dots::dots;
use super::layout::Point;
use super::marks::{Mark, Stroke};
use super::overlay::Overlay;
use super::pairs::{pair_colours, pair_signs, path_colours};
use super::picture::Picture;
use super::signs;
use zlink_puzzle::{EdgeId, Marks, SquareGrid, VertexId};

/// Columns of characters from a vertex to the next one.
const WIDE: usize = 4;
/// The least number of columns from a vertex to the next one if vertices have names or edges have labels.
const WIDER: usize = 8;
/// The least number of columns for a pair's label.
const LEAST_SIGN: usize = 3;
/// The number of lines from a vertex to the one below.
const HIGH: usize = 2;
/// The heavy and the light lines at a vertex, as bits: 0 up, 1 right, 2 down, 3 left.
#[derive(Clone, Copy, Default)]
struct Junction {
    heavy: u8,
    light: u8,
}

/// The characters of a junction, indexed by the bits of its heavy lines.
const HEAVY: [char; 16] = ['·', '╹', '╺', '┗', '╻', '┃', '┏', '┣', '╸', '┛', '━', '┻', '┓', '┫', '┳', '╋'];

/// Draws a puzzle and its overlay; with `colour`, ANSI colours distinguish pairs and rules.
///
/// # Errors
/// The picture has an overlay, but its graph is no square grid, or it would have too many characters.
pub fn terminal(picture: &Picture<'_>, colour: bool) -> Result<String, NoText> {
    match grid(picture, colour) {
        Err(NoText::NotSquare) if *picture.overlay == Overlay::None => dots(picture, colour),
        result => result,
    }
}

/// Draws the picture on a square grid.
fn grid(picture: &Picture<'_>, colour: bool) -> Result<String, NoText> {
    let marks = picture.overlay.marks(picture.puzzle);
    let mut drawing = Drawing::blank(picture, &marks)?;
    let labels = drawing.edges(&marks)?;
    // Later parts are drawn over earlier ones.
    drawing.signs();
    drawing.clues();
    for (place, mark) in labels {
        drawing.characters.write(place, &mark.label, mark.colour, true);
    }
    if picture.vertex_names {
        drawing.vertex_names();
    }
    drawing.terminals();
    let mut text = drawing.characters.text(colour);
    for (sample, line) in picture.overlay.key(colour) {
        match sample.filter(|_| colour) {
            Some(sample) => text.push_str(&format!("\u{1b}[1;{sample}m{line}\u{1b}[0m\n")),
            None => text.push_str(&format!("{line}\n")),
        }
    }
    Ok(text)
}

/// The edges of the answers whose drawings without overlay are `text`, with blank lines between them. The picture has the puzzle; neither its
/// own answer nor the clues and labels in the text matter. `None` if lines are anything else than those of such drawings: then some of them
/// may be missing, and it is not certain which edges were drawn.
pub fn read_terminal(picture: &Picture<'_>, text: &str) -> Option<Vec<Vec<EdgeId>>> {
    let lines: Vec<&str> = text.trim_end().lines().map(str::trim_end).collect();
    let signs: Vec<Vec<char>> = lines.iter().map(|line| line.chars().collect()).collect();
    let blank = Drawing::blank(picture, &[]).ok()?;
    let count = grid(&Picture { answer: &[], ..*picture }, false).ok()?.lines().count();
    let mut solutions = Vec::new();
    for start in (0..lines.len()).step_by(count + 1) {
        let sign = |x: usize, y: usize| signs.get(start + y).and_then(|line| line.get(x)).copied();
        let mut answer = Vec::new();
        for edge in (0..picture.puzzle.edge_count()).map(EdgeId::from_index) {
            let Segment { ends, is_across } = blank.segment(edge).ok()?;
            let [x, y] = blank.at(ends[0]);
            let is_drawn = match is_across {
                true => (x + 1..x + blank.wide).any(|x| sign(x, y) == Some('━')),
                false => sign(x, y + 1) == Some('┃'),
            };
            answer.extend(is_drawn.then_some(edge));
        }
        // Only the drawing of these edges has these lines.
        let again = grid(&Picture { answer: &answer, ..*picture }, false).ok()?;
        let own = lines.iter().skip(start).take(count);
        let gap = lines.get(start + count).is_none_or(|line| line.is_empty());
        if !gap || !own.map(|line| drawn(line)).eq(again.lines().map(drawn)) {
            return None;
        }
        solutions.push(answer);
    }
    Some(solutions)
}

/// A line of a drawing without its clues and labels.
fn drawn(line: &str) -> String {
    let is_drawn = |c: char| c.is_whitespace() || HEAVY.contains(&c) || "∘╌╎".contains(c);
    line.chars().map(|c| if is_drawn(c) { c } else { ' ' }).collect::<String>().trim_end().to_owned()
}

/// An edge between neighbours on the grid.
struct Segment {
    /// The ends of the edge, the left or upper one first.
    ends: [VertexId; 2],
    is_across: bool,
}

/// The place where a label begins, and its mark.
type Label<'m> = ([usize; 2], &'m Mark);

/// A picture on a grid while it is drawn.
struct Drawing<'a> {
    picture: &'a Picture<'a>,
    /// By vertex: its column and row on the grid.
    places: Vec<[usize; 2]>,
    /// The number of columns from a vertex to the next one.
    wide: usize,
    /// The number of columns to the left of the first vertex.
    margin: usize,
    /// By pair: the number of its colour.
    pair_colours: Vec<usize>,
    /// By pair: the label at its ends.
    pair_signs: Vec<String>,
    /// By vertex: the colour of its path, if one passes it.
    path_colours: Vec<Option<u8>>,
    characters: Characters,
}

impl<'a> Drawing<'a> {
    /// A blank drawing with room for the picture and these marks on its edges.
    fn blank(picture: &'a Picture<'a>, marks: &[Option<Mark>]) -> Result<Self, NoText> {
        let Picture { puzzle, layout, answer, .. } = *picture;
        let places: Vec<[usize; 2]> =
            layout.positions.iter().map(place).collect::<Option<_>>().ok_or(NoText::NotSquare)?;
        let rows = places.iter().map(|p| p[1] + 1).max().unwrap_or(0);
        let columns = places.iter().map(|p| p[0] + 1).max().unwrap_or(0);
        let longest = marks.iter().flatten().map(length).max().unwrap_or(0);
        // Room for a label beside a vertical line, a blank, and the clue in the middle.
        let wide = match picture.vertex_names || *picture.overlay != Overlay::None {
            true => WIDER.max(2 * (longest + 2)),
            false => WIDE,
        };
        let pair_signs = pair_signs(puzzle, picture.labels);
        let sign = pair_signs.iter().map(|sign| sign.chars().count()).max().unwrap_or(0).max(LEAST_SIGN);
        let (wide, margin) = (wide.max(sign + 1 + longest), sign / 2);
        let (lines, width) = (rows.saturating_mul(HIGH), columns.saturating_mul(wide) + margin);
        if lines.saturating_mul(width) > MOST {
            return Err(NoText::TooLarge);
        }
        let pair_colours = pair_colours(puzzle, answer, COLOURS.len());
        let path_colours = path_colours(puzzle, answer, &pair_colours);
        let characters = Characters::blank(lines, width);
        Ok(Drawing { picture, places, wide, margin, pair_colours, pair_signs, path_colours, characters })
    }

    /// The column and line of a vertex's character.
    fn at(&self, v: VertexId) -> [usize; 2] {
        let [column, row] = self.places[v.index()];
        [column * self.wide + self.margin, row * HIGH]
    }

    fn segment(&self, e: EdgeId) -> Result<Segment, NoText> {
        let mut ends = self.picture.puzzle.edge_ends(e);
        ends.sort_by_key(|v| self.places[v.index()]);
        let [from, to] = ends.map(|v| self.places[v.index()]);
        let is_across = from[1] == to[1] && to[0] == from[0] + 1;
        let is_down = from[0] == to[0] && to[1] == from[1] + 1;
        if is_across || is_down { Ok(Segment { ends, is_across }) } else { Err(NoText::NotSquare) }
    }

    /// Draws the edges, and the vertices where they meet; returns the labels of the edges, which are still to be written.
    fn edges<'m>(&mut self, marks: &'m [Option<Mark>]) -> Result<Vec<Label<'m>>, NoText> {
        let Picture { puzzle, answer, overlay, .. } = *self.picture;
        let mut is_chosen = vec![false; puzzle.edge_count()];
        if !overlay.hides_answer() {
            answer.iter().for_each(|e| is_chosen[e.index()] = true);
        }
        // On a whole grid, the dots of the vertices show which edges exist.
        let is_whole = SquareGrid::of(puzzle).is_some();
        let mut junctions = vec![Junction::default(); puzzle.vertex_count()];
        let mut labels = Vec::new();
        for (e, mark) in (0..puzzle.edge_count()).map(EdgeId::from_index).zip(marks) {
            let segment = self.segment(e)?;
            let (stroke, colour) = match mark {
                _ if is_chosen[e.index()] => (Stroke::Heavy, self.path_colours[segment.ends[0].index()]),
                Some(mark) => (mark.stroke, mark.colour),
                None if is_whole => (Stroke::None, None),
                None => (Stroke::Light, None),
            };
            join(&mut junctions, &segment, stroke);
            self.line(&segment, stroke, colour);
            labels.extend(mark.as_ref().map(|mark| (self.label_place(&segment, mark), mark)));
        }
        self.vertices(&junctions);
        Ok(labels)
    }

    /// Draws the characters between the ends of an edge.
    fn line(&mut self, segment: &Segment, stroke: Stroke, colour: Option<u8>) {
        let [across, down] = match stroke {
            Stroke::Heavy => ['━', '┃'],
            Stroke::Light => ['╌', '╎'],
            Stroke::None => [' ', ' '],
        };
        let [x, y] = self.at(segment.ends[0]);
        if segment.is_across {
            for x in x + 1..x + self.wide {
                *self.characters.at(x, y) = Sign { character: across, colour };
            }
        } else {
            for y in y + 1..y + HIGH {
                *self.characters.at(x, y) = Sign { character: down, colour };
            }
        }
    }

    /// The place of an edge's label: in the middle of a horizontal edge, and beside a vertical one.
    fn label_place(&self, segment: &Segment, mark: &Mark) -> [usize; 2] {
        let [x, y] = self.at(segment.ends[0]);
        if segment.is_across { [x + (self.wide + 1 - length(mark)) / 2, y] } else { [x + 1, y + HIGH / 2] }
    }

    /// Draws the vertices as junctions of their lines, and marks those of the frontier.
    fn vertices(&mut self, junctions: &[Junction]) {
        let overlay = self.picture.overlay;
        for (i, junction) in junctions.iter().enumerate() {
            let character = match junction {
                Junction { heavy: 0, light: 0 } => '∘',
                Junction { heavy, .. } => HEAVY[usize::from(*heavy)],
            };
            let colour = if overlay.hides_answer() { None } else { self.path_colours[i] };
            let [x, y] = self.at(VertexId::from_index(i));
            *self.characters.at(x, y) = Sign { character, colour };
        }
        if let Overlay::Plan { frontier, .. } = overlay {
            for &v in frontier {
                let [x, y] = self.at(v);
                self.characters.at(x, y).character = '◉';
            }
        }
    }

    /// Draws shaded squares among the vertices, borders of regions where no line crosses them, and the marks of vertices: circles at them, others
    /// below them.
    fn signs(&mut self) {
        let Picture { puzzle, layout, marks, .. } = *self.picture;
        for [x, y] in marks.shaded.iter().filter_map(|&at| place(&layout.given(at)?)) {
            self.characters.write([x * self.wide + self.margin, y * HIGH], "▒", None, true);
        }
        for edge in signs::borders(marks, puzzle) {
            let Ok(segment) = self.segment(edge) else { continue };
            let [x, y] = self.at(segment.ends[0]);
            let (at, sign) =
                if segment.is_across { ([x + self.wide / 2, y], '│') } else { ([x, y + 1], '─') };
            let here = self.characters.at(at[0], at[1]);
            if matches!(here.character, ' ' | '╌' | '╎') {
                *here = Sign { character: sign, colour: None };
            }
        }
        for (v, mark) in marks.words() {
            let [x, y] = self.at(v);
            let is_circle = matches!(&*mark, Marks::WHITE | Marks::BLACK);
            let at = if is_circle { [x, y] } else { [x + self.wide / 2, y + 1] };
            let text: String = signs::text(&mark).chars().take(self.wide / 2).collect();
            self.characters.write(at, &text, None, true);
        }
    }

    /// Draws the clues and bounds of cells that are squares of the grid.
    fn clues(&mut self) {
        let Picture { puzzle, layout, marks, .. } = *self.picture;
        let is_hidden = signs::hidden_cells(marks, puzzle, layout);
        for (id, cell) in puzzle.constrained_cells().filter(|(id, _)| !is_hidden[id.index()]) {
            let Some(face) = &layout.faces[id.index()] else { continue };
            let corners: Vec<[usize; 2]> = face.iter().filter_map(|&v| place(&layout.at(v))).collect();
            let low = |axis: usize| corners.iter().map(|c| c[axis]).min();
            if let ([_, _, _, _], Some(x), Some(y), Some(sign)) = (&corners[..], low(0), low(1), cell.sign())
            {
                let at = [x * self.wide + self.wide / 2 + self.margin - 1, y * HIGH + 1];
                self.characters.write(at, &format!("{sign:^3}"), None, false);
            }
        }
    }

    /// Draws the names of the vertices, cut to the room that there is.
    fn vertex_names(&mut self) {
        for v in (0..self.picture.puzzle.vertex_count()).map(VertexId::from_index) {
            let name: String = self.picture.names.vertex(v).to_string().chars().take(self.wide - 2).collect();
            self.characters.write(self.at(v), &name, None, true);
        }
    }

    /// Draws the labels of the pairs at their ends.
    fn terminals(&mut self) {
        let signs = std::mem::take(&mut self.pair_signs);
        for (i, (pair, sign)) in self.picture.puzzle.pairs().iter().zip(signs).enumerate() {
            let colour = Some(COLOURS[self.pair_colours[i]]);
            let room = sign.chars().count().max(LEAST_SIGN);
            for &v in pair {
                let [x, y] = self.at(v);
                self.characters.write([x - room / 2, y], &format!("{sign:^room$}"), colour, true);
            }
        }
    }
}

fn length(mark: &Mark) -> usize {
    mark.label.chars().count()
}

/// The column and row of a point, if it has integer coordinates.
fn place(p: &Point) -> Option<[usize; 2]> {
    let whole = |c: f64| {
        let rounded = c.round();
        // The range covers all grids that can be drawn.
        ((rounded - c).abs() < 1e-6 && (0.0..1e6).contains(&rounded)).then_some(rounded as usize)
    };
    Some([whole(p[0])?, whole(p[1])?])
}

/// Adds the line of an edge to the junctions at its ends.
fn join(junctions: &mut [Junction], segment: &Segment, stroke: Stroke) {
    let sides = if segment.is_across { [1, 3] } else { [2, 0] };
    for (v, side) in segment.ends.iter().zip(sides) {
        let junction = &mut junctions[v.index()];
        if stroke == Stroke::Heavy {
            junction.heavy |= 1 << side;
        } else {
            junction.light |= 1 << side;
        }
    }
}
