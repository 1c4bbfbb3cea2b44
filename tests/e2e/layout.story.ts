import { required } from './catalogue.ts';
import { expect, test } from './fixtures.ts';
import { startSlowLine } from './in-pieces.ts';
import { layoutShift, shiftMax } from './layout-shift.ts';
import { publicPages } from './pages.ts';

for (const name of ['home', 'catalogue', 'novel', 'chapter', 'locked chapter'] as const) {
  const tag = name === 'home' || name === 'chapter' ? '' : ' @variant';
  test(`${name} does not shift while it arrives in small pieces${tag}`, async ({
    page,
    catalogue,
    baseURL,
  }) => {
    const line = await startSlowLine(required(baseURL, 'address of the site'));
    try {
      await page.goto(line.address + publicPages[name](catalogue));
      expect(await layoutShift(page)).toBeLessThanOrEqual(shiftMax);
    } finally {
      await line.close();
    }
  });
}
