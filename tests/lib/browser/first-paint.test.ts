import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { bundleFirstPaint } from '#scripts/build/first-paint.ts';
import {
  fontFallbacks,
  parseStoredPreferences,
  readerFonts,
  readerThemes,
} from '#shared/reading/reader-preferences.ts';
import { isWebFont } from '#shared/reading/chosen-fonts.ts';
import { webFontFaces, webFontFile } from '#shared/reading/web-fonts.ts';
import { handMadeToken, unreadableTokens } from './hand-made-token.ts';

/** As pages carry it. */
const source = await bundleFirstPaint('/_astro/fonts/');
const nowMs = Date.parse('2026-11-21T12:00:00Z');
const inTime = handMadeToken({ exp: nowMs / 1_000 + 60 });
const over = handMadeToken({ exp: nowMs / 1_000 - 60 });

/**
 * Runs the inline script on a bare page; what it touches of a browser is made here.
 * @param lines of the word that shows whether the browser hyphenates.
 */
function paint(entries: Record<string, string>, isOpen = true, cookie = '', lines = 1) {
  const stored = new Map(Object.entries(entries));
  const dataset: Record<string, string> = {};
  const properties: Record<string, string> = {};
  const classes: string[] = [];
  const faces: unknown[] = [];
  const listeners = new Map<string, (event: { persisted?: boolean }) => void>();
  function FontFace(family: string, from: string, kind: Record<string, string>) {
    faces.push({ family, from, ...kind });
  }
  runInNewContext(source, {
    atob,
    FontFace,
    Date: { now: () => nowMs, parse: Date.parse },
    localStorage: {
      get length() {
        return stored.size;
      },
      getItem: (key: string) => {
        if (!isOpen) throw new Error('storage is closed');
        return stored.get(key) ?? null;
      },
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    },
    document: {
      cookie,
      documentElement: {
        dataset,
        style: { setProperty: (name: string, value: string) => (properties[name] = value) },
        append: () => undefined,
      },
      createElement: () => ({ style: {}, offsetHeight: lines, remove: () => undefined }),
      body: { classList: { add: (name: string) => classes.push(name) } },
      fonts: { add: () => undefined },
    },
    addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
  });
  const send = (name: string, event: { persisted?: boolean } = {}) => listeners.get(name)?.(event);
  return { stored, dataset, properties, classes, faces, send };
}

