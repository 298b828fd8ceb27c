/** The entry point of the page. */

import { puzzleInAddress } from './address.js';
import { Refused, get, wordsOf } from './api.js';
import { panelTabs, toolBar } from './bars.js';
import { makeBoard } from './compact.js';
import { helpDialog } from './dialogs/help.js';
import { newDialog } from './dialogs/new.js';
import { openDialog } from './dialogs/open.js';
import { button, byId, h } from './dom.js';
import { heedKeys } from './keys.js';
import { showNumbers } from './numbers.js';
import { heedUpdates } from './offline.js';
import { heedPointers } from './pointer.js';
import { recall, remember } from './storage/local.js';
import { Storage, beginAnew, readSettings } from './storage/storage.js';
import { Studio } from './studio.js';
import { enter, remedy, run } from './transport/transport.js';
import { Work, sheetOf } from './work.js';

/** Milliseconds between two checks whether requests are answered again. */
const PATIENCE = 2000;
const STARTED = 'zlink.started';

/** @typedef {import('./work.js').Sheet} Sheet */

/**
 * The puzzle that the program was started with, if it was and has not been opened yet.
 * @returns {Promise<Sheet | null>}
 */
async function started() {
  const { board, name } = await get('start');
  return board && recall(STARTED) !== run() ? sheetOf(board, name ?? 'puzzle') : null;
}

async function inAddress() {
  const found = await puzzleInAddress(location.hash);
  if (found) history.replaceState(null, '', location.pathname);
  return found;
}

/**
 * The first work: the given puzzle, the work of the last time, or both, or else a blank board.
 * @param {Storage} storage
 * @param {Sheet | null} given
 */
async function firstWork(storage, given) {
  const kept = await storage.firstWork();
  if (kept && given) await openGiven(storage, kept, given);
  if (kept) return kept;
  if (given) return new Work(given);
  const square = { name: 'square', size: [10, 10], patch: 0, kind: 'slitherlink' };
  return new Work(sheetOf(await makeBoard(square), 'square 10x10'));
}

/**
 * Opens a puzzle that was not chosen among one's own. What it replaces goes to the shelf, where it is easier to find than by undoing.
 * @param {Storage} storage
 * @param {Work} work
 * @param {Sheet} given
 */
async function openGiven(storage, work, given) {
  if (work.isEdited) await storage.shelf.add(work.sheet).catch(() => {});
  work.open('Open', given);
}

/** @param {Studio} studio */
function heedAddress(studio) {
  addEventListener('hashchange', () => {
    enter();
    studio.attempt(
      async (signal) => {
        const found = await inAddress();
        signal.throwIfAborted();
        if (!found) return;
        await openGiven(studio.storage, studio.work, found.sheet);
        studio.begin(found);
      },
      { key: 'address', until: 'never' },
    );
  });
}

/**
 * Shows a notice while requests are not answered.
 * @param {Studio} studio
 */
function heedLoss(studio) {
  const notice = byId('notice');
  let timer = 0;
  const look = async () => {
    try {
      await get('formats');
    } catch {
      return;
    }
    clearInterval(timer);
    timer = 0;
    notice.hidden = true;
    studio.analysis.restart();
  };
  studio.analysis.addEventListener('lost', (event) => {
    const { message } = /** @type {CustomEvent} */ (event).detail;
    byId('notice-text').textContent =
      `${message[0].toUpperCase()}${message.slice(1)}. Your work is kept here; ${remedy}.`;
    notice.hidden = false;
    if (timer === 0) timer = setInterval(look, PATIENCE);
  });
  // Another tab may have opened a new run of the server.
  addEventListener('storage', () => timer !== 0 && look());
}

/**
 * Says, until it is closed, what the browser does not keep.
 * @param {Storage} storage
 */
function tellTrouble({ trouble }) {
  if (trouble === '') return;
  const notice = h('div', { class: 'notice', role: 'alert' }, h('p', {}, trouble));
  notice.append(button('Close', () => notice.remove()));
  byId('notice').after(notice);
}

/** @param {Studio} studio */
function headBar(studio) {
  const { settings, work } = studio;
  byId('undo').addEventListener('click', () => studio.undo());
  byId('redo').addEventListener('click', () => studio.redo());
  const draw = () => {
    const [done, undone] = /** @type {const} */ (['done', 'undone']).map(
      (which) => work.history(studio.isPlaying, which)[which],
    );
    // A button that is disabled would lose the focus.
    byId('undo').setAttribute('aria-disabled', String(done.length === 0));
    byId('redo').setAttribute('aria-disabled', String(undone.length === 0));
    byId('title').textContent = studio.sheet.name;
    document.title = `${studio.sheet.name} – zlink studio`;
  };
  for (const event of ['edit', 'open']) work.addEventListener(event, draw);
  for (const event of ['name', 'tool']) studio.addEventListener(event, draw);
  draw();
  byId('fit').addEventListener('click', () => studio.viewport.fit());
  byId('larger').addEventListener('click', () => studio.viewport.zoom(1.25));
  byId('smaller').addEventListener('click', () => studio.viewport.zoom(0.8));
  const theme = () => {
    if (settings.theme) document.documentElement.dataset.theme = settings.theme;
    else delete document.documentElement.dataset.theme;
  };
  byId('theme').addEventListener('click', () => {
    const isDark = settings.theme ? settings.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    studio.set({ theme: isDark ? 'light' : 'dark' });
    theme();
  });
  theme();
}

async function begin() {
  enter();
  let trouble = '';
  const found = await inAddress().catch((error) => {
    trouble = error instanceof Refused ? error.placed : wordsOf(error);
    return null;
  });
  const storage = await Storage.open();
  const work = await firstWork(storage, found?.sheet ?? (await started()));
  const studio = new Studio(work, readSettings(), storage);
  headBar(studio);
  toolBar(studio);
  panelTabs(studio);
  newDialog(studio);
  openDialog(studio);
  helpDialog(studio);
  heedLoss(studio);
  heedPointers(studio);
  heedKeys(studio);
  // At a reload, the puzzle that the program was started with is not opened again, once it is kept.
  storage.keep(studio).then((isKept) => isKept && remember(STARTED, run()));
  showNumbers(studio);
  studio.use(studio.tool.name);
  if (found) studio.begin(found);
  heedAddress(studio);
  if (trouble) studio.say(trouble);
  tellTrouble(storage);
  document.body.dataset.ready = 'true';
  // Without it, the page works all the same.
  heedUpdates().catch(() => {});
}

begin().catch((error) => {
  byId('notice-text').textContent = `The page cannot begin: ${wordsOf(error)}`;
  // What is kept may be what keeps it from beginning.
  const anew = () => {
    beginAnew();
    location.reload();
  };
  byId('notice').append(button('Begin with an empty board (all work stays where it is)', anew));
  byId('notice').hidden = false;
});
