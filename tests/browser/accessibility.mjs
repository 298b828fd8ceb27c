/** Checks of the accessibility of the page by the rules of axe, and of the contrast of what those leave out. */

import axe from 'axe-core';
import { faint } from './contrast.mjs';

/** WCAG 2.2, levels A and AA, and further rules that axe recommends. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * The findings of an axe run: a paragraph for each broken rule, with the elements that break it.
 * @param {import('axe-core').Result[]} violations
 */
function describe(violations) {
  return violations.map(({ id, impact, help, nodes }) => {
    const places = nodes.map((node) => {
      const why = (node.failureSummary ?? '').replace(/\n\s*/g, '\n      ');
      return `  ${node.target.join(' ')}\n    ${node.html}\n    ${why}`;
    });
    return `${id} (${impact}): ${help}\n${places.join('\n')}`;
  });
}

/**
 * Fails if the page in its present state breaks a rule.
 * @param {import('playwright-core').Page} page
 */
export async function accessible(page) {
  // Not as an element: the content security policy of the page forbids scripts that are not its own.
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: axe.source });
  await session.detach();
  const violations = await page.evaluate(async (tags) => {
    const inPage = /** @type {{ axe: import('axe-core') }} */ (/** @type {unknown} */ (globalThis)).axe;
    const results = await inPage.run(document, { runOnly: tags, resultTypes: ['violations'] });
    return results.violations;
  }, RULES);
  if (violations.length > 0) throw new Error(`rules of axe are broken:\n${describe(violations).join('\n\n')}`);
  const pale = await faint(page);
  if (pale.length > 0) throw new Error(`the contrast is too low:\n${pale.join('\n')}`);
}
