/** What takes time: each task ends when what it is about has changed. */

/**
 * @typedef {object} Scope
 * @property {string} [key] of tasks with the same key, only the last one goes on
 * @property {'edit' | 'open' | 'never'} [until] what ends it: any edit, another board (the default), or nothing
 */

export class Tasks {
  /** @param {import('./work.js').Work} work */
  constructor(work) {
    /** @type {Set<{ stop: AbortController, key: string | undefined, until: string }>} */
    this.running = new Set();
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
  async run(what, { key, until = 'open' }) {
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
