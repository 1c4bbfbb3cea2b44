import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { download } from '#browser/files/download.ts';
import { handMadeToken } from '../hand-made-token.ts';
import { openBrowser, refusal, type Seen } from '../open-browser.ts';

const token = handMadeToken({ sub: 'lea', exp: 4e9 });
const path = '/api/credit/invoice/0199';
const sentence = 'Erreur lors du téléchargement de la facture. Veuillez réessayer plus tard.';
const pdf = () =>
  new Response('%PDF-1.7', {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="facture_0199.pdf"',
    },
  });

/** A browser that records what is saved: the name, and the text of the file. */
function openSavingBrowser(server: (seen: Seen) => Response | Promise<Response>, held = token) {
  const browser = openBrowser(server, { auth_token: held });
  const saved: { name: string; file: string }[] = [];
  const files = new Map<string, Blob>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.set('blob:1', file as Blob);
    return 'blob:1';
  });
  vi.stubGlobal('document', {
    documentElement: { dataset: {} },
    createElement: () => ({
      href: '',
      download: '',
      click() {
        void files
          .get(this.href)
          ?.text()
          .then((file) => saved.push({ name: this.download, file }));
      },
    }),
  });
  return { ...browser, saved };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('a PDF', () => {
  test('is requested with the session’s token and saved under the server’s name', async () => {
    const { saved, seen } = openSavingBrowser(pdf);
    expect(await download(path)).toEqual({ ok: true });
    await vi.waitFor(() => expect(saved).toEqual([{ name: 'facture_0199.pdf', file: '%PDF-1.7' }]));
    expect(seen.map(({ path: asked }) => asked)).toEqual([path]);
    expect(seen[0]?.headers.get('x-auth-token')).toBe(token);
  });

  test('is requested again if the client token was refused', async () => {
    let asked = 0;
    const { saved } = openSavingBrowser(() => {
      if (++asked > 1) return pdf();
      const refused = refusal(403, 'CLIENT_TOKEN_INVALID');
      refused.headers.set('x-error', 'CLIENT_TOKEN_INVALID');
      return refused;
    });
    expect(await download(path)).toEqual({ ok: true });
    await vi.waitFor(() => expect(saved).toHaveLength(1));
  });

  test.each([
    ['there is none', () => refusal(404, 'NOT_FOUND')],
    ['the server fails', () => new Response('<h1>502</h1>', { status: 502 })],
    ['something else comes', () => Response.json({})],
    ['nothing comes', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('is not saved where %s: one sentence says so', async (_, server) => {
    const { saved } = openSavingBrowser(server);
    expect(await download(path)).toEqual({ ok: false, message: sentence });
    expect(saved).toEqual([]);
  });

  test('is not requested with an expired token: the session is left', async () => {
    const { seen, visited } = openSavingBrowser(pdf, handMadeToken({ sub: 'lea', exp: 1 }));
    expect(await download(path)).toMatchObject({ ok: false, message: 'Token expiré' });
    expect(seen).toEqual([]);
    expect(visited).toEqual(['/']);
  });
});
