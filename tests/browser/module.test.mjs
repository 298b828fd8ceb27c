/**
 * The WebAssembly module answers as the server of the program does, byte for byte, and keeps to its limits. `npm run module`, after
 * `web/build.sh` and `cargo build`; the environment variable PUZZLES names a folder with further puzzles.
 */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { Module } from './module.mjs';
import { ROOT, start } from './server.mjs';

/** @typedef {Awaited<ReturnType<typeof start>>} Server */

/** Puzzles whose analysis takes the program more than some seconds without optimisation: these, and the largest. */
const SLOW = [
  'corners-8x8',
  'corners-12x12',
  'grid-8x8',
  'grid-9x9-fewer',
  'grid-10x10',
  'grid-14x14',
  'grid-13x13-vertices',
  'kagome-6x6',
].map((name) => `${name}.lp`);
const LARGEST = 20_000;
/** How many puzzles are made at random. */
const RANDOM = 200;
/** The most edges that they have. */
const MOST_EDGES = 70;

/** @type {Server} */
let server;
const module = new Module();

before(async () => {
  server = await start([]);
});
after(() => server.stop());

/**
 * The answer of the server.
 * @param {string} path
 * @param {any} [value]
 */
async function served(path, value) {
  const headers = { Authorization: `Bearer ${server.token}`, 'Content-Type': 'application/json' };
  const options = value === undefined ? {} : { method: 'POST', body: JSON.stringify(value) };
  const response = await fetch(`${server.origin}/api/1/${path}`, { ...options, headers });
  return {
    status: response.status,
    kind: response.headers.get('Content-Type'),
    body: new Uint8Array(await response.arrayBuffer()),
  };
}

/**
 * The text of an answer, without what differs each time: the times of stages, progress, and the comments of a quiet server.
 * @param {{ status: number, kind: string | null, body: Uint8Array }} answer
 */
function settled({ status, kind, body }) {
  const text = kind === 'image/png' ? Buffer.from(body).toString('base64') : new TextDecoder().decode(body);
  const events = text.split('\n\n').filter((event) => !/^(event: progress\n|:)/.test(event));
  const results = events.join('\n\n').replaceAll(/"time":[\d.e-]+/g, '"time":0');
  return [status, kind, kind === 'text/event-stream' ? results : text].join('\n');
}

/**
 * Asks both. Returns their answer.
 * @param {string} path
 * @param {any} [value]
 */
async function same(path, value) {
  const one = served(path, value);
  const other = module.ask(path, value === undefined ? '' : JSON.stringify(value));
  const answer = settled(other);
  const request = `${path} ${JSON.stringify({ ...value, facts: undefined })} of ${value?.facts ?? value?.text ?? ''}`;
  assert.ok(answer === settled(await one), `answers differ: ${request}\n${settled(await one)}\n\n${answer}`);
  return answer;
}

/** @type {any[]} */
let formats;

/**
 * Asks all that is asked about a puzzle.
 * @param {string} facts
 * @param {string} [cycles]
 */
async function all(facts, cycles = 'one') {
  const given = { facts, cycles };
  await same('analyse', { ...given, stage_limit: 0 });
  for (const path of ['solutions', 'explain', 'rate', 'thin']) await same(path, given);
  for (const as of ['svg', 'png']) await same('draw', { ...given, as });
  formats ??= JSON.parse(new TextDecoder().decode(module.ask('formats', '').body));
  for (const { name } of formats) await same('convert', { ...given, to: name });
}

/** @param {string} folder */
function texts(folder) {
  return readdirSync(folder).map((name) => ({ name, text: readFileSync(`${folder}/${name}`, 'utf8') }));
}

for (const kind of ['slitherlink', 'numberlink']) {
  for (const { name, text } of texts(`${ROOT}instances/${kind}`)) {
    if (SLOW.includes(name) || text.length > LARGEST) continue;
    test(`instances/${kind}/${name}`, async () => {
      await same('open', { text });
      await all(text);
    });
  }
}

for (const { name, text } of process.env.PUZZLES ? texts(process.env.PUZZLES) : []) {
  test(name, async () => {
    await same('open', { text });
    await all(text);
  });
}

/**
 * Random numbers, the same each time (Numerical Recipes' generator).
 * @param {number} seed
 */
