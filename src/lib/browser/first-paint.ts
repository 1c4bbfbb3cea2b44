/**
 * Runs before first paint: applies what this browser has stored. The build inlines it into every
 * page, with its imports (`scripts/build/first-paint.ts`).
 */
import { parseConsent } from '#shared/consent.ts';
import * as rules from '#shared/first-paint-rules.ts';
import type { WebFont } from '#shared/chosen-fonts.ts';
import { tokenEndMs } from './auth-token.ts';
import { addFaces } from './reader/add-faces.ts';
import { readStored } from './storage.ts';

const { dataset, style } = document.documentElement;
const { classList } = document.body;

/**
 * The groups of a stored preference's pattern; null if it is invalid. A missing one is read as
 * “null”, which no pattern matches.
 */
const stored = (name: string, pattern: string) =>
  new RegExp(`^(${pattern})$`).exec(String(readStored(`reader_${name}`)));
const set = (name: string, value: string) => style.setProperty(`--reader-${name}`, value);

/** Whether the stored token is valid in time. Removes an expired or unreadable one. */
function markSession(): void {
  const token = readStored(rules.authToken);
  if (token === null) {
    delete dataset.session;
    return;
  }
  const endMs = tokenEndMs(token);
  dataset.session = endMs === null ? 'lost' : endMs > Date.now() ? 'on' : 'over';
  if (dataset.session === 'on') return;
  localStorage.removeItem(rules.authToken);
  localStorage.removeItem(rules.sessionSummary);
}

markSession();
// Other tabs sign in and out too, and pages come back as they were.
addEventListener('storage', markSession);
// Not at first: what was found lost would be found gone.
addEventListener('pageshow', (event) => {
  if (event.persisted) markSession();
});
const summary = String(readStored(rules.sessionSummary));
if (dataset.session === 'on' && /"bookmarkCount":[1-9]/.test(summary)) dataset.bookmarks = '';

const dark = readStored('reader_darkMode');
if (dark === 'true') {
  dataset.dark = 'on';
  classList.add('dark-mode');
}
if (dark === 'false') dataset.dark = 'off';
if (readStored('reader_showHeader') === 'false') dataset.header = 'off';
const theme = stored('theme', rules.theme);
if (theme) classList.add(`theme-${theme[0]}`);
// Numbers are for properties, words for selectors: each is both.
for (const name in rules.looks) {
  const value = stored(name, rules.looks[name as keyof typeof rules.looks]);
  if (value) set(name, (dataset[name] = value[0]));
}
if (readStored(rules.letters)) addFaces(rules.siteFont);
const font = stored('fontFamily', rules.fontFamily);
if (font) {
  const [name, , servedSerif, serif, servedSans, monospace] = font;
  const general = monospace ? 'monospace' : `var(--${servedSerif || serif ? 'serif' : 'sans'})`;
  set('fontFamily', `"${name}", ${general}`);
  if (servedSerif || servedSans) addFaces(name as WebFont);
}

dataset.consent = parseConsent(readStored(rules.cookieConsent)) ? 'given' : 'ask';
