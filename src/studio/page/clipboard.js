/** The clipboard. */

/** @typedef {import('./studio.js').Studio} Studio */

/**
 * @param {Studio} studio
 * @param {string} text
 * @param {HTMLInputElement | HTMLTextAreaElement} [field] where the text is shown
 */
export async function copy(studio, text, field) {
  await studio.attempt(async () => {
    // Pages of a host without https have no clipboard; a browser may also refuse it.
    const isCopied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    if (isCopied) return studio.say('Copied.');
    field?.select();
    studio.say('This page has no access to the clipboard: copy the text that is shown in the panel Share.');
  });
}
