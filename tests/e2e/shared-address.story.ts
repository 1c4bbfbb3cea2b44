import { siteUrl } from './addresses.ts';
import { expect, test } from './fixtures.ts';

/** As the installed site is called by a device's share sheet, by what its manifest says. */
test('what is shared with the installed site opens the novel, the chapter, or a search @variant', async ({
  page,
  request,
  catalogue,
}) => {
  const manifest = (await (await request.get('/manifest.webmanifest')).json()) as {
    share_target: { action: string; method: string; params: Record<string, string> };
  };
  const { action, method, params } = manifest.share_target;
  expect(method).toBe('GET');
  const share = async (shared: Partial<Record<'title' | 'text' | 'url', string>>) => {
    const named = Object.entries(shared).map(([key, value]) => [params[key] ?? '', value]);
    await page.goto(`${action}?${new URLSearchParams(named).toString()}`);
  };
  const { novel, free } = catalogue.mixed;
  // Android hands an address over as text.
  await share({ title: novel.title, text: `Lis ça ! ${siteUrl('demo')}/novel/${novel.slug}` });
  await expect(page).toHaveURL(`/novel/${novel.slug}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(novel.title);
  await share({ url: `${siteUrl('demo')}/chapter/${free._id}` });
  await expect(page).toHaveURL(`/chapter/${free._id}`);
  await share({ title: novel.title, url: 'https://ailleurs.example/novel/autre' });
  await expect(page).toHaveURL(/\/romans\?q=/);
  await expect(page.getByRole('link', { name: novel.title }).first()).toBeVisible();
});
