import { required } from './catalogue.ts';
import { expect, test } from './fixtures.ts';
import { longNovel } from './novels.ts';

for (const way of ['key', 'link'] as const) {
  test(`the next chapter, turned to by ${way}, is the one that was fetched ahead @desktop`, async ({
    page,
    catalogue,
  }) => {
    const [first, second] = catalogue.novel(longNovel.slug).chapters;
    const next = `/chapter/${required(second, 'chapter')._id}`;
    const counted: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'HEAD') counted.push(new URL(request.url()).pathname);
    });
    const fetched = page.waitForEvent(
      'requestfinished',
      (request) => request.url().endsWith(next) && request.headers()['sec-purpose'] === 'prefetch',
    );
    await page.goto(`/chapter/${required(first, 'chapter')._id}`);
    await fetched;
    // Fetched only: nobody has seen it, and it counts no view.
    expect(counted.filter((path) => path.endsWith(required(second, 'chapter')._id))).toEqual([]);
    if (way === 'key') await page.keyboard.press('ArrowRight');
    else await page.getByRole('link', { name: /^Chapitre suivant ./ }).click();
    await expect(page).toHaveURL(next);
    const delivery = await page.evaluate(() => {
      const [entry] = performance.getEntriesByType('navigation');
      return entry instanceof PerformanceNavigationTiming
        ? (Reflect.get(entry, 'deliveryType') as unknown)
        : null;
    });
    expect(delivery).toBe('navigational-prefetch');
  });
}
