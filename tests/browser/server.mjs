/** The program under test: `zlink studio`, on a port of its own. */

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the project. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The program. */
export const PROGRAM = process.env.ZLINK ?? `${ROOT}target/debug/zlink`;

/** The folder for pictures of failures. */
export const TARGET = `${ROOT}target/studio/`;

/** A running `zlink studio`. */
export class Server {
  /** @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, import('node:stream').Readable>} child */
  constructor(child) {
    this.child = child;
    /** Its output on standard error so far. */
    this.complaints = '';
    /** The address with the token, as it was printed. */
    this.address = '';
    /** @type {Promise<string>} its exit status or signal */
    this.ended = new Promise((resolve) => {
      child.on('error', (error) => resolve(error.message));
      // `close` comes after all output has been read.
      child.on('close', (code, signal) => resolve(signal ?? `status ${code}`));
    });
    child.stderr.setEncoding('utf8').on('data', (text) => (this.complaints += text));
  }

  /** The address of the server, without page and token. */
  get origin() {
    return new URL(this.address).origin;
  }

  /** The token by which requests that do not come from the page identify themselves. */
  get token() {
    return new URL(this.address).hash.replace('#token=', '');
  }

  /**
   * The answer to a request without a body.
   * @param {string} path `start`
   * @returns {Promise<any>}
   */
  async get(path) {
    const headers = { Authorization: `Bearer ${this.token}` };
    const response = await fetch(`${this.origin}/api/1/${path}`, { headers });
    if (!response.ok) throw new Error(`${path}: status ${response.status}`);
    return response.json();
  }

  /** Stops the server as Ctrl-C does, and returns its exit status or signal. */
  async stop() {
    this.child.kill('SIGINT');
    return this.ended;
  }
}

/**
 * Starts the program and waits for its address.
 * @param {string[]} args further arguments: a file, `--board cairo`; paths start at the folder of the project
 * @param {number} [port] the port of an earlier server, or 0 for any free port
 */
export async function start(args, port = 0) {
  if (!existsSync(PROGRAM))
    throw new Error(`${PROGRAM} is not there: \`cargo build\` makes it, or ZLINK names another`);
  const child = spawn(PROGRAM, ['studio', '--no-open', '--port', String(port), ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const server = new Server(child);
  const kill = () => child.kill('SIGKILL');
  process.on('exit', kill);
  server.ended.then(() => process.off('exit', kill));
  const printed = new Promise((resolve) => {
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (part) => {
      text += part;
      if (text.includes('\n')) resolve(text);
    });
  });
  const first = await Promise.race([printed, server.ended]);
  server.address = String(first).split('\n')[0] ?? '';
  if (!URL.canParse(server.address)) {
    throw new Error(`zlink studio ${args.join(' ')}: no address but ${first}\n${server.complaints}`);
  }
  return server;
}
