import type { Page } from 'playwright/test';
import { mailUrl } from './addresses.ts';
import { knock } from './challenges.ts';
import { openDevice } from './devices.ts';
import { expect, test } from './fixtures.ts';
import { chooseOf, openNovel } from './studio.ts';

/** Says yes to e-mails at once, in the profile. */
async function askForEmails(page: Page): Promise<void> {
  await page.goto('/profile#etre-prevenu');
  const section = page.getByRole('region', { name: 'Être prévenu' });
  await section.getByLabel('Par e-mail').selectOption('at_once');
  await section.getByRole('button', { name: 'Enregistrer mes choix' }).click();
  await expect(section.getByText('C’est enregistré.')).toBeVisible();
}

/** Publishes a chapter from the list of its novel's, with or without telling who asked for it. */
async function publish(page: Page, title: string, isTold: boolean): Promise<void> {
  await chooseOf(page, title, 'Publier…');
  const dialog = page.getByRole('dialog');
  const box = dialog.getByRole('checkbox', { name: /^Prévenir les lecteurs/ });
  await expect(box).toBeChecked();
  await box.setChecked(isTold);
  await dialog.getByRole('button', { name: 'Publier', exact: true }).click();
  await expect(page.getByText(`«\u00A0${title}\u00A0» est publié.`)).toBeVisible();
}

test('a release is e-mailed unless its author keeps silent; the e-mail’s link ends it for good @variant', async ({
  page,
  browser,
  baseURL,
  request,
  signInAs,
  axe,
}) => {
  test.setTimeout(120_000);
  const [email, otherEmail] = ['lea', 'karim'].map(
    (one) => `${one}-${crypto.randomUUID()}@exemple.test`,
  );
  const other = await signInAs({ email: otherEmail });
  await askForEmails(page);
  const reader = await signInAs({ email });
  await askForEmails(page);
  const author = await signInAs({ role: 'author', name: 'Anne Kerl' });
  const name = `Marées ${crypto.randomUUID().slice(0, 8)}`;
  const chapters = ['Un', 'Deux'].map((title) => ({ title, text: 'Un mot.' }));
  const release = async (novelName: string) => {
    const { novelId } = await openNovel(page, author, novelName, chapters);
    for (const { id: userId } of [reader, other]) {
      await knock(page, 'favorite', { userId, novelId, daysAgo: 1 });
    }
    await publish(page, 'Un', false);
    await publish(page, 'Deux', true);
  };
  await release(name);
  const letters = await openMailbox(page);
  const rowsOf = (address = '') => letters.getByRole('row').filter({ hasText: address });
  const row = rowsOf(email);
  const expectRows = (address: string | undefined, count: number) =>
    expect
      .poll(async () => (await letters.reload()) && rowsOf(address).count(), { timeout: 30_000 })
      .toBe(count);
  await expectRows(email, 1);
  await expect(row).toContainText(`${name}\u00A0: chapitre 2`);
  await row.getByRole('link').click();
  const oneClick = /https?:\/\/\S+\/api\/notices\/unsubscribe\/[\w.-]+/;
  const [postUrl = ''] = oneClick.exec(await letters.locator('.mail-headers').innerText()) ?? [];
  const letter = letters.frameLocator('iframe.mail');
  const link = letter.getByRole('link', { name: 'Ne plus recevoir ces e-mails' });
  const href = (await link.getAttribute('href')) ?? '';
  expect(href).toMatch(/\/desabonnement\/[\w.-]+$/);

  // Signed out, without JavaScript: looking ends nothing, the button does.
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const plain = await context.newPage();
  await plain.goto(href);
  await plain.getByRole('button', { name: 'Ne plus recevoir ces e\u2011mails' }).click();
  await expect(plain.getByRole('heading', { level: 1 })).toContainText('vous ne recevrez plus');
  const device = await openDevice(browser, reader);
  await device.goto('/profile#etre-prevenu');
  const pace = device.getByRole('region', { name: 'Être prévenu' }).getByLabel('Par e-mail');
  await expect(pace).toHaveValue('off');

  // Asked for again, and ended by the mail program itself (RFC 8058).
  await askForEmails(device);
  const posted = await request.post(postUrl, { form: { 'List-Unsubscribe': 'One-Click' } });
  expect(posted.status()).toBe(200);
  await device.reload();
  await expect(pace).toHaveValue('off');
  await page.bringToFront();
  // Another novel: one tells at once but every 30 minutes.
  await release(`Estrans ${crypto.randomUUID().slice(0, 8)}`);
  await letters.goto(`${mailUrl}/_sandbox`);
  // Both are told of by one release: when the other one has it, nothing is on its way.
  await expectRows(otherEmail, 2);
  await expect(row).toHaveCount(1);
  await context.close();
  await device.context().close();

  await page.goto(href);
  await axe();
  await page.emulateMedia({ colorScheme: 'dark' });
  await axe();
});

/** The stand-in's mailbox, in a tab of its own. */
async function openMailbox(page: Page): Promise<Page> {
  const letters = await page.context().newPage();
  await letters.goto(`${mailUrl}/_sandbox`);
  return letters;
}
