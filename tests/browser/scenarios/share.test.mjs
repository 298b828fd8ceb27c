import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { PNG } from 'pngjs';
import {
  becomes,
  click,
  clues,
  drag,
  known,
  newBoard,
  openText,
  panel,
  ready,
  says,
  stored,
  tool,
  zlink,
} from '../board.mjs';
import { scenario } from '../browser.mjs';

/** @typedef {import('playwright-core').Page} Page */

const CLIPBOARD = ['clipboard-read', 'clipboard-write'];
const PUZZLE = '4x4t0:c33a3d1a3a2';

/** @param {Page} page */
const clipboard = (page) => page.evaluate(() => navigator.clipboard.readText());

/** The message of `zlink convert` when a format cannot express the puzzle. */
const IMPOSSIBLE = 65;

/**
 * The text of the panel, when it has come.
 * @param {Page} page
 */
async function filled(page) {
  const text = page.getByRole('textbox', { name: 'the puzzle as text' });
  const area = /** @type {import('playwright-core').ElementHandle<HTMLTextAreaElement>} */ (await text.elementHandle());
  await page.waitForFunction(({ value }) => value !== '', area);
  return text.inputValue();
}

scenario(
  'the puzzle as text of each format is what the command writes',
  { args: [PUZZLE], refused: true },
  async ({ page }) => {
    await known(page, 'one');
    const place = await panel(page, 'Share');
    const text = place.getByRole('textbox', { name: 'the puzzle as text' });
    const facts = await text.inputValue();
    assert.match(facts, /^clue\(/m);
    const chooser = place.getByLabel('Format');
    await chooser.getByRole('option', { name: 'slitherlink' }).waitFor({ state: 'attached' });
    const formats = await chooser.getByRole('option').evaluateAll((all) => all.map((one) => one.getAttribute('value')));
    assert.ok(formats.length > 10, `${formats}`);
    let written = 0;
    for (const format of formats) {
      if (format === null || format === 'facts') continue;
      await chooser.selectOption('facts');
      await chooser.selectOption(format);
      // Both are empty until the answer is there.
      const told = async () => `${await text.inputValue()}${await place.getByRole('status').textContent()}`;
      await becomes(async () => (await told()).trim() !== '', true);
      const isWritten = (await text.inputValue()) !== '';
      const args = format === 'text' ? ['draw', '--as', 'text'] : ['convert', '--to', format];
      const { output, status } = zlink(args, facts);
      assert.equal(isWritten, status !== IMPOSSIBLE, `${format}: ${output}`);
      if (!isWritten) {
        // The page shows the reason.
        await place.getByRole('status').filter({ hasText: /\w/ }).waitFor();
        assert.equal(await text.inputValue(), '');
        continue;
      }
      written += 1;
      assert.equal((await filled(page)).trimEnd(), output.trimEnd(), format);
    }
    assert.ok(written > 8, `${written} formats`);
    await chooser.selectOption('pzpr');
    assert.match(await filled(page), /^https:\/\/puzz\.link\/p\?slither\/4\/4\//);
  },
);

scenario('what is shared is never an older puzzle', { args: [PUZZLE], forms: ['server'] }, async ({ page }) => {
  await known(page, 'one');
  const place = await panel(page, 'Share');
  const text = place.getByRole('textbox', { name: 'the puzzle as text' });
  await place.getByRole('button', { name: 'Copy: to solve' }).click();
  const link = place.getByLabel('the address', { exact: true });
  await link.waitFor();
  // The first request is answered after all others.
  let answer = () => {};
  const isHeld = new Promise((resolve) =>
    page.route(
      '**/api/1/convert',
      async (route) => {
        resolve(true);
        await new Promise((go) => (answer = () => go(null)));
        await route.continue().catch(() => {});
      },
      { times: 1 },
    ),
  );
  await place.getByLabel('Format').selectOption('pzpr');
  await isHeld;
  assert.equal(await text.inputValue(), '');
  await click(page, 0.5, 0.5);
  await page.keyboard.press('2');
  await link.waitFor({ state: 'hidden' });
  const edited = await filled(page);
  assert.equal(edited, zlink(['convert', '--to', 'pzpr'], '2..3\n3.3.\n...1\n.3.2\n').output);
  answer();
  await known(page);
  assert.equal(await text.inputValue(), edited);
});

scenario('an address of penpa-edit has the solution if it is wanted', { args: [PUZZLE] }, async ({ page }) => {
  await known(page, 'one');
  const place = await panel(page, 'Share');
  await place.getByLabel('Format').selectOption({ label: 'address of penpa-edit' });
  const bare = await filled(page);
  const drawn = (/** @type {string} */ text) =>
    zlink(['convert', '--from', 'penpa', '--to', 'facts'], text).output.match(/^link/gm)?.length ?? 0;
  assert.equal(drawn(bare), 0);
  await place.getByLabel('with the solution').check();
  const solved = await filled(page);
  assert.match(solved, /^https:\/\/swaroopg92\.github\.io\/penpa-edit\/#m=edit&p=/);
  assert.equal(drawn(solved), 24);
  await place.getByLabel('Format').selectOption('loopy');
  await place.getByRole('status').filter({ hasText: 'Left out: the solution' }).waitFor();
});

scenario(
  'a link on a web page leads into the studio',
  {
    args: [PUZZLE],
    forms: ['server'],
    permissions: CLIPBOARD,
    expected: [/a request to somebody else: GET http:\/\/elsewhere/],
  },
  async ({ page, context }) => {
    await known(page, 'one');
    const made = await address(page, 'edit');
    await context.route('http://elsewhere.test/', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<a href="${made}">a puzzle</a>` }),
    );
    const other = await context.newPage();
    await other.goto('http://elsewhere.test/');
    await other.getByRole('link').click();
    await known(other, 'one');
    assert.deepEqual(await clues(other), await clues(page));
  },
);

scenario(
  'the steps to the solution as an animated picture',
  { args: [PUZZLE], context: { reducedMotion: 'no-preference' } },
  async ({ page, context }) => {
    await known(page, 'one');
    await panel(page, 'Share');
    const { name, bytes } = await downloaded(page, 'Animation');
    await says(page, /^Animation of the steps: \d+\.$/);
    assert.match(name, /-steps\.svg$/);
    const steps = zlink(['explain', '--json', PUZZLE]).output.trim().split('\n').length - 1;
    const other = await context.newPage();
    await other.setContent(bytes.toString());
    const drawn = await other.locator('.in').evaluateAll((all) =>
      all.map((path) => ({
        lines: (path.getAttribute('d') ?? '').split('M').length - 1,
        delay: parseFloat(getComputedStyle(path).animationDelay),
      })),
    );
    assert.equal(drawn.length, steps);
    assert.ok(drawn.every(({ delay }, i) => i === 0 || delay > drawn[i - 1].delay));
    const all = drawn.reduce((sum, { lines }) => sum + lines, 0);
    assert.equal(all, 24);
    assert.equal(await other.locator('script').count(), 0);
  },
);

scenario('the text that is copied', { args: [PUZZLE], permissions: CLIPBOARD }, async ({ page }) => {
  await known(page, 'one');
  const place = await panel(page, 'Share');
  await place.getByLabel('Format').selectOption('loopy');
  const text = await filled(page);
  await place.getByRole('button', { name: 'Copy', exact: true }).click();
  await says(page, 'Copied.');
  assert.equal(await clipboard(page), text);
  assert.equal((await clipboard(page)).trim(), PUZZLE);
  // A page of a host without https has no clipboard.
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.reload();
  await known(page, 'one');
  await place.getByRole('button', { name: 'Copy: to solve' }).click();
  await says(page, 'This page has no access to the clipboard');
  const selected = await page.evaluate(() => String(getSelection()));
  assert.equal(selected, await place.getByLabel('the address', { exact: true }).inputValue());
  assert.match(selected, /#solve=/);
});

/**
 * The address that the panel makes.
 * @param {Page} page
 * @param {'solve' | 'edit'} purpose
 */
async function address(page, purpose) {
  const place = await panel(page, 'Share');
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await place.getByRole('button', { name: `Copy: to ${purpose}` }).click();
  await becomes(async () => (await clipboard(page)).includes(`#${purpose}=`), true);
  const copied = await clipboard(page);
  assert.equal(await place.getByLabel('the address', { exact: true }).inputValue(), copied);
  return copied;
}

/**
 * What the page keeps of the puzzle, with names in place of numbers.
 * @param {Page} page
 */
async function kept(page) {
  const sheet = await stored(page);
  const { vertices, pos, edges, cells, kind } = sheet.board;
  const ends = edges.map((/** @type {number[]} */ pair) => pair.map((v) => vertices[v]).join());
  const names = { c: cells.map((/** @type {{ name: string }} */ cell) => cell.name), e: ends, v: vertices };
  const part = (/** @type {string} */ key) => names[/** @type {'c'} */ (key[0])][Number(key.slice(1))];
  const of = (/** @type {string} */ field, /** @type {string} */ letter) =>
    sheet.state[field].map((/** @type {any[]} */ [key, value]) => `${part(letter + key)}: ${value}`).sort();
  return {
    name: sheet.name,
    kind,
    vertices: vertices.map((/** @type {string} */ name, /** @type {number} */ v) => `${name} ${pos[v]}`).sort(),
    edges: [...ends].sort(),
    cells: cells
      .map((/** @type {any} */ cell) => `${cell.name}: ${cell.edges.map((/** @type {number} */ e) => ends[e]).sort()}`)
      .sort(),
    clues: of('clues', 'c'),
    marks: of('marks', 'e'),
    solution: of('solution', 'e'),
    play: of('play', 'e'),
    gone: of('gone', ''),
    places: of('places', 'c'),
    ends: of('ends', 'v'),
    shade: of('shade', 'c'),
    trials: sheet.state.trials.map((/** @type {any[]} */ [, trial]) => [
      trial.play.map((/** @type {any[]} */ [edge, mark]) => `${ends[edge]}: ${mark}`).sort(),
      trial.shade.map((/** @type {any[]} */ [cell, side]) => `${names.c[cell]}: ${side}`).sort(),
    ]),
    pairs: sheet.state.pairs
      .map((/** @type {any[]} */ [, { a, b, label }]) => `${vertices[a]} ${vertices[b]} ${label}`)
      .sort(),
    flags: sheet.state.flags,
  };
}

/** A board whose parts have the names and the order of no board that is made by name, with everything that facts can say. */
const FACTS = `
node(z). edge(b,a). edge(c,b). edge(d,a). edge(c,d). edge(d,e). edge("f g",e). edge(c,"f g").
cell_contains(q,c,b). cell_contains(q,b,a). cell_contains(q,d,a). cell_contains(q,c,d).
cell_contains(p,c,d). cell_contains(p,d,e). cell_contains(p,"f g",e). cell_contains(p,c,"f g"). clue(p,3). clue(none,0).
link(b,a). -link(c,d).
pos(a,0,0). pos(b,0,7). pos(c,6,7). pos(d,6,0). pos(e,12,0). pos("f g",12,7). pos(z,20,3).
`;
/** Pairs with and without labels, and cover. */
const PATHS =
  'edge(1,2). edge(2,3). edge(3,4). edge(4,5). edge(5,6). pair(1,3). pair(4,6). pair_label(4,6,"A b"). cover.';

scenario(
  'an address to edit opens the same puzzle with all that is drawn, one to solve without the solution',
  { permissions: CLIPBOARD },
  async ({ page, context }) => {
    await ready(page);
    for (const text of [PUZZLE, FACTS, PATHS]) {
      await openText(page, text);
      await known(page);
      if (text === PUZZLE) {
        // A hole, a forbidden edge, an edge of the solution, and one of the player's.
        await tool(page, 'Board');
        await click(page, 3.5, 3.5);
        await tool(page, 'Edges');
        await click(page, 0.5, 1, { button: 'right' });
        await tool(page, 'Solution');
        await page.getByLabel('Draw the solution as').selectOption('a line');
        await click(page, 1.5, 0);
        await tool(page, 'Play');
        await click(page, 0, 0.5);
        // Marks and a colour of a trial, a place without a value, and a lone end.
        await page.keyboard.press('t');
        await click(page, 0, 1.5);
        await page.keyboard.press('i');
        await click(page, 1.5, 1.5);
        await tool(page, 'Clues');
        await click(page, 2.5, 2.5);
        await page.getByRole('group', { name: 'Clue of the chosen cell' }).getByText('?').click();
        await tool(page, 'Pairs');
        await click(page, 1, 1);
        await page.keyboard.press('7');
        await known(page);
      }
      const before = await kept(page);
      const some = Object.values(before).filter((part) => Array.isArray(part) && part.length > 0);
      if (text === PUZZLE) assert.ok(some.length > 10, JSON.stringify(before));
      const [toEdit, toSolve] = [await address(page, 'edit'), await address(page, 'solve')];
      const tab = await context.newPage();
      await tab.goto(toEdit);
      await ready(tab);
      assert.deepEqual(await kept(tab), before);
      assert.equal(new URL(tab.url()).hash, '');
      assert.equal(await tab.locator('body.playing').count(), 0);
      // The tab that is open opens the other one, in the place of what it had.
      await tab.goto(toSolve);
      await tab.locator('body.playing').waitFor();
      const given = { ...before, solution: [], places: [], ends: [], play: [], shade: [], trials: [] };
      assert.deepEqual(await kept(tab), given);
      await tab.close();
    }
  },
);

scenario('addresses of 10x10 boards are short', { permissions: CLIPBOARD }, async ({ page }) => {
  await ready(page);
  for (const board of ['square', 'honeycomb', 'cairo', 'kagome', 'great-hexagonal', 'penrose-rhombs', 'hats']) {
    await newBoard(page, board, '10x10');
    await tool(page, 'Solution');
    await drag(page, [
      [4.5, 4.5],
      [7.5, 4.5],
      [7.5, 7.5],
    ]);
    await page.getByRole('button', { name: 'Clues from it' }).click();
    assert.ok((await page.locator('#picture .clues text').count()) > 50, board);
    const { length } = await address(page, 'edit');
    assert.ok(length < 1000, `${board}: ${length} characters`);
  }
});

/**
 * What an address has after `#edit=`, with its checksum (FNV-1a).
 * @param {string} text
 */
function packed(text) {
  const sum = [...text].reduce((all, letter) => Math.imul(all ^ letter.charCodeAt(0), 0x01000193) >>> 0, 0x811c9dc5);
  return deflateRawSync(sum.toString(36) + text).toString('base64url');
}

scenario(
  'addresses of earlier versions, with plain text, and damaged ones',
  { permissions: CLIPBOARD },
  async ({ page, address: here }) => {
    await known(page);
    const old = 'S01JT9Uw0DHU1FNIBTENdYxgTCMdA009heTUnJz45Py8ksTMvGKNZB2IWnRRiLbknNJUjWQQEwA';
    for (const [fragment, clue] of [
      [`name=old&puzzle=${old}`, '2'],
      ['name=plain&open=edge(0,1).edge(1,2).edge(2,0).cell_contains(c,0,1).clue(c,1).', '1'],
    ]) {
      await page.goto(`${here}#${fragment}`);
      await page.locator('#title', { hasText: String(new URLSearchParams(fragment).get('name')) }).waitFor();
      assert.deepEqual(await page.locator('#picture .clues text').allTextContents(), [clue]);
    }
    const blank = { name: 'square', size: [2, 2], patch: 0, kind: 'slitherlink' };
    const other = packed(JSON.stringify({ name: 'other', blank, hash: 1, state: {} }));
    const [, real = ''] = (await address(page, 'edit')).split('#edit=');
    const text = inflateRawSync(Buffer.from(real, 'base64url')).toString().replace(/^\w+/, '');
    const outside = packed(JSON.stringify({ ...JSON.parse(text), state: { solution: [999] } }));
    const changed = deflateRawSync(`x${text}`).toString('base64url');
    for (const [fragment, words] of [
      [`puzzle=${old.slice(0, 30)}`, 'The puzzle in the address is incomplete or damaged.'],
      ['edit=x', 'The puzzle in the address is incomplete or damaged.'],
      ['solve=q1Y', 'The puzzle in the address is incomplete or damaged.'],
      [`edit=${outside}`, 'The puzzle in the address is incomplete or damaged.'],
      [`edit=${changed}`, 'The puzzle in the address is incomplete or damaged.'],
      [`edit=${other}`, 'This address is of another version of zlink studio.'],
    ]) {
      await page.goto(`${here}#${fragment}`);
      await says(page, words);
      assert.equal(await page.locator('#title').textContent(), 'plain');
      await page.goto(`${here}#name=plain&open=edge(0,1).edge(1,2).edge(2,0).`);
      await says(page, 'Open: plain');
    }
  },
);

scenario(
  'addresses lead to the studio on the web that is named',
  { permissions: CLIPBOARD },
  async ({ page, address: here }) => {
    await known(page);
    const place = await panel(page, 'Share');
    await place.getByText('Here it opens on this computer only').waitFor();
    assert.ok((await address(page, 'solve')).startsWith(`${here}#solve=`));
    const home = place.getByLabel('Address of a studio on the web');
    await home.fill('javascript:alert(1)');
    await home.press('Tab');
    assert.ok((await address(page, 'solve')).startsWith(`${here}#solve=`));
    await home.fill('https://example.org/studio/?x#y');
    await home.press('Tab');
    await place.getByText('It opens in the studio at example.org.').waitFor();
    assert.ok((await address(page, 'edit')).startsWith('https://example.org/studio/#edit='));
    await page.reload();
    await ready(page);
    assert.equal(await home.inputValue(), 'https://example.org/studio/?x#y');
  },
);

/**
 * The file that a button offers.
 * @param {Page} page
 * @param {string} name of the button
 */
async function downloaded(page, name) {
  const [offered] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ]);
  return { name: offered.suggestedFilename(), bytes: await buffer(await offered.createReadStream()) };
}

scenario('files: facts, SVG and PNG, without and with the solution', { args: [PUZZLE] }, async ({ page }) => {
  await known(page, 'one');
  const place = await panel(page, 'Share');
  const facts = await downloaded(page, 'Save as file');
  assert.match(facts.name, /\.lp$/);
  assert.equal(zlink(['count'], facts.bytes.toString()).output.trim(), '1');
  const bare = { svg: await downloaded(page, 'SVG'), png: await downloaded(page, 'PNG') };
  assert.match(bare.svg.name, /\.svg$/);
  assert.match(bare.png.name, /\.png$/);
  assert.equal(bare.svg.bytes.toString(), zlink(['draw'], facts.bytes.toString()).output);
  assert.ok(PNG.sync.read(bare.png.bytes).width >= 100);
  await place.getByLabel('with the solution').check();
  const solved = { svg: await downloaded(page, 'SVG'), png: await downloaded(page, 'PNG') };
  assert.equal(solved.svg.bytes.toString(), zlink(['draw', '--solve'], facts.bytes.toString()).output);
  assert.notDeepEqual(solved.png.bytes, bare.png.bytes);
});

scenario('the shelf keeps puzzles, also over a reload', { args: [PUZZLE] }, async ({ page }) => {
  await known(page, 'one');
  const shown = await clues(page);
  const place = await panel(page, 'Shelf');
  await place.getByLabel('name of the puzzle').fill('first');
  await place.getByRole('button', { name: 'Keep it' }).click();
  await says(page, 'On the shelf: first');
  await openText(page, '4.\n..\n');
  await known(page, 'one');
  await page.keyboard.press('Control+s');
  await says(page, 'On the shelf: pasted');
  await page.reload();
  await ready(page);
  const shelf = page.getByRole('list', { name: 'puzzles on the shelf' });
  await becomes(() => shelf.locator('.card .caption').allTextContents(), ['first', 'pasted']);
  await shelf.locator('svg').nth(1).waitFor();
  await shelf.getByRole('button', { name: 'open first' }).click();
  await known(page, 'one');
  assert.deepEqual(await clues(page), shown);
  assert.equal(await page.locator('#title').textContent(), 'first');
  await shelf.getByRole('button', { name: 'take first off the shelf' }).click();
  await becomes(() => shelf.locator('.card .caption').allTextContents(), ['pasted']);
  // A puzzle that is removed from the shelf stays on the board.
  assert.deepEqual(await clues(page), shown);
});

scenario('puzzles are printed with a title, rules, and solutions at the end', { args: [PUZZLE] }, async ({ page }) => {
  await page.addInitScript(() => {
    globalThis.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.reload();
  await known(page, 'one');
  const first = `1. ${await page.locator('#title').textContent()}`;
  await page.getByRole('tab', { name: 'Shelf' }).click();
  await page.getByRole('button', { name: 'Keep it' }).click();
  await openText(page, '4.\n..\n');
  await known(page, 'one');
  await page.getByRole('button', { name: 'Keep it' }).click();
  await openText(page, 'edge(a,b). edge(b,c). edge(c,d). edge(d,a). pair(a,c). cover.');
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('list', { name: 'puzzles on the shelf' }).getByRole('listitem').nth(2).waitFor();
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Print 3 puzzles' });
  await dialog.getByLabel('Title').fill('Three of them');
  await dialog.getByLabel('Puzzles on a page').selectOption('2');
  await dialog.getByRole('button', { name: 'Print' }).click();
  await page.locator('body[data-printed]').waitFor();
  const paper = page.locator('#print');
  const figures = (/** @type {string} */ part) =>
    paper.locator(`section${part}`).evaluateAll((all) => all.map((one) => one.querySelectorAll('figure svg').length));
  assert.deepEqual([await figures('.puzzles'), await figures('.answers')], [[2, 1], [2]]);
  const titles = await paper.locator('.puzzles figcaption').allTextContents();
  assert.deepEqual(titles, [first, '2. pasted', '3. pasted']);
  assert.deepEqual(await paper.locator('.puzzles h2').allTextContents(), ['Three of them']);
  const rules = await paper.locator('.puzzles p').allTextContents();
  assert.equal(rules.length, 2);
  assert.match(rules[0], /^1, 2: Draw a single loop .* A number says how many sides/);
  assert.match(rules[1], /^3: Join the two ends of each pair .* Every point is on a path\.$/);
  // The last one has no solution that could be drawn.
  assert.deepEqual(await paper.locator('.answers figcaption').allTextContents(), [
    first,
    '2. pasted',
    '3. pasted (has none)',
  ]);
  const drawn = (/** @type {string} */ part) =>
    paper
      .locator(`${part} svg`)
      .first()
      .evaluate((svg) => new XMLSerializer().serializeToString(svg));
  assert.notEqual(await drawn('.puzzles'), await drawn('.answers'), 'the solution is drawn');
  for (const format of ['A4', 'Letter']) {
    const pdf = (await page.pdf({ format })).toString('latin1');
    assert.equal((pdf.match(/\/Type\s*\/Page\b/g) ?? []).length, 3, `pages of ${format}`);
  }
  await page.getByRole('tab', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Print' }).click();
  const one = page.getByRole('dialog', { name: 'Print the puzzle' });
  await one.getByLabel('with the rules').uncheck();
  await one.getByLabel('with the solutions').uncheck();
  await page.evaluate(() => document.body.removeAttribute('data-printed'));
  await one.getByRole('button', { name: 'Print' }).click();
  await page.locator('body[data-printed]').waitFor();
  assert.deepEqual([await figures('.puzzles'), await figures('.answers')], [[1], []]);
  assert.equal(await paper.locator('p').count(), 0);
});

scenario(
  'a link puts what was edited on the shelf; the last of two links wins',
  {},
  async ({ page, address: here }) => {
    await ready(page);
    const link = (/** @type {string} */ name, /** @type {string} */ text) =>
      page.goto(`${here}#name=${name}&open=${encodeURIComponent(text)}`);
    await link('first', 'edge(0,1).edge(1,2).edge(2,0).');
    await says(page, 'Open: first');
    const shelf = await panel(page, 'Shelf');
    assert.equal(await shelf.getByRole('listitem').count(), 0);
    await newBoard(page, 'square', '3x3');
    await tool(page, 'Clues');
    await click(page, 0.5, 0.5);
    await page.keyboard.press('3');
    // The larger puzzle takes longer to read.
    await link('large', Array(60).fill('.'.repeat(60)).join('\n'));
    await link('small', '3.\n..');
    await says(page, 'Open: small');
    await page.reload();
    await ready(page);
    await shelf.getByRole('button', { name: 'open square 3x3' }).click();
    assert.deepEqual(Object.fromEntries(await clues(page)), { '0,0': 3 });
  },
);
