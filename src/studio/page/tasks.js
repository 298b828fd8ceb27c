/** What takes time: each task ends when what it is about has changed. */

/**
 * @typedef {object} Scope
 * @property {string} [key] of tasks with the same key, only the last one goes on
 * @property {'edit' | 'open' | 'never'} [until] what ends it: any edit, another board (the default), or nothing
 * @property {boolean} [isQueued] whether it waits until those with the same key are done, in place of ending them
 */

export class Tasks {
  /** @param {import('./work.js').Work} work */
  constructor(work) {
    /** @type {Set<{ stop: AbortController, key: string | undefined, until: string }>} */
    this.running = new Set();
    /** When the last task of each key is done. @type {Map<string | undefined, Promise<void>>} */
    this.queues = new Map();
    work.addEventListener('edit', () => this.end(({ until }) => until === 'edit'));
    work.addEventListener('open', () => this.end(({ until }) => until !== 'never'));
  }

  /** @param {(task: { key: string | undefined, until: string }) => boolean} which */
  end(which) {
    for (const task of this.running) if (which(task)) task.stop.abort();
  }

  /**
   * Runs a task. Its signal is aborted when the task is to end; then it must change nothing any more.
   * @param {(signal: AbortSignal) => Promise<void>} what
   * @param {Scope} scope
   */
  run(what, { key, until, isQueued = false }) {
    if (!isQueued) return this.begin(what, { key, until });
    const before = this.queues.get(key) ?? Promise.resolve();
    const run = before.then(() => this.begin(what, { key, until }));
    this.queues.set(
      key,
      run.catch(() => {}),
    );
    return run;
  }

  /**
   * @param {(signal: AbortSignal) => Promise<void>} what
   * @param {Scope} scope
   */
  async begin(what, { key, until = 'open' }) {
    if (key !== undefined) this.end((task) => task.key === key);
    const task = { stop: new AbortController(), key, until };
    this.running.add(task);
    try {
      await what(task.stop.signal);
    } catch (error) {
      if (!task.stop.signal.aborted) throw error;
    } finally {
      this.running.delete(task);
    }
  }
}
