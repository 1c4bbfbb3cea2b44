import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { SandboxStripe } from '#sandbox/stripe/start-stripe.ts';
import { startDemoStripe } from '#scripts/demo/stripe.ts';

let stripe: SandboxStripe | null = null;
afterEach(async () => {
  await stripe?.stop();
  stripe = null;
});

const site = { port: 4321, databaseUrl: 'memory:' };
const anyPort = { SANDBOX_STRIPE_PORT: '0' };

describe('the Stripe of the demonstration', () => {
  test('gives the settings that make the site use it', async () => {
    stripe = await startDemoStripe(site, anyPort);
    const { environment, address } = stripe ?? expect.fail();
    expect(environment).toEqual({
      STRIPE_SECRET_KEY: expect.stringMatching(/^sk_test_\w+$/) as string,
      STRIPE_WEBHOOK_SECRET: expect.stringMatching(/^whsec_\w+$/) as string,
      STRIPE_API_ADDRESS: address,
    });
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  test('stores its state next to the data’s folder, not in it', async () => {
    const folder = await mkdtemp(resolve(tmpdir(), 'demo-stripe-'));
    try {
      const databaseUrl = `file:${resolve(folder, 'data')}/`;
      stripe = await startDemoStripe({ port: 4321, databaseUrl }, anyPort);
      await stripe?.stop();
      stripe = null;
      expect(existsSync(resolve(folder, 'data-sandbox/stripe.json'))).toBe(true);
      expect(existsSync(resolve(folder, 'data'))).toBe(false);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('is not started when the settings configure an account', async () => {
    stripe = await startDemoStripe(site, { ...anyPort, STRIPE_SECRET_KEY: 'sk_test_real' });
    expect(stripe).toBeNull();
  });

  test('reports an invalid port', async () => {
    await expect(startDemoStripe(site, { SANDBOX_STRIPE_PORT: '70000' })).rejects.toThrow(
      'SANDBOX_STRIPE_PORT n’a pas la forme attendue : un nombre entier de 0 à 65535.',
    );
  });
});
