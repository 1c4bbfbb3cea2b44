import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailBounces, outbox } from '#server/core/db/schema/outbox.ts';
import { openTestApp } from '../world/app.ts';
import { deliveryReport } from '../world/delivery-report.ts';
import { addUser } from '../world/people.ts';

const script = fileURLToPath(new URL('../../scripts/bounces.ts', import.meta.url));

async function runBounces(url: string, input: string | Buffer, ...argv: string[]) {
  const env = { ...process.env, DATABASE_URL: url };
  const child = spawn(process.execPath, [script, ...argv], { env });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [output, errors, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('exit', resolve)),
  ]);
  return { code, output, errors };
}

describe('feuilleton bounces', () => {
  let folder: string;
  let app: Awaited<ReturnType<typeof openTestApp>>;
  const url = () => `file:${folder}/data`;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'feuilleton-bounces-'));
    app = await openTestApp({ DATABASE_URL: url() });
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('notes an address whose e-mail came back, beside a running server', async () => {
    const lea = await addUser(app, { email: 'lea@exemple.test' });
    const messageId = crypto.randomUUID();
    await app.db.insert(outbox).values({
      kind: 'sign_in',
      channel: 'email',
      rank: 0,
      userId: lea.id,
      messageId,
      deduplicationKey: messageId,
      dueAt: new Date(),
      nextAttemptAt: new Date(),
    });
    const returned = `Message-ID: <${messageId}@feuilleton.test>\nTo: lea@exemple.test\n\n${'x'.repeat(3_000_000)}`;
    const report = deliveryReport({ recipient: 'lea@exemple.test', returned });
    expect(await runBounces(url(), report)).toEqual({
      code: 0,
      output: 'Plus d’e-mails de parution à lea@exemple.test.\n',
      errors: '',
    });
    expect(await app.db.$count(mailBounces, eq(mailBounces.userId, lea.id))).toBe(1);
  });

  test('takes any other e-mail and does nothing', async () => {
    expect(await runBounces(url(), 'Subject: Merci\n\nMerci !')).toMatchObject({
      code: 0,
      output: 'Rien à faire.\n',
    });
    expect(await runBounces(url(), '', '--help')).toMatchObject({ code: 0 });
  });

  test('asks the mail server to try again where the database does not answer', async () => {
    const nowhere = 'postgres://postgres@127.0.0.1:1/rien';
    const { code, errors } = await runBounces(nowhere, 'Subject: Merci\n\nMerci !');
    expect(code).toBe(75);
    expect(errors).not.toBe('');
    expect((await runBounces(url(), '', 'fichier.eml')).code).toBe(75);
  });
});