function random(seed) {
  let state = seed;
  /** @param {number} below */
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test('puzzles made at random on all boards', async () => {
  const boards = JSON.parse((await same('boards')).split('\n')[2] ?? '');
  for (let seed = 0, made = 0; made < RANDOM; seed++) {
    const below = random(seed);
    const { name } = boards[seed % boards.length];
    const kind = below(3) > 0 ? 'slitherlink' : 'numberlink';
    const size = [2 + below(3), 2 + below(3)];
    const answer = await same('board', { name, size, patch: below(5), kind });
    const [status, , body = ''] = answer.split('\n');
    // Some boards have no cell of so small a size, and some have very many.
    if (status === '422') continue;
    const board = JSON.parse(body);
    if (board.edges.length > MOST_EDGES) continue;
    made += 1;
    const facts = [board.facts];
    for (const cell of board.cells) {
      const most = Math.min(cell.edges.length, 4);
      if (below(3) === 0) facts.push(`clue(${cell.name},${below(most)}).`);
    }
    if (kind === 'numberlink') {
      const ends = board.vertices.filter(() => below(4) === 0).slice(0, 6);
      for (let end = 1; end < ends.length; end += 2) facts.push(`pair(${ends[end - 1]},${ends[end]}).`);
    }
    await all(facts.join('\n'), below(4) === 0 ? 'many' : 'one');
  }
});

/** A board of squares without clues, for requests that take long. */
const LARGE = { name: 'square', size: [30, 30], kind: 'slitherlink' };

test('puzzles with given places, given values and a given symmetry', async () => {
  const answer = await same('board', { name: 'square', size: [6, 6], kind: 'slitherlink' });
  const { facts } = JSON.parse(answer.split('\n')[2] ?? '');
  const places = Array.from({ length: 18 }, (_, i) => `${2 * i}`);
  const wishes = [{ places }, { values: [1, 3] }, { minimal: 'within', difficulty: 'easy' }, { clues: 1 }];
  for (const wish of wishes) await same('generate', { facts, kind: 'slitherlink', count: 2, seed: 1, ...wish });
  const made = await same('generate', { facts, kind: 'slitherlink', count: 1, clues: 30, symmetry: 'point' });
  const puzzle = JSON.parse(/^data: (.*)$/m.exec(made)?.[1] ?? '');
  for (const path of ['thin', 'analyse']) await same(path, { ...puzzle, symmetry: 'point', stage_limit: 0 });
});

test('limits of time and of memory end a request, and the next one is answered', async () => {
  const board = module.ask('board', JSON.stringify(LARGE));
  const { facts } = JSON.parse(new TextDecoder().decode(board.body));
  const many = JSON.stringify({ facts, kind: 'slitherlink', count: 1000 });
  const began = performance.now();
  const late = settled(module.ask('generate', many, { time: 500 }));
  assert.match(late, /event: end\ndata: {"stopped":"the time limit was reached"}/);
  assert.ok(performance.now() - began < 5000);

  const whole = module.ask('board', JSON.stringify(LARGE), { memory: 1 << 17 });
  assert.equal(settled(whole), '422\napplication/json\n{"error":"the memory limit was reached"}');
  const little = settled(module.ask('analyse', JSON.stringify({ facts }), { memory: 1 << 20 }));
  assert.match(little, /the memory limit was reached/);
  assert.equal(settled(module.ask('board', JSON.stringify(LARGE))), settled(board));
  assert.ok(module.ask('boards', '').size < 2 ** 28);
});

test('requests that are none are refused', () => {
  assert.equal(
    settled(module.ask('nothing', '{}')),
    '404\napplication/json\n{"error":"there is nothing at this address"}',
  );
  assert.match(settled(module.ask('open', '{')), /^400\n.*\n{"error":"the request is not understood: /);
  assert.match(settled(module.ask('open', '{"text":"edge(1,"}')), /^422\n.*\n{"column":8,"error":".*","line":1}/);
});

test('a crash is told, and a new instance goes on', () => {
  const crashed = new Module();
  const impossible = /** @type {any} */ ({ length: 2 ** 31 });
  const { status, body } = crashed.ask('boards', impossible);
  assert.equal(status, 0);
  assert.match(new TextDecoder().decode(body), /capacity overflow/);
  assert.equal(new Module().ask('boards', '').status, 200);
});
