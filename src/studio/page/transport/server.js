/** The server as what answers: requests carry its token. */

import { recall, remember } from '../storage/local.js';

const BASE = '/api/1/';
const TOKEN = 'zlink.token';
/** Milliseconds until a request to a busy server is sent again, and how often that is done. */
const BUSY = 250;
const PATIENCE = 20;

/** The token of the address, for browsers that keep none. */
let token = '';

/** What brings back a server that is gone. */
export const remedy = 'start “zlink studio” again to go on';

/** Moves the token from the address, where it should not stay, to the local storage, for reloads and further tabs. */
export function enter() {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const given = fragment.get('token');
  if (given === null) return;
  token = given;
  // Where the browser keeps nothing, a reload needs the address as it is.
  if (!remember(TOKEN, given)) return;
  fragment.delete('token');
  const rest = fragment.toString();
  history.replaceState(null, '', location.pathname + (rest ? `#${rest}` : ''));
}

/** What tells one run of the server from another: its token. */
export function run() {
  return recall(TOKEN) ?? token;
}

/**
 * @param {string} path
 * @param {RequestInit} options
 * @returns {Promise<Response>}
 */
export async function transport(path, options) {
  const headers = new Headers(options.headers);
  headers.set('Authorization', `Bearer ${run()}`);
  for (let patience = PATIENCE; ; patience -= 1) {
    const response = await fetch(BASE + path, { ...options, headers }).catch((error) => {
      throw options.signal?.aborted ? error : new Error('the server does not answer');
    });
    if (response.status === 401)
      throw new Error('this address is of an earlier run of zlink studio: open the one that it printed last');
    if (response.status !== 503 || patience === 0) return response;
    await new Promise((resolve) => setTimeout(resolve, BUSY));
  }
}
