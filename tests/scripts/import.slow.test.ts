import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { postgresForm } from '#server/core/config/connection-url.ts';
import { listChapters } from '#server/catalogue/chapters.ts';
import { listNewestNovels } from '#server/catalogue/novels.ts';
import { openDatabase } from '#server/core/db/open-database.ts';
import { parseImportArguments } from '#scripts/import/arguments.ts';

const script = fileURLToPath(new URL('../../scripts/import.ts', import.meta.url));
const book = `---
title: Le Livre d’essai
author: Jeanne Essai
lang: fr
---

## Chapitre premier

Il était une fois *un essai*.

## Chapitre deux

Il ne l’était plus.
`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'feuilleton-import-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

type Run = { code: number; output: string; errors: string };

function runImport(...argv: string[]): Promise<Run> {
  return runImportOn(`file:${folder}/data`, ...argv);
}

function runImportOn(url: string, ...argv: string[]): Promise<Run> {
  const env = { ...process.env, DATABASE_URL: url };
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...argv], { cwd: folder, env }, (error, output, errors) => {
      const code = typeof error?.code === 'number' ? error.code : 0;
      resolve({ code, output, errors });
    });
  });
}

async function saved() {
  const database = await openDatabase(`file:${folder}/data`, { role: 'command' });
  try {
    const { novels } = await listNewestNovels(database.db, { limit: 10, after: null });
    return await Promise.all(
      novels.map(async ({ id, title, authorName, genres, status }) => {
        const chapters = await listChapters(database.db, id);
        return {
          id,
          title,
          authorName,
          genres,
          status,
          chapters: chapters.map((chapter) => ({ id: chapter.id, premium: chapter.isPremium })),
        };
      }),
    );
  } finally {
    await database.close();
  }
}

describe('feuilleton import', () => {
  test('edits the chapters by their numbers in a dry run', async () => {
    const source = `---\ntitle: Lettres\nauthor: Anne Kerl\n---\n\n# Préface\n\nMerci.\n\n# Un\n\nUn mot.\n\n## La lettre\n\nChère Anne.\n\n# Deux\n\nFin.\n`;
    await writeFile(join(folder, 'lettres.md'), source);
    const dry = await runImport('--dry-run', 'lettres.md');
    expect(dry.output).toMatch(/ 1 -~ .*Préface \(Texte d’accompagnement, hors du récit\.\)/);
    expect(dry.output).toMatch(/ 2 \+ .*Un\n +2@1 {2}La lettre\n +3 \+ .*Deux/);
    const edits = ['--keep', '1', '--split', '2@1', '--merge', '3', '--title', '2=Le phare'];
    const done = await runImport(...edits, 'lettres.md');
    expect(done).toMatchObject({ code: 0, errors: '' });
    expect(done.output).toMatch(/1 .*Préface\n.*2 .*Le phare\n.*3 .*La lettre\n.*Total : 3/);
    const wrong = await runImport('--skip', '9', 'lettres.md');
    expect(wrong.code).toBe(1);
    expect(wrong.errors).toContain('pas de passage 9 dans ce livre');
  });

  test('takes prefaces with --with-apparatus', async () => {
    const source = `---\ntitle: Lettres\nauthor: Anne Kerl\n---\n\n# Avant-propos\n\nMerci.\n\n# Un\n\nUn mot.\n\n# Annexe\n\nFin.\n`;
    await writeFile(join(folder, 'lettres.md'), source);
    const { output } = await runImport(
      '--with-apparatus',
      '--skip',
      '3',
      '--dry-run',
      'lettres.md',
    );
    expect(output).toMatch(/Total : 2\schapitres/);
    expect(output).toMatch(/ 1 \+~ .*Avant-propos/);
    expect(output).toMatch(/ 3 -~ .*Annexe/);
  });

  test('saves a book with its options, and the same book again keeps every id', async () => {
    await writeFile(join(folder, 'livre.md'), book);
    const options = ['--genres', 'Comédie,Drama', '--status', 'completed', '--premium-from', '2'];
    const first = await runImport('livre.md', ...options);
    expect(first).toMatchObject({ code: 0, errors: '' });
    expect(first.output).toMatch(/Total : 2\schapitres/);
    expect(first.output).toContain('/novel/le-livre-d-essai');
    const before = await saved();
    expect(before).toMatchObject([
      {
        title: 'Le Livre d’essai',
        authorName: 'Jeanne Essai',
        genres: ['Comedy', 'Drama'],
        status: 'completed',
        chapters: [{ premium: false }, { premium: true }],
      },
    ]);
    const second = await runImport('livre.md');
    expect(second.output).toContain('0 ajoutés, 0 modifiés, 2 inchangés');
    expect(await saved()).toEqual(before);
  });

  test('says of premium chapters that nobody can open them where nothing is sold', async () => {
    await writeFile(join(folder, 'livre.md'), book);
    const sentence = 'Rien ne se vend encore';
    const ofDemo = await runImport('livre.md', '--premium-from', '2');
    expect(ofDemo.output).not.toContain(sentence);
    vi.stubEnv('SITE_URL', 'https://lire.example');
    const ofSite = await runImport('livre.md', '--premium-from', '2');
    expect(ofSite).toMatchObject({ code: 0, errors: '' });
    expect(ofSite.output).toContain(sentence);
    expect((await runImport('livre.md')).output).not.toContain(sentence);
    vi.unstubAllEnvs();
  });

  test('changes nothing on a dry run and shows what it would do', async () => {
    await writeFile(join(folder, 'livre.md'), book);
    const run = await runImport('--dry-run', 'livre.md');
    expect(run.code).toBe(0);
    expect(run.output).toContain('Chapitre premier');
    expect(run.output).toContain('rien n’a été changé');
    expect(await saved()).toEqual([]);
  });

  test('refuses a broken file in one sentence with code 1, and imports the others', async () => {
    await writeFile(join(folder, 'casse.epub'), 'PK\u0003\u0004 pas une archive');
    await writeFile(join(folder, 'livre.md'), book);
    const run = await runImport('casse.epub', 'absent.epub', 'livre.md');
    expect(run.code).toBe(1);
    const sentences = run.errors.trim().split('\n');
    expect(sentences).toHaveLength(2);
    expect(sentences[0]).toMatch(/^casse\.epub : .+\.$/);
    expect(sentences[1]).toBe('absent.epub : le fichier n’existe pas ou ne peut pas être lu.');
    expect(await saved()).toHaveLength(1);
  });

  test('never takes a book for another because of equal file names', async () => {
    await writeFile(join(folder, 'texte.txt'), 'Un texte sans titre.');
    const nameless = await runImport('texte.txt', '--author', 'A');
    expect(nameless.code).toBe(1);
    expect(nameless.errors.trim()).toBe(
      'texte.txt : le fichier ne donne pas de titre et pourrait être pris pour un autre livre : ' +
        'ajoutez --title, ou --update.',
    );
    await runImport('texte.txt', '--title', 'Un', '--author', 'A');
    await writeFile(join(folder, 'texte.txt'), 'Un autre texte.');
    const other = await runImport('texte.txt', '--title', 'Deux', '--author', 'A');
    expect(other.output).toContain('Roman créé');
    const update = await runImport('texte.txt', '--update', '/novel/un');
    expect(update.output).toContain('Roman mis à jour : /novel/un (0 ajoutés, 1 modifiés');
    expect((await saved()).map(({ title }) => title).toSorted()).toEqual(['Deux', 'Un']);
    const absent = await runImport('texte.txt', '--update', 'absent');
    expect(absent).toMatchObject({
      code: 1,
      errors: 'texte.txt : aucun roman à /novel/absent.\n',
    });
  });

  test.each([
    ['bogus', `DATABASE_URL n’a pas la forme attendue : memory:, file:DOSSIER ou ${postgresForm}.`],
    [
      'postgres://127.0.0.1:1/x',
      'La base de données ne peut pas être atteinte (ECONNREFUSED) : vérifiez DATABASE_URL et le serveur.',
    ],
  ])('says in one sentence that the database %s cannot be used', async (url, sentence) => {
    await writeFile(join(folder, 'livre.md'), book);
    expect(await runImportOn(url, 'livre.md')).toMatchObject({ code: 1, errors: `${sentence}\n` });
  });
});

