/** Requests, and streams of events. The protocol is in docs/reference/studio.md. */

import { transport } from './transport/transport.js';

/** An error response. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {string} message
   * @param {{ line?: number, column?: number }} [place] in the text that was sent, where it is known
   */
  constructor(status, message, { line, column } = {}) {
    super(message);
    this.status = status;
    this.line = line;
    this.column = column;
    /** The message with the line and column, for a user who wrote the text. */
    this.placed = line === undefined ? message : `Line ${line}, column ${column}: ${message}`;
  }
}

/**
 * The message of an error for the user.
 * @param {unknown} error
 */
export function wordsOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/** The error when nothing answers. */
export class Unreachable extends Error {}

/**
 * @param {string} path
 * @param {RequestInit} options
 * @returns {Promise<Response>}
 */
async function request(path, options) {
  const response = await transport(path, options).catch((error) => {
    throw options.signal?.aborted ? error : new Unreachable(wordsOf(error));
  });
  if (response.ok) return response;
  const body = await response.json().catch(() => ({}));
  throw new Refused(response.status, body.error ?? `the answer has status ${response.status}`, body);
}

/**
 * @param {string} path
 * @returns {Promise<any>}
 */
export async function get(path) {
  return (await request(path, {})).json();
}

/**
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 * @returns {RequestInit}
 */
function posting(body, signal) {
  return { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body), signal };
}

/**
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function post(path, body, signal) {
  return (await request(path, posting(body, signal))).json();
}

/**
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<Blob>}
 */
export async function postForFile(path, body, signal) {
  return (await request(path, posting(body, signal))).blob();
}

/**
 * @param {string} path
 * @param {Blob} file
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function postFile(path, file, signal) {
  const options = { method: 'POST', headers: { 'Content-Type': 'application/octet-stream' }, body: file, signal };
  return (await request(path, options)).json();
}

/**
 * Starts a piece of work and passes its events on until the last one. Aborting the signal stops the work.
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} signal
 * @param {Record<string, (data: any) => void>} on a handler for each kind of event
 */
export async function stream(path, body, signal, on) {
  const response = await request(path, posting(body, signal));
  if (!response.body) throw new Unreachable('the answer is empty');
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (signal.aborted) return;
    if (done) break;
    rest += value;
    const events = rest.split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) hand(event, on);
  }
}

/**
 * @param {string} event
 * @param {Record<string, (data: any) => void>} on
 */
function hand(event, on) {
  let name = 'message';
  let data = '';
  for (const line of event.split('\n')) {
    if (line.startsWith('event:')) name = line.slice(6).trim();
    if (line.startsWith('data:')) data += line.slice(5);
  }
  if (data === '') return;
  if (name === 'failed') throw new Refused(500, JSON.parse(data).error);
  on[name]?.(JSON.parse(data));
}
