/** The tool for solving by hand: the answer is hidden. */

import { checkbox } from '../dom.js';
import { canColour, decided } from '../rules.js';
import { beginTrial, endTrial } from '../trials.js';
import { change } from '../work.js';
import { choice, group, iconButton } from './buttons.js';
import { colour, paint } from './paint.js';

/** @typedef {import('../studio.js').Studio} Studio */

/** @param {Studio} studio */
const colours = (studio) => studio.settings.playing === 'colour' && canColour(studio.sheet);

/** @type {import('./tool.js').Tool} */
export const play = {
  name: 'play',
  label: 'Play',
  key: 'l',
  icon: 'M7 4l13 8-13 8z',
  hint: 'Solve it by hand: drag along edges, and back to erase. Crosses: the switch, the other button, Shift, a second tap.',
  paints: true,
  kind: (studio) => (colours(studio) ? 'cell' : 'edge'),
  mark: (studio, id) => (colours(studio) ? studio.state.shade : studio.state.play).get(id),
  apply(studio, id, press) {
    if (colours(studio)) colour(studio, id, press);
    else paint(studio, 'play', id, press, studio.settings.playing === 'cross');
  },
  erase(studio, id) {
    const field = colours(studio) ? 'shade' : 'play';
    studio.work.edit('Erase a mark', [change(studio.state, field, id, undefined)]);
  },
  options(studio) {
    const { player, settings, state } = studio;
    const depth = state.trials.size;
    return [
      choice(
        'What a stroke makes',
        [
          ['line', 'M4 20L20 4', 'Line'],
          ['cross', 'M6 6l12 12M18 6L6 18', 'Cross'],
          ['colour', 'M4 4h16v16H4zM4 12l8-8M4 20L20 4M12 20l8-8', 'Colour', !canColour(studio.sheet)],
        ],
        colours(studio) || settings.playing !== 'colour' ? settings.playing : 'line',
        (playing) => playWith(studio, playing),
      ),
      group(
        'Help',
        iconButton('M9 18h6M10 21h4M8 14a6 6 0 1 1 8 0c-1 1-1 2-1 3H9c0-1 0-2-1-3z', 'Hint', () => player.ask(), {
          title: 'The next step from here, and why (N)',
        }),
        iconButton('M4 12h14M12 6l6 6-6 6', 'Do it', () => player.follow(), {
          title: 'Make the marks of the hint (M)',
          disabled: player.hints.length === 0,
        }),
        iconButton('M4 13l5 5L20 6', 'Check', () => player.check(), { title: 'Show what is wrong (V)' }),
      ),
      group(
        depth > 0 ? `Trial ${depth}` : 'Trial',
        iconButton('M6 4v16M6 15c0-6 12-3 12-10M15 8l3-3 3 3', 'Try', () => beginTrial(studio), {
          title: 'Begin a trial: marks from now on can be taken back together (T)',
        }),
        ...[
          ['Accept', 'M12 3a9 9 0 1 0 .1 0M8 12l3 3 5-6', 'Keep the marks of the trial (A)'],
          ['Reject', 'M12 3a9 9 0 1 0 .1 0M9 9l6 6M15 9l-6 6', 'Take the marks of the trial back (Q)'],
        ].map(([words, icon, title]) =>
          iconButton(icon, words, () => endTrial(studio, words === 'Accept'), {
            'aria-label': `${words} ${depth || ''}`.trim(),
            title,
            disabled: depth === 0,
          }),
        ),
      ),
      group(
        'All marks',
        colours(studio) &&
          iconButton('M4 4h16v16H4zM12 4v16', 'Edges from colours', () => edgesFromColours(studio), { class: 'bare' }),
        iconButton('M5 12a7 7 0 1 0 2-5L4 10M4 5v5h5', 'Start again', () => player.restart(), { class: 'bare' }),
      ),
      checkbox(
        'errors',
        settings.showsErrors,
        (showsErrors) => {
          studio.set({ showsErrors });
          player.look();
        },
        { title: 'Mark at once what breaks a rule' },
      ),
      checkbox('timer', settings.hasTimer, (hasTimer) => {
        studio.set({ hasTimer });
        player.wind();
      }),
      player.clock,
    ];
  },
};

/**
 * Switches what strokes make.
 * @param {Studio} studio
 * @param {string} playing
 */
function playWith(studio, playing) {
  if (playing === 'colour' && !canColour(studio.sheet)) return studio.say('There are no cells to colour here.');
  studio.set({ playing });
  if (studio.cursor?.kind !== play.kind(studio)) studio.moveTo(null);
  studio.tell('tool');
}

/** @param {Studio} studio */
function edgesFromColours(studio) {
  const { state, work } = studio;
  const changes = decided(studio.sheet).map(([edge, mark]) => change(state, 'play', edge, mark));
  work.edit('Edges from colours', changes);
  if (changes.length === 0) studio.say('Colour cells that are beside each other first.');
}

/**
 * Does something in Play only.
 * @param {(studio: Studio) => void} act
 */
const inPlay = (act) => (/** @type {Studio} */ studio) => studio.isPlaying && act(studio);

/** The rows of the table of keys. */
export const PLAY_KEYS = [
  {
    keys: 'x',
    what: 'strokes make lines or crosses; required or forbidden edges',
    act(/** @type {Studio} */ studio) {
      const { settings } = studio;
      if (studio.isPlaying) return playWith(studio, settings.playing === 'line' ? 'cross' : 'line');
      if (studio.tool.name !== 'edges') return;
      studio.set({ marking: settings.marking === 'required' ? 'forbidden' : 'required' });
      studio.tell('tool');
    },
  },
  { keys: 'i', what: 'colour cells inside or outside', act: inPlay((studio) => playWith(studio, 'colour')) },
  { keys: 'm', what: 'do what the hint says', act: inPlay((studio) => studio.player.follow()) },
  { keys: 'v', what: 'check', act: inPlay((studio) => studio.player.check()) },
  { keys: 't', what: 'begin a trial', act: inPlay(beginTrial) },
  { keys: 'a', what: 'accept the trial', act: inPlay((studio) => endTrial(studio, true)) },
  { keys: 'q', what: 'reject the trial', act: inPlay((studio) => endTrial(studio, false)) },
].map((row) => ({ ...row, group: 'Play' }));
