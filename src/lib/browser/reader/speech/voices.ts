import { storageKeys } from '#shared/storage-keys.ts';
import { readStored } from '#browser/storage.ts';

/** How fast may be spoken; 1 is the voice's own speed. */
export const speechRates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

/** The stored speed, 1 where none of ours is stored. */
export function readRate(): number {
  const stored = Number(readStored(storageKeys.speechRate));
  return speechRates.find((rate) => rate === stored) ?? 1;
}

/** A voice as far as its choice needs it. */
type Voice = Pick<SpeechSynthesisVoice, 'lang' | 'name' | 'voiceURI' | 'default' | 'localService'>;

/** Voices of the text's language first; among them those that need no network, and its country's. */
export function sortVoices<V extends Voice>(
  voices: readonly V[],
  language: string,
): { own: V[]; others: V[] } {
  const home = homeOf(language);
  const isFromHome = ({ lang }: Voice) => lang.toUpperCase().endsWith(home);
  const sorted = voices.toSorted(
    (one, other) =>
      Number(other.localService) - Number(one.localService) ||
      Number(isFromHome(other)) - Number(isFromHome(one)) ||
      Number(other.default) - Number(one.default) ||
      one.lang.localeCompare(other.lang) ||
      one.name.localeCompare(other.name),
  );
  return {
    own: sorted.filter((voice) => speaks(voice, language)),
    others: sorted.filter((voice) => !speaks(voice, language)),
  };
}

/** The country that a language is mostly thought of with, as codes of voices end: `FR` for `fr`. */
function homeOf(language: string): string {
  try {
    return new Intl.Locale(language).maximize().region ?? '';
  } catch {
    // Not the form of a language code.
    return '';
  }
}

/** Whether the voice is of that language, whatever the country (some systems write `fr_FR`). */
export function speaks(voice: Pick<Voice, 'lang'>, language: string): boolean {
  const primary = (code: string) => code.toLowerCase().split(/[-_]/)[0];
  return primary(voice.lang) === primary(language);
}

/** The voice that was chosen, else the first of the text's language; none leaves it to the browser. */
export function pickVoice<V extends Voice>(
  voices: readonly V[],
  language: string,
  chosenUri: string | null,
): V | null {
  return (
    voices.find(({ voiceURI }) => voiceURI === chosenUri) ??
    sortVoices(voices, language).own[0] ??
    null
  );
}
