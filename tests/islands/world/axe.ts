import axe from 'axe-core';
import { expect } from 'vitest';
import { page } from 'vitest/browser';

const axeTags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];
const widthsPixels = [360, 1280] as const;

/** What belongs to the page around a component: stories look at whole pages. */
const ofWholePages = ['landmark-one-main', 'page-has-heading-one', 'region'];
const rules = Object.fromEntries(ofWholePages.map((id) => [id, { enabled: false }]));

/** Fails with a readable list when axe finds something on the page as it is. */
async function expectNoViolation(when: string): Promise<void> {
  const { violations } = await axe.run(document, {
    runOnly: { type: 'tag', values: axeTags },
    resultTypes: ['violations'],
    rules,
  });
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) =>
      [`${id}: ${help}`, target.join(' '), failureSummary].join('\n  '),
    ),
  );
  expect(found, `axe, ${when}`).toEqual([]);
}

/** Runs axe at both widths, light and dark; the page is as it was afterwards. */
export async function axeEverywhere(): Promise<void> {
  for (const width of widthsPixels) {
    await page.viewport(width, 800);
    for (const dark of ['false', 'true']) {
      document.documentElement.dataset.darkMode = dark;
      await expectNoViolation(`${width} px, dark ${dark}`);
    }
  }
  delete document.documentElement.dataset.darkMode;
  await page.viewport(360, 740);
}
