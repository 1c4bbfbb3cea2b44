import { createPrivateKey } from 'node:crypto';
import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { startProviders, type SandboxProviders } from '#sandbox/identity/start-providers.ts';
import { Browser } from './browser.ts';
import {
  appleRequest,
  beginSignIn,
  discoverApple,
  discoverGoogle,
  finishSignIn,
  formPost,
  googleRequest,
  pickAtApple,
  pickAtGoogle,
  setting,
  siteUrl,
} from './relying-party.ts';

const started: SandboxProviders[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(started.splice(0).map(({ stop }) => stop()));
});

async function start(more: { host?: string; googlePort?: number } = {}): Promise<SandboxProviders> {
  const options = { host: '127.0.0.1', googlePort: 0, applePort: 0, siteUrl, ...more };
  const providers = await startProviders(options);
  started.push(providers);
  return providers;
}

describe('the sandbox providers', () => {
  test('give the product its settings, fresh ones at each start', async () => {
    const { environment } = await start({ host: 'localhost' });
    expect(Object.keys(environment).toSorted()).toEqual([
      'APPLE_CLIENT_ID',
      'APPLE_ISSUER',
      'APPLE_KEY_ID',
      'APPLE_PRIVATE_KEY',
      'APPLE_TEAM_ID',
      'GOOGLE_CLIENT_ID',
      'GOOGLE_CLIENT_SECRET',
      'GOOGLE_ISSUER',
    ]);
    expect(environment.GOOGLE_ISSUER).toMatch(/^http:\/\/localhost:\d+$/);
    expect(environment.APPLE_ISSUER).toMatch(/^http:\/\/localhost:\d+$/);
    expect(environment.APPLE_TEAM_ID).toMatch(/^[A-Z\d]{10}$/);
    expect(environment.APPLE_KEY_ID).toMatch(/^[A-Z\d]{10}$/);
    expect(environment.APPLE_PRIVATE_KEY).not.toContain('\n');
    const pem = String(environment.APPLE_PRIVATE_KEY).replaceAll(String.raw`\n`, '\n');
    expect(createPrivateKey(pem).asymmetricKeyDetails?.namedCurve).toBe('prime256v1');
    const next = await start();
    expect(next.environment.GOOGLE_CLIENT_SECRET).not.toBe(environment.GOOGLE_CLIENT_SECRET);
    expect(next.environment.APPLE_PRIVATE_KEY).not.toBe(environment.APPLE_PRIVATE_KEY);
  });

  test('take a free port for one in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const providers = await start({ googlePort: port });
    const issuer = setting(providers, 'GOOGLE_ISSUER');
    expect(issuer).not.toContain(`:${port}`);
    expect((await fetch(`${issuer}/.well-known/openid-configuration`)).status).toBe(200);
    other.close();
  });

  test('print nothing, whatever the requests', async () => {
    const printed = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation(() => undefined),
    );
    const written = [process.stdout, process.stderr].map((stream) =>
      vi.spyOn(stream, 'write').mockReturnValue(true),
    );
    const providers = await start();
    const google = await discoverGoogle(providers);
    const atGoogle = await beginSignIn(google, googleRequest);
    const answer = await pickAtGoogle(atGoogle, 'Léa Martin');
    await finishSignIn(google, atGoogle, answer);
    await finishSignIn(google, atGoogle, answer).catch(() => undefined);
    const apple = await discoverApple(providers);
    const atApple = await beginSignIn(apple, appleRequest);
    await finishSignIn(apple, atApple, formPost(await pickAtApple(atApple, 'Léa Martin')));
    await pickAtApple(await beginSignIn(apple, appleRequest), 'Refuser');
    await fetch(`${setting(providers, 'GOOGLE_ISSUER')}/o/oauth2/v2/auth?client_id=unknown`);
    await providers.stop();
    expect([...printed, ...written].flatMap(({ mock }) => mock.calls)).toEqual([]);
  });

  test('stop at once, also while a browser keeps its connection open', async () => {
    const providers = await start();
    const agent = new Agent({ keepAlive: true });
    const request = get(`${setting(providers, 'APPLE_ISSUER')}/auth/keys`, { agent });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    started.length = 0;
    await providers.stop();
    await expect(fetch(setting(providers, 'APPLE_ISSUER'))).rejects.toThrow();
    agent.destroy();
  });
});

describe('the page that asks who signs in', () => {
  test('names the four people and the way out, and says that nothing is real', async () => {
    const providers = await start();
    for (const [name, begin] of [
      ['Google', async () => beginSignIn(await discoverGoogle(providers), googleRequest)],
      ['Apple', async () => beginSignIn(await discoverApple(providers), appleRequest)],
    ] as const) {
      const page = await new Browser(siteUrl).openPage((await begin()).url);
      expect(page.buttons).toEqual([
        'Léa Martin — lectrice, sans crédits',
        'Hugo Bernard — lecteur, 12 crédits',
        'Mathilde Orsel — autrice et éditrice de deux romans',
        'Camille Roux — administratrice',
        'Refuser',
      ]);
      expect(page.text.replaceAll('&nbsp;', ' ')).toContain(
        `Bac à sable : faux compte ${name}, pour la démonstration`,
      );
      expect(page.text).not.toContain('<script');
    }
  });

  test('says that a sign-in is over when it was finished or belongs to another browser', async () => {
    const providers = await start();
    const browser = new Browser(siteUrl);
    const signIn = await beginSignIn(await discoverGoogle(providers), googleRequest);
    const page = await browser.openPage(signIn.url);
    const elsewhere = await new Browser(siteUrl).openPage(page.url);
    expect([elsewhere.status, elsewhere.form]).toEqual([410, null]);
    await browser.press(page, 'Léa Martin');
    const again = await browser.openPage(page.url);
    expect(again.status).toBe(410);
    expect(again.text).toContain('Connexion expirée');
  });

  test('is shown again when the form names nobody', async () => {
    const providers = await start();
    const browser = new Browser(siteUrl);
    const signIn = await beginSignIn(await discoverGoogle(providers), googleRequest);
    const page = await browser.openPage(signIn.url);
    const body = new URLSearchParams({ person: 'constructor' });
    const again = await browser.open(page.url, { method: 'POST', body });
    expect(again).toMatchObject({ status: 200, buttons: page.buttons });
  });

  test('shows small pictures at Google, none at Apple', async () => {
    const providers = await start();
    const picture = await fetch(`${setting(providers, 'GOOGLE_ISSUER')}/pictures/reader.webp`);
    expect(picture.headers.get('content-type')).toBe('image/webp');
    const { format, width, height } = await sharp(await picture.arrayBuffer()).metadata();
    expect({ format, width, height }).toEqual({ format: 'webp', width: 96, height: 96 });
    for (const path of [
      `${setting(providers, 'GOOGLE_ISSUER')}/pictures/readerWithCredits.webp`,
      `${setting(providers, 'GOOGLE_ISSUER')}/pictures/nobody.webp`,
      `${setting(providers, 'APPLE_ISSUER')}/pictures/reader.webp`,
    ]) {
      expect((await fetch(path)).status).toBe(404);
    }
  });
});
