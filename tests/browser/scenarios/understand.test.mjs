import assert from 'node:assert/strict';
import { click, drag, known, panel, ready, says, strokes, tool, zlink } from '../board.mjs';
import { scenario } from '../browser.mjs';

/** Four by four squares, one solution, 22 steps. */
const SMALL = '4x4t0:c33a3d1a3a2';

/** The lines of JSON that a command writes. */
const lines = (/** @type {string} */ text) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/**
 * Where the vertices of `SMALL` are, as column and row of the lines of the grid, by name.
 * @returns {Map<string, [number, number]>}
 */
function vertices() {
  const facts = zlink(['convert', '--to', 'facts', SMALL]).output;
  return new Map(
    [...facts.matchAll(/pos\((\d+),(\d+),(\d+)\)/g)].map(([, name, x, y]) => [name, [Number(x) / 20, Number(y) / 20]]),
  );
}

/**
 * A sentence of the program about `SMALL` as the page has it: edges and vertices are where they are seen.
 * @param {string} sentence
 */
function seen(sentence) {
  const at = vertices();
  const place = (/** @type {string} */ name) => at.get(name) ?? assert.fail(`there is no vertex ${name}`);
  const words = sentence
    .replace(/link\((\d+),(\d+)\)/g, (_, a, b) => {
      const [[x, y], [u, v]] = [place(a), place(b)];
      const [column, row] = [Math.min(x, u) + 1, Math.min(y, v) + 1];
      if (y === v && (y === 0 || y === 4))
        return `the ${y === 0 ? 'top' : 'bottom'} edge of row ${y || 1}, column ${column}`;
      if (y === v) return `the edge between rows ${y} and ${y + 1} in column ${column}`;
      if (x === 0 || x === 4) return `the ${x === 0 ? 'left' : 'right'} edge of row ${row}, column ${x || 1}`;
      return `the edge between columns ${x} and ${x + 1} in row ${row}`;
    })
    .replace(/vertex (\d+)/g, (_, name) => {
      const [x, y] = place(name);
      // Any cell there will do.
      const corners = [
        `bottom right corner of row ${y}, column ${x}`,
        `bottom left corner of row ${y}, column ${x + 1}`,
        `top right corner of row ${y + 1}, column ${x}`,
        `top left corner of row ${y + 1}, column ${x + 1}`,
      ];
      return `the (${corners.join('|')})`;
    });
  return new RegExp(`^(Step \\d+: )?${words}$`, 'i');
}

scenario(
  'step by step, forward and back, each with its sentence and its picture',
  { args: [SMALL] },
  async ({ page }) => {
    const steps = lines(zlink(['explain', '--json', SMALL]).output);
    const ending = steps.pop();
    await ready(page);
    const place = await panel(page, 'Steps');
    const shows = async (/** @type {number} */ number) => {
      await place.locator('.where', { hasText: `Step ${number} of ${steps.length}` }).waitFor();
      const step = steps[number - 1];
      await place.locator('.sentence', { hasText: seen(step.sentence) }).waitFor();
      await says(page, seen(step.sentence));
      const [isIn, out, cells] = await Promise.all(
        ['step-in', 'step-out', 'premise-cells'].map((l) => strokes(page, l)),
      );
      // A cross has two strokes.
      assert.deepEqual([isIn.length, out.length / 2], [step.in.length, step.out.length], `step ${number}`);
      assert.equal(cells.length, step.premises.clues.length, `step ${number}`);
    };
    await place.getByRole('button', { name: 'Next step' }).click();
    await shows(1);
    assert.equal((await strokes(page, 'known-in')).length, 0);
    await place.getByRole('button', { name: 'Next step' }).click();
    await shows(2);
    assert.equal((await strokes(page, 'known-in')).length, steps[0].in.length);
    await page.locator('#board').click({ position: { x: 5, y: 5 } });
    await page.keyboard.press('n');
    await shows(3);
    await page.keyboard.press('Shift+N');
    await shows(2);
    await place.getByRole('button', { name: 'Previous' }).click();
    await shows(1);
    const slider = place.getByRole('slider', { name: 'step' });
    await slider.fill('4');
    await shows(4);
    await slider.press('End');
    await shows(steps.length);
    await place.getByText(ending.sentence).waitFor();
    await place.getByRole('button', { name: 'Start', exact: true }).click();
    await place.locator('.where', { hasText: `Step 0 of ${steps.length}` }).waitFor();
    assert.equal((await strokes(page, 'step-in')).length, 0);
  },
);

scenario('all steps play by themselves, and pause', { args: [SMALL] }, async ({ page }) => {
  await known(page, 'one');
  await page.clock.install();
  const place = await panel(page, 'Steps');
  await place.locator('.where', { hasText: /of 22$/ }).waitFor();
  await place.getByRole('button', { name: 'Play all' }).click();
  await place.getByText('Step 1 of 22').waitFor();
  await page.clock.runFor(1500);
  await place.getByText('Step 3 of 22').waitFor();
  await place.getByRole('button', { name: 'Pause' }).click();
  await page.clock.runFor(5000);
  await place.getByText('Step 3 of 22').waitFor();
  await place.getByRole('button', { name: 'Play all' }).click();
  await page.clock.runFor(30_000);
  await place.getByText('Step 22 of 22').waitFor();
  await place.getByRole('button', { name: 'Play all' }).waitFor();
});

scenario('why an edge is in, or out', { args: [SMALL] }, async ({ page }) => {
  const steps = lines(zlink(['explain', '--json', SMALL]).output).slice(0, -1);
  await known(page, 'one');
  await tool(page, 'Why?');
  // The right side of the last square of the first row, and the edge below of the first square of the third one.
  for (const [x, y] of [
    [4, 0.5],
    [0.5, 3],
  ]) {
    await click(page, x, y);
    const heard = await page.locator('#says', { hasText: /^Step \d+: / }).textContent();
    const number = Number(/\d+/.exec(heard ?? '')?.[0]);
    assert.match(heard ?? '', seen(steps[number - 1].sentence));
    const place = page.getByRole('tabpanel', { name: 'Steps' });
    await place.getByText(`Step ${number} of`).waitFor();
    const stroke = await page.locator('#picture .cursor path').getAttribute('d');
    const concluded = [...(await strokes(page, 'step-in')), ...(await strokes(page, 'step-out'))];
    const [from, to] = (stroke ?? '')
      .slice(1)
      .split('L')
      .map((point) => point.split(' ').map(Number));
    const middle = [0, 1].map((i) => (from[i] + to[i]) / 2);
    assert.ok(
      concluded.some((one) => one === stroke?.slice(1) || one.startsWith(`${middle[0] - 7} ${middle[1] - 7}l`)),
      'the step is about the edge',
    );
    await page.getByRole('tab', { name: 'Findings' }).click();
  }
});

scenario('an edge that is in some solutions only; an edit forgets the steps', {}, async ({ page }) => {
  await ready(page);
  await click(page, 0.5, 0.5);
  await page.keyboard.press('3');
  await known(page, 'several');
  await tool(page, 'Why?');
  await click(page, 5, 5.5);
  await says(page, 'This edge is in some solutions and not in others.');
  // The corner of a 3 is in, by a step.
  await click(page, 0, 0.5);
  await says(page, /^Step 1: /);
  assert.equal((await strokes(page, 'step-in')).length, 2);
  await tool(page, 'Edges');
  await drag(page, [
    [5, 5],
    [5, 6],
  ]);
  await known(page);
  assert.equal((await strokes(page, 'step-in')).length, 0);
  const place = await panel(page, 'Steps');
  await place.getByText(/^Step 0 of \d+$/).waitFor();
});
