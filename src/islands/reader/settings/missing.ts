/** Which of the chosen settings could not be fetched. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { showPreferences, $preferences } from '#browser/reader/settings/preferences.ts';
import { fetchFont } from '#browser/reader/settings/web-fonts.ts';

/**
 * A sentence about what was chosen and could not be loaded, empty if all is here, and a function that looks
 * again. What is missing is shown when there is a connection again, whether the panel is open or not.
 */
export function useMissing(): [sentence: string, look: () => Promise<void>] {
  const [sentence, setSentence] = useState('');
  const looks = useRef(0);
  const look = async () => {
    const own = ++looks.current;
    const found = sentenceFor(await findMissing());
    // A later choice has looked again.
    if (own === looks.current) setSentence(found);
  };
  const showAgain = useEffectEvent(() => {
    showPreferences($preferences.get());
    document.dispatchEvent(new Event('reader-preferences'));
    void look();
  });
  const isMissing = sentence !== '';
  useEffect(() => {
    if (!isMissing) return undefined;
    const again = () => showAgain();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [isMissing]);
  return [sentence, look];
}

/** What was chosen and could not be loaded, in words. */
async function findMissing(): Promise<string[]> {
  const { flow, fontFamily, readingAid } = $preferences.get();
  const isFontHere = await fetchFont(fontFamily);
  const isFlowHere =
    flow === 'scroll' || (await hasCome(import('#browser/reader/pages/turn-pages.ts')));
  const isAidHere =
    readingAid === 'none' || (await hasCome(import('#browser/reader/reading-extras.ts')));
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
