import type { Locator, Page } from 'playwright/test';
import { knock } from './challenges.ts';
import { expect, test } from './fixtures.ts';
import { expectKept, expectWorker, offlineFailures, readOn } from './offline-world.ts';
import { addNovel } from './studio.ts';
import { placeAt } from '#shared/reading/place.ts';

test.use({ serviceWorkers: 'allow' });

const sentences = ['Le vent se lève sur le port.', 'Emma ferme la porte, puis la fenêtre.'];
const paragraph = (words: string) => `${words} `.repeat(3).trim();
const text = [
  sentences.join(' '),
  ...Array.from({ length: 30 }, (_, index) => paragraph(`Une ligne de plus, la ${index + 1}e.`)),
  'La dernière phrase ferme le livre.',
].join('</p><p>');

const menu = (page: Page) => page.getByRole('dialog', { name: 'Annoter un passage' });
const blocks = (page: Page) => page.locator('.chapter-text > p');

/** Presses words of a block for long. */
async function pressLong(page: Page, block: Locator, words: string): Promise<void> {
  const { x, y } = await block.evaluate(async (element, wanted) => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    // The event of that comes with the next frame, and a press during which a page scrolls is none.
    await new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve));
    });
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const range = new Range();
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      const at = node.data.indexOf(wanted);
      // A decoy has words too.
      if (at === -1 || node.parentElement?.closest('[hidden]')) continue;
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
    }
    const rect = range.getBoundingClientRect();
    return { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 };
  }, words);
  await page.mouse.move(x, y);
  await page.mouse.down();
  // A press is a long one by its duration alone.
  await page.waitForTimeout(600);
  await page.mouse.up();
}

/** The words that the page highlights, by the name of the highlight. */
const marked = (page: Page, name: string) =>
  page.evaluate(
    (key) =>
      [...(CSS.highlights.get(key) ?? [])].map((range) => {
        const made = range as Range;
        const part = made.cloneContents();
        for (const decoy of part.querySelectorAll('[hidden]')) decoy.remove();
        return part.textContent;
      }),
    `margin-${name}`,
  );

async function openNovel(page: Page, author: { id: string }): Promise<string> {
  const { chapterIds } = await addNovel(
    page,
    author,
    `Le Port ${crypto.randomUUID().slice(0, 8)}`,
    [{ title: 'Un', text, isPublished: true }],
  );
  const [id = ''] = chapterIds;
  await page.goto(`/chapter/${id}`);
  await use(page);
  return id;
}

/** The page is used: what can wait is loaded. */
async function use(page: Page): Promise<void> {
  const way = page.getByRole('button', { name: 'Annoter un passage' });
  await expect(async () => {
    await page.mouse.wheel(0, 10);
    await expect(way).toBeAttached({ timeout: 500 });
  }).toPass();
}

