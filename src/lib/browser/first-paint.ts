/**
 * Runs before first paint: applies what this browser has stored. The build inlines it into every
 * page, with its imports (`scripts/build/first-paint.ts`).
 */
import * as rules from '#shared/reading/first-paint-rules.ts';
import type { WebFont } from '#shared/reading/chosen-fonts.ts';
import { tokenEndMs } from './session/auth-token.ts';
import { addFaces } from './reader/settings/font-faces.ts';
import { isHyphenated } from './reader/settings/hyphenation.ts';
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
  // Not removed: it shows the next page that the token was, and not all of the storage (below).
  localStorage.setItem(rules.sessionSummary, '');
  localStorage.removeItem(rules.authToken);
}

markSession();
// Other tabs sign in and out too, and pages come back as they were.
addEventListener('storage', markSession);
// Not at first: what was found lost would be found gone.
addEventListener('pageshow', (event) => event.persisted && markSession());
if (
  dataset.session === 'on' &&
  /"bookmarkCount":[1-9]/.test(String(readStored(rules.sessionSummary)))
) {
  dataset.bookmarks = '';
}

// Numbers are for properties, words for selectors: each is both.
for (const name in rules.looks) {
  const value = stored(name, rules.looks[name as keyof typeof rules.looks]);
  if (value) set(name, (dataset[name] = value[0]));
}
if (dataset.darkMode === 'true') classList.add('dark-mode');
if (dataset.theme) classList.add(`theme-${dataset.theme}`);
// Not stored: browsers fetch dictionaries later than themselves.
if (isHyphenated('anticonstitutionnellement')) dataset.hyphens = '';
if (readStored(rules.letters)) addFaces(rules.siteFont);
const font = stored('fontFamily', rules.fontFamily);
if (font) {
  const [name, , servedSerif, serif, servedSans, monospace] = font;
  const general = monospace ? 'monospace' : `var(--${servedSerif || serif ? 'serif' : 'sans'})`;
  set('fontFamily', `"${name}", ${general}`);
  if (servedSerif || servedSans) addFaces(name as WebFont);
}

// A broken answer is asked for again once the page is loaded (`consent.ts`).
const consent = readStored(rules.cookieConsent);
dataset.consent = consent ? 'given' : 'ask';
// Last, as a storage that is blocked throws. What is answered about cookies is no trace of a session.
if (document.cookie.includes(rules.signedInCookie) && localStorage.length === (consent ? 1 : 0)) {
  dataset.session = 'gone';
}
