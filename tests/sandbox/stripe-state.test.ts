import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startStripe, type SandboxStripe } from '#sandbox/stripe/start-stripe.ts';
import { clientOf, purchase } from './stripe-site.ts';

describe('the sandbox’s state', () => {
  let folder: string;
  let stripe: SandboxStripe | null = null;
  beforeEach(async () => {
    folder = await mkdtemp(resolve(tmpdir(), 'sandbox-stripe-'));
  });
  afterEach(async () => {
    await stripe?.stop();
    stripe = null;
    await rm(folder, { recursive: true });
  });

  const start = async () => {
    stripe = await startStripe({
      host: '127.0.0.1',
      port: 0,
      webhookUrl: 'http://127.0.0.1:9/unreachable',
      retryDelaysMs: [60_000],
      stateFile: resolve(folder, 'deep/stripe.json'),
    });
    return stripe;
  };

  test('survives a restart: sessions, payments, responses and undelivered events', async () => {
    const first = await start();
    const options = { idempotencyKey: 'before' };
    const { id } = await clientOf(first).checkout.sessions.create(purchase(), options);
    first.control.paySession(id);
    await first.stop();
    expect(await readdir(resolve(folder, 'deep'))).toEqual(['stripe.json']);
    const second = await start();
    const client = clientOf(second);
    const found = await client.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
    expect(found).toMatchObject({ payment_status: 'paid', payment_intent: { amount: 999 } });
    expect((await client.checkout.sessions.create(purchase(), options)).id).toBe(id);
    const { id: eventId } = second.control.events().at(-1) ?? expect.fail();
    await expect.poll(() => second.control.delivery(eventId).attempts.length).toBeGreaterThan(0);
    expect(second.control.delivery(eventId).delivery).toBe('scheduled');
  });

  test('is empty when the file cannot be read', async () => {
    const first = await start();
    await first.stop();
    await writeFile(resolve(folder, 'deep/stripe.json'), '{"version":1,"tables":{');
    expect((await start()).control.sessions()).toEqual([]);
  });

  test('does not claim a port in use', async () => {
    const first = await start();
    const second = await startStripe({
      host: '127.0.0.1',
      port: Number(new URL(first.address).port),
      webhookUrl: 'http://127.0.0.1:9/unreachable',
    });
    expect(second.address).not.toBe(first.address);
    await second.stop();
  });
});
