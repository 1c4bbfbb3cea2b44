/** Marks a text for who is signed in. Loaded for them. */
import * as storageKeys from '#shared/site/storage-keys.ts';
import { readStored } from '#browser/storage.ts';
import { parseFields } from '#browser/stored-values.ts';

/** Shows the reader's name over a text until `signal` aborts; exempts admins from what CSS protects. */
export function markText(text: HTMLElement, signal: AbortSignal): void {
  const { name, role } = readPerson();
  if (typeof name === 'string' && name && !signal.aborted) showWatermark(name, signal);
  if (role === 'admin') text.dataset.exempt = '';
}

/** By a rule of its own: as a property of the text, it would be computed for each element in it. */
function showWatermark(name: string, signal: AbortSignal): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`.chapter-text::before{background:${watermark(name)}}`);
  document.adoptedStyleSheets.push(sheet);
  signal.addEventListener('abort', () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  });
}

/** An image of the name, for CSS. */
function watermark(name: string): string {
  const text = name.replace(/[<&]/g, ' ');
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="160"><text x="20" y="90" fill="gray" font-size="22" transform="rotate(-20 160 80)">${text}</text></svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(picture)}")`;
}

/** The session summary of the top bar; empty if missing or invalid. */
function readPerson(): { name?: unknown; role?: unknown } {
  return parseFields(readStored(storageKeys.sessionSummary));
}
