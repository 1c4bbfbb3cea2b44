import axe from 'axe-core';
import type { Page } from 'playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * What axe finds on the page, a text for each element. Its code is loaded once per document, and only
 * violations are gathered: a run takes a quarter of the time that it takes otherwise.
 */
export async function axeViolations(page: Page): Promise<string[]> {
  if (page.frames().length > 1) throw new Error('axe does not look into frames');
  await comeToRest(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (values) => {
    const { violations } = await (Reflect.get(window, 'axe') as typeof axe).run(document, {
      runOnly: { type: 'tag', values },
      resultTypes: ['violations'],
    });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) =>
        [`${id}: ${help}`, target.join(' '), failureSummary].join('\n  '),
      ),
    );
  }, tags);
}

/** Lets scrolling and transitions end: what is half faded in has no contrast yet. Bounded. */
function comeToRest(page: Page): Promise<void> {
  return page.evaluate(async () => {
    let before: number | null = null;
    for (let looks = 0; looks < 40; looks++) {
      const isMoving = document
        .getAnimations()
        .some(
          ({ playState, timeline, effect }) =>
            playState === 'running' &&
            timeline === document.timeline &&
            effect?.getComputedTiming().endTime !== Infinity,
        );
      const now = isMoving ? null : scrollY;
      if (now !== null && now === before) return;
      before = now;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
}
