import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ScheduleFields } from '#islands/studio/batch/ScheduleFields.tsx';
import { ChooseFile } from '#islands/studio/import/ChooseFile.tsx';
import { ImportForm } from '#islands/studio/import/ImportForm.tsx';
import { getUser } from '#shared/contracts/auth.ts';
import { saveUploadEdits, type UploadBody } from '#shared/contracts/studio-uploads.ts';
import type { Schedule } from '#shared/time/schedule.ts';
import { axeEverywhere } from '../world/axe.ts';
import { answers, bodiesOf, isOffline } from '../world/forged-server.ts';
import { signIn } from '../world/signed-in.ts';

const nothing = () => undefined;

describe('a file to import', () => {
  test('stays chosen without a connection, and is sent again by a press', async () => {
    signIn({ role: 'author' });
    isOffline(getUser);
    await render(<ChooseFile onRead={nothing} />);
    const file = new File(['# Le phare'], 'phare.md');
    await userEvent.upload(page.getByLabelText(/^Fichier EPUB/), file);
    const alert = page.getByRole('alert');
    await expect.element(alert).toMatchTextContent(/^Aucune réponse reçue du serveur\./);
    await expect.element(alert).toMatchTextContent(/«\sphare\.md\s» reste choisi/);
    await expect.element(alert).toMatchTextContent(/vérifiez votre connexion, puis renvoyez-le/);
    await page.getByRole('button', { name: 'Renvoyer le fichier' }).click();
    await expect.poll(() => bodiesOf(getUser)).toHaveLength(2);
    await expect.element(alert).toMatchTextContent(/reste choisi/);
  });
});

describe('a schedule', () => {
  test('without a day of the week says so at once, at its days', async () => {
    function Fields() {
      const [schedule, setSchedule] = useState<Schedule>({
        weekdays: [1],
        time: '18:00',
        fromDay: '2026-12-01',
      });
      return (
        <ScheduleFields
          schedule={schedule}
          onSchedule={setSchedule}
          wrong={nothing}
          waiting={[{ key: '1', label: '1. Un' }]}
          now={new Date('2026-11-27T12:00:00Z')}
        />
      );
    }
    await render(<Fields />);
    const days = page.getByRole('group', { name: 'Jours de parution' });
    await expect.element(days).not.toHaveAccessibleDescription();
    await page.getByRole('checkbox', { name: 'lundi' }).click();
    await expect
      .element(days)
      .toHaveAccessibleDescription(/Choisissez au moins un jour de la semaine\.$/);
    await page.getByRole('checkbox', { name: 'mardi' }).click();
    await expect.element(days).not.toHaveAccessibleDescription();
  });
});

describe('what was recognised', () => {
  const chapter = (index: number, title: string, isTaken = true) => ({
    index,
    part: null,
    title,
    wordCount: isTaken ? 900 : 3,
    beginning: '',
    isTaken,
    confidence: 'certain' as const,
    reason: null,
    headings: [],
  });
  const book: UploadBody = {
    _id: '019a0000-0000-7000-8000-000000000001',
    fileName: 'phare.epub',
    expiresAt: '2026-11-28T12:00:00.000Z',
    title: 'Le phare',
    isTitleGuessed: false,
    authorName: 'Mathilde',
    description: '',
    language: 'fr',
    hasCover: false,
    wordCount: 1_800,
    edits: [],
    report: [],
    novelId: null,
    chapters: [
      chapter(0, 'Cover', false),
      { ...chapter(1, 'Un'), beginning: 'Demain, dès l’aube,\nje partirai.\n\nFin.' },
      chapter(2, 'Deux'),
    ],
  };

  test('is counted as what is imported, out of all passages', async () => {
    const user = signIn({ role: 'author' });
    answers(saveUploadEdits, { success: true });
    await render(
      <main>
        <h1>Mes romans</h1>
        <h2>Importer un livre</h2>
        <ImportForm
          book={book}
          user={user}
          novelId={null}
          onAnother={nothing}
          targets={{ own: { novels: [], nextCursor: null, newStatement: null }, named: null }}
        />
      </main>,
    );
    await expect.element(page.getByText(/3\spassages, 2 à importer · 1\s?800\smots/)).toBeVisible();
    await expect.element(page.getByText(/^2\schapitres sur 3\spassages, /)).toBeVisible();
    await page.getByRole('checkbox', { name: /^Cover/ }).click();
    await expect.element(page.getByText(/Mathilde · 3\schapitres · /)).toBeVisible();
    await expect.element(page.getByText(/^3\schapitres, 1\s?803\smots/)).toBeVisible();
    await expect
      .element(page.getByRole('button', { name: /^Importer 3\schapitres/ }))
      .toBeVisible();
    // Lines of verse are apart, as they are in the text where there is space.
    await expect.element(page.getByText('Demain, dès l’aube, / je partirai. Fin.')).toBeVisible();
    await axeEverywhere();
    await page.getByRole('button', { name: /^Modifier «\sUn\s»/ }).click();
    const lines = page.getByText('Demain, dès l’aube, je partirai. Fin.').element();
    expect(lines.textContent).toMatch(/^ ?Demain, dès l’aube,\nje partirai\.\nFin\.$/);
  });
});
