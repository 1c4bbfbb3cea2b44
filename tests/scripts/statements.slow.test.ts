import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseStatementsArguments } from '#scripts/statements/arguments.ts';
import type { App } from '#server/app.ts';
import { closedMonths, earningShares } from '#server/core/db/schema/earnings.ts';
import { openTestApp } from '../world/app.ts';
import { addStatement } from '../world/pay.ts';
import { addUser } from '../world/people.ts';

const unknownId = '01930000-0000-7000-8000-000000000000';
const script = fileURLToPath(new URL('../../scripts/statements.ts', import.meta.url));
let folder: string;
let app: App;

type Run = { code: number; output: string; errors: string };

function run(...argv: string[]): Promise<Run> {
  const env = { ...process.env, DATABASE_URL: `file:${folder}/data` };
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...argv], { cwd: folder, env }, (error, output, errors) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output, errors });
    });
  });
}

describe('feuilleton statements, with a running server', () => {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'feuilleton-statements-'));
    app = await openTestApp({ DATABASE_URL: `file:${folder}/data` });
  });
  afterEach(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('sets the share of all and of an author, and none of somebody unknown', async () => {
    const author = await addUser(app, { role: 'author' });
    expect(await run('share', 'default', '5000', '2026-10-01')).toMatchObject({ code: 0 });
    expect(await run('share', 'author', author.id, '6050', '2026-10-01')).toMatchObject({
      code: 0,
    });
    const unknown = await run('share', 'novel', unknownId, '7000', '2026-10-01');
    expect(unknown).toMatchObject({ code: 1, output: '' });
    expect(unknown.errors).toContain('Choisissez un roman ou un auteur qui existe');
    const shares = await app.db.select().from(earningShares);
    expect(shares).toMatchObject([
      { authorId: null, novelId: null, basisPoints: 5000, setBy: null },
      { authorId: author.id, basisPoints: 6050, startsOn: '2026-10-01' },
    ]);
  });

  test('closes months in their order, once, and none that goes on', async () => {
    expect((await run('close', '2020-01')).output).toContain('Le mois est clos.');
    expect((await run('close', '2020-01')).output).toContain('déjà clos');
    const later = await run('close', '2020-03');
    expect(later).toMatchObject({ code: 1 });
    expect(later.errors).toContain('dans l’ordre');
    const coming = await run('close', '2190-01');
    expect(coming.code).toBe(1);
    expect(await app.db.select().from(closedMonths)).toMatchObject([{ month: '2020-01' }]);
  });

  test('lists what is due to whom', async () => {
    expect((await run('list')).output).toContain('Aucun mois n’est clos.');
    const author = await addUser(app, { name: 'Mathilde Serre', role: 'author' });
    await addStatement(app, author.id);
    const { output } = await run('list');
    expect(output).toContain('2020-01');
    expect(output).toMatch(/Mathilde Serre +1,00.€ +0,00.€ +0,00.€ +1,00.€ +oui/);
  });
});

describe('the command line of statements', () => {
  test('is understood', () => {
    expect(parseStatementsArguments(['close', '2026-10'])).toEqual({
      kind: 'close',
      month: '2026-10',
    });
    expect(parseStatementsArguments(['list'])).toEqual({ kind: 'list' });
    expect(parseStatementsArguments(['share', 'default', '5000', '2026-10-01'])).toEqual({
      kind: 'share',
      novelId: null,
      authorId: null,
      basisPoints: 5000,
      startsOn: '2026-10-01',
    });
    expect(parseStatementsArguments(['--help'])).toEqual({ kind: 'help' });
  });

  test.each([
    [['close', 'octobre'], 'Un mois s’écrit 2026-10.'],
    [['close'], 'Un mois s’écrit 2026-10.'],
    [['share', 'default', '10001', '2026-10-01'], 'La part va de 0 à 10000.'],
    [['share', 'default', '50 %', '2026-10-01'], 'centièmes de pour cent'],
    [['share', 'novel', 'le-roman', '5000', '2026-10-01'], 'L’identifiant n’en est pas un.'],
    [['share', 'default', '5000', 'demain'], 'Le jour s’écrit 2026-10-01.'],
    [['share', 'default', '5000', '2026-10-01', 'vite'], 'Il y a un mot de trop.'],
    [['share', 'everybody'], 'La commande est'],
    [[], 'La commande est'],
    [['--oui'], 'Option inconnue'],
  ])('refuses %j with one sentence', (argv, sentence) => {
    const parsed = parseStatementsArguments(argv);
    expect(parsed.kind).toBe('wrong');
    expect(parsed).toHaveProperty('message', expect.stringContaining(sentence));
  });
});
