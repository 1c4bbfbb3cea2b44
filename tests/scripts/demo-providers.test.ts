import { afterEach, describe, expect, test } from 'vitest';
import { startDemoProviders } from '#scripts/demo/providers.ts';
import type { SandboxProviders } from '#sandbox/identity/start-providers.ts';

let providers: SandboxProviders | null = null;
afterEach(async () => {
  await providers?.stop();
  providers = null;
});

const anyPorts = { SANDBOX_GOOGLE_PORT: '0', SANDBOX_APPLE_PORT: '0' };

describe('the providers of the demonstration', () => {
  test.for([
    ['http://localhost:4321', '127.0.0.1'],
    ['http://127.0.0.1:4321', 'localhost'],
  ] as const)('are another site than %s', async ([siteUrl, host]) => {
    providers = await startDemoProviders(siteUrl, anyPorts);
    const { GOOGLE_ISSUER = '', APPLE_ISSUER = '' } = providers?.environment ?? {};
    expect(new URL(GOOGLE_ISSUER).hostname).toBe(host);
    expect(new URL(APPLE_ISSUER).hostname).toBe(host);
  });

  test('are not started when the settings configure a provider', async () => {
    const configured = { ...anyPorts, GOOGLE_ISSUER: 'https://accounts.google.com' };
    providers = await startDemoProviders('http://localhost:4321', configured);
    expect(providers).toBeNull();
  });

  test('report an invalid port', async () => {
    const wrong = { ...anyPorts, SANDBOX_APPLE_PORT: '70000' };
    await expect(startDemoProviders('http://localhost:4321', wrong)).rejects.toThrow(
      'SANDBOX_APPLE_PORT n’a pas la forme attendue : un nombre entier de 0 à 65535.',
    );
  });
});
