/** The package as it is installed: run where `zlink` is a package that is there. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { load, ZlinkError } from 'zlink';

const zlink = await load();

/** Grids are read as Slitherlinks, without a guess. */
const SQUARES = { format: 'slitherlink' };

/** Blank cells. */
const cells = (/** @type {number} */ size) => `${'.'.repeat(size)}\n`.repeat(size);

/** A grid of vertices as facts, with one pair in opposite corners. */
function corners(/** @type {number} */ size) {
  const of = (/** @type {number} */ x, /** @type {number} */ y) => y * size + x;
  const facts = [`pair(0,${size * size - 1}).`];
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      if (x + 1 < size) facts.push(`edge(${of(x, y)},${of(x + 1, y)}).`);
      if (y + 1 < size) facts.push(`edge(${of(x, y)},${of(x, y + 1)}).`);
    }
  }
  return facts.join('\n');
}

test('the numbers of cycles in grids are those of OEIS A140517', async () => {
  const published = [1n, 13n, 213n, 9349n, 1222363n, 487150371n, 603841648931n, 2318527339461265n];
  for (const [i, number] of published.entries()) {
    assert.deepEqual(await zlink.count(cells(i + 1), SQUARES), { number, isExact: true, stopped: null });
  }
});

test('the numbers of paths between opposite corners are those of OEIS A007764', async () => {
  const published = [2n, 12n, 184n, 8512n, 1262816n, 575780564n, 789360053252n, 3266598486981642n];
  for (const [i, number] of published.entries()) {
    assert.deepEqual(await zlink.count(corners(i + 2)), { number, isExact: true, stopped: null });
  }
});

test('the example of the README prints what it says', async () => {
  const [, code] = /```js\n([^]*?)```/.exec(readFileSync('node_modules/zlink/README.md', 'utf8')) ?? [];
  writeFileSync('example.mjs', code);
  const { stdout } = await promisify(execFile)(process.execPath, ['example.mjs']);
  const said = [...code.matchAll(/\/\/ (.*)/g)].map(([, words]) => words);
  assert.equal(said.length, 2);
  assert.deepEqual(stdout.split('\n').slice(0, 2), said);
  assert.match(stdout, /^2 1 the edge from 0 to itself is a loop$/m);
});

test('a puzzle with one solution, one with several, and one with none', async () => {
  const one = await zlink.solve('4x4t0:c33a3d1a3a2');
  assert.equal(one.solutions, 'one');
  assert.equal(one.shown.length, 1);
  assert.equal(new Set(one.shown[0]).size, 24);
  const several = await zlink.solve('3.\n..\n', SQUARES);
  assert.deepEqual([several.solutions, several.shown.length], ['several', 2]);
  assert.notDeepEqual(...several.shown);
  assert.deepEqual(await zlink.solve('4.\n.4\n', SQUARES), { solutions: 'none', shown: [], stopped: null });
  assert.deepEqual(await zlink.count('4.\n.4\n', SQUARES), { number: 0n, isExact: true, stopped: null });
  const apart = '4..\n...\n..4\n';
  assert.equal((await zlink.count(apart, SQUARES)).number, 0n);
  // The other two corners may have a cycle, too.
  assert.equal((await zlink.count(apart, { ...SQUARES, cycles: 'many' })).number, 4n);
});

test('an analysis tells its stages as they are known, and is given up on request', async () => {
  /** @type {string[]} */
  const told = [];
  const { reports, stopped } = await zlink.analyse('4x4t0:c33a3d1a3a2', {
    report: ({ stage }) => void told.push(stage),
  });
  assert.equal(stopped, null);
  assert.deepEqual(told, ['solutions', 'edges', 'number', 'shares', 'redundant']);
  assert.deepEqual(
    told,
    reports.map(({ stage }) => stage),
  );
  assert.equal(reports[1].in_all?.length, 24);
  const first = await zlink.analyse(cells(5), { ...SQUARES, stages: ['shares'], report: () => false });
  assert.deepEqual(
    first.reports.map(({ stage }) => stage),
    ['solutions'],
  );
});

test('an explanation has steps and an ending, or the first steps alone', async () => {
  const all = await zlink.explain('4x4t0:c33a3d1a3a2');
  assert.equal(all.ending?.solutions, 'one');
  assert.ok(all.steps.length > 5);
  assert.deepEqual(
    all.steps.map(({ step }) => step),
    all.steps.map((_, i) => i + 1),
  );
  const two = await zlink.explain('4x4t0:c33a3d1a3a2', { steps: 2 });
  assert.deepEqual(two.steps, all.steps.slice(0, 2));
  assert.equal(two.ending, null);
});

test('a picture, without and with the answer', async () => {
  const { shown } = await zlink.solve('4x4t0:c33a3d1a3a2');
  const [bare, solved] = [
    await zlink.svg('4x4t0:c33a3d1a3a2'),
    await zlink.svg('4x4t0:c33a3d1a3a2', { answer: shown[0] }),
  ];
  for (const svg of [bare, solved]) assert.match(svg, /^<svg [^]*<\/svg>\s*$/);
  assert.notEqual(bare, solved);
});

test('a text that cannot be read is refused with its place', async () => {
  const refused = async (/** @type {Promise<unknown>} */ answer) => {
    const error = await answer.then(
      () => assert.fail('it was read'),
      (/** @type {unknown} */ reason) => reason,
    );
    assert.ok(error instanceof ZlinkError, String(error));
    return error;
  };
  const loop = await refused(zlink.solve('edge(0,1).\n  edge(0,0).'));
  assert.deepEqual([loop.status, loop.line, loop.column], [422, 2, 3]);
  assert.match(loop.message, /self-loop|itself/);
  const syntax = await refused(zlink.count('edge(0,1).\nedge(1,', { format: 'facts' }));
  assert.equal(syntax.line, 2);
  const answer = await refused(zlink.svg('edge(0,1).', { answer: ['link(0,7)'] }));
  assert.deepEqual([answer.status, answer.line], [422, undefined]);
  const stage = await refused(zlink.analyse('edge(0,1).', { stages: [/** @type {any} */ ('none')] }));
  assert.equal(stage.status, 400);
});

test('limits that are none, and texts that are too large, are refused', async () => {
  for (const wrong of [
    { time: -1 },
    { time: NaN },
    { memory: 0 },
    { memory: 8000 },
    { time: /** @type {any} */ ('1') },
  ])
    await assert.rejects(zlink.solve('edge(0,1).', wrong), RangeError);
  await assert.rejects(zlink.solve(' '.repeat(20e6)), { name: 'ZlinkError', status: 413 });
  await assert.rejects(zlink.svg(cells(100), { ...SQUARES, memory: 1 }), { name: 'ZlinkError', status: 422 });
});

test('a limit of time or memory ends a question with what is known', async () => {
  const begun = performance.now();
  const time = await zlink.count(cells(25), { ...SQUARES, time: 2 });
  assert.ok(performance.now() - begun < 10_000);
  assert.equal(time.isExact, false);
  assert.ok(time.number >= 2n);
  assert.match(String(time.stopped), /time/);
  const memory = await zlink.count(cells(18), { ...SQUARES, time: 60, memory: 20 });
  assert.deepEqual([memory.isExact, memory.stopped], [false, 'the memory limit was reached']);
  // The next question is answered as before.
  assert.equal((await zlink.count(cells(2), SQUARES)).number, 13n);
});
