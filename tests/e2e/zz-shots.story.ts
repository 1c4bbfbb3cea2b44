import { expect, test } from './fixtures.ts';
import { readTo } from './reading.ts';
test('shots @bureau', async ({ page, catalogue, signInAs, expectFailure }) => {
  test.setTimeout(240_000);
  expectFailure(/./);
  const shots = async (name: string, full = true) => {
    for (const [w, h] of [[360, 740], [1280, 800]] as const) for (const dark of [false, true]) {
      await page.setViewportSize({ width: w, height: h });
      await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
      await page.waitForTimeout(300);
      await page.screenshot({ path: `/tmp/shots-lib/${name}-${w}-${dark ? 'dark' : 'light'}.png`, fullPage: false });
    }
    await page.emulateMedia({ colorScheme: 'light' });
  };
  await page.goto('/bibliotheque');
  await shots('out-empty');
  const free = catalogue.novels.filter((n) => n.chapters.some((c) => !c.isLocked));
  for (const novel of free.slice(0, 5)) {
    const ch = novel.chapters.filter((c) => !c.isLocked).at(-1);
    await page.goto(`/chapter/${ch?._id}`);
    await readTo(page, 0.3);
  }
  await page.goto('/bibliotheque');
  await shots('out-full');
  await signInAs();
  await page.evaluate(() => localStorage.setItem('reading_to_merge', '1'));
  await page.goto('/bibliotheque');
  await expect(page.getByRole('tab').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await shots('in');
  const select = page.getByRole('combobox', { name: /^Statut/ }).first();
  await select.selectOption('abandonné');
  await page.waitForTimeout(500);
  await shots('in-moved');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('tab', { name: /Historique/ }).click();
  await page.waitForTimeout(500);
  await shots('in-history');
  await page.getByRole('tab', { name: /Termin/ }).click();
  await shots('in-empty');
  await page.goto(`/novel/${free[0]?.slug}`);
  await page.waitForLoadState('networkidle');
  await shots('novel');
  await page.goto(`/chapter/${free[0]?.chapters.find((c) => !c.isLocked)?._id}`);
  await page.waitForLoadState('networkidle');
  for (const [w, h] of [[360, 740], [1280, 800]] as const) for (const dark of [false, true]) {
    await page.setViewportSize({ width: w, height: h });
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
    await page.evaluate(() => document.querySelector('.turns')?.scrollIntoView({ block: 'end', behavior: 'instant' }));
    await page.waitForTimeout(1500);
    await page.evaluate(() => document.querySelector('.turns')?.scrollIntoView({ block: 'end', behavior: 'instant' }));
    await page.waitForTimeout(400);
    await page.screenshot({ path: `/tmp/shots-lib/end-${w}-${dark ? 'dark' : 'light'}.png` });
  }
});