describe('the first paint', () => {
  test('shows a session whose token is in time', () => {
    const { stored, dataset } = paint({ auth_token: inTime });
    expect(dataset).toEqual({ session: 'on', consent: 'ask' });
    expect(stored.get('auth_token')).toBe(inTime);
  });

  test('shows none to a stranger, nor where storage is closed', () => {
    expect(paint({}).dataset).toEqual({ consent: 'ask' });
    expect(paint({ auth_token: inTime }, false).dataset).toEqual({ consent: 'ask' });
  });

  const cookie = 'autre=1; has_session=1';
  const answer = { cookieConsent: '{}' };
  test('finds a session gone where the browser has cleared all but its cookies', () => {
    for (const left of [{}, answer]) expect(paint(left, true, cookie).dataset.session).toBe('gone');
  });

  test.each([
    ['without the cookie', answer, 'autre=1'],
    ['with anything left', { client_token: 'x' }, cookie],
    [
      'with anything left beside the answer about cookies',
      { ...answer, reader_theme: 'x' },
      cookie,
    ],
    ['with a session', { auth_token: inTime }, cookie],
  ])('finds none gone %s', (_, left, cookies) => {
    expect(paint(left, true, cookies).dataset.session).not.toBe('gone');
  });

  test('finds none gone after it has removed a token, nor does the next page', () => {
    for (const auth_token of [over, 'jeton']) {
      const { stored, dataset } = paint({ auth_token }, true, cookie);
      expect(dataset.session).toMatch(/over|lost/);
      expect(paint(Object.fromEntries(stored), true, cookie).dataset).toEqual({ consent: 'ask' });
    }
  });

  test('removes a token that is over, and what was kept of its person', () => {
    const { stored, dataset } = paint({ auth_token: over, session_summary: '{}', other: 'x' });
    expect(dataset).toEqual({ session: 'over', consent: 'ask' });
    expect(Object.fromEntries(stored)).toEqual({ session_summary: '', other: 'x' });
  });

  test.each(unreadableTokens)('removes a token with %s, and notes that it was lost', (_, token) => {
    const { stored, dataset } = paint({ auth_token: token });
    expect(dataset).toEqual({ session: 'lost', consent: 'ask' });
    expect(Object.fromEntries(stored)).toEqual({ session_summary: '' });
  });

  test.each([
    ['{"bookmarkCount":2}', true],
    ['{"bookmarkCount":0}', false],
    ['{', false],
  ])('makes room for bookmarks with the summary %s: %s', (summary, expected) => {
    const { dataset } = paint({ auth_token: inTime, session_summary: summary });
    expect('bookmarks' in dataset).toBe(expected);
  });

  test('makes no room for a stranger’s bookmarks', () => {
    expect(paint({ session_summary: '{"bookmarkCount":2}' }).dataset).toEqual({ consent: 'ask' });
  });

  test('follows another tab that signs in and out', () => {
    const { stored, dataset, send } = paint({});
    stored.set('auth_token', inTime);
    send('storage');
    expect(dataset.session).toBe('on');
    stored.delete('auth_token');
    send('storage');
    expect(dataset).toEqual({ consent: 'ask' });
  });

  test('looks again when the page comes back from the browser’s memory', () => {
    const { stored, dataset, send } = paint({ auth_token: inTime });
    stored.delete('auth_token');
    send('pageshow', { persisted: false });
    expect(dataset.session).toBe('on');
    send('pageshow', { persisted: true });
    expect(dataset).toEqual({ consent: 'ask' });
  });

  test('still knows what it found lost once the page is shown', () => {
    for (const auth_token of [over, ...unreadableTokens.map(([, token]) => token)]) {
      const { dataset, send } = paint({ auth_token });
      const { session } = dataset;
      send('pageshow', { persisted: false });
      expect(dataset.session).toBe(session);
      expect(session).toMatch(/over|lost/);
    }
  });

  test('lets lines be justified where the browser hyphenates alone', () => {
    expect(paint({}, true, '', 3).dataset).toEqual({ consent: 'ask', hyphens: '' });
    expect(paint({}, false, '', 3).dataset.hyphens).toBe('');
  });

  test('shows no banner to who has answered', () => {
    expect(paint({ cookieConsent: '{"necessary":true}' }).dataset).toEqual({ consent: 'given' });
    expect(paint({ cookieConsent: '' }).dataset).toEqual({ consent: 'ask' });
  });

  test('shows the preferences that are stored', () => {
    const { dataset, properties, classes } = paint({
      reader_fontSize: '150',
      reader_lineHeight: '2.0',
      reader_textAlign: 'justify',
      reader_page: 'flat gap-large',
      reader_theme: 'night-blue',
      reader_darkMode: 'true',
      reader_showHeader: 'false',
    });
    expect(dataset).toMatchObject({ consent: 'ask', darkMode: 'true', showHeader: 'false' });
    expect(dataset.page).toBe('flat gap-large');
    expect(classes).toEqual(['dark-mode', 'theme-night-blue']);
    expect(properties).toMatchObject({
      '--reader-fontSize': '150',
      '--reader-lineHeight': '2.0',
      '--reader-textAlign': 'justify',
    });
  });

  test.each(readerThemes)('shows the theme %s', (reader_theme) => {
    const { classes } = paint({ reader_theme });
    expect(classes).toEqual(reader_theme === 'default' ? [] : [`theme-${reader_theme}`]);
  });

  test.each(readerFonts)('draws with %s, and fetches what we serve of it', (reader_fontFamily) => {
    const { properties, faces } = paint({ reader_fontFamily });
    const fallback = fontFallbacks[reader_fontFamily];
    expect(properties).toEqual(
      reader_fontFamily === 'serif'
        ? {}
        : { '--reader-fontFamily': `"${reader_fontFamily}", ${fallback}` },
    );
    expect(faces).toEqual(
      !isWebFont(reader_fontFamily)
        ? []
        : webFontFaces.map((face) => ({
            family: reader_fontFamily,
            from: `url("/_astro/fonts/${webFontFile(reader_fontFamily, face)}")`,
            display: 'optional',
            [face === 'bold' ? 'weight' : 'style']: face,
          })),
    );
  });

  test('draws with the site’s own letters once this browser has them', () => {
    expect(paint({}).faces).toEqual([]);
    const { faces, properties } = paint({ font: '/_astro/fonts/' });
    expect(faces).toMatchObject(webFontFaces.map(() => ({ family: 'Literata' })));
    expect(properties).toEqual({});
  });

  test('makes of a size and a leading what the panel does, whether or not they are broken', () => {
    const sizes = Array.from({ length: 35 }, (_, step) => String(40 + 5 * step));
    const leadings = Array.from({ length: 31 }, (_, step) => String((5 + step) / 10));
    const others = ['1.0', '2.0', '3.0', '20', '0100', '1e2', ' 100', '100.0', '1.85', '1.', ''];
    for (const text of [...sizes, ...leadings, ...others]) {
      const entries: Record<string, string> = { reader_fontSize: text, reader_lineHeight: text };
      const { properties } = paint(entries);
      const { fontSize, lineHeight } = parseStoredPreferences((key) => entries[key] ?? null);
      expect(Number(properties['--reader-fontSize'] ?? 100)).toBe(fontSize);
      expect(Number(properties['--reader-lineHeight'] ?? 1.8)).toBe(lineHeight);
    }
  });

  test('shows the page as it is where preferences are broken, or storage is closed', () => {
    const entries = {
      reader_fontSize: '9999',
      reader_lineHeight: '1,8',
      reader_textAlign: 'left;',
      reader_page: 'flat;',
      reader_theme: 'pirate',
      reader_darkMode: 'oui',
      reader_showHeader: 'non',
      reader_fontFamily: '";}body{display:none',
    };
    for (const isOpen of [true, false]) {
      const { dataset, properties, classes, faces } = paint(entries, isOpen);
      expect(dataset).toEqual({ consent: 'ask' });
      expect({ properties, classes, faces }).toEqual({ properties: {}, classes: [], faces: [] });
    }
  });
});
