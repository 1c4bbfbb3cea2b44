import { afterEach, describe, expect, test, vi } from 'vitest';
import { startDemoProviders } from '#scripts/demo/providers.ts';
import type { SandboxProviders } from '#sandbox/identity/start-providers.ts';

let providers: SandboxProviders | null = null;
afterEach(async () => {
  vi.unstubAllEnvs();
  await providers?.stop();
  providers = null;
});

function setPorts(google: string, apple: string): void {
  vi.stubEnv('GOOGLE_ISSUER', '');
  vi.stubEnv('SANDBOX_GOOGLE_PORT', google);
  vi.stubEnv('SANDBOX_APPLE_PORT', apple);
}

describe('the providers of the demonstration', () => {
  test.for([
    ['http://localhost:4321', '127.0.0.1'],
    ['http://127.0.0.1:4321', 'localhost'],
  ] as const)('are another site than %s', async ([siteUrl, host]) => {
    setPorts('0', '0');
    providers = await startDemoProviders(siteUrl);
    const { GOOGLE_ISSUER = '', APPLE_ISSUER = '' } = providers?.environment ?? {};
    expect(new URL(GOOGLE_ISSUER).hostname).toBe(host);
    expect(new URL(APPLE_ISSUER).hostname).toBe(host);
  });

  test('are not started when the settings configure a provider', async () => {
    setPorts('0', '0');
    vi.stubEnv('GOOGLE_ISSUER', 'https://accounts.google.com');
    providers = await startDemoProviders('http://localhost:4321');
    expect(providers).toBeNull();
  });

  test('report an invalid port', async () => {
    setPorts('0', '70000');
    await expect(startDemoProviders('http://localhost:4321')).rejects.toThrow(
      'SANDBOX_APPLE_PORT n’a pas la forme attendue : un nombre entier de 0 à 65535.',
    );
  });
});
