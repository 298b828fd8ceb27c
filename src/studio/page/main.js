/** The entry point of the page. */

import { puzzleInAddress } from './address.js';
import { get, post, takeToken, token } from './api.js';
import { panelTabs, toolBar } from './bars.js';
import { helpDialog } from './dialogs/help.js';
import { newDialog } from './dialogs/new.js';
import { openDialog } from './dialogs/open.js';
import { byId } from './dom.js';
import { heedKeys } from './keys.js';
import { heedPointers } from './pointer.js';
import { keep, readSettings, readWork } from './storage.js';
import { Studio } from './studio.js';
import { Work, sheetOf } from './work.js';

/** Milliseconds between two checks whether the server is back. */
const PATIENCE = 2000;
const STARTED = 'zlink.started';

/** The first work: the puzzle that the program was started with, or the work of the last time, or a blank board. */
async function firstWork() {
  const { board, name } = await get('start');
  const kept = readWork();
  // The puzzle that the program was started with is opened once, not at each reload.
  const isNew = board !== null && localStorage.getItem(STARTED) !== token();
  localStorage.setItem(STARTED, token());
  const started = () => sheetOf(board, name ?? 'puzzle');
  if (isNew && kept) {
    kept.open('Open', started());
    return kept;
  }
  if (isNew) return new Work(started());
  if (kept) return kept;
  return new Work(
    sheetOf(await post('board', { name: 'square', size: [10, 10], patch: 0, kind: 'slitherlink' }), 'square 10x10'),
  );
}

/** @param {Studio} studio */
function heedAddress(studio) {
  const look = () =>
    studio.attempt(async () => {
      const found = await puzzleInAddress(location.hash);
      if (!found) return;
      history.replaceState(null, '', location.pathname);
      studio.open(found.data, found.name);
    });
  addEventListener('hashchange', () => {
    takeToken();
    look();
  });
  return look();
}

/**
 * Shows a notice while the server is gone.
 * @param {Studio} studio
 */
function heedServer(studio) {
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
      `${message[0].toUpperCase()}${message.slice(1)}. Your work is kept here; start “zlink studio” again to go on.`;
    notice.hidden = false;
    if (timer === 0) timer = setInterval(look, PATIENCE);
  });
  // Another tab that a new run of the server has opened has stored its token.
  addEventListener('storage', (event) => event.key === 'zlink.token' && timer !== 0 && look());
}

/** @param {Studio} studio */
function headBar(studio) {
  const { settings, work } = studio;
  byId('undo').addEventListener('click', () => work.undo());
  byId('redo').addEventListener('click', () => work.redo());
  const draw = () => {
    /** @type {HTMLButtonElement} */ (byId('undo')).disabled = work.done.length === 0;
    /** @type {HTMLButtonElement} */ (byId('redo')).disabled = work.undone.length === 0;
    byId('title').textContent = studio.sheet.name;
    document.title = `${studio.sheet.name} – zlink studio`;
  };
  for (const event of ['edit', 'open']) work.addEventListener(event, draw);
  studio.addEventListener('name', draw);
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
    settings.theme = isDark ? 'light' : 'dark';
    theme();
    studio.tell('settings');
  });
  theme();
}

async function begin() {
  takeToken();
  const work = await firstWork();
  const studio = new Studio(work, readSettings());
  headBar(studio);
  toolBar(studio);
  panelTabs(studio);
  newDialog(studio);
  openDialog(studio);
  helpDialog();
  heedServer(studio);
  heedPointers(studio);
  heedKeys(studio);
  keep(studio);
  studio.use(studio.tool.name);
  await heedAddress(studio);
  document.body.dataset.ready = 'true';
}

begin().catch((error) => {
  byId('notice-text').textContent =
    error.status === 401
      ? 'This address is of an earlier run of zlink studio: open the one that it printed last.'
      : `The page cannot begin: ${error.message}`;
  byId('notice').hidden = false;
});
