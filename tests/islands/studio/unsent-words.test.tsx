import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { ReactNode } from 'react';
import { hasDraft } from '#browser/drafts/saved-drafts.ts';
import { saveUnsavedWork } from '#browser/drafts/unsaved-work.ts';
import { AnnouncementForm } from '#islands/studio/announcements/AnnouncementForm.tsx';
import { ChapterNotes } from '#islands/studio/announcements/ChapterNotes.tsx';
import { NovelNotes } from '#islands/studio/announcements/NovelNotes.tsx';
import { AnswerForm } from '#islands/studio/inbox/AnswerForm.tsx';
import { goTo, guardScreen } from '#islands/studio/navigation.ts';
import { ownList } from '#islands/studio/route.ts';
import { setNovelNotes } from '#shared/contracts/announcements.ts';
import { axeEverywhere } from '../world/axe.ts';
import { answers } from '../world/forged-server.ts';

const address = () => location.pathname + location.search;
let before = '';
beforeEach(() => {
  before = address();
});
afterEach(() => history.replaceState(null, '', before));

const userId = 'lea';
const noNotes = { before: '', after: '' };
const nothing = () => undefined;
const forms: [name: string, form: ReactNode, field: string | RegExp][] = [
  [
    'an announcement',
    <AnnouncementForm
      key="announcement"
      novelId="n"
      userId={userId}
      announcement={null}
      canSend={true}
      onSaved={nothing}
      onCancel={nothing}
    />,
    'Texte',
  ],
  [
    'the notes of a novel',
    <NovelNotes key="novel" novelId="n" userId={userId} notes={noNotes} language="fr" />,
    /^Avant le texte/,
  ],
  [
    'the notes of a chapter',
    <ChapterNotes
      key="chapter"
      chapterId="c"
      userId={userId}
      language="fr"
      defaults={{ before: '', after: '' }}
      own={{ before: 'Merci.', after: null, recap: '', cast: '' }}
    />,
    'Note avant le texte, pour ce chapitre',
  ],
  [
    'what a chapter reminds of',
    <ChapterNotes
      key="recap"
      chapterId="r"
      userId={userId}
      language="fr"
      defaults={noNotes}
      own={{ before: null, after: null, recap: '', cast: '' }}
    />,
    /^Précédemment/,
  ],
  [
    'an answer',
    <AnswerForm
      key="answer"
      name="Zoé"
      onSend={() => Promise.resolve(null)}
      onCancel={nothing}
      place={{ form: 'comment', personId: userId, subject: 'c' }}
    />,
    'Votre réponse à Zoé',
  ],
];

describe('words that are not sent', () => {
  test.each(forms)('are not lost with the screen: %s', async (_, form, field) => {
    await render(form);
    await goTo({ screen: 'import', novelId: null, uploadId: null });
    const elsewhere = address();
    expect(elsewhere).not.toBe(before);
    await page.getByLabelText(field).fill('Une phrase');
    const dialog = page.getByRole('dialog', { name: /^Quitter cette page/ });
    // The tab of the screen that is open leads nowhere.
    await goTo({ screen: 'import', novelId: null, uploadId: null });
    expect(dialog.elements()).toEqual([]);
    const leaving = goTo(ownList);
    await dialog.getByRole('button', { name: 'Rester ici' }).click();
    await leaving;
    expect(address()).toBe(elsewhere);
    await expect.element(page.getByLabelText(field)).toHaveValue('Une phrase');
    const again = goTo(ownList);
    await dialog.getByRole('button', { name: 'Quitter', exact: true }).click();
    await again;
    expect(address()).not.toBe(elsewhere);
  });

  test.each(forms)('are offered again after the session has ended: %s', async (_, form, field) => {
    const { unmount } = await render(form);
    await page.getByLabelText(field).fill('Une phrase');
    expect(saveUnsavedWork()).toBe(true);
    await unmount();
    await render(form);
    const offer = page.getByRole('group', { name: 'Texte gardé sur cet appareil' });
    await expect.element(offer).toMatchTextContent('Une phrase');
    await expect.element(page.getByLabelText(field)).not.toHaveValue('Une phrase');
    await userEvent.click(offer.getByRole('button', { name: 'Reprendre', exact: true }));
    await expect.element(page.getByLabelText(field)).toHaveValue('Une phrase');
    await expect.poll(() => document.activeElement?.closest('form')).not.toBeNull();
    await axeEverywhere();
  });

  test('are offered no more once they are saved', async () => {
    const form = <NovelNotes novelId="m" userId={userId} notes={noNotes} language="fr" />;
    answers(setNovelNotes, { before: 'Une phrase', after: '' });
    const { unmount } = await render(form);
    await page.getByLabelText(/^Avant le texte/).fill('Une phrase');
    saveUnsavedWork();
    await userEvent.click(page.getByRole('button', { name: 'Enregistrer les notes' }));
    await expect.element(page.getByText('Notes enregistrées.')).toBeVisible();
    await unmount();
    const place = { form: 'novel-notes', personId: userId, subject: 'm' } as const;
    expect(hasDraft(place)).toBe(false);
  });

  test('are asked about no more once they are saved', async () => {
    answers(setNovelNotes, { before: 'Merci.', after: '' });
    await render(<NovelNotes novelId="n" userId={userId} notes={noNotes} language="fr" />);
    await page.getByLabelText(/^Avant le texte/).fill('Merci.');
    await userEvent.click(page.getByRole('button', { name: 'Enregistrer les notes' }));
    await expect.element(page.getByText('Notes enregistrées.')).toBeVisible();
    await goTo(ownList);
    expect(address()).not.toBe(before);
  });
});

test('a screen with two guards is left when both allow it', async () => {
  const asked: string[] = [];
  let isAllowed = false;
  const first = guardScreen(() => Promise.resolve(asked.push('first') > 0));
  const second = guardScreen(() => Promise.resolve(asked.push('second') > 0 && isAllowed));
  await goTo(ownList);
  expect(address()).toBe(before);
  expect(asked).toEqual(['first', 'second']);
  isAllowed = true;
  await goTo(ownList);
  expect(address()).not.toBe(before);
  first();
  second();
});
