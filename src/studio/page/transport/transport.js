/**
 * What answers the requests of the page: workers, if the page says so, or else the server that it comes from. A transport
 * has the signature of `fetch`; paths are those of docs/reference/studio.md after `/api/1/`.
 */

import * as engine from './engine.js';
import * as server from './server.js';

export const { transport, enter, run, remedy } = document.documentElement.dataset.engine === 'worker' ? engine : server;
