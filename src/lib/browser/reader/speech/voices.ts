import * as storageKeys from '#shared/site/storage-keys.ts';
import { readStored } from '#browser/storage.ts';
import type { Sentence } from './sentences.ts';
import type { Manner } from './speaker.ts';

/** How fast may be spoken; 1 is the voice's own speed. */
export const speechRates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

/** The stored speed, 1 if it is not one of ours. */
export function readRate(): number {
  const stored = Number(readStored(storageKeys.speechRate));
  return speechRates.find((rate) => rate === stored) ?? 1;
}

/** The fields of a voice needed for its choice. */
type Voice = Pick<SpeechSynthesisVoice, 'lang' | 'name' | 'voiceURI' | 'default' | 'localService'>;

/** Voices of the text's language first; among them local ones, and its country's. */
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

/** The main country of a language, as voice codes end: `FR` for `fr`. */
function homeOf(language: string): string {
  try {
    return new Intl.Locale(language).maximize().region ?? '';
  } catch {
    // Not a valid language code.
    return '';
  }
}

/** Whether the voice is of that language, whatever the country (some systems write `fr_FR`). */
export function speaks(voice: Pick<Voice, 'lang'>, language: string): boolean {
  const primary = (code: string) => code.toLowerCase().split(/[-_]/)[0];
  return primary(voice.lang) === primary(language);
}

/** The chosen voice, else the first of the text's language; null leaves it to the browser. */
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

/**
 * How a sentence is spoken: with the reader's speed and voice. Text marked as another language gets
 * a voice of that language.
 */
export function mannerOf(sentence: Sentence, language: string): Manner {
  const isForeign = !speaks({ lang: sentence.language }, language);
  const chosen = isForeign ? null : chosenVoice();
  const voice = pickVoice(
    speechSynthesis.getVoices(),
    isForeign ? sentence.language : language,
    chosen,
  );
  return { rate: readRate(), voice, language: sentence.language };
}

/** The reader's chosen voice, by its URI; null for automatic. */
export const chosenVoice = (): string | null => readStored(storageKeys.speechVoice);
