/** Scenarios: actions of a designer in the page, in each of its forms, each with a browser profile of its own. */

import { mkdirSync } from 'node:fs';
import { test } from 'node:test';
import { connect } from './chromium.mjs';
import { FORMS, site } from './forms.mjs';
import { TARGET } from './server.mjs';

/** The time limits of a scenario and of a wait within it: far more than ever needed, as machines may be busy. */
const SCENARIO_LIMIT = 180_000;
const WAIT_LIMIT = 60_000;

/**
 * @typedef {import('./forms.mjs').Form} Form
 *
 * @typedef {object} Options
 * @property {Form[]} [forms] the forms of the page that it is about, if not all
 * @property {string[]} [args] what is there at first, as further arguments of `zlink studio`: a file, `--board cairo`
 * @property {RegExp[]} [expected] problems that the scenario provokes; each must occur
 * @property {boolean} [refused] whether a request is refused: the browser tells so if it is a server that refuses
 * @property {import('playwright-core').BrowserContextOptions} [context] differences from the usual browser profile
 * @property {string[]} [permissions] actions that the page may do without asking: `clipboard-read`
 *
 * @typedef {object} World what a scenario has
 * @property {Form} form
 * @property {import('playwright-core').Page} page the page, opened by its address
 * @property {string} address the address without what is there at first
 * @property {import('./server.mjs').Server} server of the form `server`
 * @property {import('playwright-core').BrowserContext} context the browser profile, for further tabs
 */

/**
 * Collects the problems in all tabs of a profile: messages and errors of scripts, requests that fail or go elsewhere.
 * @param {import('playwright-core').BrowserContext} context
 * @param {string} origin
 */
function watch(context, origin) {
  /** @type {string[]} */
  const problems = [];
  context.on('console', (message) => {
    if (!['error', 'warning', 'assert'].includes(message.type())) return;
    problems.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => problems.push(`error of the page: ${error.error().stack ?? error.error()}`));
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (!['blob:', 'data:', 'about:'].includes(url.protocol) && url.origin !== origin) {
      problems.push(`a request to somebody else: ${request.method()} ${url}`);
    }
  });
  context.on('requestfailed', (request) => {
    // An edit aborts earlier requests; so does leaving the page.
    const reason = request.failure()?.errorText ?? '';
    if (reason !== 'net::ERR_ABORTED') problems.push(`request failed: ${request.method()} ${request.url()} ${reason}`);
  });
  return problems;
}

/**
 * @param {string[]} problems
 * @param {RegExp[]} expected
 */
function judge(problems, expected) {
  const unexpected = problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)));
  if (unexpected.length > 0) throw new Error(`problems that were not expected:\n${unexpected.join('\n')}`);
  const absent = expected.filter((pattern) => !problems.some((problem) => pattern.test(problem)));
  if (absent.length > 0) throw new Error(`problems that were expected, but did not come:\n${absent.join('\n')}`);
}

/**
 * Takes pictures of all tabs after a failure.
 * @param {import('playwright-core').BrowserContext} context
 * @param {string} name of the scenario
 */
async function show(context, name) {
  mkdirSync(TARGET, { recursive: true });
  for (const [number, page] of context.pages().entries()) {
    const file = `${TARGET}${name.replace(/\W+/g, '-')}.failed-${number + 1}.png`;
    await page.screenshot({ path: file }).then(
      () => console.error(`the page when it failed: ${file}`),
      (error) => console.error(`the page cannot be shown: ${error.message}`),
    );
  }
}

/**
 * Stops the server, and returns its problems.
 * @param {import('./server.mjs').Server} [server]
 */
async function farewell(server) {
  if (!server) return [];
  const ending = await server.stop();
  const lines = server.complaints.split('\n').filter((line) => line !== '');
  return [...lines, ...(ending === 'status 0' ? [] : [`it ended with ${ending}`])].map((line) => `server: ${line}`);
}

/**
 * Declares a scenario. Problems that it does not name fail it: errors and warnings of the console, exceptions, requests
 * that fail, complaints of the server on standard error.
 * @param {string} name
 * @param {Options} options
 * @param {(world: World) => Promise<void>} play
 */
export function scenario(name, options, play) {
  for (const form of FORMS) {
    if (options.forms?.includes(form) ?? true)
      test(`${form}: ${name}`, { timeout: SCENARIO_LIMIT }, () => act(form, name, options, play));
  }
}

/**
 * @param {Form} form
 * @param {string} name
 * @param {Options} options
 * @param {(world: World) => Promise<void>} play
 */
async function act(form, name, options, play) {
  const browser = await connect();
  const { address, first, server } = await site(form, options.args ?? []);
  const { origin } = new URL(address);
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    ...options.context,
  });
  const problems = watch(context, origin);
  context.setDefaultTimeout(WAIT_LIMIT);
  try {
    await context.grantPermissions(options.permissions ?? []);
    const page = await context.newPage();
    await page.goto(first);
    await play({ form, page, address, context, server: /** @type {import('./server.mjs').Server} */ (server) });
  } catch (error) {
    await show(context, `${form} ${name}`);
    if (problems.length > 0) console.error(`problems of the page:\n${problems.join('\n')}`);
    throw error;
  } finally {
    await context.close();
    problems.push(...(await farewell(server)));
  }
  judge(problems, [...(options.expected ?? []), ...(options.refused && server ? [/status of 422/] : [])]);
}
