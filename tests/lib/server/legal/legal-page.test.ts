import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseConfig } from '#server/core/config/config.ts';
import { legalPage } from '#server/legal/legal-page.ts';

function configOf(settings: Record<string, string> = {}) {
  const parsed = parseConfig({
    FEUILLETON_MODE: 'demo',
    SITE_URL: 'https://feuilleton.example',
    ...settings,
  });
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'));
  return parsed.config;
}
const config = configOf();
const page = (body: string, head = '') =>
  legalPage(`---\ntitle: T\ndescription: D\n${head}---\n${body}`, config).html;
const read = (name: string) =>
  legalPage(
    readFileSync(new URL(`../../../../src/legal/${name}.md`, import.meta.url), 'utf8'),
    config,
  ).html;

test('addresses and telephone numbers are links', () => {
  const html = read('mentions-legales');
  expect(html).toContain('<a href="https://feuilleton.example">');
  expect(html).toMatch(/<a href="mailto:[^"]+@[^"]+">/);
  expect(html).toMatch(/<a href="tel:\+?\d+">/);
});

test('a section can be linked to by its heading', () => {
  expect(page('## 6. Droit de rétractation : l’essentiel')).toBe(
    '<h2 id="droit-de-retractation-l-essentiel">6. Droit de rétractation : l’essentiel</h2>\n',
  );
});

test.each(['conditions-generales', 'politique-confidentialite'])(
  'the contents of %s lead to all its sections',
  (name) => {
    const html = read(name);
    const ids = [...html.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id);
    const targets = [...html.matchAll(/<li><a href="#([^"]+)"/g)].map(([, id]) => id);
    expect(ids.length).toBeGreaterThan(8);
    expect(new Set(ids).size).toBe(ids.length);
    expect(targets).toEqual(ids);
  },
);

test('by default there are no contents', () => {
  expect(page('Un\n\n## Deux')).not.toContain('<nav');
});

test('the privacy policy says that there are no analytics, or names the script', () => {
  const source = readFileSync(
    new URL('../../../../src/legal/politique-confidentialite.md', import.meta.url),
    'utf8',
  );
  const without = legalPage(source, config).html;
  expect(without).toContain('Nous n’en employons aucun à ce jour');
  const measured = configOf({ ANALYTICS_SRC: 'https://mesure.example/m.js' });
  const withOne = legalPage(source, measured).html;
  expect(withOne).not.toContain('Nous n’en employons aucun');
  expect(withOne).toContain('chargé depuis <code>mesure.example</code>');
  expect(withOne).toMatch(/<code>mesure.example<\/code> reçoit votre adresse IP/);
});