test('a passage is highlighted by a long press, has a note, and is the account’s, offline too', async ({
  page,
  signInAs,
  expectFailure,
  axe,
}) => {
  expectFailure(offlineFailures);
  // Of two changes at once, the one whose token is no longer the last is sent again.
  expectFailure(403);
  const author = await signInAs({ role: 'author', name: 'Élise Plume' });
  await signInAs({ name: 'Nour' });
  const id = await openNovel(page, author);
  const first = blocks(page).first();
  await pressLong(page, first, 'la porte');
  await expect(menu(page)).toBeVisible();
  await axe();
  await menu(page).getByRole('button', { name: 'Vert' }).click();
  await expect.poll(() => marked(page, 'green')).toEqual([sentences[1]]);
  // It closes with the answer.
  await expect(menu(page)).toHaveCount(0);
  await page.reload();
  await use(page);
  await expect.poll(() => marked(page, 'green')).toEqual([sentences[1]]);

  // It has a note, and another colour; nothing of the text can be copied from its form.
  await pressLong(page, first, 'la porte');
  await expect(menu(page).getByRole('button', { name: 'Vert' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await menu(page).getByRole('button', { name: 'Note', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Ma note' });
  await expect(form).toContainText(sentences[1] ?? '');
  await axe();
  const copied = await page.evaluate(() => {
    getSelection()?.selectAllChildren(document.body);
    return getSelection()?.toString() ?? '';
  });
  expect(copied).not.toContain('Emma');
  await page.evaluate(() => getSelection()?.removeAllRanges());
  const note = form.getByLabel('Note, pour vous seul');
  await note.fill('Pourquoi la fenêtre\u00A0?');
  // Closed without sending, it is there when it is opened again.
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
  await pressLong(page, first, 'la porte');
  await menu(page).getByRole('button', { name: 'Note', exact: true }).click();
  await expect(note).toHaveValue('Pourquoi la fenêtre\u00A0?');
  await form.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(form).toHaveCount(0);
  await expect.poll(() => marked(page, 'note')).toEqual([sentences[1]]);
  // By the keyboard alone.
  const way = page.getByRole('button', { name: 'Annoter un passage' });
  await way.focus();
  await page.keyboard.press('Enter');
  await expect(first).toBeFocused();
  await page.keyboard.press('Enter');
  await menu(page).getByRole('button', { name: 'Phrase suivante' }).press('Enter');
  await expect.poll(() => marked(page, 'chosen')).toEqual([sentences[1]]);
  await expect(menu(page).getByRole('button', { name: 'Modifier la note' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu(page)).toHaveCount(0);
  await expect(first).toBeFocused();

  // Without a connection it waits, in a chapter that is opened then too, and is sent.
  await readOn(page);
  await expectWorker(page);
  await expectKept(page, `/chapter/${id}`);
  await page.context().setOffline(true);
  await page.reload();
  await use(page);
  await expect.poll(() => marked(page, 'green')).toEqual([sentences[1]]);
  await pressLong(page, blocks(page).nth(1), 'plus');
  await menu(page).getByRole('button', { name: 'Tout le paragraphe' }).click();
  await menu(page).getByRole('button', { name: 'Rose' }).click();
  await expect.poll(() => marked(page, 'rose')).toEqual([paragraph('Une ligne de plus, la 1e.')]);
  await expect(menu(page)).toHaveCount(0);
  // A press on one of its sentences is on all of it.
  await pressLong(page, blocks(page).nth(1), 'plus');
  await expect(menu(page).getByRole('button', { name: 'Rose' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  expect(await marked(page, 'chosen')).toEqual([paragraph('Une ligne de plus, la 1e.')]);
  await page.keyboard.press('Escape');
  await page.context().setOffline(false);
  const stored = async () => {
    const token = await page.evaluate(() => localStorage.getItem('auth_token') ?? '');
    const headers = { 'x-auth-token': token };
    const margin = await page.request.get(`/api/chapters/${id}/margin`, { headers });
    return ((await margin.json()) as { highlights: { colour: string }[] }).highlights.map(
      ({ colour }) => colour,
    );
  };
  await expect.poll(stored, { timeout: 30_000 }).toEqual(['green', 'rose']);
  await pressLong(page, first, 'la porte');
  await menu(page).getByRole('button', { name: 'Effacer' }).click();
  await menu(page).getByRole('button', { name: 'Oui, effacer aussi la note' }).click();
  await expect.poll(stored).toEqual(['rose']);
  expect(await marked(page, 'green')).toEqual([]);

  // It is in the library, whence it can be erased too.
  await page.goto('/bibliotheque#surlignages');
  const own = page.getByRole('tabpanel', { name: 'Surlignages' });
  await expect(own.locator('blockquote')).toHaveText(
    `«\u00A0${paragraph('Une ligne de plus, la 1e.')}\u00A0»`,
  );
  await expect(own.getByRole('link', { name: /^Chapitre\s1\s: Un$/ })).toHaveAttribute(
    'href',
    `/chapter/${id}`,
  );
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await axe();
  }
  await own.getByRole('button', { name: 'Effacer' }).click();
  await expect(own).toContainText('Plus aucun surlignage.');
  expect(await stored()).toEqual([]);
});

test('a visitor quotes a passage as a picture, and is asked to sign in to highlight @both-widths', async ({
  page,
  catalogue,
}) => {
  const drawn: string[] = [];
  await page.exposeFunction('noteDrawn', (words: string) => void drawn.push(words));
  await page.addInitScript(() => {
    const drawing = CanvasRenderingContext2D.prototype;
    const fillText = Reflect.get(drawing, 'fillText') as (...rest: unknown[]) => void;
    drawing.fillText = function (...rest) {
      (globalThis as unknown as { noteDrawn: (words: string) => void }).noteDrawn(rest[0]);
      Reflect.apply(fillText, this, rest);
    };
  });
  await page.goto(`/chapter/${catalogue.mixed.free._id}`);
  await use(page);
  const block = blocks(page).nth(1);
  await block.scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Annoter un passage' }).press('Enter');
  await expect(page.locator('.chapter-text > :focus')).toHaveCount(1);
  await page.keyboard.press('Enter');
  const signIn = menu(page).getByRole('link', { name: 'Connectez-vous pour surligner' });
  await expect(signIn).toHaveAttribute('href', /^\/login\?retour=/);
  // Nor is the next chapter fetched ahead so far from the end.
  await expect(page.locator('[data-near]')).toHaveCount(0);
  const saved = page.waitForEvent('download');
  await menu(page).getByRole('button', { name: 'Citer' }).click();
  expect((await saved).suggestedFilename()).toBe('citation.png');
  const { novel } = catalogue.mixed;
  expect(drawn.join(' ')).toContain(`» ${novel.title} ${novel.authorName} 127.0.0.1`);
});

test('a paragraph has its comments, in the margin and among the chapter’s', async ({
  page,
  browser,
  baseURL,
  signInAs,
  axe,
}) => {
  const author = await signInAs({ role: 'author', name: 'Élise Plume' });
  const reader = await signInAs({ name: 'Nour' });
  const id = await openNovel(page, author);
  const comments = page.getByRole('dialog', { name: 'Commentaires' });
  await pressLong(page, blocks(page).first(), 'la porte');
  await menu(page).getByRole('button', { name: 'Commenter' }).click();
  await expect(comments.locator('blockquote').first()).toContainText('Le vent se lève');
  await comments.getByLabel('Votre commentaire sur ce passage').fill('Elle a froid.');
  await comments.getByRole('button', { name: 'Envoyer' }).click();
  await expect(comments.getByRole('article').getByText('Elle a froid.')).toBeVisible();
  await axe();
  await page.keyboard.press('Escape');
  const count = page.getByRole('button', { name: '1 commentaire sur ce paragraphe' });
  await expect(count).toBeVisible();
  await knock(page, 'comment', {
    userId: reader.id,
    chapterId: id,
    parentId: null,
    texts: ['Du chapitre.'],
  });
  await count.click();
  await expect(comments.getByText('Elle a froid.')).toBeVisible();
  await expect(comments.getByText('Du chapitre.')).toHaveCount(0);
  // An unsent text stays, whichever list is shown.
  await comments.getByLabel('Votre commentaire sur ce passage').fill('Encore un mot');
  await comments.getByRole('button', { name: 'Tous les commentaires du chapitre' }).click();
  await expect(comments.getByText('Du chapitre.')).toBeVisible();
  await expect(comments.getByRole('button', { name: /^Sur «\sLe vent se lève/ })).toBeVisible();

  // A visitor sees counts as far as they have been; what is about a later passage is folded.
  await comments.getByRole('button', { name: 'Fermer' }).click();
  await count.click();
  await expect(comments.getByLabel('Votre commentaire sur ce passage')).toHaveValue(
    'Encore un mot',
  );
  await comments.getByRole('button', { name: 'Fermer' }).click();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await pressLong(page, blocks(page).last(), 'dernière');
  await menu(page).getByRole('button', { name: 'Commenter' }).click();
  await comments.getByLabel('Votre commentaire sur ce passage').fill('Quelle fin.');
  await comments.getByRole('button', { name: 'Envoyer' }).click();
  await expect(comments.getByRole('article').getByText('Quelle fin.')).toBeVisible();
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    viewport: { width: 1280, height: 800 },
  });
  const visitor = await context.newPage();
  await visitor.goto(`/chapter/${id}`);
  await use(visitor);
  const counts = visitor.getByRole('button', { name: /commentaires? sur ce paragraphe/ });
  await expect(counts).toHaveCount(1);
  await counts.click();
  const all = visitor.getByRole('dialog', { name: 'Commentaires' });
  await expect(all.getByText('Elle a froid.')).toBeVisible();
  await all.getByRole('button', { name: 'Tous les commentaires du chapitre' }).click();
  await expect(all.getByText('Quelle fin.')).toHaveCount(0);
  await all.getByRole('button', { name: 'Afficher quand même' }).click();
  await expect(all.getByText('Quelle fin.')).toBeVisible();
  await visitor.keyboard.press('Escape');
  await visitor.keyboard.press('End');
  await expect(counts).toHaveCount(2);
  await context.close();

  // What is removed is counted no more.
  await comments.getByRole('button', { name: /^Supprimer/ }).click();
  await comments.getByRole('button', { name: 'Oui, supprimer' }).click();
  await expect(comments).toContainText('Commentaire supprimé');
  await comments.getByRole('button', { name: 'Fermer' }).click();
  await expect(page.getByRole('button', { name: /sur ce paragraphe/ })).toHaveCount(1);
  await expect(count).toBeVisible();
});

test('a chapter with three hundred commented paragraphs stays as it was laid out @desktop', async ({
  page,
  signInAs,
}) => {
  const author = await signInAs({ role: 'author', name: 'Élise Plume' });
  const words = Array.from({ length: 300 }, (_, index) =>
    paragraph(`La ligne ${index + 1} du port.`),
  );
  const title = `Le Quai ${crypto.randomUUID().slice(0, 8)}`;
  const chapter = { title: 'Un', text: words.join('</p><p>'), isPublished: true };
  const { chapterIds } = await addNovel(page, author, title, [chapter]);
  const [chapterId = ''] = chapterIds;
  for (const index of words.keys()) {
    const place = placeAt((at) => words[at] ?? '', index, 0);
    await knock(page, 'comment', {
      userId: author.id,
      chapterId,
      parentId: null,
      texts: ['Oui.'],
      place,
    });
  }
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto(`/chapter/${chapterId}`);
  await use(page);
  const counts = page.getByRole('button', { name: '1 commentaire sur ce paragraphe' });
  await expect(counts.first()).toBeVisible();
  const heightOf = () => page.locator('.chapter-text').evaluate((element) => element.scrollHeight);
  const height = await heightOf();
  expect(await counts.count()).toBeLessThan(100);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(counts).toHaveCount(300);
  expect(await heightOf()).toBe(height);
  // Tab goes by those in sight alone.
  const tabbed = () =>
    page.evaluate(() => document.querySelectorAll('.beside > button:not([tabindex="-1"])').length);
  await expect.poll(tabbed).toBeLessThan(40);
});

test('an author’s notes are for who has come to the end, and beside the text for who reads again', async ({
  page,
  signInAs,
  axe,
}) => {
  const author = await signInAs({ role: 'author', name: 'Élise Plume' });
  const id = await openNovel(page, author);
  await pressLong(page, blocks(page).first(), 'la porte');
  await menu(page).getByRole('button', { name: 'Note de l’auteur' }).click();
  const form = page.getByRole('dialog', { name: 'Note de l’auteur' });
  await form.getByLabel('Votre note').fill('La porte reviendra.');
  await axe();
  await form.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(form).toHaveCount(0);
  const mark = page.getByRole('button', { name: 'Note de l’auteur sur ce paragraphe' });
  await expect(mark).toBeVisible();

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  const margins: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/margin')) margins.push(new URL(request.url()).search);
  });
  await page.goto(`/chapter/${id}`);
  await use(page);
  await expect.poll(() => margins).toContain('');
  // What is asked for by itself near the end would be asked for by now.
  await page.waitForLoadState('networkidle');
  expect(margins.filter((query) => query !== '')).toEqual([]);
  await expect(page.locator('body')).not.toContainText('La porte reviendra.');
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const notes = page.locator('.margin-notes');
  await notes.locator('summary').click();
  await expect(notes).toContainText('La porte reviendra.');
  await axe();
  // This device has read it to its end.
  await page.evaluate((chapterId) => {
    localStorage.setItem('reading_done', JSON.stringify([chapterId]));
  }, id);
  await page.goto(`/chapter/${id}`);
  await use(page);
  await mark.click();
  await expect(page.getByRole('dialog', { name: 'Note de l’auteur' })).toContainText(
    'La porte reviendra.',
  );
  await axe();
});
