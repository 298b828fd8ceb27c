/** The service worker of the page as a folder, which keeps it for use offline. */

/**
 * Registers the service worker, if this page has one, and takes a new version that it has fetched since the last time: the
 * page is loaded again, unless it is open in another tab, too.
 */
export async function heedUpdates() {
  const { serviceWorker } = navigator;
  // Only the folder can be installed; pages of a host without https have no service workers.
  if (!document.querySelector('link[rel=manifest]') || !serviceWorker) return;
  const { waiting } = await serviceWorker.register('service-worker.js');
  if (!waiting) return;
  serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting.postMessage('take over');
}
