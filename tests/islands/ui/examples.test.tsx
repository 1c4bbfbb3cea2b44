import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { allExamples } from '#islands/ui/all-examples.ts';
import { axeEverywhere } from '../world/axe.ts';

for (const { component, states } of allExamples) {
  test(`axe finds nothing on ${component}, and no example is wider than 320 px`, async () => {
    const { container } = await render(
      <main>
        {Object.entries(states).map(([name, example]) => (
          <section key={name} aria-label={name}>
            {example}
          </section>
        ))}
      </main>,
    );
    const drawn = [...container.querySelectorAll('section')];
    expect(drawn.filter(({ childElementCount }) => childElementCount === 0)).toEqual([]);
    await axeEverywhere();
    await page.viewport(320, 640);
    const wide = drawn.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    expect(wide.map(({ ariaLabel }) => ariaLabel)).toEqual([]);
    const { scrollWidth, clientWidth } = document.documentElement;
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  });
}
