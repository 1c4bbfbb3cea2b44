import { readPreferences, showPreferences } from './apply-preferences.ts';
import { fetchFont } from './web-fonts.ts';

let shownIn: HTMLElement | null = null;
let calls = 0;

/**
 * Tells in the panel of settings which of the chosen ones could not be fetched, and shows them when
 * there is a connection again, whether the panel is still open or not.
 */
export async function tellMissing(dialog: HTMLElement): Promise<void> {
  shownIn = dialog;
  const call = ++calls;
  const missing = await findMissing();
  // A later choice tells.
  if (call !== calls) return;
  const line = dialog.querySelector('[role="alert"]');
  if (line) line.textContent = sentenceFor(missing);
  if (missing.length === 0) removeEventListener('online', showAgain);
  else addEventListener('online', showAgain, { once: true });
}

/** One function, so that it is listened to once, however many choices were made. */
function showAgain(): void {
  showPreferences(readPreferences());
  document.dispatchEvent(new CustomEvent('reader-preferences'));
  if (shownIn) void tellMissing(shownIn);
}

/** What was chosen and did not come, in words. */
async function findMissing(): Promise<string[]> {
  const { flow, fontFamily, readingAid } = readPreferences();
  const isFontHere = await fetchFont(fontFamily);
  const isFlowHere = flow === 'scroll' || (await hasCome(import('./pages/turn-pages.ts')));
  const isAidHere = readingAid === 'none' || (await hasCome(import('./reading-extras.ts')));
  return [
    ...(isFontHere ? [] : [`la police ${fontFamily}`]),
    ...(isFlowHere ? [] : ['la lecture par pages']),
    ...(isAidHere ? [] : ['le repère de lecture']),
  ];
}

const hasCome = (module: Promise<unknown>): Promise<boolean> =>
  module.then(
    () => true,
    () => false,
  );

function sentenceFor(missing: readonly string[]): string {
  if (missing.length === 0) return '';
  const what = new Intl.ListFormat('fr').format(missing);
  if (navigator.onLine) return `Pas de réponse\u00A0: il manque ${what}.`;
  const verb = missing.length > 1 ? 'viendront' : 'viendra';
  return `Vous êtes hors ligne\u00A0: ${what} ${verb} avec la connexion.`;
}