describe('the command line', () => {
  test.each([
    [['--premium-from', '0', 'x.md'], '--premium-from attend un numéro de chapitre, ou none.'],
    [['--genres', 'Cuisine', 'x.md'], 'Genre inconnu : Cuisine.'],
    [['--status', 'fini', 'x.md'], '--status vaut ongoing, completed ou hiatus.'],
    [['--publish-from', 'demain', 'x.md'], '--publish-from attend une date, comme 2026-12-24.'],
    [['--title', 'T', 'a.md', 'b.md'], '--title ne va qu’avec un seul fichier.'],
    [['--update', 't', 'a.md', 'b.md'], '--update ne va qu’avec un seul fichier.'],
    [['--update', 'Été', 'a.md'], '--update attend la fin de l’adresse /novel/….'],
    [['--inconnue', 'x.md'], 'Option inconnue'],
    [[], 'Aucun fichier donné.'],
  ])('%j is refused with a sentence', (argv, sentence) => {
    const parsed = parseImportArguments(argv);
    expect(parsed).toMatchObject({ kind: 'wrong' });
    expect(parsed.kind === 'wrong' && parsed.message).toContain(sentence);
  });

  test('accepts every option', () => {
    expect(
      parseImportArguments([
        '--premium-from',
        'none',
        '--publish-from',
        '2026-12-24',
        '--every-days',
        '7',
        '--tags',
        'a, b',
        '--language',
        'fr',
        '--dry-run',
        'x.epub',
      ]),
    ).toMatchObject({
      kind: 'import',
      files: ['x.epub'],
      options: {
        premiumFrom: Infinity,
        publishFrom: new Date('2026-12-24'),
        everyDays: 7,
        tags: ['a', 'b'],
        language: 'fr',
        isDryRun: true,
        withApparatus: false,
        edits: [],
      },
    });
  });
});
